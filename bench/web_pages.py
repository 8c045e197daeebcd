"""Measures weight and readiness of the landing and game pages, and the delay until a stone shows.

    .venv/bin/python bench/web_pages.py [--clicks 30] [--json]

Headless Chromium on this machine with an empty cache per visit. The page is ready once the three
boards are drawn and Start works; a click ends with the frame that shows the stone. The game page is
opened as Start opens it, first with an empty cache, then again (warm), then once more on a slow
network (`SLOW_3G`). Requests are those that reach the network, the socket included.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, BrowserContext, CDPSession, async_playwright
from support.web_server import Server, quantile

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"]
VISITS = 5
SLOW_3G = {"latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
"""Chromium's network conditions: 400 ms for each request, 400 kbit/s."""
GAMES = ("gomoku", "othello", "pentomino")
BUDGET = {"cold_bytes": 130_000, "warm_requests": 5, "slow_warm_ready_ms": 2_000}

READY = """() => new Promise((done) => {
  const look = () => {
    const drawn = [...document.querySelectorAll("ff-board")].filter((b) => b.querySelector("svg"));
    if (drawn.length === 3 && document.readyState === "complete") done(performance.now());
    else requestAnimationFrame(look);
  };
  look();
})"""

GAME_READY = """() => new Promise((done) => {
  const look = () => {
    const cells = document.querySelector("ff-board [role=gridcell]");
    if (cells && document.querySelector(".acts button")) done(performance.now());
    else requestAnimationFrame(look);
  };
  look();
})"""

# From the click to the frame after the one that inserts the stone.
WATCH_CLICKS = """() => {
  window.waits = [];
  const layers = "ff-board .ff-layer-stones > *, ff-board .ff-layer-pending > *";
  const stones = () => document.querySelectorAll(layers).length;
  document.addEventListener("click", () => {
    const began = performance.now();
    const before = stones();
    const look = () => {
      if (stones() > before) window.waits.push(performance.now() - began);
      else if (performance.now() - began < 2000) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, { capture: true });
}"""


async def landing(browser: Browser, address: str) -> dict[str, Any]:
    """Returns the bytes and requests of a first visit, and the median time until ready."""
    ready = []
    weight = requests = 0
    for _ in range(VISITS):
        context = await browser.new_context(viewport={"width": 1280, "height": 800})
        page = await context.new_page()
        session = await context.new_cdp_session(page)
        await session.send("Network.enable")
        sizes: list[float] = []
        session.on(
            "Network.loadingFinished", lambda event, to=sizes: to.append(event["encodedDataLength"])
        )
        await page.goto(address + "/", wait_until="commit")
        ready.append(await page.evaluate(READY))
        await page.wait_for_load_state("networkidle")
        weight, requests = int(sum(sizes)), len(sizes)
        await context.close()
    return {"bytes": weight, "requests": requests, "ready_ms": round(quantile(ready, 0.5), 1)}


class Traffic:
    """The bytes and requests of one visit that the network carried."""

    def __init__(self, session: CDPSession) -> None:
        self.bytes = self.requests = 0
        self._cached: set[str] = set()
        session.on("Network.requestServedFromCache", self._from_cache)
        session.on("Network.responseReceived", self._received)
        session.on("Network.loadingFinished", self._finished)
        session.on("Network.webSocketCreated", self._opened)

    def _from_cache(self, event: dict[str, Any]) -> None:
        self._cached.add(event["requestId"])

    def _received(self, event: dict[str, Any]) -> None:
        if event["response"].get("fromDiskCache"):
            self._cached.add(event["requestId"])

    def _finished(self, event: dict[str, Any]) -> None:
        if event["requestId"] not in self._cached:
            self.bytes += int(event["encodedDataLength"])
            self.requests += 1

    def _opened(self, event: dict[str, Any]) -> None:
        self.requests += 1


async def visit(
    context: BrowserContext, address: str, network: dict[str, int] | None = None
) -> tuple[Traffic, float]:
    """Opens the game page; returns its traffic until all is quiet, and when it was ready."""
    page = await context.new_page()
    session = await context.new_cdp_session(page)
    await session.send("Network.enable")
    if network is not None:
        await session.send("Network.emulateNetworkConditions", {"offline": False, **network})
    traffic = Traffic(session)
    await page.goto(address, wait_until="commit")
    ready = float(await page.evaluate(GAME_READY))
    await page.wait_for_load_state("networkidle")
    # What the page loads when it is idle counts too.
    await page.wait_for_timeout(1_000 if network is None else 5_000)
    await page.close()
    return traffic, ready


async def game(browser: Browser, address: str, name: str) -> dict[str, Any]:
    """Returns the weight of a first visit, the requests of the next, and both times until ready."""
    cold, again, slow, slow_cold = [], [], [], []
    weight = most = warm_bytes = 0
    for _ in range(VISITS):
        context = await browser.new_context(viewport={"width": 1280, "height": 800})
        first, ready = await visit(context, f"{address}/play/{name}")
        cold.append(ready)
        weight = max(weight, first.bytes)
        warm, ready = await visit(context, f"{address}/play/{name}")
        again.append(ready)
        warm_bytes, most = max(warm_bytes, warm.bytes), max(most, warm.requests)
        slow.append((await visit(context, f"{address}/play/{name}", SLOW_3G))[1])
        await context.close()
    context = await browser.new_context(viewport={"width": 1280, "height": 800})
    slow_cold.append((await visit(context, f"{address}/play/{name}", SLOW_3G))[1])
    await context.close()
    return {
        "cold_bytes": weight,
        "cold_requests": first.requests,
        "warm_bytes": warm_bytes,
        "warm_requests": most,
        "cold_ready_ms": round(quantile(cold, 0.5), 1),
        "warm_ready_ms": round(quantile(again, 0.5), 1),
        "slow_cold_ready_ms": round(quantile(slow_cold, 0.5), 1),
        "slow_warm_ready_ms": round(quantile(slow, 0.5), 1),
    }


async def clicks(browser: Browser, address: str, count: int) -> dict[str, Any]:
    """Returns the delays from click to stone in a game of two people on one screen."""
    context = await browser.new_context(viewport={"width": 1280, "height": 800})
    page = await context.new_page()
    await page.goto(f"{address}/play/gomoku?first=me&second=me&size=19")
    await page.wait_for_url("**/game/*")
    await page.wait_for_selector("ff-board [role=gridcell]")
    await page.evaluate(WATCH_CLICKS)
    cells = page.locator("ff-board [role=gridcell]")
    for number in range(count):
        # Far enough apart that nobody makes five.
        place = (number * 2) % 18 + 19 * ((number * 2) // 18 * 3)
        await cells.nth(place).click()
        await page.wait_for_timeout(60)
    waits: list[float] = await page.evaluate("() => window.waits")
    await context.close()
    return {
        "clicks": count,
        "shown": len(waits),
        "p50_ms": round(quantile(waits, 0.5), 1),
        "p95_ms": round(quantile(waits, 0.95), 1),
        "max_ms": round(quantile(waits, 1.0), 1),
    }


async def measure(count: int) -> dict[str, Any]:
    chromium = os.environ.get("FIVEFOLD_CHROMIUM") or shutil.which("chromium")
    chromium = chromium or shutil.which("chromium-headless-shell")
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        await server.start()
        try:
            async with async_playwright() as play:
                browser = await play.chromium.launch(executable_path=chromium, args=ARGUMENTS)
                result = {
                    "landing": await landing(browser, server.address),
                    **{name: await game(browser, server.address, name) for name in GAMES},
                    "click": await clicks(browser, server.address, count),
                }
                await browser.close()
        finally:
            server.stop()
    return result


def print_game(name: str, page: dict[str, Any]) -> None:
    print(
        f"game page, {name}: {page['cold_bytes'] / 1000:.1f} kB in {page['cold_requests']} "
        f"requests at first, then {page['warm_bytes'] / 1000:.1f} kB in {page['warm_requests']}; "
        f"ready after {page['cold_ready_ms']} and {page['warm_ready_ms']} ms, on slow 3G after "
        f"{page['slow_cold_ready_ms']} and {page['slow_warm_ready_ms']} ms"
    )
    for key, most in BUDGET.items():
        if page[key] > most:
            print(f"  over budget: {key} is {page[key]}, budget {most}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clicks", type=int, default=30)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    result = asyncio.run(measure(options.clicks))
    if options.json:
        print(json.dumps(result))
        return
    first, click = result["landing"], result["click"]
    print(
        f"landing page: {first['bytes'] / 1000:.1f} kB in {first['requests']} requests, "
        f"ready after {first['ready_ms']} ms (median of {VISITS} first visits)"
    )
    for name in GAMES:
        print_game(name, result[name])
    print(
        f"a click shows its stone after {click['p50_ms']} ms, 95 % within {click['p95_ms']}, "
        f"at most {click['max_ms']} ms "
        f"({click['shown']} of {click['clicks']} clicks)"
    )


if __name__ == "__main__":
    main()

"""Measures page weight and readiness of the landing page, and the delay until a stone shows.

    .venv/bin/python bench/web_pages.py [--clicks 30] [--json]

Headless Chromium on this machine with an empty cache per visit. The page is ready once the three
boards are drawn and Start works; a click ends with the frame that shows the stone.
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

from playwright.async_api import Browser, async_playwright
from support.web_server import Server, quantile

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"]
VISITS = 5

READY = """() => new Promise((done) => {
  const look = () => {
    const drawn = [...document.querySelectorAll("ff-board")].filter((b) => b.querySelector("svg"));
    if (drawn.length === 3 && document.readyState === "complete") done(performance.now());
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
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        await server.start()
        try:
            async with async_playwright() as play:
                browser = await play.chromium.launch(executable_path=chromium, args=ARGUMENTS)
                result = {
                    "landing": await landing(browser, server.address),
                    "click": await clicks(browser, server.address, count),
                }
                await browser.close()
        finally:
            server.stop()
    return result


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
    print(
        f"a click shows its stone after {click['p50_ms']} ms, 95 % within {click['p95_ms']}, "
        f"at most {click['max_ms']} ms "
        f"({click['shown']} of {click['clicks']} clicks)"
    )


if __name__ == "__main__":
    main()

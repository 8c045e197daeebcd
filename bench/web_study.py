"""Measures the analysis board with a large study: opening it, and the delay of a step.

    .venv/bin/python bench/web_study.py [--nodes 10000] [--steps 200] [--json]

A step is a press of an arrow key in headless Chromium; it ends with the frame that shows the new
position. The SGF is a tree of random Othello games that share their openings, with comments.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import shutil
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.async_api import async_playwright
from support.web_server import Server, quantile

from fivefold.core import State
from fivefold.names import game_from

BUDGET_MS = 50
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"]
COMMENT_EVERY = 25
KEYS = ["ArrowRight"] * 40 + ["ArrowUp", "ArrowDown"] * 10 + ["ArrowLeft"] * 40

# Presses a key and waits for the frame after the one in which the move over the list has changed.
STEP = """(key) => new Promise((done) => {
  const title = document.querySelector(".side .steps .at");
  const before = title.textContent;
  const began = performance.now();
  const how = { key, bubbles: true, cancelable: true };
  document.body.dispatchEvent(new KeyboardEvent("keydown", how));
  const look = () => {
    if (title.textContent !== before) {
      requestAnimationFrame(() => done(performance.now() - began));
    } else if (performance.now() - began > 400) done(null);
    else requestAnimationFrame(look);
  };
  look();
})"""


def large_sgf(nodes: int) -> str:
    """Returns an Othello tree with that many moves as SGF."""
    game, dice = game_from("othello"), random.Random(1)
    names = "abcdefgh"
    tree: dict[int, dict[Any, Any]] = {}
    count = 0
    while count < nodes:
        state: State = game.start
        at: dict[Any, Any] = tree
        while state.outcome is None and count < nodes:
            move = dice.choice(state.legal_moves())
            if move not in at:
                at[move] = {}
                count += 1
            at, state = at[move], state.play(move)
    parts = ["(;GM[2]SZ[8]"]
    waiting: list[Any] = [("branch", tree, "B")]
    written = 0
    while waiting:
        what, below, side = waiting.pop()
        if what == "text":
            parts.append(below)
            continue
        for move, further in reversed(below.items()):
            many = len(below) > 1
            if many:
                waiting.append(("text", ")", side))
            waiting.append(("branch", further, "W" if side == "B" else "B"))
            passes = move == game.pass_move
            point = "" if passes else names[move % 8] + names[move // 8]
            written += 1
            comment = f"C[Move {written} of the tree.]" if written % COMMENT_EVERY == 0 else ""
            text = f"{'(' if many else ''};{side}[{point}]{comment}"
            waiting.append(("text", text, side))
    return "".join([*parts, ")"])


async def measure(nodes: int, steps: int) -> dict[str, Any]:
    """Returns the milliseconds to open the study and those of the steps."""
    sgf = large_sgf(nodes)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        await server.start()
        try:
            return await _measure(server, sgf, steps)
        finally:
            server.stop()


async def _measure(server: Server, sgf: str, steps: int) -> dict[str, Any]:
    began = time.perf_counter()
    study = (await server.post("/api/studies", {"text": sgf}))["study"]
    stored_ms = 1000 * (time.perf_counter() - began)
    chromium = os.environ.get("FIVEFOLD_CHROMIUM") or shutil.which("chromium")
    chromium = chromium or shutil.which("chromium-headless-shell")
    async with async_playwright() as play:
        browser = await play.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        page = await browser.new_page(viewport={"width": 1280, "height": 800})
        await page.goto(f"{server.address}/analyse/{study['id']}", wait_until="commit")
        await page.wait_for_selector(".tree [aria-current]", timeout=120_000)
        opened_ms = float(await page.evaluate("performance.now()"))
        await page.keyboard.press("Home")
        waits = []
        for at in range(steps):
            took = await page.evaluate(STEP, KEYS[at % len(KEYS)])
            if took is not None:
                waits.append(float(took))
        await browser.close()
    return {
        "nodes": len(study["nodes"]) - 1,
        "sgf_bytes": len(sgf),
        "stored_ms": round(stored_ms),
        "opened_ms": round(opened_ms),
        "steps": len(waits),
        "step_ms": {
            "p50": round(quantile(waits, 0.5), 1),
            "p95": round(quantile(waits, 0.95), 1),
            "max": round(quantile(waits, 1.0), 1),
        },
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=10_000)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    found = asyncio.run(measure(given.nodes, given.steps))
    if given.json:
        print(json.dumps(found, indent=2))
        return
    step = found["step_ms"]
    print(f"{found['nodes']:,} moves, SGF of {found['sgf_bytes'] / 1000:.0f} kB")
    print(f"stored after {found['stored_ms']} ms, opened after {found['opened_ms']} ms")
    print(f"a step: median {step['p50']} ms, 95 % below {step['p95']} ms, at most {step['max']} ms")
    print("over the budget" if step["p95"] > BUDGET_MS else f"within the budget of {BUDGET_MS} ms")


if __name__ == "__main__":
    main()

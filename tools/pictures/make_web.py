"""Plays on a real server and takes screenshots of the web pages: game.png and heat.png.

.venv/bin/python tools/pictures/make_web.py [FOLDER]
"""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

_FOUND = shutil.which("chromium") or shutil.which("chromium-headless-shell")
CHROMIUM = os.environ.get("FIVEFOLD_CHROMIUM") or _FOUND
COLOURS, BRIGHT = 256, 8

# A real game of level 4 against level 5, up to an interesting position.
OTHELLO = (
    "d3 c3 e6 f6 c4 e3 e2 c5 b4 f3 d2 c2 f4 e1 c1 f1 f2 a4 g6 g1 b3 b5 c6 a3 a6 b6 a7 d6 d7 g3 b1 "
    "g5 h4 f5 g4"
)
PENTOMINO = ["N b4 c4 d4 a5 b5", "P e4 f4 e5 f5 e6", "U f7 h7 f8 g8 h8"]


@contextmanager
def server() -> Iterator[str]:
    """Yields the address of a temporary server."""
    with tempfile.TemporaryDirectory() as folder:
        command = [str(Path(sys.executable).with_name("fivefold")), "serve", "--port", "0"]
        command += ["--database", f"sqlite:///{folder}/games.db"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found
            yield found[0]
            process.terminate()


def ask(address: str, body: Any, secret: str = "") -> Any:
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {secret}"}
    with urlopen(Request(address, json.dumps(body).encode(), headers)) as answer:
        return json.load(answer)


def sit(
    browser: Browser, address: str, order: dict[str, Any], move: str, size: tuple[int, int]
) -> Page:
    """Returns the page of a new match after our move and the reply."""
    made = ask(f"{address}/api/matches", {"first": "me", **order})
    match, secret = made["match"], made["secret"]
    body = {"id": str(uuid.uuid4()), "version": match["version"], "move": move}
    ask(f"{address}/api/matches/{match['id']}/move", body, secret)
    page = browser.new_page(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="light",
        reduced_motion="reduce",
    )
    kept = json.dumps({"secret": secret, "game": match["game"]["name"], "opponent": None, "at": 0})
    name = f"fivefold.match.{match['id']}"
    page.add_init_script(f"localStorage.setItem({json.dumps(name)}, {json.dumps(kept)})")
    page.goto(f"{address}/game/{match['id']}")
    expect(page.get_by_text("your turn")).to_be_visible(timeout=30_000)
    page.keyboard.press("g")
    expect(page.locator("ff-glass")).to_contain_text("move", timeout=30_000)
    return page


def keep(page: Page, file: Path) -> None:
    """Takes a screenshot once the network is idle, and compresses it."""
    expect(page.locator('ff-graph .graph-dot[r="4"]')).to_have_count(1, timeout=60_000)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1_500)
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    in_few_colours(picture).save(file, optimize=True)
    print(f"{file}: {file.stat().st_size:,} bytes")


def in_few_colours(picture: Image.Image) -> Image.Image:
    """Returns the picture reduced to its most common and brightest colours, such as a small red
    mark.
    """
    common = picture.quantize(COLOURS - BRIGHT).getpalette() or []
    spread = picture.quantize(32, Image.Quantize.MAXCOVERAGE).getpalette() or []
    found = [spread[place : place + 3] for place in range(0, 3 * 32, 3)]
    bright = sorted(found, key=lambda colour: min(colour) - max(colour))[:BRIGHT]
    palette = Image.new("P", (1, 1))
    parts = [part for colour in bright for part in colour]
    palette.putpalette(common[: 3 * (COLOURS - BRIGHT)] + parts)
    return picture.quantize(palette=palette, dither=Image.Dither.NONE)


def main(folder: Path) -> None:
    with server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        order = {"game": "othello", "second": "level(4)", "moves": OTHELLO.split()[:-1]}
        keep(sit(browser, address, order, OTHELLO.split()[-1], (1200, 720)), folder / "game.png")
        order = {"game": "pentomino", "second": "medium", "moves": PENTOMINO[:-1]}
        page = sit(browser, address, order, PENTOMINO[-1], (1200, 720))
        keep(page, folder / "heat.png")
        browser.close()


if __name__ == "__main__":
    main(
        Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[2] / "docs" / "pictures"
    )

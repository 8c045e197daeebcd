"""Plays in a real pseudo-terminal and draws the screen: docs/pictures/terminal.svg.

.venv/bin/python tools/pictures/make_terminal.py
"""

from __future__ import annotations

import os
import pty
import select
import struct
import sys
import time
from fcntl import ioctl
from html import escape
from pathlib import Path
from termios import TIOCSWINSZ

import pyte

COLUMNS, LINES = 84, 24
WIDTH, HEIGHT, MARGIN = 8.4, 18, 14
INK, PAPER = "d8d8d8", "1e1e1e"
GAME = ["play", "othello", "--second", "h2"]
KEYS = ["f5\r", "f3\r", "e3\r"]
QUESTION = "explain negamax(depth=4)\r"


def play() -> pyte.Screen:
    """Returns the screen after the keys, each pressed when the program waits for input."""
    screen = pyte.Screen(COLUMNS, LINES)
    stream = pyte.ByteStream(screen)
    command = str(Path(sys.executable).with_name("fivefold"))
    child, terminal = pty.fork()
    if child == 0:
        os.environ |= {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "NO_COLOR": ""}
        os.execv(command, [command, *GAME])
    ioctl(terminal, TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
    for turn, keys in enumerate(KEYS):
        wait_for(terminal, stream, screen, 4 + 2 * turn)
        os.write(terminal, keys.encode())
    wait_for(terminal, stream, screen, 4 + 2 * len(KEYS))
    os.write(terminal, QUESTION.encode())
    wait_for(terminal, stream, screen, 2 * (4 + 2 * len(KEYS)))
    os.write(terminal, b"\x03")
    os.waitpid(child, 0)
    return screen


def wait_for(terminal: int, stream: pyte.ByteStream, screen: pyte.Screen, discs: int) -> None:
    """Reads the output until this many discs are shown and input is requested."""
    until = time.monotonic() + 30
    while "Enter" not in (shown := "".join(screen.display)) or discs_in(shown) != discs:
        if time.monotonic() > until:
            raise SystemExit("\n".join(screen.display))
        if select.select([terminal], [], [], 0.1)[0]:
            data = os.read(terminal, 65536)
            if b"\x1b[6n" in data:
                os.write(terminal, b"\x1b[1;2R")
            stream.feed(data)


def discs_in(text: str) -> int:
    """Returns the number of discs in the text, on the board and beside it."""
    return text.count("●") + text.count("○")


def draw(screen: pyte.Screen) -> str:
    """Returns the screen as an SVG: a rectangle behind each run of colour, then the text."""
    shapes, texts = [], []
    for row in range(LINES):
        for column in range(COLUMNS):
            cell = screen.buffer[row][column]
            x, y = MARGIN + column * WIDTH, MARGIN + row * HEIGHT
            ground, ink = cell.bg, cell.fg
            if cell.reverse:
                ground, ink = ink, ground
            if colour(ground, PAPER) != PAPER:
                fill = colour(ground, INK if cell.reverse else PAPER)
                box = f'x="{x:.1f}" y="{y}" width="{WIDTH + 0.4:.1f}" height="{HEIGHT + 0.4}"'
                shapes.append(f'<rect {box} fill="#{fill}"/>')
            if cell.data.strip():
                weight = ' font-weight="bold"' if cell.bold else ""
                place = f'x="{x:.1f}" y="{y + 14}" fill="#{colour(ink, INK)}"{weight}'
                texts.append(f"<text {place}>{escape(cell.data)}</text>")
    width, height = 2 * MARGIN + COLUMNS * WIDTH, 2 * MARGIN + LINES * HEIGHT
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
            'font-family="ui-monospace, Menlo, Consolas, monospace" font-size="14">',
            "<title>A game of Othello in the terminal</title>",
            f'<rect width="100%" height="100%" rx="8" fill="#{PAPER}"/>',
            *shapes,
            *texts,
            "</svg>\n",
        ]
    )


def colour(name: str, usual: str) -> str:
    """Returns a colour of the emulator as six hexadecimal digits."""
    return usual if name == "default" else name if len(name) == 6 else usual


if __name__ == "__main__":
    (Path(__file__).parents[2] / "docs" / "pictures" / "terminal.svg").write_text(
        draw(play()), encoding="utf-8"
    )

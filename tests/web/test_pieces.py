"""Placing a pentomino by mouse and touch: what is played is what was shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page

from fivefold.games.pentomino import SHAPES as PIECES

SHAPES = {letter: [list(cell) for cell in shape] for letter, shape in PIECES.items()}
HOLD = "([letter, shape]) => hold(letter, shape, 27)"


def orientations(cells: list[list[int]]) -> set[tuple[tuple[int, int], ...]]:
    """The different ways to turn and mirror a piece."""
    found = set()
    shape = [(row, column) for row, column in cells]
    for turn in range(8):
        shape = [(column, -row) for row, column in shape]
        if turn == 4:
            shape = [(row, -column) for row, column in shape]
        top, left = min(row for row, _ in shape), min(column for _, column in shape)
        found.add(tuple(sorted((row - top, column - left) for row, column in shape)))
    return found


def named(letter: str, cells: list[int]) -> str:
    """The move in notation."""
    return " ".join([letter, *(f"{'abcdefgh'[cell % 8]}{cell // 8 + 1}" for cell in cells)])


@pytest.fixture
def table(new_page: Callable[..., Page], site: str) -> Callable[..., Page]:
    def opened(**options: Any) -> Page:
        page = new_page(f"{site}/pages/hand.html", **options)
        page.wait_for_selector("html[data-ready]")
        page.evaluate("(shapes) => { hand.shapes.value = shapes }", SHAPES)
        return page

    return opened


def test_a_tap_on_any_cell_of_any_orientation_places_the_piece_where_it_is(
    table: Callable[..., Page],
) -> None:
    every = [(letter, each) for letter in SHAPES for each in sorted(orientations(SHAPES[letter]))]
    assert len(every) == 63
    page = table(width=375, height=667, touch=True)
    wrong = page.evaluate(
        """(every) => {
          const wrong = [];
          for (const [letter, shape] of every) {
            for (const corner of [27, 0, 63]) {
              const cells = hold(letter, shape, corner);
              for (const cell of cells) {
                hold(letter, shape, corner);
                played.length = 0;
                tap(cell, "touch");
                const shown = played.map((move) => move.split(" ").slice(1).join());
                const names = cells.map(named);
                if (shown.join() !== names.join()) wrong.push([letter, cells, cell, shown]);
              }
            }
          }
          return wrong;
        }""",
        every,
    )
    assert wrong == []


def test_a_mouse_places_the_piece_where_it_points_in_every_orientation(
    table: Callable[..., Page],
) -> None:
    every = [(letter, each) for letter in SHAPES for each in sorted(orientations(SHAPES[letter]))]
    page = table()
    wrong = page.evaluate(
        """(every) => {
          const wrong = [];
          for (const [letter, shape] of every) {
            for (let cell = 0; cell < 64; cell += 5) {
              hold(letter, shape, 27);
              played.length = 0;
              tap(cell, "mouse");
              const shown = hand.held.peek().cells;
              const names = shown.map(named);
              const move = [letter, ...names].join(" ");
              if (played.join() !== move) wrong.push([letter, cell, played]);
            }
          }
          return wrong;
        }""",
        every,
    )
    assert wrong == []


def centre(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def touch_drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Drags with a finger, in three steps."""
    session: CDPSession = page.context.new_cdp_session(page)

    def send(kind: str, *points: tuple[float, float]) -> None:
        sent = [{"x": x, "y": y} for x, y in points]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": sent})

    send("touchStart", start)
    for part in (0.2, 0.6, 1.0):
        x, y = (a + (b - a) * part for a, b in zip(start, end, strict=True))
        send("touchMove", (x, y))
    send("touchEnd")


def test_a_finger_drags_the_piece_by_the_cell_it_holds(table: Callable[..., Page]) -> None:
    page = table(width=390, height=844, touch=True)
    cells = page.evaluate(HOLD, ["L", SHAPES["L"]])
    for grip in cells:
        page.evaluate(HOLD, ["L", SHAPES["L"]])
        to = grip + 9  # one down, one to the right
        touch_drag(page, centre(page, f"[data-cell='{grip}']"), centre(page, f"[data-cell='{to}']"))
        assert page.evaluate("() => hand.held.peek().cells") == [cell + 9 for cell in cells]
    assert page.evaluate("() => played") == []
    page.touchscreen.tap(*centre(page, f"[data-cell='{cells[0] + 9}']"))
    assert page.evaluate("() => played") == [named("L", [cell + 9 for cell in cells])]


def test_a_piece_dragged_from_the_tray_waits_for_a_finger_and_drops_from_a_mouse(
    table: Callable[..., Page],
) -> None:
    tray, target = ".tray [data-letter='I']", "[data-cell='25']"
    page = table(width=390, height=844, touch=True)
    touch_drag(page, centre(page, tray), centre(page, target))
    held = page.evaluate("() => hand.held.peek().cells")
    assert 25 in held
    assert page.evaluate("() => played") == []
    page.touchscreen.tap(*centre(page, f"[data-cell='{held[0]}']"))
    assert page.evaluate("() => played") == [named("I", held)]

    page = table(width=390, height=844)
    page.mouse.move(*centre(page, tray))
    page.mouse.down()
    page.mouse.move(*centre(page, target), steps=4)
    held = page.evaluate("() => hand.held.peek().cells")
    page.mouse.up()
    assert 25 in held
    assert page.evaluate("() => played") == [named("I", held)]


def test_a_mouse_drags_the_piece_on_the_board_and_drops_it(table: Callable[..., Page]) -> None:
    page = table()
    cells = page.evaluate(HOLD, ["V", SHAPES["V"]])
    page.evaluate("() => { hand.cell.value = 27 }")
    page.mouse.move(*centre(page, "[data-cell='27']"))
    cells = page.evaluate("() => hand.held.peek().cells")
    page.mouse.down()
    page.mouse.move(*centre(page, "[data-cell='36']"), steps=4)
    assert page.evaluate("() => hand.held.peek().cells") == [cell + 9 for cell in cells]
    page.mouse.up()
    assert page.evaluate("() => played") == [named("V", [cell + 9 for cell in cells])]

"""The layout at every width, and accessibility as axe checks it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from tests.web.game.conftest import Player, Sit

Axe = Callable[..., list[str]]


def box(player: Player, selector: str) -> dict[str, float]:
    found = player.page.locator(selector).bounding_box()
    assert found is not None
    return {key: found[key] for key in ("x", "y", "width", "height")}


def test_opening_the_panel_slides_the_board_by_half_the_difference_and_no_more(sit: Sit) -> None:
    me = sit("/play/gomoku?second=level(1)", still=True)
    before, rail = box(me, "ff-board"), box(me, ".opp")
    assert rail["width"] == 320
    assert before["width"] == 800 - 52 - 48
    me.act("Thinking")
    expect(me.page.locator("ff-glass")).to_be_visible()
    after = box(me, "ff-board")
    assert box(me, ".opp")["width"] == 344
    assert (after["width"], after["y"]) == (before["width"], before["y"])
    assert before["x"] - after["x"] == (344 - 320) / 2
    me.page.reload()
    expect(me.page.locator("ff-glass")).to_be_visible()


@pytest.mark.parametrize("touch", [True, False])
@pytest.mark.parametrize("game", ["gomoku", "othello", "pentomino"])
def test_nothing_sticks_out_and_the_order_holds(sit: Sit, game: str, touch: bool) -> None:
    me = sit(f"/play/{game}?second=level(1)", touch=touch, still=True)
    sizes = [(320, 640), (390, 844), (820, 1180), (844, 390)] if touch else [(1280, 800)]
    for panel in (False, True):
        if panel:
            me.press("g")
            expect(me.page.locator("ff-glass")).to_be_visible()
        for width, height in sizes:
            me.page.set_viewport_size({"width": width, "height": height})
            stands_in_order(me, width, height)


def stands_in_order(me: Player, width: int, height: int) -> None:
    assert me.page.evaluate("() => document.documentElement.scrollWidth") == width
    opponent, board, mine = (box(me, each) for each in (".opp", "ff-board", ".you"))
    assert opponent["y"] < mine["y"]
    if width < 900 and height > 560:
        assert opponent["y"] + opponent["height"] <= board["y"] + 1
        assert board["y"] + board["height"] <= mine["y"] + 1
        assert abs(board["width"] - min(width - 16, board["width"])) < 1
    else:
        assert board["x"] + board["width"] < opponent["x"]
        assert mine["y"] + mine["height"] <= height


def test_a_wide_screen_has_the_moves_at_the_left_beside_the_glass_box(sit: Sit) -> None:
    me = sit("/play/gomoku?second=me", width=1800, height=900, still=True).play("h8", "h9")
    before = box(me, "ff-board")["width"]
    me.press("g", "l")
    expect(me.page.locator("ff-glass")).to_be_visible()
    expect(me.page.locator(".moves-column")).to_contain_text("h9")
    assert box(me, "ff-board")["width"] == before
    assert box(me, ".moves-column")["x"] < box(me, "ff-board")["x"]
    me.page.locator(".moves-column").get_by_role("button", name="Move 1: h8").click()
    me.sees("h9", "empty")


SHEET = "dialog[open]"
UNFOLD = "() => document.querySelectorAll('dialog[open] details').forEach((one) => one.open = true)"
START = ["b1", "a1", "a2", "c1", "d1"]


WIDTHS = (320, 768, 1280)
Found = Callable[..., list[str]]


def at_every_width(me: Player, axe: Axe) -> Found:
    """Returns a function like `axe` that looks at the page at 320, 768 and 1280 pixels."""

    def found(within: str | None = None) -> list[str]:
        lines: list[str] = []
        for width in WIDTHS:
            me.page.set_viewport_size({"width": width, "height": 800})
            lines += (f"{width}: {line}" for line in axe(me.page, within))
        return lines

    return found


def test_axe_finds_nothing_on_the_page_and_what_opens_on_it(sit: Sit, axe: Axe) -> None:
    me = sit("/play/pentomino?second=level(1)", still=True)
    found = at_every_width(me, axe)
    assert found() == []
    for key in ("n", "s", "?", "/"):
        me.press(key)
        expect(me.sheet).to_be_visible()
        me.page.evaluate(UNFOLD)
        assert found(SHEET) == [], key
        me.press("Escape")
        expect(me.sheet).to_have_count(0)
    for name in ("Settings", "Resign"):
        me.more(name)
        expect(me.sheet).to_be_visible()
        assert found(SHEET) == [], name
        me.press("Escape")
        expect(me.sheet).to_have_count(0)
    me.page.locator(".opp .name").click()
    expect(me.sheet).to_be_visible()
    me.page.evaluate(UNFOLD)
    assert found(SHEET) == []
    me.press("Escape", ".")
    expect(me.page.get_by_role("menu")).to_be_visible()
    assert found("[role=menu]") == []


def test_axe_finds_nothing_in_the_panels(sit: Sit, axe: Axe) -> None:
    me = sit("/play/othello?size=4&second=me", still=True)
    found = at_every_width(me, axe)
    me.play(*START)
    me.sees(START[-1], "black")
    me.press("h")
    expect(me.page.locator("ff-glass .column, ff-glass .badge").first).to_be_visible()
    assert found() == []
    me.press("l")
    expect(me.page.locator("ff-moves")).to_be_visible()
    assert found(".panel") == []
    me.more("Replay")
    expect(me.page.locator("ff-replay .replay-at").first).to_be_visible()
    me.press("e")
    expect(me.page.get_by_role("dialog", name="Export")).to_be_visible()
    assert found(".export-menu") == []
    assert found(".panel") == []
    me.press("Escape", "Escape")
    me.more("Resign")
    me.sheet.get_by_role("button", name="Resign").click()
    expect(me.page.locator(".turned ff-graph svg").first).to_be_visible()
    assert found() == []
    link = sit("/play/gomoku?size=9&second=open", still=True)
    expect(link.page.locator(".invite")).to_be_visible()
    assert at_every_width(link, axe)(".panel") == []

"""Small screens: at 375x667 every control is in view, and nothing covers the turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator
    from tests.web.conftest import NewPage
    from tests.web.game.conftest import Sit

WIDTH, HEIGHT = 375, 667


def edges(part: Locator) -> tuple[float, float, float, float]:
    """Returns left, top, right and bottom."""
    found = part.bounding_box()
    assert found is not None
    return found["x"], found["y"], found["x"] + found["width"], found["y"] + found["height"]


def overlap(one: Locator, other: Locator) -> bool:
    left, top, right, bottom = edges(one)
    x, y, far, low = edges(other)
    return left < far and x < right and top < low and y < bottom


@pytest.mark.parametrize("game", ["gomoku", "othello", "pentomino"])
def test_every_control_of_the_game_page_is_in_view(sit: Sit, game: str) -> None:
    me = sit(f"/play/{game}?second=level(1)", width=WIDTH, height=HEIGHT, touch=True, still=True)
    me.wait_for_turn()
    controls = me.page.locator(".game button:visible, .bar button:visible")
    assert controls.count() >= (20 if game == "pentomino" else 8)
    for control in controls.all():
        left, top, right, bottom = edges(control)
        assert left >= 0, control
        assert top >= 0, control
        assert right <= WIDTH, control
        assert bottom <= HEIGHT, control
    assert not overlap(me.page.locator(".you"), me.page.locator(".acts"))
    assert edges(me.page.locator("ff-board"))[3] <= edges(me.page.locator(".you"))[1] + 1
    pieces = me.page.locator(".piece-button")
    tops = {round(edges(piece)[1]) for piece in pieces.all()}
    assert len(tops) == (2 if game == "pentomino" else 0)


@pytest.mark.parametrize("size", [(375, 667), (390, 844), (1280, 800)])
def test_a_message_covers_neither_the_row_to_move_nor_the_board(
    sit: Sit, size: tuple[int, int]
) -> None:
    me = sit("/play/othello?second=level(1)", width=size[0], height=size[1], still=True)
    me.wait_for_turn()
    me.page.get_by_role("gridcell", name="a1", exact=False).click()
    toast = me.page.locator("#toasts .toast")
    expect(toast).to_be_visible()
    assert not overlap(toast, me.page.locator(".you"))
    assert not overlap(toast, me.page.locator("ff-board"))


def test_pieces_on_a_desktop_are_large_and_the_rail_has_its_words(sit: Sit) -> None:
    me = sit("/play/pentomino?second=level(1)", still=True)
    me.wait_for_turn()
    for piece in me.page.locator(".piece-button").all():
        left, top, right, bottom = edges(piece)
        assert right - left >= 56
        assert bottom - top >= 56
    for word in ("CPU", "Rotate", "Mirror"):
        shown = me.page.locator(".cpu span, .turners span").get_by_text(word, exact=True)
        left, _, right, _ = edges(shown)
        assert right - left > 20


def test_start_is_in_view_on_the_landing_page_and_in_the_sheet(app: str, new_page: NewPage) -> None:
    page = new_page(f"{app}/", width=WIDTH, height=HEIGHT, touch=True, still=True)
    assert edges(page.locator(".start .btn:visible"))[3] <= HEIGHT
    page.goto(f"{app}/play/gomoku?new")
    page.get_by_text("Clock and rules").click()
    start = page.locator(".new-game .btn.black")
    expect(start).to_be_visible()
    assert edges(start)[3] <= HEIGHT

"""The game page on a phone 360 pixels wide, by touch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from tests.web.game.conftest import Player, Sit

PHONE = {"width": 360, "height": 740, "touch": True}


def test_a_whole_game_where_the_first_tap_aims_and_the_second_places(sit: Sit) -> None:
    me = sit("/play/gomoku?size=15&second=me", **PHONE)
    for name in ["h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4", "h12"]:
        me.wait_for_turn()
        me.tap(name)
        assert me.page.evaluate("() => document.querySelector('ff-board').pending") is None
        me.tap(name)
        expect(me.cell(name)).not_to_have_attribute("aria-label", f"{name}, empty")
    expect(me.page.locator(".result h2")).to_have_text("Black wins")


def test_one_tap_is_enough_where_squares_are_large_or_the_setting_is_off(sit: Sit) -> None:
    me = sit("/play/othello?second=me", **PHONE)
    me.wait_for_turn()
    me.tap("d3")
    me.sees("d3", "black")


def test_a_finger_brings_the_piece_and_the_button_places_it(sit: Sit) -> None:
    me = sit("/play/pentomino?second=me", **PHONE)
    me.wait_for_turn()
    me.page.get_by_role("button", name="Piece X").tap()
    me.tap("g7")
    expect(me.page.get_by_role("button", name="Place")).to_be_enabled()
    assert me.moves == []
    me.tap("c5")
    me.page.get_by_role("button", name="Place").tap()
    me.sees("c5", "piece X")
    assert me.moves == ["X c4 b5 c5 d5 c6"]
    me.page.get_by_role("button", name="Piece I").tap()
    me.page.get_by_role("button", name="Rotate").tap()
    me.tap("h3")
    me.tap("h3")
    me.sees("h3", "piece I")


def test_every_button_is_large_enough_for_a_thumb(sit: Sit) -> None:
    me = sit("/play/pentomino?second=level(1)", **PHONE)
    assert small(me) == []
    me.act("More")
    assert small(me) == []


def small(player: Player) -> list[str]:
    """The names of visible buttons that are lower than 44 pixels."""
    found: list[str] = player.page.evaluate(
        """() => [...document.querySelectorAll("button, a")]
          .filter((one) => one.checkVisibility() && !one.closest("ff-board"))
          .filter((one) => one.getBoundingClientRect().height < 44)
          .map((one) => one.getAttribute("aria-label") || one.textContent)"""
    )
    return found

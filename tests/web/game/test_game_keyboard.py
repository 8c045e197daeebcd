"""The game page without a mouse."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from tests.web.game.conftest import Player, Sit


def tab_to(player: Player, selector: str) -> None:
    """Presses Tab until the focus is inside."""
    for _ in range(30):
        if player.page.evaluate("(at) => Boolean(document.activeElement.closest(at))", selector):
            return
        player.press("Tab")
    raise AssertionError(f"Tab never reaches {selector}")


def walk_to(player: Player, name: str) -> None:
    """Moves to a square with the arrow keys, guided by the labels."""
    column, row = ord(name[0]), int(name[1:])
    for _ in range(60):
        label = player.page.evaluate("() => document.activeElement.getAttribute('aria-label')")
        here = label.split(",")[0]
        if here == name:
            return
        at_column, at_row = ord(here[0]), int(here[1:])
        if at_column != column:
            player.press("ArrowRight" if at_column < column else "ArrowLeft")
        else:
            player.press("ArrowUp" if at_row < row else "ArrowDown")
    raise AssertionError(f"the arrows never reach {name}")


def test_a_whole_game_of_gomoku(sit: Sit) -> None:
    me = sit("/play/gomoku?size=5&second=me")
    tab_to(me, "ff-board")
    for number, name in enumerate(["a3", "a1", "b3", "b1", "c3", "c1", "d3", "d1", "e3"]):
        me.wait_for_turn()
        walk_to(me, name)
        me.press("Enter")
        me.sees(name, "white" if number % 2 else "black")
    expect(me.page.locator(".result h2")).to_have_text("Black wins")
    tab_to(me, ".result")
    me.press("Enter")
    expect(me.page).to_have_title("Black to move · Gomoku 5")


def test_a_whole_game_of_pentomino(sit: Sit) -> None:
    me = sit("/play/pentomino?size=3x4&second=me")
    tab_to(me, ".pieces")
    me.press("p")
    expect(me.page.get_by_role("button", name="Piece P")).to_have_attribute("aria-pressed", "true")
    me.press("r", "m", "m", "r", "r", "r", "Enter")
    expect(me.page.locator("ff-board [role=gridcell]:focus")).to_have_count(1)
    me.press("Home", "Control+Home", "Enter")
    expect(me.page.locator(".you")).not_to_have_class(re.compile("to-move"))
    assert me.moves[0].startswith("P ")


def test_an_impossible_placement_says_why_and_changes_nothing(sit: Sit) -> None:
    me = sit("/play/pentomino?size=6&second=me")
    for letter in "XF":
        me.wait_for_turn()
        tab_to(me, ".pieces")
        me.press(letter.lower(), "Enter")
        walk = me.page.locator("ff-board [role=gridcell]:focus")
        expect(walk).to_have_count(1)
        me.wait_for_turn()
        me.press("Enter")
        tab_to(me, ".tray")
    expect(me.page.locator("#assertive")).to_contain_text("F does not fit there")
    expect(me.page.locator(".tray .why")).to_contain_text("already covered")
    assert len(me.moves) == 1


def test_escape_returns_the_focus(sit: Sit) -> None:
    me = sit("/play/gomoku?second=level(1)")
    me.page.locator(".opp .name").focus()
    me.press("Enter")
    expect(me.sheet).to_be_visible()
    me.press("Escape")
    expect(me.page.locator(".opp .name")).to_be_focused()
    me.press(".")
    expect(me.page.get_by_role("menuitem").first).to_be_focused()
    me.press("ArrowDown", "End", "Escape")
    expect(me.page.get_by_role("menu")).to_have_count(0)


def test_the_focus_stays_on_a_switch_and_on_a_name_while_the_game_goes_on(sit: Sit) -> None:
    me = sit("/play/gomoku?size=9&second=me")
    switch = me.page.get_by_role("switch", name="Computer plays this side")
    switch.focus()
    me.press("Space")
    expect(switch).to_have_attribute("aria-checked", "true")
    expect(switch).to_be_focused()
    me.page.locator(".opp .name").focus()
    me.page.evaluate(
        """() => document.querySelector("ff-board").dispatchEvent(
             new CustomEvent("ff-play", { detail: { cell: 40, by: "key" } }))"""
    )
    me.sees("e5", "black")
    me.wait_for_turn()
    expect(me.page.locator(".opp .name")).to_be_focused()


def test_any_action_is_found_by_a_part_of_its_name(sit: Sit) -> None:
    me = sit("/play/gomoku?second=level(1)")
    me.press("/")
    expect(me.sheet).to_be_visible()
    me.page.keyboard.type("sett")
    me.press("Enter")
    expect(me.sheet).to_contain_text("Letter keys")
    me.page.get_by_role("switch", name=re.compile("Letter keys")).click()
    me.press("Escape")
    me.press("n", "?", "g")
    expect(me.sheet).to_have_count(0)
    expect(me.page.locator("ff-glass")).to_have_count(0)


def test_settings_apply_at_once_and_after_a_reload(sit: Sit) -> None:
    me = sit("/play/gomoku?second=level(1)")
    me.more("Settings")
    me.sheet.get_by_label("Dark").check()
    me.sheet.get_by_label("Ink").check()
    expect(me.page.locator("html")).to_have_attribute("data-theme", "dark")
    me.page.reload()
    expect(me.page.locator("html")).to_have_attribute("data-skin", "ink")
    me.page.locator("ff-board [role=gridcell]").first.wait_for()
    me.more("Settings")
    me.sheet.get_by_label("한국어").click()
    expect(me.page.locator("html")).to_have_attribute("lang", "ko")
    expect(me.page.locator(".you")).to_contain_text("흑")

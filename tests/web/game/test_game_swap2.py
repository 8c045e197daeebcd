"""Swap2 openings on the game page: against an engine, and between two people."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from tests.web.game.conftest import Player, Sit


def asks(player: Player, words: str) -> None:
    """Expects the panel's question."""
    expect(player.page.locator(".opening .asks")).to_have_text(words)


def choose(player: Player, name: str) -> None:
    """Makes a choice by keyboard."""
    button = player.page.locator(".opening").get_by_role("button", name=name)
    button.focus()
    player.press("Enter")


def heard(player: Player, words: str) -> None:
    """Expects an announcement for screen readers."""
    expect(player.page.locator("#polite")).to_contain_text(words)


def test_it_is_chosen_in_the_dialog_and_played_against_an_engine(
    sit: Sit, axe: Callable[..., list[str]]
) -> None:
    me = sit()
    me.page.goto(f"{me.app}/play/gomoku?new")
    me.sheet.get_by_role("radio", name="9", exact=True).check()
    me.sheet.locator("summary").click()
    me.sheet.get_by_role("radio", name="Swap2").check()
    expect(me.sheet.locator("summary")).to_contain_text("Swap2")
    me.sheet.get_by_role("radio", name="Choose").check()
    me.sheet.get_by_role("button", name="Start").click()
    asks(me, "Take a side, or place two more stones and let the other player choose.")
    expect(me.page.locator(".opening [data-choice]")).to_have_count(3)
    assert axe(me.page) == []
    me.press("g")
    expect(me.page.locator("ff-glass .say")).to_contain_text(
        "The most balanced of 12 ways to place these stones"
    )
    me.press("g")
    choose(me, "Place two more stones")
    asks(me, "Place 2 stones: White, Black.")
    # The choice is taken back; the engine's stones stay.
    me.act("Undo")
    expect(me.page.locator(".opening [data-choice]")).to_have_count(3)
    choose(me, "Take Black")
    expect(me.page.locator(".you")).to_contain_text("Black")
    expect(me.page.locator(".opening")).to_have_count(0)
    me.wait_for_turn()
    heard(me, "Your turn.")
    match = me.match
    assert len(match["moves"]) == 4
    assert match["seats"]["X"]["kind"] == "person"
    assert match["swap2"]["opener"] == "O"


def test_two_people_agree_and_one_reloads_while_another_looks_on(sit: Sit) -> None:
    ann = sit("/play/gomoku?size=9&second=open&opening=swap2&time=5%2B3")
    link = ann.page.get_by_label("Link to this game").input_value()
    bob = sit(link)
    bob.page.get_by_role("button", name="Play Second").click()
    asks(ann, "Place 3 stones: Black, White, Black.")
    asks(bob, "Guest places 3 stones: Black, White, Black.")
    ann.play("e5", "e6")
    ann.page.reload()
    asks(ann, "Place 1 stone: Black.")
    ann.play("d4")
    heard(ann, "Guest takes a side or places two more stones.")
    expect(ann.page.locator(".opening [data-choice]")).to_have_count(0)
    eve = sit(link)
    asks(eve, "Second takes a side or places two more stones.")
    choose(bob, "Place two more stones")
    bob.play("f7", "c3")
    asks(ann, "Take a side.")
    expect(ann.page.locator(".opening [data-choice]")).to_have_count(2)
    expect(eve.page.locator("ff-board:not([mini]) .ff-playable")).to_have_count(0)
    # Placing a stone instead of choosing a side means playing White.
    ann.play("g4")
    bob.sees("g4", "white")
    expect(ann.page.locator(".you")).to_contain_text("White")
    expect(bob.page.locator(".you")).to_contain_text("Black")
    heard(bob, "White: g4. Your turn.")
    bob.play("h8")
    ann.sees("h8", "black")
    eve.sees("h8", "black")
    match = ann.match
    assert match["moves"] == ["e5", "e6", "d4", "f7", "c3", "g4", "h8"]
    assert [each["choice"] for each in match["swap2"]["choices"]] == ["two", "white"]
    assert match["swap2"]["opener"] == "O"

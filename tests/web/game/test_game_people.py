"""Two people, each in a browser, and a connection that breaks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from tests.web.game.conftest import Player, Sit


def pair(sit: Sit) -> tuple[Player, Player]:
    """A player with the black stones, and one who opened the link."""
    black = sit("/play/gomoku?size=9&second=open&time=5%2B3")
    expect(black.page).to_have_title("Waiting · Gomoku 9")
    link = black.page.get_by_label("Link to this game").input_value()
    white = sit(link)
    white.page.get_by_role("button", name="Play White").click()
    expect(black.page.locator(".opp")).to_contain_text("Guest")
    return black, white


def test_they_play_by_link_while_others_watch_and_one_reloads(sit: Sit) -> None:
    black, white = pair(sit)
    black.play("e5")
    white.sees("e5", "black")
    white.page.reload()
    white.play("e6")
    black.sees("e6", "white")
    guest = sit(black.page.url)
    guest.sees("e6", "white")
    black.play("d5")
    guest.sees("d5", "black")
    expect(guest.page.locator("ff-board:not([mini]) .ff-playable")).to_have_count(0)
    expect(black.page.locator(".watching")).to_contain_text("1")
    assert black.moves == ["e5", "e6", "d5"]


def test_no_hints_and_no_thinking_until_the_end(sit: Sit) -> None:
    black, _ = pair(sit)
    black.press("g")
    expect(black.page.locator("ff-glass")).to_contain_text("when the game is over")
    black.press("h")
    expect(black.page.locator(".toast.seal")).to_contain_text("Two people are playing")


def test_a_move_is_taken_back_only_by_agreement(sit: Sit) -> None:
    black, white = pair(sit)
    black.play("e5")
    white.sees("e5", "black")
    black.act("Undo")
    white.page.get_by_role("button", name="Decline").click()
    expect(black.page.locator(".toast").first).to_contain_text("declined the undo")
    black.act("Undo")
    white.page.get_by_role("button", name="Allow").click()
    black.sees("e5", "empty")
    white.sees("e5", "empty")


def test_both_go_on_to_the_rematch_with_the_seats_exchanged(sit: Sit) -> None:
    black, white = pair(sit)
    first = black.page.url
    white.more("Resign")
    white.sheet.get_by_role("button", name="Resign").click()
    black.page.get_by_role("button", name="Rematch").click()
    expect(black.page.locator(".result")).to_contain_text("Waiting for the other player")
    white.page.get_by_role("button", name="Accept the rematch").click()
    expect(black.page).not_to_have_url(first)
    expect(white.page).to_have_url(black.page.url)
    white.play("e5")
    black.sees("e5", "black")


def test_a_move_made_offline_is_kept_and_sent(sit: Sit) -> None:
    me = sit("/play/gomoku?size=9&second=me", strict=False)
    me.wait_for_turn()
    me.page.context.set_offline(True)
    expect(me.page.locator(".banner")).to_contain_text("Offline")
    me.page.mouse.click(*me.middle("e5"))
    assert me.page.evaluate("() => document.querySelector('ff-board').pending") == "e5"
    me.page.context.set_offline(False)
    me.sees("e5", "black")
    expect(me.page.locator(".banner")).to_have_count(0)
    assert me.moves == ["e5"]


def test_a_kept_move_that_is_too_late_is_taken_back_and_announced(sit: Sit) -> None:
    me = sit("/play/gomoku?size=9&second=me", strict=False)
    me.wait_for_turn()
    kept = me.page.evaluate(
        "() => JSON.parse(localStorage.getItem("
        "`fivefold.match.${location.pathname.split('/')[2]}`)).secret"
    )
    match = me.match
    me.page.context.set_offline(True)
    expect(me.page.locator(".banner")).to_be_visible()
    me.page.mouse.click(*me.middle("e5"))
    other = sit()
    answer = other.page.request.post(
        f"{other.app}/api/matches/{match['id']}/move",
        headers={"Authorization": f"Bearer {kept}"},
        data={"id": "elsewhere", "version": match["version"], "move": "a1"},
    )
    assert answer.ok
    me.page.context.set_offline(False)
    me.sees("a1", "black")
    me.sees("e5", "empty")
    expect(me.page.locator("#assertive")).to_contain_text(re.compile("e5 was not played"))


def test_people_see_each_other_by_the_name_in_the_settings(sit: Sit) -> None:
    black = sit("/play/gomoku?size=9&second=open")
    white = sit("/play/gomoku")
    white.more("Settings")
    white.sheet.get_by_label("Your name").fill("Kim <b>")
    white.open(black.page.url)
    white.page.get_by_role("button", name="Play White").click()
    expect(black.page.locator(".opp .who b")).to_have_text("Kim <b>")

"""Two people who do not know each other meet in the lobby and play to the end."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect
from tests.web.game.test_game_workers import served as served

if TYPE_CHECKING:
    from tests.web.game.conftest import Player, Sit
    from tests.web.game.test_game_workers import Served

OFFER = "/play/gomoku?size=9&second=open&public=true&time=5%2B3"


def named(person: Player, name: str) -> None:
    """Answers the question for a name."""
    person.sheet.get_by_label("Name").fill(name)
    person.sheet.get_by_role("button", name="Use this name").click()


def meet(sit: Sit, address: str) -> tuple[Player, Player]:
    """Mina offers a seat and Tomás takes it in the lobby."""
    black = sit(unasked=True)
    black.page.goto(address + OFFER)
    named(black, "Mina")
    expect(black.page).to_have_title(re.compile("Waiting"))
    white = sit(unasked=True)
    white.page.goto(f"{address}/lobby")
    row = white.page.get_by_role("listitem").filter(has_text="Mina")
    expect(row).to_contain_text("Gomoku 9. You play White.")
    expect(row).to_contain_text("5 + 3")
    row.get_by_role("button", name="Join Mina").click()
    named(white, "Tomás <b>")
    white.page.locator("ff-board [role=gridcell]").first.wait_for()
    return black, white


def finish(black: Player, white: Player) -> None:
    """Black wins by five in the middle row."""
    for mine, theirs in zip(["c5", "d5", "e5", "f5"], ["c1", "d1", "e1", "f1"], strict=True):
        black.play(mine)
        white.sees(mine, "black")
        white.play(theirs)
        black.sees(theirs, "white")
    black.play("g5")
    for person in (black, white):
        expect(person.page.locator(".result")).to_be_visible()


def test_they_meet_in_the_lobby_with_names_and_play_to_the_end(
    sit: Sit, axe: Any, app: str
) -> None:
    black, white = meet(sit, app)
    expect(black.page.locator(".opp")).to_contain_text("Tomás <b>")
    expect(white.page.locator(".opp")).to_contain_text("Mina")
    finish(black, white)
    white.page.goto(f"{app}/games")
    mine = white.page.get_by_role("link", name=re.compile("Gomoku 9.*Mina.*Lost"))
    expect(mine).to_have_count(1)
    assert axe(white.page) == []
    # The name is asked once.
    white.page.goto(app + OFFER)
    expect(white.page).to_have_title(re.compile("Waiting"))
    assert white.match["seats"]["X"]["name"] == "Tomás <b>"


def test_a_guest_is_asked_once_and_needs_no_name(sit: Sit, app: str) -> None:
    guest = sit(unasked=True)
    guest.page.goto(app + OFFER)
    guest.sheet.get_by_role("button", name="Stay a guest").click()
    expect(guest.page).to_have_title(re.compile("Waiting"))
    assert guest.match["seats"]["X"]["name"] is None
    guest.page.goto(app + OFFER)
    expect(guest.page).to_have_title(re.compile("Waiting"))
    expect(guest.sheet).to_have_count(0)


def test_what_an_address_sets_is_not_remembered(sit: Sit, app: str) -> None:
    me = sit("/play/gomoku?size=13&time=5%2B3&second=reactive")
    assert me.match["time"] == "5+3"
    me.page.goto(app)
    start = me.page.locator(".start[data-game=gomoku] .fine")
    expect(start).to_contain_text("level 2")
    me.open("/play/gomoku")
    assert (me.match["time"], me.match["game"]["rows"]) == (None, 15)
    assert me.match["seats"]["O"]["strategy"] == "level(2)"
    me.page.locator(".opp button.name").click()
    me.sheet.get_by_role("slider", name="Level").press("Home")
    me.sheet.get_by_role("button", name="Play level 1").click()
    expect(me.page.locator(".opp .name")).to_contain_text("Level 1")
    me.page.goto(app)
    expect(start).to_have_text("Gomoku 15. Opponent: Level 1.")
    me.open("/play/gomoku")
    assert me.match["seats"]["O"]["strategy"] == "level(1)"


def test_a_game_at_three_days_a_move_is_offered_and_nobody_has_to_stay(
    sit: Sit, axe: Any, app: str
) -> None:
    black = sit(unasked=True, width=375, height=667, touch=True)
    black.page.goto(f"{app}/play/gomoku?new=lobby")
    black.sheet.locator("summary").first.tap()
    black.sheet.get_by_role("radio", name="3 days").check(force=True)
    expect(black.sheet.locator("summary").first).to_contain_text("3 days, freestyle")
    black.sheet.get_by_role("button", name="Start").tap()
    names = black.page.get_by_role("dialog", name="Your name")
    expect(names).to_be_visible()
    assert axe(black.page) == []
    names.get_by_label("Name").fill("Jun")
    names.get_by_role("button", name="Use this name").tap()
    expect(black.page.locator(".you .clock")).to_have_text("3d 0h")
    white = sit(unasked=True)
    white.page.goto(f"{app}/lobby")
    expect(white.page.get_by_role("listitem").filter(has_text="Jun")).to_contain_text(
        "3 days per move"
    )
    assert axe(white.page) == []
    white.open(f"/game/{black.match['id']}")
    white.page.get_by_role("button", name="Play White").click()
    named(white, "Aya")
    expect(white.page.locator(".opp .clock")).to_have_text("2d 23h")
    black.page.goto(f"{app}/lobby")
    # Nobody counts as away, and no win can be claimed.
    expect(white.page.locator(".opp small")).to_contain_text("to move")
    secret = white.page.evaluate(
        "(match) => JSON.parse(localStorage[`fivefold.match.${match}`]).secret",
        white.match["id"],
    )
    claim = white.page.request.post(
        f"{app}/api/matches/{white.match['id']}/claim",
        data={"version": white.match["version"]},
        headers={"Authorization": f"Bearer {secret}"},
    )
    assert (claim.status, claim.json()["error"]["code"]) == (403, "match.days")


@pytest.mark.long
def test_they_meet_across_two_workers(served: Served, sit: Sit) -> None:
    """The lobby is answered by whichever worker gets the request."""
    black, white = meet(sit, served.address)
    finish(black, white)

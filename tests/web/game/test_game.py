"""The game page with a mouse, against the real server."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from tests.web.game.conftest import Sit

FIVE = ["e5", "a1", "e6", "a2", "e7", "a3", "e8", "a4", "e9"]
"""Nine moves on 9x9: Black has five in a row on column e."""


def test_play_starts_a_game_against_a_fitting_opponent_and_becomes_its_address(sit: Sit) -> None:
    me = sit("/play/gomoku")
    expect(me.page).to_have_url(re.compile(r"/game/[\w-]{20,}$"))
    expect(me.page).to_have_title("Your turn · Gomoku 15")
    me.play("h8").sees("h8", "black")
    me.wait_for_turn()
    match = me.match
    assert match["seats"]["O"] == {"kind": "machine", "strategy": "level(2)"}
    assert len(match["moves"]) == 2
    me.page.reload()
    me.sees("h8", "black")
    me.wait_for_turn()


def test_the_address_chooses_size_rules_seats_and_clock(sit: Sit) -> None:
    me = sit("/play/gomoku?size=19&rules=standard&first=level(1)&second=me&time=5%2B3")
    me.wait_for_turn()
    match = me.match
    assert (match["game"]["rows"], match["game"]["rules"]) == (19, "standard")
    assert match["seats"]["X"]["strategy"] == "level(1)"
    assert match["time"] == "5+3"
    expect(me.page.locator(".you .clock")).to_have_text(re.compile(r"^[45]:\d\d$"))


def test_a_click_shows_the_stone_before_the_server_has_answered(sit: Sit) -> None:
    me = sit("/play/gomoku?second=me")
    me.wait_for_turn()
    x, y = me.middle("h8")
    # Within one task of the browser no frame from the server is processed.
    shown = me.page.evaluate(
        """([x, y]) => {
          const board = document.querySelector("ff-board");
          const face = board.querySelector(".ff-face");
          const how = { clientX: x, clientY: y, bubbles: true, pointerType: "mouse", detail: 1 };
          face.dispatchEvent(new PointerEvent("pointerdown", how));
          face.dispatchEvent(new PointerEvent("click", how));
          return [board.pending, board.view.ply];
        }""",
        [x, y],
    )
    assert shown == ["h8", 0]
    me.sees("h8", "black")
    assert me.moves == ["h8"]


def test_five_in_a_row_ends_the_game_closes_the_board_and_leads_to_a_rematch(sit: Sit) -> None:
    me = sit("/play/gomoku?size=9&second=me").play(*FIVE)
    expect(me.page.locator(".result h2")).to_have_text("Black wins")
    expect(me.page).to_have_title("Black wins · Gomoku 9")
    expect(me.page.locator("ff-board [role=grid]")).to_have_attribute("aria-disabled", "true")
    expect(me.page.locator("#polite")).to_contain_text("Black has five in a row")
    assert me.match["clocks"]["running"] is None
    before = me.page.url
    me.page.get_by_role("button", name="Rematch").click()
    expect(me.page).not_to_have_url(before)
    me.wait_for_turn()
    assert me.moves == []


def test_a_refused_move_is_taken_back_with_the_reason(sit: Sit) -> None:
    me = sit("/play/othello?second=me").play("a1")
    expect(me.page.locator(".toast.seal")).to_contain_text("a1")
    expect(me.page.locator("#assertive")).to_contain_text("flips no disc")
    me.sees("a1", "empty")
    assert me.page.evaluate("() => document.querySelector('ff-board').pending") is None
    me.play("d3").sees("d3", "black")


def test_undo_swap_and_the_computer_switch(sit: Sit) -> None:
    me = sit("/play/gomoku?size=9&second=level(1)").play("e5")
    me.wait_for_turn()
    assert len(me.moves) == 2
    me.act("Undo")
    me.sees("e5", "empty")
    switch = me.page.get_by_role("switch", name="Computer plays this side")
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "false")
    me.play("e5", "e6").sees("e6", "white")
    assert me.match["seats"]["O"]["kind"] == "person"
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "true")
    assert me.match["seats"]["O"] == {"kind": "machine", "strategy": "level(1)"}
    me.more("Swap seats")
    expect(me.page.locator(".opp")).to_contain_text("Black")
    expect(me.page.locator(".you")).to_contain_text("White")


def test_the_name_opens_the_picker_and_a_strategy_takes_its_parameters(sit: Sit) -> None:
    me = sit("/play/othello?second=level(1)")
    me.page.get_by_role("button", name=re.compile("Level 1, White")).click()
    expect(me.sheet).to_contain_text("Who plays White?")
    expect(me.sheet.get_by_role("slider", name="Level")).to_have_value("1")
    me.sheet.get_by_role("button", name="Minimax: fewer moves ahead").click()
    me.sheet.get_by_text("Set up Minimax").click()
    me.sheet.get_by_role("combobox", name="Evaluation").locator("visible=true").select_option(
        "mobility"
    )
    me.sheet.get_by_role("button", name="Play Minimax").click()
    expect(me.page.locator(".opp .name")).to_contain_text("Minimax, depth 2")
    assert me.match["seats"]["O"]["strategy"] == "minimax(depth=2, evaluate=mobility)"


def test_the_slider_picks_a_level_with_its_measured_rating(sit: Sit) -> None:
    me = sit("/play/gomoku?second=reactive")
    me.page.locator(".opp button.name").click()
    expect(me.sheet.get_by_role("radio", name="Reactive")).to_be_checked()
    expect(me.sheet.get_by_role("radio", name="Engine")).to_have_count(0)
    slider = me.sheet.get_by_role("slider", name="Level")
    slider.focus()
    slider.press("End")
    expect(slider).to_have_value("9")
    known = me.page.request.get(f"{me.app}/api/strategies?game=gomoku").json()["strategies"]
    (best,) = (each for each in known if each["text"] == "level(9)")
    expect(me.sheet.locator(".level-head .rating b")).to_have_text(str(best["rating"]["elo"]))
    expect(me.sheet.get_by_role("radio", name="Reactive")).not_to_be_checked()
    slider.press("Home")
    me.sheet.get_by_role("button", name="Play level 1").click()
    expect(me.page.locator(".opp .name")).to_contain_text("Level 1")
    assert me.match["seats"]["O"]["strategy"] == "level(1)"


def test_resigning_asks_first(sit: Sit) -> None:
    me = sit("/play/gomoku?second=level(1)")
    me.more("Resign")
    me.sheet.get_by_role("button", name="Cancel").click()
    assert me.match["result"] is None
    me.more("Resign")
    me.sheet.get_by_role("button", name="Resign").click()
    expect(me.page.locator(".result h2")).to_have_text("You lose")
    resigned = me.match
    assert resigned["result"]["ending"] == "resigned"


def test_two_engines_can_be_paused_and_paced(sit: Sit) -> None:
    me = sit("/play/othello?size=4&first=level(1)&second=level(1)")
    me.act("Pause")
    expect(me.page.locator(".acts")).to_contain_text("Resume")
    assert me.match["pace"] is None
    me.act("Resume")
    me.page.locator('[data-action="speed"]').click()
    me.page.get_by_role("menuitem", name="4×").click()
    expect(me.page.locator(".result h2")).to_be_visible(timeout=30_000)


def test_a_new_game_is_made_from_the_sheet(sit: Sit) -> None:
    me = sit("/play/gomoku")
    me.press("n")
    me.sheet.get_by_label("Othello", exact=True).check()
    me.sheet.get_by_label("6", exact=True).check()
    me.sheet.get_by_label("White", exact=True).check()
    me.sheet.get_by_text("Clock and rules").click()
    me.sheet.get_by_label("3+2", exact=True).check()
    before = me.page.url
    me.sheet.get_by_role("button", name="Start").click()
    expect(me.page).not_to_have_url(before)
    me.wait_for_turn()
    match = me.match
    assert (match["game"]["name"], match["game"]["rows"], match["time"]) == ("othello", 6, "3+2")
    assert match["seats"]["O"]["kind"] == "person"


def test_the_link_that_holds_the_game_opens_it_without_the_match(sit: Sit) -> None:
    me = sit("/play/gomoku?size=9&second=me").play(*FIVE[:4])
    me.sees("a2", "white")
    me.press("s")
    link = me.sheet.get_by_label("Link that contains the game").input_value()
    other = sit(link)
    expect(other.page.locator("ff-replay")).to_be_visible()
    other.press("]", "]", "]", "]")
    other.sees("a2", "white")
    other.act("Play on")
    expect(other.page).to_have_url(re.compile("/game/"))
    other.wait_for_turn()
    assert other.moves == FIVE[:4]


def test_pages_without_a_game_say_why(sit: Sit) -> None:
    nobody = sit(strict=False)
    nobody.page.goto(f"{nobody.app}/play/gomoku?size=3")
    expect(nobody.page.locator("main")).to_contain_text("cannot be played on 3x3")
    nobody.page.goto(f"{nobody.app}/view#g=chess")
    expect(nobody.page.locator("main")).to_contain_text("chess")

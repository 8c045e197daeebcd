"""The problems that the first users of the game page had."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from playwright.sync_api import Locator, Route, expect

import fivefold
from fivefold.words import say

if TYPE_CHECKING:
    from tests.web.game.conftest import Player, Sit

FIVE = ["e5", "a1", "e6", "a2", "e7", "a3", "e8", "a4", "e9"]


def box(locator: Locator) -> tuple[float, float, float, float]:
    """Left, top, right, bottom."""
    found = locator.bounding_box()
    assert found is not None
    return (
        found["x"],
        found["y"],
        found["x"] + found["width"],
        found["y"] + found["height"],
    )


def remember(player: Player, name: str, value: object) -> None:
    player.page.evaluate(
        "([name, value]) => localStorage.setItem(`fivefold.${name}`, value)",
        [name, json.dumps(value)],
    )


def resume(player: Player, order: dict[str, object]) -> Player:
    """A match that starts after some moves, with both seats held by this browser."""
    made = player.page.request.post(f"{player.app}/api/matches", data=order).json()
    player.page.goto(f"{player.app}/think")
    remember(player, f"match.{made['match']['id']}", {"secret": made["secret"], "at": 0})
    return player.open(f"/game/{made['match']['id']}")


def test_the_margin_is_the_losers(sit: Sit) -> None:
    game = fivefold.game("othello(size=4)")
    state, moves = game.start, list[str]()
    while state.outcome is None:
        moves.append(game.format_move(state.legal_moves()[0]))
        state = state.play(state.legal_moves()[0])
    assert moves[-1] != "--"
    black, white = (state.cells.count(mark) for mark in "XO")
    assert black != white
    order = {"game": "othello", "size": 4, "first": "me", "second": "me", "moves": moves[:-1]}
    me = resume(sit(), order).play(moves[-1])
    margin = me.page.locator("ff-board:not([mini]) .ff-margin")
    expect(margin.locator("text")).to_have_text(f"−{abs(black - white)}")
    loser = "black" if black < white else "white"
    expect(margin.locator(f".ff-flat-{loser}")).to_have_count(1)


def test_the_result_comes_back_when_the_glass_box_closes(sit: Sit) -> None:
    me = sit("/play/gomoku?size=9&second=me").play(*FIVE)
    expect(me.page.locator(".result")).to_be_visible()
    # An earlier toast does not cover the request.
    expect(me.page.locator("#toasts .toast")).to_have_count(0)
    me.press("g")
    expect(me.page.locator("ff-glass")).to_be_visible()
    expect(me.page.locator(".result")).to_have_count(0)
    me.press("g")
    expect(me.page.locator(".result").get_by_role("button", name="Rematch")).to_be_visible()
    me.more("Undo")
    me.wait_for_turn()
    expect(me.page.locator(".panel")).to_be_hidden()
    assert me.moves == FIVE[:-1]


def test_two_paused_engines_do_not_think(sit: Sit) -> None:
    me = sit("/play/gomoku?first=level(2)&second=level(2)")
    me.act("Pause")
    expect(me.page.locator(".acts")).to_contain_text("Resume")
    expect(me.page.locator(".thinking-dots")).to_have_count(0)
    expect(me.page.locator(".to-move")).to_contain_text("to move")


def test_opinions_and_the_form_that_asks_for_one_are_in_view(sit: Sit) -> None:
    me = sit("/play/gomoku?second=level(1)", height=640).play("h8")
    me.wait_for_turn()
    me.press("g")
    for asked, name in enumerate(["level(1)", "level(2)", "random", "reactive"], start=2):
        me.page.get_by_role("button", name="Ask another opponent").click()
        form = me.page.locator(".asking-form")
        expect(form).to_be_visible()
        expect(form).to_be_in_viewport(ratio=1)
        form.locator("select").select_option(name)
        form.get_by_role("button", name="Ask").click()
        expect(me.page.locator(".column")).to_have_count(asked)
        chosen = me.page.locator(".column.on")
        expect(chosen.locator("b")).to_be_visible()
        expect(chosen).to_be_in_viewport(ratio=0.99)
    left, _, right, _ = box(me.page.locator(".columns"))
    assert left <= box(chosen)[0]
    assert box(chosen)[2] <= right


def test_a_request_and_a_note_do_not_cover_each_other(sit: Sit) -> None:
    black = sit("/play/gomoku?size=9&second=open")
    white = sit(black.page.url)
    onlooker = sit(black.page.url)
    white.page.get_by_role("button", name="Play White").click()
    black.play("e5")
    white.sees("e5", "black")
    black.act("Undo")
    request = white.page.locator(".toast.lasting")
    expect(request).to_be_visible()
    white.press("h")
    note = white.page.locator("#toasts .toast").last
    expect(note).to_contain_text("Two people are playing")
    note.evaluate("(each) => Promise.all(each.getAnimations().map((moving) => moving.finished))")
    assert box(note)[3] <= box(request)[1]
    white.page.get_by_role("button", name="Allow").click()
    black.more("Resign")
    black.sheet.get_by_role("button", name="Resign").click()
    white.page.get_by_role("button", name="Rematch").click()
    expect(black.page.locator(".result")).to_contain_text("The other player wants a rematch.")
    expect(black.page.locator("#toasts .toast")).to_have_count(0)
    expect(onlooker.page.locator(".result")).to_be_visible()
    expect(onlooker.page.locator(".result")).not_to_contain_text("wants a rematch")


def test_a_dialog_says_why_it_does_not_start_a_game(sit: Sit) -> None:
    me = sit("/play/gomoku", width=360, height=740, touch=True, strict=False)
    me.page.locator(".bar-new").tap()
    me.sheet.get_by_label("Custom").first.check()
    me.sheet.get_by_label("Size").fill("99")
    me.sheet.get_by_role("button", name="Start").tap()
    expect(me.sheet.get_by_role("alert").first).to_contain_text("cannot be played on 99x99")
    me.press("Escape")
    # The live regions were in the dialog while it was open, and are back on the page.
    expect(me.page.locator("body > #polite, body > #assertive, body > #toasts")).to_have_count(3)
    me.page.locator(".bar-share").tap()
    me.sheet.get_by_role("button", name="Copy").first.tap()
    expect(me.sheet.locator("#toasts .toast")).to_have_count(1)


def test_an_opponent_that_no_longer_exists_is_not_used(sit: Sit) -> None:
    me = sit()
    me.page.goto(me.app)
    remember(me, "last", {"othello": {"opponent": "gone:Bot", "size": "6x6"}})
    me.page.reload()
    lines = me.page.locator(".start .fine")
    expect(lines.nth(1)).to_have_text("Othello 6. Opponent: Level 2.")
    expect(lines.nth(0)).to_have_text("Gomoku against level 2. No account, nothing to install.")
    me.open("/play/othello")
    assert (me.match["seats"]["O"]["strategy"], me.match["game"]["rows"]) == ("level(2)", 6)
    remember(me, "last", {"othello": {"opponent": "gone:Bot"}})
    me.press("c")
    expect(me.page.get_by_role("switch")).to_have_attribute("aria-checked", "false")
    remember(me, "last", {"othello": {"opponent": "gone:Bot"}})
    me.press("c")
    expect(me.page.get_by_role("switch")).to_have_attribute("aria-checked", "true")


def test_an_own_strategy_is_among_the_first_opponents(sit: Sit) -> None:
    def with_own(route: Route) -> None:
        answer = route.fetch()
        known = answer.json()
        plain = {"key": "plain", "facts": {"text": "my_bot:MyBot"}, "text": "my_bot:MyBot"}
        cage = say("opponent.cage.namespaces").as_json()
        own = {"name": "my_bot:MyBot", "text": "my_bot:MyBot", "title": plain, "about": plain}
        own["cage"] = cage
        known["strategies"].append({**own, "group": "own", "available": True, "parameters": []})
        route.fulfill(response=answer, json=known)

    me = sit()
    me.page.route("**/api/strategies*", with_own)
    me.open("/play/othello")
    me.page.locator(".opp .name").click()
    expect(me.sheet.get_by_role("radio", name="my_bot:MyBot")).to_have_count(1)
    expect(me.sheet).to_contain_text("It runs in a cage: it sees its own files only")


def test_keys_work_after_a_choice_and_on_a_korean_keyboard(sit: Sit) -> None:
    me = sit("/view#g=gomoku&m=h8,i9,h7,i10,h9,h6")
    me.page.locator("ff-replay").get_by_label("5", exact=True).check()
    expect(me.page.locator("ff-replay")).to_contain_text("move 1 of 6")
    me.press("]")
    expect(me.page.locator("ff-replay")).to_contain_text("move 2 of 6")
    me.press("Escape")
    expect(me.page.locator("ff-replay")).to_have_count(0)
    me.page.evaluate(
        "() => document.body.dispatchEvent("
        "new KeyboardEvent('keydown', { key: 'ㅎ', code: 'KeyG', bubbles: true }))"
    )
    expect(me.page.locator("ff-glass")).to_be_visible()


def test_offline_the_page_says_that_a_move_is_kept(sit: Sit) -> None:
    me = sit("/play/gomoku?size=9&second=me", strict=False)
    me.wait_for_turn()
    me.page.context.set_offline(True)
    banner = me.page.locator(".banner")
    expect(banner).to_contain_text("moves resume")
    me.play("e5")
    expect(banner).to_contain_text("Your move is saved and will be sent.")
    me.page.context.set_offline(False)
    expect(banner).to_have_count(0)
    me.sees("e5", "black")


# The lines of an element's text: glyphs of a tall font reach beyond them, so heights tell nothing.
LINES = """(element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size;
}"""


def test_names_fit_and_buttons_without_words_keep_their_names(sit: Sit) -> None:
    small = sit("/play/pentomino?size=6x10&second=easy", width=360, height=740, touch=True)
    small.wait_for_turn()
    assert small.page.evaluate("() => document.documentElement.scrollWidth") == 360
    name = small.page.locator(".opp .name b")
    expect(name).to_have_text("Open space, easy")
    assert 1 <= name.evaluate(LINES) <= 2
    lying = sit(small.page.url, width=740, height=360, touch=True)
    expect(lying.page.get_by_role("button", name="Thinking", exact=True)).to_be_visible()
    expect(lying.page.get_by_role("button", name="Rotate", exact=True)).to_be_visible()
    wide = sit("/play/othello?second=level(2)&time=5%2B3").play("f5")
    wide.wait_for_turn()
    expect(wide.page.locator(".you small")).to_contain_text("your turn")
    for words in wide.page.locator(".who small").all():
        assert words.evaluate("(words) => words.scrollWidth <= words.clientWidth")

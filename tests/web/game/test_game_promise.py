"""The opponent's reasons are in view, and every number says whose it is."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Route, expect

if TYPE_CHECKING:
    from tests.web.game.conftest import Player, Sat, Sit

SCREENS = [(375, 667, True), (390, 844, True), (1280, 800, False)]
SIDED = re.compile(
    r"(White|Black) [+−]\d+(\.\d)?|even|(Black|White) wins in \d+|best of \d+|#\d+ of"
)


def few_positions(route: Route) -> None:
    """Limits the engine's nodes, so that the tests do not wait for it."""
    asked: dict[str, Any] = json.loads(route.request.post_data or "")
    asked["strategy"] = asked["strategy"].replace("variety=0", "variety=0, nodes=20000")
    route.continue_(post_data=json.dumps(asked))


def play(me: Player, square: str, touch: bool) -> None:
    """Plays and waits for the opponent's answer."""
    me.wait_for_turn()
    if touch:
        me.tap(square)
    else:
        me.page.mouse.click(*me.middle(square))
    me.sees(square, "black")
    me.wait_for_turn()


@pytest.mark.parametrize(("width", "height", "touch"), SCREENS)
def test_scores_say_whose_they_are_and_the_sentence_stays(
    sit: Sit, axe: Any, width: int, height: int, touch: bool
) -> None:
    me = sit(
        "/play/othello?second=level(5)", newcomer=True, width=width, height=height, touch=touch
    )
    page = me.page
    page.route("**/api/questions", few_positions)
    me.wait_for_turn()
    says = page.locator(".opp .says")
    expect(says).to_be_visible()  # before its first move too: nothing jumps
    before = says.bounding_box()
    play(me, "d3", touch)
    expect(says).to_contain_text("White")
    expect(says.locator("b").first).to_have_text(re.compile("c3|c5|e3"))
    assert before
    after = says.bounding_box()
    assert after
    assert (before["y"], before["height"]) == (after["y"], after["height"])
    # On a first visit the glass box is open where there is room.
    glass = page.locator("ff-glass")
    expect(glass).to_have_count(0 if touch else 1)
    if touch:
        me.act("Thinking")
    plate = page.locator(".plate")
    expect(plate).to_have_text(re.compile("^What White looked at"))
    expect(
        page.locator("ff-board:not([mini]) .ff-pill, ff-board:not([mini]) .ff-ring")
    ).to_have_count(0)
    # No number lies on a square that may be played.
    legal = me.match["view"]["legal"]
    for square in legal:
        label = me.cell(square).get_attribute("aria-label") or ""
        assert "legal" in label
    expect(page.locator("ff-board:not([mini]) .ff-legal-dot")).to_have_count(len(legal))
    expect(page.locator("ff-glass .badge")).to_have_text(re.compile("^White about [+−]|even"))
    if touch:
        page.locator(".g-fold").click()
    for score in page.locator(".cands .score").all_text_contents():
        assert SIDED.match(score), score

    page.get_by_text("My moves", exact=True).click()
    expect(plate).to_have_text("Your moves, in discs")
    expect(
        page.locator("ff-board:not([mini]) .ff-pill, ff-board:not([mini]) .ff-ring")
    ).to_have_count(len(legal))
    expect(page.locator("ff-board:not([mini]) .ff-past")).to_have_count(0)
    expect(page.locator("ff-glass .badge")).to_have_text(re.compile("^Black about [+−]|even"))
    assert axe(page) == []


def test_my_moves_are_compared_once_a_position_and_only_while_they_are_shown(sit: Sit) -> None:
    me = sit("/play/gomoku?size=9&second=level(4)", newcomer=True)
    asked: list[dict[str, Any]] = []

    def count(route: Route) -> None:
        asked.append(json.loads(route.request.post_data or ""))
        few_positions(route)

    me.page.route("**/api/questions", count)
    play(me, "e5", touch=False)
    assert asked == []
    mine, its = (me.page.get_by_text(name, exact=True) for name in ("My moves", "Its move"))
    mine.click()
    expect(me.page.locator(".plate")).to_have_text("Your moves, in points")
    its.click()
    mine.click()
    expect(me.page.locator(".cands")).to_be_visible()
    assert len(asked) == 1
    assert asked[0]["seconds"] == 1
    play(me, "c3", touch=False)
    expect(me.page.locator(".plate")).to_have_text("Your moves, in points")
    assert len(asked) == 2


def test_the_omok_preset_stays_minimal_and_a_choice_is_kept(sit: Sit) -> None:
    omok = sit("/play/gomoku?size=19&second=level(2)", newcomer=True)
    omok.wait_for_turn()
    expect(omok.page.locator("ff-glass")).to_have_count(0)
    expect(omok.page.locator(".says")).to_be_visible()
    other = sit("/play/gomoku?second=level(2)", newcomer=True)
    expect(other.page.locator("ff-glass")).to_be_visible()
    other.act("Thinking")
    expect(other.page.locator("ff-glass")).to_have_count(0)
    other.open("/play/gomoku?second=level(2)")
    other.wait_for_turn()
    expect(other.page.locator("ff-glass")).to_have_count(0)


def test_an_engine_tells_what_it_has_found_so_far(sit: Sit) -> None:
    me = sit("/play/gomoku?second=engine(seconds=3)").play("h8")
    status = me.page.locator(".opp small")
    expect(status).to_have_text(re.compile(r"depth \d+"))
    expect(me.page.locator(".says")).to_have_text(
        re.compile(r"So far [a-o]\d+ at depth \d+: (White [+−][\d.]+|even)\.")
    )
    me.wait_for_turn()
    expect(me.page.locator(".says")).not_to_contain_text("So far")


FIVE = ["h8", "a1", "i8", "b1", "j8", "c1", "k8", "d1"]


@pytest.mark.parametrize(("width", "height", "touch"), SCREENS)
def test_the_end_names_the_five_and_a_turning_point_shows_the_better_move(
    sat: Sat, axe: Any, width: int, height: int, touch: bool
) -> None:
    me = sat("gomoku", FIVE, "level(1)", width=width, height=height, touch=touch)
    me.wait_for_turn()
    if touch:
        me.tap("l8")
    me.tap("l8") if touch else me.play("l8")
    head = me.page.locator(".result h2")
    expect(head).to_have_text("You win")
    expect(me.page.locator(".result")).to_contain_text(
        "Black has five in a row, h8 to l8. 9 moves."
    )
    accuracies = me.page.locator(".acc-number")
    expect(accuracies).to_have_count(2)
    expect(accuracies.first).to_have_accessible_name(re.compile(r"Accuracy: (9[5-9]|100) %"))
    me.page.get_by_text("How accuracy is counted").click()
    expect(me.page.locator(".acc-how p")).to_contain_text("100 minus the average loss per move")
    turns = me.page.locator("ff-turns .turn")
    expect(me.page.locator("ff-turns ff-board")).to_have_count(turns.count())
    expect(me.page.locator(".graph-mark")).to_have_count(turns.count())
    chart = me.page.get_by_role("img", name="The most by White with move")
    expect(chart.locator("rect")).to_have_count(9)
    turn = turns.first
    expect(turn.locator("small").first).to_contain_text("Better")
    expect(turn).to_contain_text(re.compile(r"\d+\. [a-d]1, White"))
    number = re.match(r"\s*\d\s*(\d+)\.", turn.inner_text())
    assert number
    turn.click()
    expect(me.page.locator(".plate")).to_have_text(f"Better for White at move {number[1]}")
    expect(me.page.locator("ff-board:not([mini]) .ff-ghost text").first).to_have_text(number[1])
    assert axe(me.page) == []


def test_small_things_on_a_phone(sat: Sat) -> None:
    me = sat("gomoku", FIVE, "level(1)", width=390, height=844, touch=True)
    me.act("More")
    expect(me.page.get_by_role("menuitem", name="Settings")).to_be_visible()
    expect(me.page.get_by_role("menuitem", name="Keyboard")).to_have_count(0)
    me.page.get_by_role("menuitem", name="Share").click()
    expect(me.sheet.locator(".btn.white").first).to_be_visible()
    expect(me.sheet.locator(".btn.black")).to_have_count(1)
    me.press("Escape")
    me.more("Replay")
    expect(me.page.get_by_role("button", name="Pause", exact=True)).to_be_visible()


def test_open_says_at_once_where_a_text_goes_wrong(sit: Sit) -> None:
    me = sit(strict=False)  # the browser reports each refused attempt
    me.page.goto(f"{me.app}/open")
    for text, why in (
        ("f5d6c3d6", "Read as Othello, the text goes wrong here. Move 4:"),
        ("hello world", "“hello world” is not a list of moves, a position or a game record"),
    ):
        me.page.get_by_label("Game or position").fill(text)
        me.page.get_by_role("button", name="Open", exact=True).click()
        expect(me.page.locator(".trouble")).to_contain_text(why)


@pytest.mark.parametrize(("width", "height", "touch"), SCREENS)
def test_the_actions_of_a_replayed_game_stay_in_one_row(
    sit: Sit, width: int, height: int, touch: bool
) -> None:
    me = sit(
        "/view#g=gomoku(size=15,rules=freestyle)&m=h8,i9", width=width, height=height, touch=touch
    )
    buttons = me.page.locator(".acts .act")
    expect(buttons).to_have_count(4)
    assert len({each.bounding_box()["y"] for each in buttons.all()}) == 1  # type: ignore[index]
    widest = me.page.locator(".acts").evaluate("(acts) => acts.scrollWidth <= acts.clientWidth")
    assert widest

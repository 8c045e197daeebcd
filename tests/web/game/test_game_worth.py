"""Values of Othello moves on the game page: the question, the marks on the squares, the result.

The real engine answers. Each exact value is compared with an exhaustive search by the Python rules.
"""

from __future__ import annotations

import json
import random
import re
from functools import cache
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Page, Route, expect

from fivefold.core import Player as Side
from fivefold.games.othello import OthelloGame, OthelloState

if TYPE_CHECKING:
    from tests.web.game.conftest import Player, Sat

GAME = OthelloGame(8)
SQUARES = 64


def by_chance(empty: int, seed: int) -> tuple[list[str], OthelloState]:
    """Returns a random game with at most that many empty squares and X to move."""
    chance, state, moves = random.Random(seed), GAME.start, list[str]()
    while state.cells.count(".") > empty or state.to_move is not Side.FIRST:
        move = chance.choice(state.legal_moves())
        moves.append(GAME.format_move(move))
        state = state.play(move)
    return moves, state


@cache
def margin(state: OthelloState) -> int:
    """Returns the best margin for the side to move, with empty squares given to the winner."""
    if not state.outcome:
        return max(-margin(state.play(move)) for move in state.legal_moves())
    own, other = (state.cells.count(side.value) for side in (state.to_move, state.to_move.other))
    empty = SQUARES - own - other
    return own - other + empty * ((own > other) - (own < other))


def worth(state: OthelloState) -> dict[str, int]:
    return {GAME.format_move(move): -margin(state.play(move)) for move in state.legal_moves()}


def labels(page: Page) -> dict[str, str]:
    """The label of each square for screen readers."""
    cells = page.locator("ff-board [role=gridcell]")
    texts: list[str] = cells.evaluate_all("cells => cells.map((cell) => cell.ariaLabel)")
    return {text.split(",")[0]: text for text in texts}


def signed(score: int) -> str:
    return f"{score:+}".replace("-", "−") if score else "0"


def sided(score: int) -> str:
    """The score of Black, who is to move."""
    return f"Black {signed(score)}" if score else "even"


def test_exact_margins_are_on_the_squares_and_the_result_names_a_missed_win(sat: Sat) -> None:
    moves, state = by_chance(8, 26)
    known = worth(state)
    best, *others = sorted(known, key=lambda move: -known[move])
    assert known[best] > 0 > known[others[-1]]
    assert known[best] > known[others[0]]

    me = sat("othello", moves, "engine(nodes=200000)")
    me.wait_for_turn()
    page = me.page
    expect(page.locator("ff-board:not([mini]) .ff-mark")).to_have_count(
        0
    )  # nobody is told who has not asked
    me.press("w")
    answer = page.locator(".g-count")
    counts = {
        "win": sum(score > 0 for score in known.values()),
        "draw": sum(score == 0 for score in known.values()),
        "lose": sum(score < 0 for score in known.values()),
    }
    parts = [f"{n} {end}s?" for end, n in counts.items() if n]
    expect(answer).to_have_text(re.compile(rf"{len(known)} moves: {', '.join(parts)}. Proven."))
    spoken = labels(page)
    for move, score in known.items():
        assert f"candidate, exact result {sided(score)}" in spoken[move]
    expect(page.locator("ff-board:not([mini]) .ff-ring")).to_have_count(len(known))
    expect(page.locator("ff-board:not([mini]) .ff-exact-best")).to_have_text(signed(known[best]))
    expect(page.locator("ff-glass .badge.win")).to_have_text(f"Exact: {sided(known[best])}")
    own = (SQUARES + known[best]) // 2
    first = page.locator(".cands tr").first
    expect(first).to_contain_text(best)
    expect(first).to_contain_text(f"wins {own}–{SQUARES - own}")
    expect(page.locator("ff-glass .say")).to_contain_text(
        f"Exact: Black wins {own}–{SQUARES - own}."
    )

    blunder = others[-1]
    me.play(blunder)
    play_on(me)
    told = page.locator(".turn", has_text=f"{len(moves) + 1}. {blunder}")
    expect(told).to_contain_text("turned a won position into a lost one")
    expect(told).to_contain_text(f"{best} would have kept {sided(known[best])}.")


def play_on(me: Player) -> None:
    """Plays any legal moves until the game is over."""
    while True:
        me.page.wait_for_selector("ff-board:not([mini]) .ff-playable, .result")
        match = me.match
        if match["result"]:
            return
        if match["view"]["to_move"] == "X":
            me.play(match["view"]["legal"][0])


def test_expected_margins_are_in_pills_with_the_depth_of_the_search(sat: Sat) -> None:
    def few_positions(route: Route) -> None:
        asked: dict[str, Any] = json.loads(route.request.post_data or "")
        assert asked["strategy"] == "engine(every_value=true, variety=0)"
        asked["strategy"] = "engine(every_value=true, variety=0, nodes=20000)"
        route.continue_(post_data=json.dumps(asked))

    moves, state = by_chance(40, 2)
    me = sat("othello", moves, "level(6)", width=360, height=740, touch=True)
    page = me.page
    page.route("**/api/questions", few_positions)
    me.act("Thinking")
    page.get_by_text("My moves", exact=True).click()
    count = len(state.legal_moves())
    answer = page.locator(".g-count")
    expect(answer).to_contain_text(re.compile(rf"{count} moves, searched \d+ moves deep."))
    expect(page.locator("ff-board:not([mini]) .ff-pill")).to_have_count(count)
    expect(page.locator("ff-board:not([mini]) .ff-pill.ff-best")).to_have_count(1)
    expect(page.locator("ff-board:not([mini]) .ff-ring")).to_have_count(0)
    for number in page.locator("ff-board:not([mini]) .ff-pill").all_text_contents():
        assert re.fullmatch(r"0|[+−]\d{1,2}", number)
    expect(page.locator("ff-glass .badge.unknown")).to_contain_text("about")
    expect(page.locator(".plate")).to_have_text("Your moves, in discs")
    # What the opponent looked at is past: faded stones under a plate that names its side.
    me.tap(GAME.format_move(state.legal_moves()[0]))
    page.get_by_text("Its move", exact=True).click()
    expect(page.locator("ff-glass .glass-who")).to_contain_text(re.compile("Level 6, move"))
    expect(page.locator(".plate")).to_contain_text("What White looked at")
    expect(
        page.locator("ff-board:not([mini]) .ff-pill, ff-board:not([mini]) .ff-ring")
    ).to_have_count(0)
    expect(page.locator("ff-board:not([mini]) .ff-past-white")).not_to_have_count(0)


def test_a_game_between_two_people_gives_no_answer(sat: Sat) -> None:
    me = sat("othello", by_chance(40, 2)[0], "open")
    match = me.page.url.rpartition("/")[2]
    me.page.request.post(f"{me.app}/api/matches/{match}/join", data={})
    me.wait_for_turn()
    me.press("w")
    expect(me.page.locator("#toasts")).to_contain_text("Two people are playing")
    expect(me.page.locator("ff-board:not([mini]) .ff-mark")).to_have_count(0)

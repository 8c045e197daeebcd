"""Forced wins in Gomoku on the game page: the question, the marks, the announcement.

The real engine answers. Each forced win is compared with a search through fours that uses only the
rules.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Page, Route, expect

from fivefold.games import grid
from fivefold.games.gomoku import GomokuGame, GomokuState

if TYPE_CHECKING:
    from tests.web.game.conftest import Sat

GAME = GomokuGame()
# Black has no four yet and wins by fours alone.
BLACK = ["i8", "h7", "i7", "h6", "g7", "j7", "i5", "j4", "i10", "j9", "j8"]
WHITE = ["h8", "h9", "g6", "i6", "g5", "f7", "k7", "f8", "i9", "k3", "j6"]
MOVES = [move for both in zip(BLACK, WHITE, strict=True) for move in both]


def after(moves: list[str]) -> GomokuState:
    state = GAME.start
    for move in moves:
        state = state.play(GAME.parse_move(move))
    return state


def fives(state: GomokuState, mark: str) -> list[int]:
    """Returns the cells where a stone of that side makes five."""
    near = grid.neighbours(GAME.size, GAME.size)
    beside = {
        cell for stone, each in enumerate(state.cells) if each == mark for cell in near[stone]
    }
    free = sorted(cell for cell in beside if state.cells[cell] == ".")
    cells = state.cells
    return [
        cell for cell in free if GAME.five_through(cells[:cell] + mark + cells[cell + 1 :], cell)
    ]


def wins_with(state: GomokuState, move: int, plies: int) -> bool:
    """Returns whether the move wins within `plies` by fours alone."""
    me, other = state.to_move.value, state.to_move.other.value
    if move in fives(state, me):
        return True
    four = state.play(move)
    threats = fives(four, me)
    # A side that neither makes five nor stops the opponent's five loses.
    if plies < 3 or not threats or fives(four, other):
        return False
    return len(threats) > 1 or wins_by_fours(four.play(threats[0]), plies - 2)


def wins_by_fours(state: GomokuState, plies: int) -> bool:
    """Returns whether the side to move wins within `plies` by fours alone."""
    if fives(state, state.to_move.value):
        return True
    return plies > 2 and any(wins_with(state, move, plies) for move in state.legal_moves())


def few_positions(route: Route) -> None:
    """Limits the engine's nodes, so that the tests do not wait for it."""
    asked: dict[str, Any] = json.loads(route.request.post_data or "")
    assert asked["strategy"] == "engine(every_value=true, variety=0)"
    asked["strategy"] = "engine(every_value=true, variety=0, nodes=40000)"
    route.continue_(post_data=json.dumps(asked))


def labels(page: Page) -> dict[str, str]:
    """The label of each square for screen readers."""
    cells = page.locator("ff-board [role=gridcell]")
    texts: list[str] = cells.evaluate_all("cells => cells.map((cell) => cell.ariaLabel)")
    return {text.split(",")[0]: text for text in texts}


def test_a_forced_win_is_found_drawn_and_spoken(sat: Sat) -> None:
    me = sat("gomoku", MOVES, "level(2)")
    me.wait_for_turn()
    page = me.page
    page.route("**/api/questions", few_positions)
    expect(page.locator("ff-board:not([mini]) .ff-mark")).to_have_count(
        0
    )  # nobody is told who has not asked
    me.press("w")
    answer = page.locator(".g-count")
    expect(answer).to_contain_text(re.compile(r"^\s*Yes: Black wins in \d+ with \w+\. Proven\."))
    found = re.search(r"wins in (\d+) with (\w+)", answer.inner_text())
    assert found
    plies, move = int(found[1]), found[2]
    state = after(MOVES)
    assert wins_with(state, GAME.parse_move(move), plies)

    expect(page.locator("ff-glass .badge.win")).to_have_text(f"Black wins in {plies}")
    expect(page.locator("ff-board:not([mini]) .ff-pill.ff-best")).to_have_text(f"W{plies}")
    expect(page.locator("ff-glass .say")).to_contain_text(re.compile(f"^{move} makes a .*four"))
    expect(page.locator("ff-board:not([mini]) .ff-line.ff-four")).not_to_have_count(0)
    expect(page.locator("ff-board:not([mini]) .ff-ghost")).to_have_count(plies - 1)
    spoken = labels(page)
    assert f"candidate, proven win in {plies}" in spoken[move]
    assert "Black: a four on" in spoken[move]
    five = next(text for text in spoken.values() if "expected as move 3" in text)
    assert five.split(", ")[1] == "empty"
    # The answer is about this position and disappears with the next one.
    me.play(move)
    expect(answer).to_have_count(0)


def test_on_a_phone_forbidden_points_stay_crossed_and_points_to_win_at_are_marked(
    sat: Sat,
) -> None:
    moves = ["h8", "a1", "i8", "c1", "j7", "e1", "j6", "g1"]
    me = sat("gomoku(rules=renju)", moves, "level(2)", width=360, height=740, touch=True)
    page = me.page
    page.route("**/api/questions", few_positions)
    me.act("Thinking")
    page.get_by_text("My moves", exact=True).click()
    expect(page.locator(".g-count")).to_contain_text(re.compile("Yes|No"))
    assert "j8" not in page.locator("ff-glass .cands").inner_text()
    expect(page.locator("ff-board:not([mini]) .ff-forbidden")).to_have_count(1)
    assert labels(page)["j8"].startswith("j8, empty, forbidden")
    for number in page.locator("ff-board:not([mini]) .ff-pill").all_text_contents():
        assert re.fullmatch(r"0|[+−]\d{1,2}|[WL]\d{1,2}|#\d{1,2}", number)

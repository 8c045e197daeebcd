"""Othello on 4x4 and 6x6: the native solver if it is fast enough, otherwise a search in Python."""

from __future__ import annotations

from fivefold.core import Limit
from fivefold.games.othello import OthelloState
from fivefold.strategies import native
from fivefold.strategies.base import Decision, Score
from fivefold.strategies.budget import Budget
from fivefold.strategies.othello.levels import everything
from fivefold.strategies.othello.search import MEMORY, Line, memory_to_solve, nodes_for_the_end
from fivefold.strategies.teaching.negamax import TABLE_ENTRIES, decide
from fivefold.strategies.teaching.negamax_search import NegamaxSearch, Table

SOLVABLE = 26
"""With more empty squares than this, solving takes minutes and is not attempted."""
SOLVING_SHARE = 0.6
"""The share of the limit for solving; the rest finds a good move if solving fails."""
COMPARISON = Limit(nodes=20_000_000)
"""Limit for valuing the other moves once the best one is known."""


def solved_lines(state: OthelloState, budget: Budget, memory: int = MEMORY) -> tuple[Line, ...]:
    """Returns the exact best line, and others as far as the budget allows; () if unsolved."""
    if state.cells.count(".") > SOLVABLE:
        return ()
    best = solution(state, budget, SOLVING_SHARE, memory)
    left = budget.left()
    if best is None or left is None:
        return () if best is None else (best,)
    lines = [best]
    comparing = Budget(left.tightest(COMPARISON), budget.stop)
    for move in state.legal_moves():
        if move == best.move:
            continue
        after = state.play(move)
        if after.outcome:
            lines.append(_line(state, -final_score(after), (move,)))
        elif (reply := solution(after, comparing, 1.0, memory)) is not None:
            lines.append(_line(state, -reply.score, (move, *reply.pv)))
    budget.charge(comparing.nodes)
    return tuple(sorted(lines, key=lambda line: -line.score))


def solution(state: OthelloState, budget: Budget, share: float, memory: int) -> Line | None:
    """Returns the exact best line, or None if this share of the budget is not enough."""
    limit = budget.left(share)
    if limit is None or (limit.nodes is not None and limit.nodes < nodes_for_the_end(state)):
        return None
    memory = min(memory, memory_to_solve(state))
    score, _, texts, nodes = native.othello_small_solve(state, limit, budget.stop, memory)
    budget.charge(nodes)
    if score is None:
        return None
    return _line(state, score, tuple(map(state.game.parse_move, texts)))


def search_in_python(
    state: OthelloState, budget: Budget, depth: int | None, every_value: bool
) -> Decision:
    """Returns the decision of a Python search with the evaluation of level 5."""
    search = NegamaxSearch(state, everything, budget, Table(TABLE_ENTRIES))
    search.every_value = every_value
    return decide(search, range(1, (depth or 2 * len(state.cells)) + 1))


def final_score(state: OthelloState) -> int:
    """Returns the final score for the side to move; empty squares go to the winner."""
    own, other = (discs.bit_count() for discs in state.own_and_other)
    empty = state.cells.count(".")
    return own - other + (empty if own > other else -empty if own < other else 0)


def _line(state: OthelloState, score: Score, pv: tuple[int, ...]) -> Line:
    return Line(pv[0], score, state.cells.count("."), 100, True, pv)

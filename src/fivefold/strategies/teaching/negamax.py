"""Negamax: the same answer as minimax, without searching what cannot matter.

       3              Alpha-beta: the right branch is worth at most 1 to me, and I already
    ┌──┴──┐           have 3, so its remaining leaves are skipped.
    3    <=1
   ┌┴┐   ┌┴┐          The transposition table stores positions reached by other move orders:
   3 5   1 ?          the depth, and whether the value is exact, a lower or an upper bound.

Idea: one side's gain is the other's loss, so one function serves both. Iterative deepening searches
to depth 1, then 2, and so on: a good move is always ready, and each depth orders the moves of the
next. Cost: about the square root of minimax's positions. Read next: `ordering.py`, then
`negamax_search.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from fivefold.core import Limit, State
from fivefold.strategies import explain
from fivefold.strategies.base import GAME_OVER, Decision, Finding, Stop, Strategy
from fivefold.strategies.budget import Budget
from fivefold.strategies.parameters import number, whole_number
from fivefold.strategies.teaching.evaluate import evaluation_named
from fivefold.strategies.teaching.minimax import DEEPEST, depths_within
from fivefold.strategies.teaching.negamax_search import (
    Iteration,
    NegamaxSearch,
    Table,
    deepen_until,
)
from fivefold.strategies.teaching.ordering import candidates, ordered
from fivefold.words import say

TABLE_ENTRIES = 200_000


@dataclass
class Negamax(Strategy):
    """Searches with alpha-beta, a table of `table` positions and iterative deepening.

    Finds the same score and move as minimax at the same depth.
    """

    depth: int | None = None
    seconds: float | None = None
    evaluate: str | None = None
    table: int = TABLE_ENTRIES
    _search: NegamaxSearch | None = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        whole_number("depth", self.depth, 1, DEEPEST)
        number("seconds", self.seconds, 0.001, 86_400)
        whole_number("table", self.table, 0, 100_000_000)

    def choose(self, state: State, limit: Limit = Limit(), stop: Stop | None = None) -> Decision:
        if state.outcome:
            return GAME_OVER
        limit = limit.tightest(Limit(seconds=self.seconds))
        evaluate = evaluation_named(self.evaluate, state.game.name)
        search = NegamaxSearch(state, evaluate, Budget(limit, stop), Table(self.table))
        self._search = search
        return decide(search, depths_within(self.depth, limit, state.game.name, deepen=True))

    def progress(self, state: State) -> Finding | None:
        search = self._search
        return search.finding() if search is not None and search.root == state else None


def decide(search: NegamaxSearch, depths: range, *, ranked: bool = False) -> Decision:
    """Searches to these depths in turn and returns the decision; `ranked` as in `reason`."""
    state, game = search.root, search.root.game
    finished: list[Iteration] = deepen_until(search, depths)
    if not finished:
        return explain.no_time_decision(state, ordered(state, candidates(state))[0])
    last = finished[-1]
    best, values = last.best, last.values
    line = search.line(best, longest=last.depth)
    return Decision(
        best,
        values[best],
        last.depth,
        search.budget.nodes,
        line,
        explain.compared(values, last.at_most),
        (
            explain.values_overlay(game, values, say("overlay.values", depth=last.depth)),
            *explain.move_overlay(game, best),
        ),
        explain.proof_of(game, values[best], line, last.complete) if search.proves else None,
        explain.reason(state, best, values, last.at_most, ranked=ranked),
    )

"""Minimax: look k plies ahead at every line, and assume that both sides play their best.

           me: the highest        3
                              ┌───┴───┐
           you: the lowest    3       1
                            ┌─┴─┐   ┌─┴─┐
           me: evaluate     3   5   1   9

Idea: a move is worth what is left of it after the best reply. Cost: b^k positions with b moves per
turn, so k = 3 or 4 in Othello. Read next: `negamax.py`, the same answer from far fewer positions.
"""

from __future__ import annotations

from dataclasses import dataclass

from fivefold.core import Limit, Move, Player, State
from fivefold.strategies import explain
from fivefold.strategies.base import GAME_OVER, Decision, Score, Stop, Strategy
from fivefold.strategies.budget import Budget, OutOfBudget
from fivefold.strategies.parameters import whole_number
from fivefold.strategies.teaching.evaluate import Evaluation, evaluation_named
from fivefold.strategies.teaching.negamax_search import end_score
from fivefold.strategies.teaching.ordering import candidates
from fivefold.words import say

DEFAULT_DEPTH = {"gomoku": 2, "othello": 3, "pentomino": 1}
DEEPEST = 64


def depths_within(depth: int | None, limit: Limit, game: str, *, deepen: bool) -> range:
    """Returns the depths to search in turn: from 1 if `deepen`, or if a limit may cut it short."""
    bounded = limit.seconds is not None or limit.nodes is not None
    chosen = Limit(depth=depth).tightest(Limit(depth=limit.depth)).depth
    if chosen is None:
        chosen = DEEPEST if bounded else DEFAULT_DEPTH.get(game, 2)
    return range(1 if deepen or bounded else chosen, chosen + 1)


@dataclass
class Minimax(Strategy):
    """Looks `depth` plies ahead at every move, assuming the best replies.

    A pass counts as a ply unless `pass_uses_ply` is false. Ties go to the first in reading order.
    """

    depth: int | None = None
    evaluate: str | None = None
    pass_uses_ply: bool = True

    def __post_init__(self) -> None:
        whole_number("depth", self.depth, 1, DEEPEST)

    def choose(self, state: State, limit: Limit = Limit(), stop: Stop | None = None) -> Decision:
        if state.outcome:
            return GAME_OVER
        game = state.game
        evaluate = evaluation_named(self.evaluate, game.name)
        budget = Budget(limit, stop)
        decision = explain.no_time_decision(state, candidates(state)[0])
        for depth in depths_within(self.depth, limit, game.name, deepen=False):
            search = PlainSearch(state.to_move, evaluate, budget, self.pass_uses_ply)
            values: dict[Move, Score] = {}
            lines: dict[Move, tuple[Move, ...]] = {}
            try:
                for move in candidates(state):
                    values[move], lines[move] = search.value_of(state, move, depth, 0)
            except OutOfBudget:
                break
            best = max(values, key=lambda move: values[move])
            decision = Decision(
                best,
                values[best],
                depth,
                budget.nodes,
                lines[best],
                explain.compared(values),
                (
                    explain.values_overlay(game, values, say("overlay.values", depth=depth)),
                    *explain.move_overlay(game, best),
                ),
                explain.proof_of(game, values[best], lines[best], search.cut_leaves == 0),
                explain.reason(state, best, values),
            )
            if search.cut_leaves == 0:
                break
        return decision


@dataclass
class PlainSearch:
    """The recursion; scores are from the point of view of the player at the root."""

    root_player: Player
    evaluate: Evaluation
    budget: Budget
    pass_uses_ply: bool
    cut_leaves: int = 0

    def value_of(
        self, state: State, move: Move, depth: int, ply: int
    ) -> tuple[Score, tuple[Move, ...]]:
        """Returns the value of a move for the root player, and the line behind it."""
        free = move == state.game.pass_move and not self.pass_uses_ply
        child = state.play(move)
        score, line = self.value(child, depth if free else depth - 1, ply + 1)
        return score, (move, *line)

    def value(self, state: State, depth: int, ply: int) -> tuple[Score, tuple[Move, ...]]:
        """Returns the value of a position for the root player, and the line behind it."""
        self.budget.spend()
        mine = state.to_move is self.root_player
        if state.outcome:
            score = end_score(state, ply)
            return score if mine else -score, ()
        if depth == 0:
            self.cut_leaves += 1
            score = self.evaluate(state)
            return score if mine else -score, ()
        results = (self.value_of(state, move, depth, ply) for move in candidates(state))
        choose = max if mine else min
        return choose(results, key=lambda result: result[0])

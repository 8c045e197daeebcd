"""The Othello engine: the native search on 8x8, the exact solver on smaller boards.

    8x8     iterative deepening until time is up or the value is exact; a small share of the time
            goes into values for the other moves, so that the board can show them
    4x4     solved from the first move
    6x6     solved if the limit allows it, otherwise a search with the classical evaluation

For variety, it picks at random among moves of equal exact value and, in the first moves, among
those within `variety` discs of the best.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from fivefold.core import Limit
from fivefold.games.othello import OthelloGame, OthelloState
from fivefold.strategies import explain
from fivefold.strategies.base import Candidate, Decision, Proof, Stop
from fivefold.strategies.budget import Budget
from fivefold.strategies.native_player import NativePlayer
from fivefold.strategies.othello.explain import describe, note_words, value_words
from fivefold.strategies.othello.search import MEMORY, Line, OthelloSearch
from fivefold.strategies.othello.small import search_in_python, solved_lines
from fivefold.strategies.othello.weights import installed_weights
from fivefold.strategies.teaching.ordering import by_squares
from fivefold.words import say

SEARCHED_SIZE = 8
"""The board size of the native search; smaller boards use the small-board solver."""
SECONDS = 3.0
"""Default limit per move, in seconds."""
ENDGAME_SQUARES = 24
"""With at most this many empty squares the exact value is within reach."""
ENDGAME_SECONDS = 10.0
"""Default limit per move in the endgame, in seconds: the exact value is worth a longer one."""
VARIETY = 1.0
"""Default: in the first moves, how many discs worse than the best a move may be."""
OPENING_SQUARES = 52
"""While more squares than this are empty, near-equal moves are picked at random."""
PREVIEW_SHARE = 0.06
"""The share of the limit for a preview search, which values every move."""
PREVIEW_DEPTH = 12
"""The maximum depth of the preview."""
COMPARISON = Limit(nodes=2_000_000)
"""Limit for valuing the other moves when the best value is exact before time is up."""
MINIMUM = Limit(depth=4, nodes=10_000)
"""Searched even if time is already up; takes about 1 ms."""
SINGLE_MOVE_SHARE = 0.1
"""The share of the limit for a forced move, whose value is only for display."""


def default_limit(state: OthelloState) -> Limit:
    """Returns the default limit for this position."""
    near_the_end = state.cells.count(".") <= ENDGAME_SQUARES
    return Limit(seconds=ENDGAME_SECONDS if near_the_end else SECONDS)


class OthelloPlayer(NativePlayer[OthelloSearch]):
    """Plays Othello on any board; the search keeps its table between moves."""

    def __init__(
        self,
        memory: int = MEMORY,
        threads: int = 1,
        every_value: bool = False,
        variety: float = VARIETY,
        rng: random.Random | None = None,
        lines: int = 1,
    ) -> None:
        super().__init__(memory, threads, every_value, variety, rng, lines)

    def _new_search(self, memory: int, threads: int) -> OthelloSearch:
        return OthelloSearch(memory, threads)

    def prepare(self, game: OthelloGame) -> None:
        """Loads the weights, which can take longer than a fast move."""
        if game.size == SEARCHED_SIZE:
            installed_weights()

    def choose(self, state: OthelloState, limit: Limit, stop: Stop | None) -> Decision:
        """Returns the best move found within the limit, and what is known about the others."""
        budget = Budget(limit, stop)
        if state.game.size == SEARCHED_SIZE:
            return self._searched(state, budget, limit)
        empty = state.cells.count(".")
        if limit.depth is None or limit.depth >= empty:
            lines = solved_lines(state, budget, self._memory)
            if lines:
                return self._drawn(state, lines, 0.0, budget.nodes)
        decision = search_in_python(state, budget, limit.depth, self._every_value)
        return replace(decision, text=say("discs.unsolved", text=decision.text))

    def _searched(self, state: OthelloState, budget: Budget, limit: Limit) -> Decision:
        self.search_for(limit)
        moves = state.legal_moves()
        depth = Limit(depth=limit.depth)
        varies = self._variety > 0 and state.cells.count(".") > OPENING_SQUARES
        if len(moves) == 1:
            lines = self._search_lines(state, budget, depth, SINGLE_MOVE_SHARE)
        elif self._every_value or self._lines > 1 or varies:
            lines = self._search_lines(state, budget, depth, every_move=True)
        else:
            lines = self._best_and_others(state, budget, limit)
        if not lines and limit.nodes is None:  # set-up used up all of the time
            least = self.search_for(MINIMUM).search(state, MINIMUM, budget.stop)
            budget.charge(least.nodes)
            lines = least.lines
        if not lines:
            return explain.no_time_decision(state, by_squares(state, moves)[0])
        if state.cells == state.game.start.cells:  # all first moves are equal by symmetry
            lines = tuple(replace(each, score=lines[0].score) for each in lines)
        return self._drawn(state, lines, self._variety if varies else 0.0, budget.nodes)

    def _best_and_others(
        self, state: OthelloState, budget: Budget, limit: Limit
    ) -> tuple[Line, ...]:
        """Returns the best move from the main search and the others from a short preview.

        If the best value is exact before time is up, the others are searched once more.
        """
        depth = Limit(depth=limit.depth)
        preview = depth.tightest(Limit(depth=PREVIEW_DEPTH))
        others = self._search_lines(state, budget, preview, PREVIEW_SHARE, every_move=True)
        if all_exact(others) and len(others) == len(state.legal_moves()):
            return others
        best = self._search_lines(state, budget, depth)[:1]
        if all_exact(best):
            others = (
                self._search_lines(state, budget, depth.tightest(COMPARISON), every_move=True)
                or others
            )
        return merged(best, others)

    def _search_lines(
        self,
        state: OthelloState,
        budget: Budget,
        cap: Limit,
        share: float = 1.0,
        every_move: bool = False,
    ) -> tuple[Line, ...]:
        """Returns the lines found with this share of the remaining budget."""
        left = budget.left(share)
        if left is None:
            return ()
        assert self._search is not None
        result = self._search.search(state, left.tightest(cap), budget.stop, every_move)
        budget.charge(result.nodes)
        return result.lines

    def _drawn(
        self, state: OthelloState, lines: Sequence[Line], margin: float, nodes: int
    ) -> Decision:
        """Returns a decision for the best line, picked at random among equals."""
        equal = equally_good(lines, margin)
        decision = decision_for(state, self._rng.choice(equal), lines, nodes)
        if len(equal) == 1:
            return decision
        key = "discs.by_lot_exact" if all_exact(equal) else "discs.by_lot"
        return replace(decision, text=say(key, text=decision.text, count=len(equal)))


def all_exact(lines: Sequence[Line]) -> bool:
    """Tells whether there are any lines and all of them are exact."""
    return bool(lines) and all(line.exact for line in lines)


def merged(best: Sequence[Line], others: Sequence[Line]) -> tuple[Line, ...]:
    """Returns the best line and those of the other moves, which were searched less deeply.

    If all others are exact they are returned unchanged, since they may contain equally good moves.
    """
    if not best or all_exact(others):
        return tuple(others) or tuple(best)
    return (best[0], *(line for line in others if line.move != best[0].move))


def equally_good(lines: Sequence[Line], margin: float = 0.0) -> list[Line]:
    """Returns the first line and those within the margin of it, known equally reliably.

    Without a margin, only moves with exact values can be equal.
    """
    best = lines[0]
    return [
        best,
        *(
            line
            for line in lines[1:]
            if line.score >= best.score - margin
            and line.exact == best.exact
            and (line.exact or (margin > 0 and line.depth >= best.depth - 2))
        ),
    ]


def decision_for(state: OthelloState, chosen: Line, lines: Sequence[Line], nodes: int) -> Decision:
    """Returns the decision for the chosen line, with the other lines as candidates."""
    game, empty = state.game, state.cells.count(".")
    label = (
        say("discs.values_exact") if all_exact(lines) else say("discs.values", depth=chosen.depth)
    )
    values = {line.move: line.score for line in lines}
    shown = (explain.values_overlay(game, values, label),) if len(lines) > 1 else ()
    return Decision(
        chosen.move,
        chosen.score,
        chosen.depth,
        nodes,
        chosen.pv,
        tuple(
            Candidate(line.move, line.score, note_words(line, empty), line.pv, line.depth)
            for line in lines
        ),
        (*shown, *explain.move_overlay(game, chosen.move)),
        Proof("exact", chosen.pv, score=chosen.score) if chosen.exact else None,
        describe(state, chosen.move, value_words(state, chosen, empty, len(state.cells))),
    )

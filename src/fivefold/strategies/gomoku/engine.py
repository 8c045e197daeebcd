"""The Gomoku engine: the native search, on every board size and under every rule set.

It searches with iterative deepening until time is up or the result is proven. A small share of the
time goes into values for the other moves, so that the board can show them. For variety, the first
moves are picked at random from those within `variety` of the best.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import replace

from fivefold.core import Limit
from fivefold.games.gomoku import GomokuGame, GomokuState
from fivefold.strategies import explain
from fivefold.strategies.base import Candidate, Decision, Proof, Stop
from fivefold.strategies.budget import Budget
from fivefold.strategies.gomoku.explain import describe, note_words, threat_overlays, value_words
from fivefold.strategies.gomoku.search import MEMORY, GomokuSearch, Line
from fivefold.strategies.native_player import NativePlayer
from fivefold.strategies.teaching.ordering import by_threats, near_stones
from fivefold.words import say

SECONDS = 3.0
"""Default limit per move, in seconds."""
OPENING_STONES = 4
"""With at most this many stones on the board, near-equal moves are picked at random."""
POINTS_PER_DISC = 3
"""`variety` is given in discs, as in Othello; this converts it to points."""
PREVIEW_SHARE = 0.08
"""The share of the limit for a preview search, which values the other moves."""
PREVIEW_DEPTH = 8
"""The maximum depth of the preview."""
PREVIEW_MOVES = 8
"""The number of best moves that the preview values."""
COMPARISON = Limit(nodes=200_000)
"""Limit for valuing the other moves when the best one is proven before time is up."""
SEARCHED_DEPTH = 2
"""The search ends at a lower depth only if the move is forced."""
EVERY_VALUE_MOVES = 16
"""With `every_value`, this many of the best moves are searched as deep as the best one."""
MINIMUM = Limit(depth=2, nodes=2_000)
"""Searched even if time is already up; takes about 1 ms."""
OVERHEAD = 0.010
"""Seconds to receive the request, stop the search and return the answer, with a margin of three."""
FIRST_WORDING_TIME = 0.004
"""Initial estimate of the time to word an explanation, in seconds."""
MAX_RESERVE = 0.6
"""The maximum share of the limit reserved for overhead and wording."""
SHORT_MOVE = 0.1
"""Up to this limit, in seconds, only a few moves are explained."""
SHORT_LIST = 3
"""The number of moves explained under a short limit; explaining takes most of the wording time."""
SAFETY_FACTOR = 2.5
"""Wording may take this much longer than measured on a busy machine."""
DECAY = 0.9
"""The highest wording time measured decays by this factor with each move."""


def default_limit() -> Limit:
    """Returns the default limit per move."""
    return Limit(seconds=SECONDS)


class GomokuPlayer(NativePlayer[GomokuSearch]):
    """Plays Gomoku on any board; the search keeps its table between moves."""

    def __init__(
        self,
        memory: int = MEMORY,
        threads: int = 1,
        every_value: bool = False,
        variety: float = 1.0,
        rng: random.Random | None = None,
        lines: int = 1,
    ) -> None:
        super().__init__(memory, threads, every_value, variety, rng, lines)
        self._wording_time = FIRST_WORDING_TIME

    def _new_search(self, memory: int, threads: int) -> GomokuSearch:
        return GomokuSearch(memory, threads)

    def prepare(self, game: GomokuGame) -> None:
        """Loads the weights and builds the patterns of the rule set, by searching a single node."""
        GomokuPlayer(memory=1).choose(game.start, Limit(nodes=1), None)

    def choose(self, state: GomokuState, limit: Limit, stop: Stop | None) -> Decision:
        """Returns the best move found within the limit, and what is known about the others."""
        budget = Budget(self._with_reserve(limit), stop)
        search = self.search_for(limit)
        stones = len(state.cells) - state.cells.count(".")
        varies = self._variety > 0 and 0 < stones <= OPENING_STONES
        if self._every_value or self._lines > 1 or varies:
            most = EVERY_VALUE_MOVES if self._every_value or varies else self._lines
            lines = self._search_lines(state, budget, Limit(depth=limit.depth), lines=most)
        else:
            lines = self._best_and_others(state, budget, limit)
        if not lines and limit.nodes is None:  # set-up used up all of the time
            least = search.search(state, MINIMUM, budget.stop)
            budget.charge(least.nodes)
            lines = least.lines
        if not lines:
            return explain.no_time_decision(state, by_threats(state, near_stones(state))[0])
        began = time.thread_time()
        equal = equally_good(lines, self._variety * POINTS_PER_DISC if varies else 0)
        chosen = self._rng.choice(equal)
        if limit.seconds is not None and limit.seconds <= SHORT_MOVE:
            lines = shortened(lines, chosen)
        decision = decision_for(state, chosen, lines, budget.nodes)
        if len(equal) > 1:
            text = say("lines.by_lot", text=decision.text, count=len(equal))
            decision = replace(decision, text=text)
        self._wording_time = max(time.thread_time() - began, self._wording_time * DECAY)
        return decision

    def _with_reserve(self, limit: Limit) -> Limit:
        """Returns the limit minus the time needed to explain the move, estimated from past moves.

        The search checks the clock about once per millisecond.
        """
        if limit.seconds is None:
            return limit
        reserve = min(OVERHEAD + SAFETY_FACTOR * self._wording_time, limit.seconds * MAX_RESERVE)
        longest = None if limit.longest is None else limit.longest - reserve
        return replace(limit, seconds=limit.seconds - reserve, longest=longest)

    def _best_and_others(
        self, state: GomokuState, budget: Budget, limit: Limit
    ) -> tuple[Line, ...]:
        """Returns the best move from the main search and the others from a short preview.

        If the best move is proven before time is up, or is the only one and was not searched, the
        others are searched once more.
        """
        depth = Limit(depth=limit.depth)
        preview = depth.tightest(Limit(depth=PREVIEW_DEPTH))
        others = self._search_lines(state, budget, preview, PREVIEW_SHARE, lines=PREVIEW_MOVES)
        best = self._search_lines(state, budget, depth)[:1]
        if best and (best[0].plies is not None or best[0].depth < SEARCHED_DEPTH):
            others = (
                self._search_lines(state, budget, depth.tightest(COMPARISON), lines=PREVIEW_MOVES)
                or others
            )
        return merged(best, others)

    def _search_lines(
        self,
        state: GomokuState,
        budget: Budget,
        cap: Limit,
        share: float = 1.0,
        lines: int = 1,
    ) -> tuple[Line, ...]:
        """Returns the lines found with this share of the remaining budget."""
        left = budget.left(share)
        if left is None:
            return ()
        assert self._search is not None
        result = self._search.search(state, left.tightest(cap), budget.stop, lines)
        budget.charge(result.nodes)
        return result.lines


def merged(best: Sequence[Line], others: Sequence[Line]) -> tuple[Line, ...]:
    """Returns the best line and those of the other moves, which were searched less deeply.

    The preview overrides the main search if only the preview proves a win, and for the best move
    itself if the preview searched it deeper: the main search does not search a forced move.
    """
    if not best or (any(line.wins for line in others) and not best[0].wins):
        return tuple(others)
    deeper = [each for each in others if each.move == best[0].move and each.depth > best[0].depth]
    best = deeper or best
    rest = [
        replace(line, score=min(line.score, best[0].score))  # the main search found none better
        for line in others
        if line.move != best[0].move
    ]
    return (best[0], *sorted(rest, key=lambda line: -line.score))


def equally_good(lines: Sequence[Line], margin: float) -> list[Line]:
    """Returns the first line and those within the margin of it, or the first alone if decided."""
    best = lines[0]
    if margin <= 0 or best.plies is not None:
        return [best]
    near = best.score - margin
    return [line for line in lines if line.score >= near and line.depth >= best.depth - 2]


def shortened(lines: Sequence[Line], chosen: Line) -> tuple[Line, ...]:
    """Returns the first lines, always including the chosen one."""
    first = tuple(lines[:SHORT_LIST])
    return first if chosen in first else (*first[:-1], chosen)


def decision_for(state: GomokuState, chosen: Line, lines: Sequence[Line], nodes: int) -> Decision:
    """Returns the decision for the chosen line, with the other lines as candidates."""
    proof = None
    if chosen.plies is not None:
        proof = Proof("win" if chosen.wins else "loss", chosen.pv, plies=chosen.plies)
    return Decision(
        chosen.move,
        chosen.score,
        chosen.depth,
        nodes,
        chosen.pv,
        tuple(
            Candidate(
                line.move,
                line.score,
                note_words(state, line, lines[0].depth),
                line.pv,
                line.depth,
            )
            for line in lines
        ),
        (*threat_overlays(state, chosen), *explain.move_overlay(state.game, chosen.move)),
        proof,
        describe(state, chosen.move, value_words(state, chosen)),
    )

"""The Gomoku engine as a player: the native search on every board and under every rule.

It looks deeper and deeper until time is up or the end is proven; a little of the time goes into the
values of other moves, so that the board can show them. Games differ by chance: in the first moves
one is drawn by lot among those within `variety` of the best.
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
from fivefold.strategies.gomoku_explain import describe, note_words, threat_overlays, value_words
from fivefold.strategies.gomoku_search import MEMORY, GomokuSearch, Line
from fivefold.strategies.ordering import by_threats, near_stones
from fivefold.strategies.search_player import SearchPlayer
from fivefold.words import say

SECONDS = 3.0
"""What it takes for a move at most, if nobody says how long."""
OPENING, POINTS = 4, 3
"""With so few stones moves of about the same value are drawn by lot: a disc of `variety` is so
many points."""
GLANCE, SHALLOW, SHOWN = 0.08, 8, 8
"""The share of a limit for a glance at so many of the best moves, and how deep that goes."""
COMPARING = Limit(nodes=200_000)
"""What may be spent on the values of the others when the best is proven before time is up."""
SURELY = 2
"""A search that ends less deep had no choice."""
EVERY = 16
"""So many of the best moves get a value as deep as the best one's on request."""
AT_LEAST = Limit(depth=2, nodes=2_000)
"""What is looked at in any case: a matter of a millisecond."""
AROUND, TELLING, MOST = 0.010, 0.004, 0.6
"""Seconds that a question takes to get here, a search to end and an answer to get back, three times
over; at first those that it takes to put into words what was found; and the share of the time that
all of it may have."""
HURRY, FEW = 0.1, 3
"""Seconds, and of how many moves is said what they make by who has no more: that takes the most of
the time for words."""
UNCERTAIN, FADING = 2.5, 0.9
"""On a busy machine the words take longer than before, hence the factor; what took long counts less
with each move."""


def usual_limit() -> Limit:
    """Returns how long to think where nobody says so."""
    return Limit(seconds=SECONDS)


class GomokuPlayer(SearchPlayer[GomokuSearch]):
    """Plays Gomoku on any board; what the search learns is kept from move to move."""

    def __init__(
        self,
        memory: int = MEMORY,
        threads: int = 1,
        every_value: bool = False,
        variety: float = 1.0,
        chance: random.Random | None = None,
    ) -> None:
        super().__init__(memory, threads, every_value, variety, chance)
        self._telling = TELLING

    def _new_search(self, memory: int, threads: int) -> GomokuSearch:
        return GomokuSearch(memory, threads)

    def prepare(self, game: GomokuGame) -> None:
        """Reads the weights and makes the patterns of the rules, by the smallest move there is."""
        GomokuPlayer(memory=1).choose(game.start, Limit(nodes=1), None)

    def choose(self, state: GomokuState, limit: Limit, stop: Stop | None) -> Decision:
        """Returns the best move found within the limit, and what is known of the others."""
        budget = Budget(self._with_reserve(limit), stop)
        search = self.search_for(limit)
        stones = len(state.cells) - state.cells.count(".")
        varies = self._variety > 0 and 0 < stones <= OPENING
        if self._every_value or varies:
            lines = self._ask(state, budget, Limit(depth=limit.depth), lines=EVERY)
        else:
            lines = self._best_and_others(state, budget, limit)
        if not lines and limit.nodes is None:  # getting ready took all the time there was
            lines = search.search(state, AT_LEAST, budget.stop).lines
        if not lines:
            return explain.nothing_compared(state, by_threats(state, near_stones(state))[0])
        began = time.thread_time()
        equal = as_good(lines, self._variety * POINTS if varies else 0)
        chosen = self._chance.choice(equal)
        if limit.seconds is not None and limit.seconds <= HURRY:
            lines = few(lines, chosen)
        decision = decided(state, chosen, lines, budget.nodes)
        if len(equal) > 1:
            text = say("lines.by_lot", text=decision.text, count=len(equal))
            decision = replace(decision, text=text)
        self._telling = max(time.thread_time() - began, self._telling * FADING)
        return decision

    def _with_reserve(self, limit: Limit) -> Limit:
        """Returns the limit less what it will take to say what was found, by what it took before.

        The search looks at the clock every millisecond or so.
        """
        if limit.seconds is None:
            return limit
        reserve = min(AROUND + UNCERTAIN * self._telling, limit.seconds * MOST)
        longest = None if limit.longest is None else limit.longest - reserve
        return replace(limit, seconds=limit.seconds - reserve, longest=longest)

    def _best_and_others(
        self, state: GomokuState, budget: Budget, limit: Limit
    ) -> tuple[Line, ...]:
        """Returns the best move, looked at for most of the time, and what a glance shows of others.

        Where the best is proven before time is up, or the only move and not looked at for that, the
        others are looked at once more.
        """
        depth = Limit(depth=limit.depth)
        glance = depth.tightest(Limit(depth=SHALLOW))
        others = self._ask(state, budget, glance, GLANCE, lines=SHOWN)
        best = self._ask(state, budget, depth)[:1]
        if best and (best[0].plies is not None or best[0].depth < SURELY):
            others = self._ask(state, budget, depth.tightest(COMPARING), lines=SHOWN) or others
        return merged(best, others)

    def _ask(
        self,
        state: GomokuState,
        budget: Budget,
        most: Limit,
        share: float = 1.0,
        lines: int = 1,
    ) -> tuple[Line, ...]:
        """Returns the lines the search finds with that share of what is left, and not more."""
        left = budget.left(share)
        if left is None:
            return ()
        assert self._search is not None
        report = self._search.search(state, left.tightest(most), budget.stop, lines)
        budget.charge(report.nodes)
        return report.lines


def merged(best: Sequence[Line], others: Sequence[Line]) -> tuple[Line, ...]:
    """Returns the best line and those of the other moves, which were looked at less deeply.

    What the others say counts where they prove a win and the best does not, and of the best itself
    where they looked deeper: a move without a choice is made without a look.
    """
    if not best or (any(line.wins for line in others) and not best[0].wins):
        return tuple(others)
    deeper = [each for each in others if each.move == best[0].move and each.depth > best[0].depth]
    best = deeper or best
    rest = [
        replace(line, score=min(line.score, best[0].score))  # the longer look found none better
        for line in others
        if line.move != best[0].move
    ]
    return (best[0], *sorted(rest, key=lambda line: -line.score))


def as_good(lines: Sequence[Line], margin: float) -> list[Line]:
    """Returns the first line and those that are within the margin of it, none of them lost."""
    best = lines[0]
    if margin <= 0 or best.plies is not None:
        return [best]
    near = best.score - margin
    return [line for line in lines if line.score >= near and line.depth >= best.depth - 2]


def few(lines: Sequence[Line], chosen: Line) -> tuple[Line, ...]:
    """Returns the first lines, and the chosen one among them."""
    first = tuple(lines[:FEW])
    return first if chosen in first else (*first[:-1], chosen)


def decided(state: GomokuState, chosen: Line, lines: Sequence[Line], nodes: int) -> Decision:
    """Returns the decision for one of the lines, with everything that is known of the others."""
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
            Candidate(line.move, line.score, note_words(state, line, lines[0].depth))
            for line in lines
        ),
        (*threat_overlays(state, chosen), *explain.move_overlay(state.game, chosen.move)),
        proof,
        describe(state, chosen.move, value_words(state, chosen)),
    )

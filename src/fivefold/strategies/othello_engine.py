"""The Othello engine as a player: the native search on 8x8, the exact solver on smaller boards.

    8x8     deeper and deeper until time is up or the value is exact; a little of the time goes
            into the values of the other moves, so that the board can show them
    4x4     solved from the first move on
    6x6     solved where the limit allows it, else looked ahead with the classical evaluation

Games differ by chance: among moves of the same exact value, and in the first moves among those
within `variety` discs of the best, one is drawn by lot.
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
from fivefold.strategies.ordering import by_squares
from fivefold.strategies.othello_explain import describe, note_words, value_words
from fivefold.strategies.othello_search import MEMORY, Line, OthelloSearch
from fivefold.strategies.othello_small import looked_ahead, solved_lines
from fivefold.strategies.othello_weights import installed_weights
from fivefold.strategies.search_player import SearchPlayer
from fivefold.words import say

SEARCHED = 8
"""The board of the native search; the others have the small solver."""
SECONDS = 3.0
"""What it takes for a move at most, if nobody says how long."""
ENDING, ENDING_SECONDS = 24, 10.0
"""With so few empty squares the exact value is near, and worth waiting longer for."""
VARIETY = 1.0
"""How many discs a first move may be worse than the best, unless somebody says otherwise."""
OPENING = 52
"""While more squares are empty than these, moves of about the same value are drawn by lot."""
GLANCE, SHALLOW = 0.06, 12
"""The share of a limit for a glance at every move, and how deep that goes."""
COMPARING = Limit(nodes=2_000_000)
"""What may be spent on the values of the others when the best is exact before time is up."""
AT_LEAST = Limit(depth=4, nodes=10_000)
"""What is looked at in any case: a matter of a millisecond."""
HURRIED = 0.1
"""The share of a limit for a position with one move: it shows what is expected, no more."""


def usual_limit(state: OthelloState) -> Limit:
    """Returns how long to think where nobody says so."""
    near_the_end = state.cells.count(".") <= ENDING
    return Limit(seconds=ENDING_SECONDS if near_the_end else SECONDS)


class OthelloPlayer(SearchPlayer[OthelloSearch]):
    """Plays Othello on any board; what the search learns is kept from move to move."""

    def __init__(
        self,
        memory: int = MEMORY,
        threads: int = 1,
        every_value: bool = False,
        variety: float = VARIETY,
        chance: random.Random | None = None,
    ) -> None:
        super().__init__(memory, threads, every_value, variety, chance)

    def _new_search(self, memory: int, threads: int) -> OthelloSearch:
        return OthelloSearch(memory, threads)

    def prepare(self, game: OthelloGame) -> None:
        """Reads the weights, which takes as long as many a move has."""
        if game.size == SEARCHED:
            installed_weights()

    def choose(self, state: OthelloState, limit: Limit, stop: Stop | None) -> Decision:
        """Returns the best move found within the limit, and what is known of the others."""
        budget = Budget(limit, stop)
        if state.game.size == SEARCHED:
            return self._searched(state, budget, limit)
        empty = state.cells.count(".")
        if limit.depth is None or limit.depth >= empty:
            lines = solved_lines(state, budget, self._memory)
            if lines:
                return self._drawn(state, lines, 0.0, budget.nodes)
        decision = looked_ahead(state, budget, limit.depth, self._every_value)
        return replace(decision, text=say("discs.unsolved", text=decision.text))

    def _searched(self, state: OthelloState, budget: Budget, limit: Limit) -> Decision:
        self.search_for(limit)
        moves = state.legal_moves()
        depth = Limit(depth=limit.depth)
        varies = self._variety > 0 and state.cells.count(".") > OPENING
        if len(moves) == 1:
            lines = self._ask(state, budget, depth, HURRIED)
        elif self._every_value or varies:
            lines = self._ask(state, budget, depth, every_move=True)
        else:
            lines = self._best_and_others(state, budget, limit)
        if not lines and limit.nodes is None:  # getting ready took all the time there was
            lines = self.search_for(AT_LEAST).search(state, AT_LEAST, budget.stop).lines
        if not lines:
            return explain.nothing_compared(state, by_squares(state, moves)[0])
        if state.cells == state.game.start.cells:  # the first moves mirror each other
            lines = tuple(replace(each, score=lines[0].score) for each in lines)
        return self._drawn(state, lines, self._variety if varies else 0.0, budget.nodes)

    def _best_and_others(
        self, state: OthelloState, budget: Budget, limit: Limit
    ) -> tuple[Line, ...]:
        """Returns the best move, looked at for most of the time, and what a glance shows of all.

        Where the best is exact before time is up, the others are looked at once more.
        """
        depth = Limit(depth=limit.depth)
        glance = depth.tightest(Limit(depth=SHALLOW))
        others = self._ask(state, budget, glance, GLANCE, every_move=True)
        if all_exact(others) and len(others) == len(state.legal_moves()):
            return others
        best = self._ask(state, budget, depth)[:1]
        if all_exact(best):
            others = self._ask(state, budget, depth.tightest(COMPARING), every_move=True) or others
        return merged(best, others)

    def _ask(
        self,
        state: OthelloState,
        budget: Budget,
        most: Limit,
        share: float = 1.0,
        every_move: bool = False,
    ) -> tuple[Line, ...]:
        """Returns the lines the search finds with that share of what is left, and not more."""
        left = budget.left(share)
        if left is None:
            return ()
        assert self._search is not None
        report = self._search.search(state, left.tightest(most), budget.stop, every_move)
        budget.charge(report.nodes)
        return report.lines

    def _drawn(
        self, state: OthelloState, lines: Sequence[Line], margin: float, nodes: int
    ) -> Decision:
        """Returns the decision for the best line, by lot where others are as good."""
        equal = as_good(lines, margin)
        decision = decided(state, self._chance.choice(equal), lines, nodes)
        if len(equal) == 1:
            return decision
        key = "discs.by_lot_exact" if all_exact(equal) else "discs.by_lot"
        return replace(decision, text=say(key, text=decision.text, count=len(equal)))


def all_exact(lines: Sequence[Line]) -> bool:
    """Tells whether there is a line and all of them are proven."""
    return bool(lines) and all(line.exact for line in lines)


def merged(best: Sequence[Line], others: Sequence[Line]) -> tuple[Line, ...]:
    """Returns the best line and those of the other moves, which were looked at less deeply.

    Where they are just as deep they are taken as they are: they may know of moves as good.
    """
    if not best or all_exact(others):
        return tuple(others) or tuple(best)
    return (best[0], *(line for line in others if line.move != best[0].move))


def as_good(lines: Sequence[Line], margin: float = 0.0) -> list[Line]:
    """Returns the first line and those that are as surely within the margin of it.

    Without a margin only an exact value makes two moves equal.
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


def decided(state: OthelloState, chosen: Line, lines: Sequence[Line], nodes: int) -> Decision:
    """Returns the decision for one of the lines, with everything that is known of the others."""
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
        tuple(Candidate(line.move, line.score, note_words(line, empty)) for line in lines),
        (*shown, *explain.move_overlay(game, chosen.move)),
        Proof("exact", chosen.pv, score=chosen.score) if chosen.exact else None,
        describe(state, chosen.move, value_words(chosen, empty, len(state.cells))),
    )

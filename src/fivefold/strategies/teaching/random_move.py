"""Random: any legal move, all equally likely.

Idea: none, and that makes it the yardstick: a strategy that cannot beat it has learned nothing.
Cost: one list of moves. Read next: `methodical.py`, which has a rule and still no idea.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from fivefold.core import Limit, State
from fivefold.strategies import explain
from fivefold.strategies.base import GAME_OVER, Candidate, Decision, Stop, Strategy
from fivefold.strategies.parameters import whole_number
from fivefold.words import say

LARGEST_SEED = 2**63 - 1


@dataclass
class Random(Strategy):
    """Plays a random legal move; the same seed gives the same game."""

    seed: int | None = None
    _random: random.Random = field(init=False, repr=False)

    def __post_init__(self) -> None:
        whole_number("seed", self.seed, 0, LARGEST_SEED)
        self._random = random.Random(self.seed)

    def choose(self, state: State, limit: Limit = Limit(), stop: Stop | None = None) -> Decision:
        if state.outcome:
            return GAME_OVER
        moves = state.legal_moves()
        move = self._random.choice(moves)
        count, name = len(moves), state.game.format_move(move)
        text = (
            say("random.only", move=name)
            if count == 1
            else say("random.one_of", move=name, count=count)
        )
        note = say("random.chance", count=count)
        return Decision(
            move,
            candidates=tuple(Candidate(each, note=note) for each in moves),
            overlay=explain.move_overlay(state.game, move),
            text=text,
        )

"""Levels: five opponents a game, from chance to look-ahead, each made of the parts in this folder.

    level     Gomoku                        Othello                        Pentomino
    1         chance                        chance                         chance
    2         win, block, near              weighted (H2)                  win, do not let win
    3         + fork                        look ahead 2, by squares       + leave few replies,
                                                                           count out the very end
    4         look ahead up to 5            up to 4, also by mobility      + count out the end
    5         look ahead up to 6,           up to 6, also by stability,    + count out as far as
              urgent cells only             exact at the end               time allows

Idea: rules answer at once, search answers the rest; each level names what decided. Levels are never
redefined once released; stronger ones come with the native engines. What they score against each
other is in docs/explanation/measurements.md.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from fivefold.core import Limit, State
from fivefold.strategies import gomoku_levels, othello_levels, pentomino_levels
from fivefold.strategies.base import GAME_OVER, Decision, Stop, Strategy
from fivefold.strategies.chance import LARGEST_SEED
from fivefold.strategies.checks import whole_number
from fivefold.words import say

SECONDS = 5.0
HIGHEST = 5

LevelPlayer = Callable[[State, int, Limit, Stop | None, random.Random], Decision]
LEVELS: dict[str, LevelPlayer] = {
    "gomoku": gomoku_levels.choose,
    "othello": othello_levels.choose,
    "pentomino": pentomino_levels.choose,
}


@dataclass
class Level(Strategy):
    """Plays at level `n`, from 1 (chance) to 5 (searches, at most five seconds a move)."""

    n: int = 3
    seed: int | None = None
    _random: random.Random = field(init=False, repr=False)

    games = tuple(LEVELS)

    def __post_init__(self) -> None:
        whole_number("n", self.n, 1, HIGHEST)
        whole_number("seed", self.seed, 0, LARGEST_SEED)
        self._random = random.Random(self.seed)

    def choose(self, state: State, limit: Limit = Limit(), stop: Stop | None = None) -> Decision:
        if state.outcome:
            return GAME_OVER
        limit = limit.tightest(Limit(seconds=SECONDS))
        decision = LEVELS[state.game.name](state, self.n, limit, stop, self._random)
        return replace(decision, text=say("level.text", level=self.n, text=decision.text))

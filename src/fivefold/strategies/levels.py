"""Levels: opponents from chance to look-ahead, each made of the parts in this folder.

    level     Gomoku                        Othello                        Pentomino
    1         chance                        chance                         chance
    2         win, block, near              weighted (H2)                  win, do not let win
    3         + fork                        look ahead 2, by squares       + leave few replies,
                                                                           count out the very end
    4         look ahead up to 5            up to 4, also by mobility      + count out the end
    5         look ahead up to 6,           up to 6, also by stability,    + count out as far as
              urgent cells only             exact at the end               time allows

Above the five of every game stand those of a game's engine, the highest being the engine itself:

    6         the engine, 8,000 positions,  the engine, 100 positions,     solves from 4 pieces on,
              misjudging by up to 10 points misjudging by up to 7 discs    with 3 in 2 of 5 moves
    7         30,000 positions, 6 points    300 positions, 6 discs         with 3 in 3 of 5 moves
    8         150,000 positions, 2 points   1,500 positions, 5 discs       with 2 or 3 in 4 of 5
    9         the engine                    8,000 positions, 4 discs       perfect
    10        –                             60,000 positions, 2 discs      –
    11        –                             200,000 positions, 1 disc      –
    12        –                             the engine                     –

Idea: rules answer at once, search answers the rest; each level names what decided. Levels are never
redefined once released. What they score against each other is in docs/explanation/ladder.md.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from fivefold.core import Game, Limit, State
from fivefold.games.gomoku import GomokuState
from fivefold.games.othello import OthelloState
from fivefold.games.pentomino import PentominoState
from fivefold.strategies import (
    gomoku_levels,
    levels_above,
    othello_levels,
    pentomino_levels,
)
from fivefold.strategies.base import GAME_OVER, Decision, Stop, Strategy
from fivefold.strategies.chance import LARGEST_SEED
from fivefold.strategies.checks import whole_number
from fivefold.strategies.engine import Engine
from fivefold.words import say

SECONDS = 5.0
TAUGHT = 5
"""Up to here levels are made of the teaching strategies; above of the game's engine."""
HIGHEST = {**levels_above.HIGHEST, "pentomino": pentomino_levels.HIGHEST}
"""By game: its highest level."""

LevelPlayer = Callable[[State, int, Limit, Stop | None, random.Random], Decision]
LEVELS: dict[str, LevelPlayer] = {
    "gomoku": gomoku_levels.choose,
    "othello": othello_levels.choose,
    "pentomino": pentomino_levels.choose,
}


def levels_of(game: str) -> range:
    """Returns the levels of a game."""
    return range(1, HIGHEST.get(game, TAUGHT) + 1)


@dataclass
class Level(Strategy):
    """Plays at level `n`, from 1 (chance) to the game's highest, at most five seconds a move."""

    n: int = 3
    seed: int | None = None
    _random: random.Random = field(init=False, repr=False)
    _engine: Engine | None = field(default=None, init=False, repr=False, compare=False)

    games = tuple(LEVELS)

    def __post_init__(self) -> None:
        whole_number("n", self.n, 1, max(HIGHEST.values()))
        whole_number("seed", self.seed, 0, LARGEST_SEED)
        self._random = random.Random(self.seed)

    def check_game(self, game: str) -> None:
        whole_number("n", self.n, 1, levels_of(game)[-1])

    def prepare(self, game: Game) -> None:
        if self.n > TAUGHT:
            self._made_engine().prepare(game)

    def choose(self, state: State, limit: Limit = Limit(), stop: Stop | None = None) -> Decision:
        self.check_game(state.game.name)
        if state.outcome:
            return GAME_OVER
        limit = limit.tightest(Limit(seconds=SECONDS))
        if self.n > TAUGHT:
            decision = self._above(state, limit, stop)
        else:
            decision = LEVELS[state.game.name](state, self.n, limit, stop, self._random)
        return replace(decision, text=say("level.text", level=self.n, text=decision.text))

    def _made_engine(self) -> Engine:
        self._engine = self._engine or Engine(seed=self.seed)
        return self._engine

    def _above(self, state: State, limit: Limit, stop: Stop | None) -> Decision:
        """Returns the decision of a level that is made of the game's engine."""
        engine = self._made_engine()
        if isinstance(state, PentominoState):
            return pentomino_levels.above(state, self.n, limit, stop, self._random, engine)
        assert isinstance(state, GomokuState | OthelloState)
        return levels_above.above(state, self.n, limit, stop, self._random, engine)

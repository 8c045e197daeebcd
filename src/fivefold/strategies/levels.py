"""Levels: opponents from random to perfect, assembled from the strategies in this folder.

    level     Gomoku                        Othello                        Pentomino
    1         random                        random                         random
    2         win, block, stay near         weighted discs (H2)            win; allow no instant win
    3         + fork                        depth 2, squares               + few replies; solve the
                                                                           last few moves
    4         depth 5                       depth 4, + mobility            + solve more of the end
    5         depth 6, urgent cells only    depth 6, + stability,          + solve as much as time
                                            exact endgame                  allows

The levels above 5 use the native engine with a handicap; the highest is the engine itself:

    6         8,000 positions, 10 points    100 positions, 7 discs         solves from 4 pieces on;
              of error                      of error                       with 3, 2 moves out of 5
    7         30,000 positions, 6 points    300 positions, 6 discs         with 3, 3 out of 5
    8         150,000 positions, 2 points   1,500 positions, 5 discs       with 2 or 3, 4 out of 5
    9         the engine                    8,000 positions, 4 discs       perfect
    10        –                             60,000 positions, 2 discs      –
    11        –                             200,000 positions, 1 disc      –
    12        –                             the engine                     –

Idea: answer by rule where a rule is enough, and search otherwise; every decision names the rule.
A released level never changes. Their results against each other: docs/explanation/ladder.md.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from fivefold.core import Game, Limit, State
from fivefold.games.gomoku import GomokuState
from fivefold.games.othello import OthelloState
from fivefold.games.pentomino import PentominoState
from fivefold.strategies import engine_levels
from fivefold.strategies.base import GAME_OVER, Decision, Finding, Stop, Strategy
from fivefold.strategies.gomoku import levels as gomoku_levels
from fivefold.strategies.native_engine import NativeEngine
from fivefold.strategies.othello import levels as othello_levels
from fivefold.strategies.parameters import whole_number
from fivefold.strategies.pentomino import levels as pentomino_levels
from fivefold.strategies.teaching.negamax_search import NegamaxSearch, Watch
from fivefold.strategies.teaching.random_move import LARGEST_SEED
from fivefold.words import say

SECONDS = 5.0
HIGHEST_TEACHING_LEVEL = 5
"""Levels up to this one use the teaching strategies, higher ones the native engine."""
HIGHEST = {**engine_levels.HIGHEST, "pentomino": pentomino_levels.HIGHEST}
"""The highest level, by game."""

LevelPlayer = Callable[[State, int, Limit, Stop | None, random.Random, Watch], Decision]
LEVELS: dict[str, LevelPlayer] = {
    "gomoku": gomoku_levels.choose,
    "othello": othello_levels.choose,
    "pentomino": pentomino_levels.choose,
}


def levels_of(game: str) -> range:
    """Returns the levels of a game."""
    return range(1, HIGHEST.get(game, HIGHEST_TEACHING_LEVEL) + 1)


@dataclass
class Level(Strategy):
    """Plays at level `n`, from 1 (random) to the game's highest, in at most 5 seconds a move."""

    n: int = 3
    seed: int | None = None
    _random: random.Random = field(init=False, repr=False)
    _engine: NativeEngine | None = field(default=None, init=False, repr=False, compare=False)
    _search: NegamaxSearch | None = field(default=None, init=False, repr=False, compare=False)

    games = tuple(LEVELS)

    def __post_init__(self) -> None:
        whole_number("n", self.n, 1, max(HIGHEST.values()))
        whole_number("seed", self.seed, 0, LARGEST_SEED)
        self._random = random.Random(self.seed)

    def check_game(self, game: str) -> None:
        whole_number("n", self.n, 1, levels_of(game)[-1])

    def progress(self, state: State) -> Finding | None:
        if self._engine is not None:
            return self._engine.progress(state)
        search = self._search
        return search.finding() if search is not None and search.root == state else None

    def prepare(self, game: Game) -> None:
        if self.n > HIGHEST_TEACHING_LEVEL:
            self._get_engine().prepare(game)

    def choose(self, state: State, limit: Limit = Limit(), stop: Stop | None = None) -> Decision:
        self.check_game(state.game.name)
        if state.outcome:
            return GAME_OVER
        limit = limit.tightest(Limit(seconds=SECONDS))
        if self.n > HIGHEST_TEACHING_LEVEL:
            decision = self._choose_with_engine(state, limit, stop)
        else:
            decision = LEVELS[state.game.name](
                state, self.n, limit, stop, self._random, self._watch
            )
        return replace(decision, text=say("level.text", level=self.n, text=decision.text))

    def _watch(self, search: NegamaxSearch) -> None:
        self._search = search

    def _get_engine(self) -> NativeEngine:
        self._engine = self._engine or NativeEngine(seed=self.seed)
        return self._engine

    def _choose_with_engine(self, state: State, limit: Limit, stop: Stop | None) -> Decision:
        """Returns the decision of a level above 5."""
        engine = self._get_engine()
        if isinstance(state, PentominoState):
            return pentomino_levels.choose_with_engine(
                state, self.n, limit, stop, self._random, engine
            )
        assert isinstance(state, GomokuState | OthelloState)
        return engine_levels.choose(state, self.n, limit, stop, self._random, engine)

"""The strongest opponent of each game, in C++. It comes with each game's own engine."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from fivefold.core import Game, Limit, State
from fivefold.errors import NativeUnavailable
from fivefold.games.gomoku import GomokuGame, GomokuState
from fivefold.games.othello import OthelloGame, OthelloState
from fivefold.games.pentomino import PentominoGame, PentominoState
from fivefold.strategies.base import GAME_OVER, Decision, Stop, Strategy
from fivefold.strategies.chance import LARGEST_SEED
from fivefold.strategies.checks import number, whole_number
from fivefold.strategies.gomoku_engine import GomokuPlayer
from fivefold.strategies.gomoku_engine import usual_limit as usual_in_gomoku
from fivefold.strategies.othello_engine import VARIETY, OthelloPlayer, usual_limit
from fivefold.strategies.pentomino_perfect import PerfectPlayer
from fivefold.strategies.pentomino_solver import MEMORY

SECONDS = 10.0
"""What it takes for a move of Pentomino at most, if nobody says how long."""


@dataclass
class Engine(Strategy):
    """Plays with the native engine; a game that has none yet says so.

    `memory` is that of its table in MiB. With `every_value` every move gets its own value, which
    takes time from the best. In Pentomino it is perfect: book and solver. There `depth` means that
    a position which may last longer is not solved; `threads`, `seed` and `variety` change nothing.
    In Othello one of equal moves is drawn by lot, which `seed` repeats; in the first eight plies a
    move counts as equal when it is at most `variety` discs worse than the best. In Gomoku the same
    holds in the second to the fifth ply, and a disc is 3 points; with `every_value` the best 16
    moves get their own value.
    """

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    threads: int = 1
    memory: int = MEMORY
    every_value: bool = False
    variety: float = VARIETY
    seed: int | None = None
    _perfect: PerfectPlayer | None = field(default=None, init=False, repr=False, compare=False)
    _othello: OthelloPlayer | None = field(default=None, init=False, repr=False, compare=False)
    _gomoku: GomokuPlayer | None = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        number("seconds", self.seconds, 0.001, 86_400)
        whole_number("depth", self.depth, 1, 64)
        whole_number("nodes", self.nodes, 1, 10**15)
        whole_number("threads", self.threads, 1, 64)
        whole_number("memory", self.memory, 1, 65_536)
        number("variety", self.variety, 0, 64)
        whole_number("seed", self.seed, 0, LARGEST_SEED)

    def choose(self, state: State, limit: Limit = Limit(), stop: Stop | None = None) -> Decision:
        if state.outcome:
            return GAME_OVER
        limit = limit.tightest(Limit(self.seconds, self.depth, self.nodes))
        if isinstance(state, GomokuState) and state.game.name == GomokuGame.name:
            return self.gomoku.choose(state, usual_in_gomoku() if limit == Limit() else limit, stop)
        if isinstance(state, OthelloState):
            return self.othello.choose(
                state, usual_limit(state) if limit == Limit() else limit, stop
            )
        if isinstance(state, PentominoState):
            if limit == Limit():
                limit = Limit(seconds=SECONDS)
            return self._perfect_on(state.game).choose(state, limit, stop)
        raise NativeUnavailable("engine.none_yet", game=state.game.name)

    def prepare(self, game: Game) -> None:
        if isinstance(game, GomokuGame) and game.name == GomokuGame.name:
            self.gomoku.prepare(game)
        if isinstance(game, OthelloGame):
            self.othello.prepare(game)
        if isinstance(game, PentominoGame):
            self._perfect_on(game).prepare()

    def forget(self) -> None:
        """Forgets what it has learned of positions, so that the next is answered afresh."""
        self._perfect = None
        for player in (self._othello, self._gomoku):
            if player is not None:
                player.forget()

    def use(self, memory: int | None = None, threads: int | None = None) -> None:
        """Keeps to so many MiB of table and so many threads from the next move on.

        None changes nothing. In Pentomino it holds from the next board on.
        """
        self.memory = self.memory if memory is None else memory
        self.threads = self.threads if threads is None else threads
        for player in (self._othello, self._gomoku):
            if player is not None:
                player.use(self.memory, self.threads)

    @property
    def gomoku(self) -> GomokuPlayer:
        """The player of Gomoku, made when it is first asked."""
        if self._gomoku is None:
            chance = random.Random(self.seed)
            self._gomoku = GomokuPlayer(
                self.memory, self.threads, self.every_value, self.variety, chance
            )
        return self._gomoku

    @property
    def othello(self) -> OthelloPlayer:
        """The player of Othello, made when it is first asked."""
        if self._othello is None:
            chance = random.Random(self.seed)
            self._othello = OthelloPlayer(
                self.memory, self.threads, self.every_value, self.variety, chance
            )
        return self._othello

    def _perfect_on(self, game: PentominoGame) -> PerfectPlayer:
        """Returns the player of that board, made anew for another."""
        if self._perfect is None or self._perfect.game != game:
            self._perfect = PerfectPlayer(game, self.memory, self.every_value)
        return self._perfect

"""The strongest opponent in each game: one strategy in front of the three native engines."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from fivefold.core import Game, Limit, State
from fivefold.errors import NativeUnavailable
from fivefold.games.gomoku import GomokuGame, GomokuState
from fivefold.games.othello import OthelloGame, OthelloState
from fivefold.games.pentomino import PentominoGame, PentominoState
from fivefold.strategies.base import GAME_OVER, Candidate, Decision, Finding, Stop, Strategy
from fivefold.strategies.gomoku.engine import GomokuPlayer
from fivefold.strategies.gomoku.engine import default_limit as default_gomoku_limit
from fivefold.strategies.gomoku.search import SearchResult as GomokuResult
from fivefold.strategies.othello.engine import VARIETY, OthelloPlayer
from fivefold.strategies.othello.engine import default_limit as default_othello_limit
from fivefold.strategies.othello.search import SearchResult as OthelloResult
from fivefold.strategies.parameters import number, whole_number
from fivefold.strategies.pentomino.perfect import PerfectPlayer
from fivefold.strategies.pentomino.solver import MEMORY
from fivefold.strategies.teaching.random_move import LARGEST_SEED

MOST_LINES = 64
"""The maximum number of lines searched at once."""
SECONDS = 10.0
"""Default limit per Pentomino move, in seconds."""


@dataclass
class NativeEngine(Strategy):
    """Plays with the native engine of the game.

    `memory` is the size of the transposition table in MiB. `every_value` gives every move an exact
    value, at the expense of search depth for the best one; `lines` does so for the best ones alone.

    Pentomino: perfect play by book and solver. Positions that may last more than `depth` plies are
    not solved; `threads`, `seed` and `variety` have no effect.
    Othello: picks at random among equal moves, reproducibly with a `seed`. During the first eight
    plies, moves at most `variety` discs worse than the best count as equal.
    Gomoku: the same from the second to the fifth ply, at 3 points to the disc; `every_value` covers
    the best 16 moves.
    """

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    threads: int = 1
    memory: int = MEMORY
    every_value: bool = False
    variety: float = VARIETY
    seed: int | None = None
    lines: int = 1
    _prepared: Game | None = field(default=None, init=False, repr=False, compare=False)
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
        whole_number("lines", self.lines, 1, MOST_LINES)

    def choose(self, state: State, limit: Limit = Limit(), stop: Stop | None = None) -> Decision:
        if state.outcome:
            return GAME_OVER
        self.prepare(state.game)  # loading is not part of the time for the move
        limit = limit.tightest(Limit(self.seconds, self.depth, self.nodes))
        if isinstance(state, GomokuState) and state.game.name == GomokuGame.name:
            return self.gomoku.choose(
                state, default_gomoku_limit() if limit == Limit() else limit, stop
            )
        if isinstance(state, OthelloState):
            return self.othello.choose(
                state, default_othello_limit(state) if limit == Limit() else limit, stop
            )
        if isinstance(state, PentominoState):
            if limit == Limit():
                limit = Limit(seconds=SECONDS)
            return self._perfect_on(state.game).choose(state, limit, stop)
        raise NativeUnavailable("engine.none_yet", game=state.game.name)

    def progress(self, state: State) -> Finding | None:
        found: GomokuResult | OthelloResult | None = None
        if isinstance(state, GomokuState) and self._gomoku is not None and self._gomoku.search:
            found = self._gomoku.search.progress(state.game)
        elif isinstance(state, OthelloState) and self._othello is not None and self._othello.search:
            found = self._othello.search.progress(state.game)
        if found is None or not found.lines:
            return None
        best = found.lines[0]
        if best.move not in state.legal_moves():
            return None  # the search of a passing side is that of the other
        lines = tuple(
            Candidate(each.move, each.score, None, each.pv, each.depth) for each in found.lines
        )
        return Finding(best.move, best.depth, best.score, lines, found.nodes)

    def prepare(self, game: Game) -> None:
        if self._prepared == game:
            return
        if isinstance(game, GomokuGame) and game.name == GomokuGame.name:
            self.gomoku.prepare(game)
        if isinstance(game, OthelloGame):
            self.othello.prepare(game)
        if isinstance(game, PentominoGame):
            self._perfect_on(game).prepare()
        self._prepared = game

    def forget(self) -> None:
        """Clears everything learned from earlier positions."""
        self._perfect = self._prepared = None
        for player in (self._othello, self._gomoku):
            if player is not None:
                player.forget()

    def use(self, memory: int | None = None, threads: int | None = None) -> None:
        """Sets table memory (MiB) and threads from the next move on; None leaves a value unchanged.

        In Pentomino the change takes effect with the next board.
        """
        self.memory = self.memory if memory is None else memory
        self.threads = self.threads if threads is None else threads
        for player in (self._othello, self._gomoku):
            if player is not None:
                player.use(self.memory, self.threads)

    @property
    def gomoku(self) -> GomokuPlayer:
        """The Gomoku player, created on first use."""
        if self._gomoku is None:
            rng = random.Random(self.seed)
            self._gomoku = GomokuPlayer(
                self.memory, self.threads, self.every_value, self.variety, rng, self.lines
            )
        return self._gomoku

    @property
    def othello(self) -> OthelloPlayer:
        """The Othello player, created on first use."""
        if self._othello is None:
            rng = random.Random(self.seed)
            self._othello = OthelloPlayer(
                self.memory, self.threads, self.every_value, self.variety, rng, self.lines
            )
        return self._othello

    def _perfect_on(self, game: PentominoGame) -> PerfectPlayer:
        """Returns the player for this board, replacing that of another board."""
        if self._perfect is None or self._perfect.game != game:
            self._perfect = PerfectPlayer(game, self.memory, self.every_value)
        return self._perfect

"""The strongest opponent of each game, in C++. It comes with each game's own engine."""

from __future__ import annotations

from dataclasses import dataclass, field

from fivefold.core import Limit, State
from fivefold.errors import NativeUnavailable
from fivefold.games.pentomino import PentominoState
from fivefold.strategies.base import GAME_OVER, Decision, Stop, Strategy
from fivefold.strategies.checks import number, whole_number
from fivefold.strategies.pentomino_perfect import PerfectPlayer
from fivefold.strategies.pentomino_solver import MEMORY

SECONDS = 10.0
"""What it takes for a move at most, if nobody says how long."""


@dataclass
class Engine(Strategy):
    """Plays with the native engine; a game that has none yet says so.

    In Pentomino it is perfect: book and solver. There `depth` means that a position which may last
    longer is not solved, `threads` changes nothing, for the solver has one; `memory` is that of its
    table in MiB. With `every_value` all the time goes into the values of the other moves.
    """

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    threads: int = 1
    memory: int = MEMORY
    every_value: bool = False
    _perfect: PerfectPlayer | None = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        number("seconds", self.seconds, 0.001, 86_400)
        whole_number("depth", self.depth, 1, 64)
        whole_number("nodes", self.nodes, 1, 10**15)
        whole_number("threads", self.threads, 1, 64)
        whole_number("memory", self.memory, 1, 65_536)

    def choose(self, state: State, limit: Limit = Limit(), stop: Stop | None = None) -> Decision:
        if state.outcome:
            return GAME_OVER
        if not isinstance(state, PentominoState):
            raise NativeUnavailable("engine.none_yet", game=state.game.name)
        limit = limit.tightest(Limit(self.seconds, self.depth, self.nodes))
        if limit == Limit():
            limit = Limit(seconds=SECONDS)
        if self._perfect is None or self._perfect.game != state.game:
            self._perfect = PerfectPlayer(state.game, self.memory, self.every_value)
        return self._perfect.choose(state, limit, stop)

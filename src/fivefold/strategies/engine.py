"""The strongest opponent of each game, in C++. It comes with each game's own engine."""

from __future__ import annotations

from dataclasses import dataclass

from fivefold.core import Limit, State
from fivefold.errors import NativeUnavailable
from fivefold.strategies.base import GAME_OVER, Decision, Stop, Strategy
from fivefold.strategies.checks import number, whole_number


@dataclass
class Engine(Strategy):
    """Plays with the native engine; a game that has none yet says so."""

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    threads: int = 1

    def __post_init__(self) -> None:
        number("seconds", self.seconds, 0.001, 86_400)
        whole_number("depth", self.depth, 1, 64)
        whole_number("nodes", self.nodes, 1, 10**15)
        whole_number("threads", self.threads, 1, 64)

    def choose(self, state: State, limit: Limit = Limit(), stop: Stop | None = None) -> Decision:
        if state.outcome:
            return GAME_OVER
        raise NativeUnavailable("engine.none_yet", game=state.game.name)

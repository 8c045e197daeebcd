"""The strategies: one file each, one line here."""

from __future__ import annotations

from fivefold.strategies.base import Strategy
from fivefold.strategies.chance import Random
from fivefold.strategies.engine import Engine
from fivefold.strategies.greedy import Greedy
from fivefold.strategies.levels import Level
from fivefold.strategies.methodical import Methodical
from fivefold.strategies.minimax import Minimax
from fivefold.strategies.negamax import Negamax
from fivefold.strategies.openspace import OpenSpace
from fivefold.strategies.reactive import Reactive

STRATEGIES: dict[str, type[Strategy]] = {
    "random": Random,
    "methodical": Methodical,
    "greedy": Greedy,
    "minimax": Minimax,
    "negamax": Negamax,
    "openspace": OpenSpace,
    "reactive": Reactive,
    "level": Level,
    "engine": Engine,
}

ALIASES: dict[tuple[str, str], tuple[str, dict[str, str]]] = {
    ("othello", "h1"): ("greedy", {"heuristic": "discs"}),
    ("othello", "h2"): ("greedy", {"heuristic": "weighted"}),
    ("pentomino", "easy"): ("openspace", {"iterations": "1"}),
    ("pentomino", "medium"): ("openspace", {"iterations": "3"}),
    ("pentomino", "hard"): ("openspace", {"iterations": "5"}),
    ("pentomino", "perfect"): ("engine", {}),
}
"""By game and alias: the strategy and its parameters."""

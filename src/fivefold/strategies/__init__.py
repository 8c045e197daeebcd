"""The registry of strategies: each is one file and one line here.

The modules in the order in which they build on each other:

    base, budget, explain, parameters      what every strategy uses
    native, searcher_pool, native_player   the C++ core and what its players share
    teaching/                              evaluate, ordering, searches, strategies to learn from
    gomoku/, othello/, pentomino/          by game: engine, levels, explanations, proofs, book
    native_engine, engine_levels, levels   one strategy for all games; its ladder of levels
    solve, time_management                 exact values; moves left to plan for
"""

from __future__ import annotations

from fivefold.strategies.base import Strategy
from fivefold.strategies.levels import Level
from fivefold.strategies.native_engine import NativeEngine
from fivefold.strategies.teaching.greedy import Greedy
from fivefold.strategies.teaching.methodical import Methodical
from fivefold.strategies.teaching.minimax import Minimax
from fivefold.strategies.teaching.negamax import Negamax
from fivefold.strategies.teaching.openspace import OpenSpace
from fivefold.strategies.teaching.random_move import Random
from fivefold.strategies.teaching.reactive import Reactive

STRATEGIES: dict[str, type[Strategy]] = {
    "random": Random,
    "methodical": Methodical,
    "greedy": Greedy,
    "minimax": Minimax,
    "negamax": Negamax,
    "openspace": OpenSpace,
    "reactive": Reactive,
    "level": Level,
    "engine": NativeEngine,
}

ALIASES: dict[tuple[str, str], tuple[str, dict[str, str]]] = {
    ("othello", "h1"): ("greedy", {"heuristic": "discs"}),
    ("othello", "h2"): ("greedy", {"heuristic": "weighted"}),
    ("pentomino", "easy"): ("openspace", {"iterations": "1"}),
    ("pentomino", "medium"): ("openspace", {"iterations": "3"}),
    ("pentomino", "hard"): ("openspace", {"iterations": "5"}),
    ("pentomino", "perfect"): ("engine", {}),
}
"""Strategy and parameters, by (game, alias)."""

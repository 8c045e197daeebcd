"""Fivefold: Gomoku, Othello and Pentomino with opponents that explain every move.

>>> import fivefold
>>> gomoku = fivefold.game("gomoku")
>>> state = gomoku.start
>>> for text in gomoku.split_moves("h8 a1 i8 b1 j8 c1 k8 d1 l8"):
...     state = state.play(gomoku.parse_move(text))
>>> print(state.outcome.reason)
Black has five in a row.

Public names are imported on first use: `import fivefold` itself imports nothing.
"""

import sys as _sys

TYPE_CHECKING = False  # as in `typing`, which takes milliseconds to import


def _exit_on_interrupt(number: int, frame: object) -> None:
    """Ends the process with the exit code of Ctrl-C; handles it until the command's `main` runs."""
    import os

    os._exit(130)


# The installed script imports this package outside any `try`, where Ctrl-C prints a traceback.
if "".join(getattr(_sys, "argv", [])[:1]).endswith(("/fivefold", "\\fivefold", "\\fivefold.exe")):
    import _signal  # type: ignore[import-not-found]  # `signal` takes a millisecond

    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _exit_on_interrupt)

if TYPE_CHECKING:
    from fivefold.analysis import GameReport as GameReport
    from fivefold.analysis import Line as Line
    from fivefold.analysis import analyse as analyse
    from fivefold.analysis import report as report
    from fivefold.arena.running.played import PlayedTournament as PlayedTournament
    from fivefold.arena.running.played import tournament as tournament
    from fivefold.arena.running.played import tournament_async as tournament_async
    from fivefold.core import WIN as WIN
    from fivefold.core import Game as Game
    from fivefold.core import Limit as Limit
    from fivefold.core import Move as Move
    from fivefold.core import Outcome as Outcome
    from fivefold.core import Player as Player
    from fivefold.core import State as State
    from fivefold.drawing import board_svg as board_svg
    from fivefold.engines import open_engine as open_engine
    from fivefold.engines.base import Engine as Engine
    from fivefold.engines.simple import Analysis as Analysis
    from fivefold.engines.simple import SimpleEngine as SimpleEngine
    from fivefold.errors import DamagedBook as DamagedBook
    from fivefold.errors import EngineCrashed as EngineCrashed
    from fivefold.errors import EngineError as EngineError
    from fivefold.errors import EngineTimeout as EngineTimeout
    from fivefold.errors import FivefoldError as FivefoldError
    from fivefold.errors import IllegalMove as IllegalMove
    from fivefold.errors import InvalidNotation as InvalidNotation
    from fivefold.errors import InvalidPosition as InvalidPosition
    from fivefold.errors import NativeUnavailable as NativeUnavailable
    from fivefold.errors import NotFound as NotFound
    from fivefold.errors import ProtocolError as ProtocolError
    from fivefold.errors import Refused as Refused
    from fivefold.errors import RulesError as RulesError
    from fivefold.errors import StaleWrite as StaleWrite
    from fivefold.errors import StorageUnavailable as StorageUnavailable
    from fivefold.errors import StoreError as StoreError
    from fivefold.errors import UnknownName as UnknownName
    from fivefold.formats import read_tree, write_tree
    from fivefold.games.board_state import BoardState as BoardState
    from fivefold.match.clock import TimeControl as TimeControl
    from fivefold.match.play import play_match as play_match
    from fivefold.match.playing import play as play
    from fivefold.match.playing import play_async as play_async
    from fivefold.match.record import MatchRecord as MatchRecord
    from fivefold.names import all_games as all_games
    from fivefold.names import game_from, strategy_from
    from fivefold.names import strategies_for as strategies_for
    from fivefold.strategies.base import Candidate as Candidate
    from fivefold.strategies.base import Decision as Decision
    from fivefold.strategies.base import Finding as Finding
    from fivefold.strategies.base import Overlay as Overlay
    from fivefold.strategies.base import Proof as Proof
    from fivefold.strategies.base import Strategy as Strategy
    from fivefold.tree import GameTree as GameTree
    from fivefold.words import Message as Message
    from fivefold.words import plain as plain
    from fivefold.words import say as say

    game = game_from
    read = read_tree
    strategy = strategy_from
    write = write_tree

__version__ = "0.2.0"

# The module of each public name, or "module:name" if it has another name there.
_HOMES = {
    "WIN": "core",
    "Analysis": "engines.simple",
    "BoardState": "games.board_state",
    "Candidate": "strategies.base",
    "DamagedBook": "errors",
    "Decision": "strategies.base",
    "Engine": "engines.base",
    "EngineCrashed": "errors",
    "EngineError": "errors",
    "EngineTimeout": "errors",
    "FivefoldError": "errors",
    "Finding": "strategies.base",
    "Game": "core",
    "GameReport": "analysis",
    "GameTree": "tree",
    "IllegalMove": "errors",
    "InvalidNotation": "errors",
    "InvalidPosition": "errors",
    "Limit": "core",
    "Line": "analysis",
    "MatchRecord": "match.record",
    "Message": "words",
    "Move": "core",
    "NativeUnavailable": "errors",
    "NotFound": "errors",
    "Outcome": "core",
    "Overlay": "strategies.base",
    "PlayedTournament": "arena.running.played",
    "Player": "core",
    "Proof": "strategies.base",
    "ProtocolError": "errors",
    "Refused": "errors",
    "RulesError": "errors",
    "StaleWrite": "errors",
    "StorageUnavailable": "errors",
    "SimpleEngine": "engines.simple",
    "State": "core",
    "StoreError": "errors",
    "Strategy": "strategies.base",
    "TimeControl": "match.clock",
    "UnknownName": "errors",
    "all_games": "names",
    "analyse": "analysis",
    "board_svg": "drawing",
    "game": "names:game_from",
    "open_engine": "engines",
    "plain": "words",
    "play": "match.playing",
    "play_async": "match.playing",
    "play_match": "match.play",
    "read": "formats:read_tree",
    "report": "analysis",
    "say": "words",
    "strategies_for": "names",
    "strategy": "names:strategy_from",
    "tournament": "arena.running.played",
    "tournament_async": "arena.running.played",
    "write": "formats:write_tree",
}

__all__ = sorted(["__version__", *_HOMES])


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, _, called = _HOMES[name].partition(":")
    value: object = getattr(import_module(f"{__name__}.{module}"), called or name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__

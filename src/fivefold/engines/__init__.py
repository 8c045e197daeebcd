"""Engines: opponents that are asked for a move, wait for nobody, and can be stopped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fivefold.names import is_path, strategy_from

if TYPE_CHECKING:
    from fivefold.core import Game
    from fivefold.engines.base import Engine


def open_engine(text: str, game: Game, seed: int | None = None) -> Engine:
    """Returns the engine that a strategy text names.

    Named strategies run in this process. One from a file, `./my_bot.py:MyBot`, is somebody's
    code: it runs in a process of its own, which starts with `open` or the first `choose`.
    """
    # Imported here because the worker process loads this package too and needs no asyncio,
    # which would double the time it takes to start.
    from fivefold.engines.local import LocalEngine
    from fivefold.engines.process import ProcessEngine

    if is_path(text):
        return ProcessEngine(text, game, seed)
    return LocalEngine(strategy_from(text, game.name, seed), text)

"""Engines: opponents that are asked for a move, wait for nobody, and can be stopped."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from fivefold.errors import InvalidNotation
from fivefold.names import is_path, strategy_from
from fivefold.words import quoted

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping

    from fivefold.core import Game
    from fivefold.engines.base import Engine

_PROGRAM = re.compile(r"\s*([A-Za-z]+):(.*)", re.DOTALL)


def is_program(text: str) -> bool:
    """Tells whether the text means a program behind a protocol, such as `gomocup:./engine`.

    Whoever takes such a text from strangers lets them run what they like: the web application
    does not.
    """
    match = _PROGRAM.fullmatch(text)
    if match is None:
        return False
    from fivefold.engines.protocols import PROTOCOLS

    return match[1].lower() in PROTOCOLS


def is_foreign(text: str) -> bool:
    """Tells whether the engine of that text runs a file or a program of somebody's."""
    return is_path(text) or _PROGRAM.fullmatch(text) is not None


def open_engine(
    text: str,
    game: Game,
    seed: int | None = None,
    *,
    name: str | None = None,
    folder: str | os.PathLike[str] | None = None,
    options: Mapping[str, str] | None = None,
) -> Engine:
    """Returns the engine that a text names.

    Named strategies run in this process. One from a file, `./my_bot.py:MyBot`, is somebody's
    code: it runs in a process of its own. So does a program behind a protocol,
    `gomocup:./pbrain-wine --fast`, which is told its `options`. Relative paths start from
    `folder`. Processes start with `open` or the first `choose`. The engine's name is `name`, or
    else the text.
    """
    # Imported here because the worker process loads this package too and needs no asyncio,
    # which would double the time it takes to start.
    from fivefold.engines.local import LocalEngine
    from fivefold.engines.process import ProcessEngine

    if is_program(text) or (is_foreign(text) and not is_path(text)):
        from fivefold.engines.external import ExternalEngine

        protocol, command = _program(text)
        return ExternalEngine(name or text, protocol, command, game, folder=folder, options=options)
    if options:
        raise InvalidNotation("program.no_options", name=quoted(text, 100))
    if is_path(text):
        path = text.strip() if folder is None else str(Path(folder) / text.strip())
        return ProcessEngine(path, game, seed, name=name or text)
    return LocalEngine(strategy_from(text, game.name, seed), name or text, game=game)


def _program(text: str) -> tuple[str, list[str]]:
    """Returns the protocol and the words of the command."""
    match = _PROGRAM.fullmatch(text)
    assert match
    try:
        command = shlex.split(match[2])
    except ValueError:
        command = []
    if not command or not command[0]:
        raise InvalidNotation("program.unreadable", text=quoted(text, 100))
    if command[0].startswith("~"):
        command[0] = str(Path(command[0]).expanduser())
    return match[1].lower(), command

"""Engines: players behind an asynchronous interface, which can be stopped while they think."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from fivefold.errors import InvalidNotation
from fivefold.names import FromFile, Program, parse_player, strategy_from
from fivefold.words import quoted

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping

    from fivefold.cage.settings import Cage
    from fivefold.core import Game
    from fivefold.engines.base import Engine


def is_foreign(text: str) -> bool:
    """Tells whether the text names foreign code: a strategy in a file or an external program.

    Never open a foreign player named by an untrusted source: that runs any command it likes.
    """
    return isinstance(parse_player(text), FromFile | Program)


def open_engine(
    text: str,
    game: Game,
    seed: int | None = None,
    *,
    name: str | None = None,
    folder: str | os.PathLike[str] | None = None,
    options: Mapping[str, str] | None = None,
    cage: Cage | None = None,
) -> Engine:
    """Returns the engine that a text names.

    Named strategies run in this process. A strategy from a file, `./my_bot.py:MyBot`, is foreign
    code and runs in its own process. So does an external program,
    `gomocup:./pbrain-wine --fast`; only programs take `options`. Relative paths start from
    `folder`. Processes start with `open` or the first `choose`, in a `cage`; default: the cage of
    the environment variable `FIVEFOLD_CAGE`. `name` defaults to the text.
    """
    # Imported here because the worker process loads this package too and needs no asyncio,
    # which would double its start-up time.
    from fivefold.engines.local import LocalEngine
    from fivefold.engines.process import ProcessEngine

    player = parse_player(text)
    if isinstance(player, Program):
        from fivefold.engines.external import ExternalEngine

        command, protocol = _command_of(player, text), player.protocol
        return ExternalEngine(
            name or text, protocol, command, game, folder=folder, options=options, cage=cage
        )
    if options:
        raise InvalidNotation("program.no_options", name=quoted(text, 100))
    if isinstance(player, FromFile):
        path = text.strip() if folder is None else player.at(Path(folder, player.file))
        return ProcessEngine(path, game, seed, name=name or text, cage=cage)
    return LocalEngine(strategy_from(text, game.name, seed), name or text, game=game)


def _command_of(program: Program, text: str) -> list[str]:
    """Returns the words of the command, with the home folder put in for `~`."""
    command = program.words
    if not command or not command[0]:
        raise InvalidNotation("program.unreadable", text=quoted(text, 100))
    if command[0].startswith("~"):
        command[0] = str(Path(command[0]).expanduser())
    return command

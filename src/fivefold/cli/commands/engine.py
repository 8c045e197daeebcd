"""`fivefold engine`: an engine for other programs, over standard input and output."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from fivefold.cli.support.completion import complete_game, complete_protocol, complete_strategy
from fivefold.cli.support.exits import READER_GONE
from fivefold.cli.support.options import Rules, Seed, Size
from fivefold.cli.support.printing import Page
from fivefold.core import Limit
from fivefold.words import quoted, say

if TYPE_CHECKING:
    from fivefold.core import Game

EXAMPLES = """\b
Examples:
  fivefold engine gomocup
  fivefold engine nboard --strategy "level(4)" --seconds 2
  fivefold engine gtp --game gomoku --size 19 --strategy reactive
  fivefold engine ugi --game pentomino
"""

_GOODBYE = {"gomocup": "END"}
"""The command that ends an engine, if it is not `quit`."""
_CHUNK = 65_536


def engine(
    protocol: Annotated[
        str,
        typer.Argument(
            metavar="PROTOCOL",
            help="gomocup, nboard, gtp or ugi.",
            autocompletion=complete_protocol,
        ),
    ],
    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            metavar="GAME",
            help="The game to play; default: the protocol's first game that STRATEGY plays.",
            autocompletion=complete_game,
        ),
    ] = None,
    strategy: Annotated[
        str | None,
        typer.Option(
            "--strategy",
            metavar="STRATEGY",
            help="The strategy that plays; default: engine, or the game's highest level.",
            autocompletion=complete_strategy,
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            "--seconds",
            metavar="S",
            help="Time limit per move in seconds, in addition to the protocol's.",
        ),
    ] = None,
    seed: Seed = None,
    size: Size = None,
    rules: Rules = None,
) -> None:
    """Run as an engine for another program.

    Only the protocol writes to standard output. The engine exits at the end of standard input.
    """
    from fivefold import names
    from fivefold.engines.protocols import check_protocol, responder_of
    from fivefold.engines.serving import serve

    check_protocol(protocol)
    limit = Limit(seconds=seconds)
    with _own_standard_output() as output:
        played = names.game_from(game or _first_game(protocol, strategy), size, rules)
        check_protocol(protocol, played.name)
        text = strategy or _strongest(played)
        player = names.strategy_from(text, played, seed)
        if not isinstance(names.parse_player(text), names.FromFile):
            player.prepare(played)
        shown = quoted(text, 100)[1:-1]
        responder = responder_of(protocol)(played, f"Fivefold {shown}")
        if sys.stdin is not None and sys.stdin.isatty():
            facts = {"strategy": shown, "game": played.name, "protocol": protocol}
            goodbye = _GOODBYE.get(protocol, "quit")
            Page().note(str(say("protocol.waiting", **facts, quit=goodbye)))
        # A full collection would cost thinking time: objects loaded so far are exempt from it,
        # and later ones are collected after each answer.
        gc.collect()
        gc.freeze()
        gc.disable()
        try:
            serve(responder, player, _read, partial(_write, output), name=text, limit=limit)
        except BrokenPipeError:
            raise typer.Exit(READER_GONE) from None
        finally:
            gc.enable()


def _first_game(protocol: str, strategy: str | None) -> str:
    """Returns the protocol's first game that the strategy plays, or else its first game."""
    from fivefold import names
    from fivefold.engines.protocols import PROTOCOLS
    from fivefold.errors import UnknownName

    games = PROTOCOLS[protocol]
    if strategy is None or isinstance(names.parse_player(strategy), names.FromFile):
        return games[0]
    for game in games:
        with suppress(UnknownName):
            names.strategy_from(strategy, game)
            return game
    return games[0]


def _strongest(game: Game) -> str:
    """Returns the game's native engine, or its highest level if there is none."""
    from fivefold import names
    from fivefold.errors import NativeUnavailable
    from fivefold.strategies.levels import levels_of

    try:
        names.strategy_from("engine", game).choose(game.start, Limit(nodes=1))
    except NativeUnavailable:
        return f"level({levels_of(game.name)[-1]})"
    return "engine"


@contextmanager
def _own_standard_output() -> Iterator[int]:
    """Gives a private descriptor of standard output; everything else goes to standard error.

    Output of a strategy, from Python or C, would otherwise be read as an answer.
    """
    sys.stdout.flush()
    output = os.dup(1)
    os.dup2(2, 1)
    try:
        yield output
    finally:
        sys.stdout.flush()
        os.dup2(output, 1)
        os.close(output)


def _read() -> bytes:
    return os.read(0, _CHUNK)


def _write(output: int, data: bytes) -> None:
    while data:
        data = data[os.write(output, data) :]
    gc.collect()

"""`fivefold engine`: be an engine for other programs, over standard input and output."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from fivefold.cli.completion import complete_game, complete_protocol, complete_strategy
from fivefold.cli.exits import READER_GONE
from fivefold.cli.position import Rules, Seed, Size
from fivefold.cli.printing import Page
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
"""The command that ends an engine, where it is not `quit`."""
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
            help="The game to play; unless said the first of the protocol that STRATEGY plays.",
            autocompletion=complete_game,
        ),
    ] = None,
    strategy: Annotated[
        str | None,
        typer.Option(
            "--strategy",
            metavar="STRATEGY",
            help="Who plays; unless said the game's engine, or its highest level.",
            autocompletion=complete_strategy,
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            "--seconds",
            metavar="S",
            help="Seconds to think for one move at most, beside what the protocol says.",
        ),
    ] = None,
    seed: Seed = None,
    size: Size = None,
    rules: Rules = None,
) -> None:
    """Be an engine: other programs ask for moves in one of four protocols.

    Standard output belongs to the protocol alone; it ends when standard input does.
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
        if not names.is_path(text):
            player.prepare(played)
        shown = quoted(text, 100)[1:-1]
        responder = responder_of(protocol)(played, f"Fivefold {shown}")
        if sys.stdin is not None and sys.stdin.isatty():
            facts = {"strategy": shown, "game": played.name, "protocol": protocol}
            goodbye = _GOODBYE.get(protocol, "quit")
            Page().note(str(say("protocol.waiting", **facts, quit=goodbye)))
        # What is loaded by now stays: looking through it for garbage would take a move's time. Of
        # what comes, the garbage is looked for when an answer is out.
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
    """Returns the first game of the protocol that the strategy plays, or just the first."""
    from fivefold import names
    from fivefold.engines.protocols import PROTOCOLS
    from fivefold.errors import UnknownName

    games = PROTOCOLS[protocol]
    if strategy is None or names.is_path(strategy):
        return games[0]
    for game in games:
        with suppress(UnknownName):
            names.strategy_from(strategy, game)
            return game
    return games[0]


def _strongest(game: Game) -> str:
    """Returns the game's engine, or its highest level as long as it has none."""
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
    """Gives a way to standard output that nobody else has.

    What a strategy prints, in Python or in C, goes to standard error meanwhile: a word of it
    among the protocol's lines would be taken for an answer.
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

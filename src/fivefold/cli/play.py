"""`fivefold play`: a game in the terminal, against anybody."""

from __future__ import annotations

import contextlib
import os
import shlex
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from fivefold.cli.exits import INTERRUPTED
from fivefold.cli.position import (
    Ascii,
    GameName,
    Input,
    Moves,
    Position,
    Rules,
    Seed,
    Size,
    read_game,
)
from fivefold.cli.printing import Page
from fivefold.core import Player
from fivefold.errors import FivefoldError
from fivefold.words import say

if TYPE_CHECKING:
    from fivefold.cli.terminal.look import Look
    from fivefold.cli.terminal.table import Table

EXAMPLES = """\b
Examples:
  fivefold play gomoku
  fivefold play othello --first "level(4)" --second human --time 5+3
  fivefold play pentomino --second openspace
  fivefold play othello --second ./my_bot.py:MyBot
  fivefold play gomoku --opening swap2
  fivefold play gomoku --first reactive --second "level(2)" --delay 0.5
"""


def play(
    game: GameName,
    first: Annotated[
        str | None,
        typer.Option("--first", metavar="WHO", help="X: human (the default) or a strategy."),
    ] = None,
    second: Annotated[
        str | None,
        typer.Option("--second", metavar="WHO", help="O: human or a strategy; default level(3)."),
    ] = None,
    time: Annotated[
        str | None,
        typer.Option("--time", metavar="M+S", help="Minutes each, plus seconds added per move."),
    ] = None,
    opening: Annotated[
        str | None,
        typer.Option(
            "--opening", metavar="NAME", help="Gomoku: swap2, in which the players agree on one."
        ),
    ] = None,
    delay: Annotated[
        float,
        typer.Option(
            "--delay", metavar="S", min=0, max=60, help="Pause between two machines' moves."
        ),
    ] = 1.0,
    position: Position = None,
    moves: Moves = None,
    input: Input = None,
    seed: Seed = None,
    size: Size = None,
    rules: Rules = None,
    ascii: Ascii = False,
) -> None:
    """Play in the terminal: type moves or use the arrow keys; type help for the rest.

    Ctrl-C saves the game and leaves. A saved game that is read with -i goes on with its players.
    """
    from fivefold.cli.terminal.table import Table, seats_from
    from fivefold.match.clock import TimeControl

    reading = read_game(game, size, rules, position, moves, input)
    usual = seats_from(reading.record)
    seats = {
        Player.FIRST: usual[0] if first is None else first,
        Player.SECOND: usual[1] if second is None else second,
    }
    control = None if time is None else TimeControl.parse(time)
    if opening is not None:
        from fivefold.games.swap2 import check_opening

        check_opening(opening, reading.state)
    sit(Table(reading, seats, control, opening), seed, delay, ascii)


def sit(table: Table, seed: int | None = None, delay: float = 1.0, ascii: bool = False) -> None:
    """Plays at the table on this terminal or pipe; Ctrl-C saves the game."""
    import asyncio

    from fivefold.cli.terminal.look import Look
    from fivefold.cli.terminal.panels import check_seat

    async def check() -> None:
        for who in table.seats.values():
            await check_seat(who, table.state.game)

    asyncio.run(check())
    given = list(table.moves)
    look = Look.of(sys.stdout, ascii=ascii)
    try:
        if look.styles and sys.stdin is not None and sys.stdin.isatty():
            _on_screen(table, look, seed, delay)
        else:
            _over_pipe(table, look, seed, delay, Page(ascii))
    except (KeyboardInterrupt, asyncio.CancelledError):
        if table.moves != given:
            # A terminal that was closed shows no last words.
            with contextlib.suppress(OSError):
                Page(ascii).note(_save(table))
        _let_go_of_closed_terminal()
        raise typer.Exit(INTERRUPTED) from None


def _save(table: Table) -> str:
    """Saves the game; returns how to go on with it, or why it was not saved."""
    from fivefold.cli.terminal.keeping import save
    from fivefold.engines import is_foreign

    try:
        path = save(table)
    except FivefoldError as error:
        return str(error)
    words = ["fivefold", "play", table.state.game.name, "-i", path]
    # What a file says is never run as a program: whoever wants that names it again.
    for option, who in zip(("--first", "--second"), table.seats.values(), strict=True):
        words += [option, who] if is_foreign(who) else []
    words += ["--time", str(table.control)] if table.control else []
    return str(say("play.interrupted", command=shlex.join(words)))


def _let_go_of_closed_terminal() -> None:
    """Lets the interpreter flush into nothing what a terminal that is gone cannot take."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _over_pipe(table: Table, look: Look, seed: int | None, delay: float, page: Page) -> None:
    import asyncio

    from fivefold.cli.terminal.lines import Lines
    from fivefold.cli.terminal.sitting import sit_down

    async def main() -> None:
        await sit_down(table, Lines(page, look), seed=seed, delay=delay)

    asyncio.run(main())


def _on_screen(table: Table, look: Look, seed: int | None, delay: float) -> None:
    import asyncio
    from dataclasses import replace

    from fivefold.cli.terminal.board import paint_board
    from fivefold.cli.terminal.device import Device
    from fivefold.cli.terminal.screen import Screen
    from fivefold.cli.terminal.sitting import sit_down

    async def main() -> None:
        face = Screen(device, look, typed_ahead)
        try:
            await sit_down(table, face, seed=seed, delay=delay)
        finally:
            face.close()

    with Device() as device:
        columns, lines = device.size
        look, typed_ahead = replace(look, columns=columns, lines=lines), b""
        if not look.ascii:
            width, typed_ahead = device.measure_stone()
            look = replace(look, ascii=width not in (1, 2), stone_width=2 if width == 2 else 1)
        asyncio.run(main())
    page = Page(look.ascii)
    for line in paint_board(table.state, look, table.marks()):
        page.line(line)
    if table.record:
        page.line(table.record.reason)
        if table.hindsight:
            page.line(table.hindsight)

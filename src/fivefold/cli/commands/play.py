"""`fivefold play`: a game in the terminal."""

from __future__ import annotations

import contextlib
import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fivefold.cli.support.bots import BotPrinter, bots_on_stderr
from fivefold.cli.support.caging import CageLimits
from fivefold.cli.support.exits import INTERRUPTED
from fivefold.cli.support.interrupt import run_async
from fivefold.cli.support.options import (
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
from fivefold.cli.support.printing import Page
from fivefold.core import Player
from fivefold.errors import FivefoldError
from fivefold.words import say

if TYPE_CHECKING:
    from fivefold.cli.terminal.capabilities import Look
    from fivefold.cli.terminal.session import Session

EXAMPLES = """\b
Examples:
  fivefold play gomoku
  fivefold play othello --first "level(4)" --second human --time 5+3 --bell
  fivefold play pentomino --second openspace
  fivefold play othello --second ./my_bot.py:MyBot
  fivefold play gomoku --opening swap2
  fivefold play gomoku --first reactive --second "level(2)" --delay 0.5
"""


def play(
    game: GameName,
    first: Annotated[
        str | None,
        typer.Option(
            "--first", metavar="WHO", help="Plays X: human or a strategy; default: human."
        ),
    ] = None,
    second: Annotated[
        str | None,
        typer.Option(
            "--second", metavar="WHO", help="Plays O: human or a strategy; default: level(3)."
        ),
    ] = None,
    time: Annotated[
        str | None,
        typer.Option(
            "--time", metavar="M+S", help="Minutes per player, plus seconds per move: 5+3."
        ),
    ] = None,
    opening: Annotated[
        str | None,
        typer.Option(
            "--opening",
            metavar="NAME",
            help="Gomoku: swap2, where the players agree on the opening.",
        ),
    ] = None,
    delay: Annotated[
        float,
        typer.Option(
            "--delay", metavar="S", min=0, max=60, help="Seconds between moves when no human plays."
        ),
    ] = 1.0,
    bell: Annotated[
        bool, typer.Option("--bell", help="Ring the bell of the terminal when it is your turn.")
    ] = False,
    position: Position = None,
    moves: Moves = None,
    input: Input = None,
    seed: Seed = None,
    cage: CageLimits = None,
    size: Size = None,
    rules: Rules = None,
    ascii: Ascii = False,
) -> None:
    """Play in the terminal.

    Type moves, or use the arrow keys or the mouse; type help for all commands. quit and Ctrl-C
    save the game and leave. -i resumes a saved game with its players.
    """
    from fivefold.cli.terminal.session import Session, seats_from
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
    session = Session(reading, seats, control, opening)
    if input is not None:
        from fivefold.cli.terminal.saves import remember

        remember(session, Path(input))
    play_session(session, seed, delay, ascii, bell)


def play_session(
    session: Session,
    seed: int | None = None,
    delay: float = 1.0,
    ascii: bool = False,
    bell: bool = False,
) -> None:
    """Plays in this terminal or over a pipe; quit and Ctrl-C save the game."""
    with bots_on_stderr(Page(ascii)) as printer:
        _play(session, seed, delay, ascii, bell, printer)


def _play(
    session: Session,
    seed: int | None,
    delay: float,
    ascii: bool,
    bell: bool,
    printer: BotPrinter,
) -> None:
    import asyncio

    from fivefold.cli.terminal.capabilities import Look
    from fivefold.cli.terminal.panels import check_seat

    async def check() -> None:
        for who in session.seats.values():
            await check_seat(who, session.state.game)

    run_async(check())
    given = list(session.moves)
    look = Look.of(sys.stdout, ascii=ascii)
    try:
        if look.styles and sys.stdin is not None and sys.stdin.isatty():
            with printer.holding():
                saves = _on_screen(session, look, seed, delay, bell)
        else:
            saves = _over_pipe(session, look, seed, delay, Page(ascii))
        if saves and session.moves != given:
            Page(ascii).note(_save(session))
    except (KeyboardInterrupt, asyncio.CancelledError):
        if session.moves != given:
            # The terminal may be closed.
            with contextlib.suppress(OSError):
                Page(ascii).note(_save(session))
        _discard_unwritable_output()
        raise typer.Exit(INTERRUPTED) from None


def _save(session: Session) -> str:
    """Saves the game; returns the command that resumes it, or why it was not saved."""
    from fivefold.cli.terminal.saves import save
    from fivefold.engines import is_foreign

    try:
        path = save(session)
    except FivefoldError as error:
        return str(error)
    words = ["fivefold", "play", session.state.game.name, "-i", path]
    # A saved game never starts foreign code: its players must be named on the command line.
    for option, who in zip(("--first", "--second"), session.seats.values(), strict=True):
        words += [option, who] if is_foreign(who) else []
    words += ["--time", str(session.control)] if session.control else []
    return str(say("play.interrupted", command=shlex.join(words)))


def _discard_unwritable_output() -> None:
    """Redirects closed streams to the null device, so that the final flush does not fail."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _over_pipe(session: Session, look: Look, seed: int | None, delay: float, page: Page) -> bool:
    from fivefold.cli.terminal.loop import run_session
    from fivefold.cli.terminal.text_mode import TextMode

    async def main() -> bool:
        return await run_session(session, TextMode(page, look), seed=seed, delay=delay)

    return run_async(main())


def _on_screen(session: Session, look: Look, seed: int | None, delay: float, bell: bool) -> bool:
    """Plays on the full screen; returns whether the game is to be saved."""
    from dataclasses import replace

    from fivefold.cli.terminal.board import paint_board
    from fivefold.cli.terminal.device import Device
    from fivefold.cli.terminal.loop import run_session
    from fivefold.cli.terminal.screen import Screen

    async def main() -> bool:
        ui = Screen(device, look, typed_ahead, bell=bell)
        try:
            return await run_session(session, ui, seed=seed, delay=delay)
        finally:
            ui.close()

    with Device(mouse=not look.ascii) as device:
        columns, lines = device.size
        look, typed_ahead = replace(look, columns=columns, lines=lines), b""
        if not look.ascii:
            width, typed_ahead = device.measure_stone()
            look = replace(look, ascii=width not in (1, 2), stone_width=2 if width == 2 else 1)
        saves = run_async(main())
    page = Page(look.ascii)
    for line in paint_board(session.state, look, session.marks()):
        page.line(line)
    if session.record:
        page.line(session.record.reason)
        if session.review:
            page.line(session.review)
    return saves

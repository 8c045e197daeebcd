"""The table over a pipe, or on a terminal that cannot do more: print the board, read a line."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
from concurrent.futures import CancelledError
from typing import Any

from fivefold.cli.printing import Page
from fivefold.cli.terminal.board import paint_board
from fivefold.cli.terminal.glass_box import printable
from fivefold.cli.terminal.look import Look
from fivefold.cli.terminal.panels import Left, Reply, seats_line, take
from fivefold.cli.terminal.picture import last_move_line
from fivefold.cli.terminal.sitting import Turned
from fivefold.cli.terminal.table import Table
from fivefold.core import Move
from fivefold.words import say

LONGEST_LINE = 65536


class Lines:
    """Reads lines from standard input and prints boards; the end of input ends the sitting."""

    def __init__(self, page: Page, look: Look) -> None:
        self._page, self._look = page, look
        self._shown: int | None = None
        """How many moves had been made when the board was last printed."""
        self._lines: asyncio.Queue[str | None] = asyncio.Queue(maxsize=100)
        loop = asyncio.get_running_loop()
        threading.Thread(target=_read, args=(loop, self._lines), daemon=True).start()

    async def ask(self, table: Table) -> Move:
        self._show(table)
        player = table.state.to_move
        time = f" {table.clock.text(player)}" if table.control else ""
        return await self._converse(table, f"{table.state.game.player_name(player)}{time}> ")

    async def ask_after(self, table: Table) -> None:
        assert table.record
        self._show(table)
        self._page.line(table.record.reason)
        if table.hindsight:
            self._page.line(table.hindsight)
        if not table.has_human:
            raise Left
        await self._converse(table, "> ")

    async def _converse(self, table: Table, prompt: str) -> Move:
        """Answers line by line until one is a move or changes the game."""
        while True:
            self._page.prompt(prompt)
            text = await self._next()
            answer = await take(text, table) if text else Reply()
            if not isinstance(answer, Reply):
                return answer
            for line in answer.shown(self._look):
                self._page.line(line)
            for index in answer.frames:
                self._print_board(table, index)
            if answer.changed:
                self._shown = -1
                raise Turned

    async def _next(self) -> str:
        line = await self._lines.get()
        if line is None:
            self._page.line()
            raise Left
        if sys.stdin is None or not sys.stdin.isatty():
            self._page.line(printable(line))
        return line.strip()

    def tell(self, text: str) -> None:
        self._page.line(text)

    async def attend(self, table: Table, task: asyncio.Future[Any]) -> None:
        if not table.has_human:
            self._show(table)
        await asyncio.wait({task})

    async def rest(self, table: Table, seconds: float) -> None:
        """Over a pipe nobody looks: goes on at once."""

    def announce_pass(self, table: Table) -> None:
        self._show(table)
        name = table.state.game.player_name(table.state.to_move)
        self._page.line(str(say("play.passes", name=name)))

    def _show(self, table: Table) -> None:
        """Prints what the machine has played and the board, unless it was the last thing shown."""
        if self._shown is None:
            self._page.line(seats_line(table))
        if self._shown == len(table.moves):
            return
        self._shown = len(table.moves)
        if (said := last_move_line(table)) is not None:
            self._page.line(said)
        self._print_board(table, -1)

    def _print_board(self, table: Table, index: int) -> None:
        for line in paint_board(table.states[index], self._look, table.marks(index)):
            self._page.line(line)


def _read(loop: asyncio.AbstractEventLoop, lines: asyncio.Queue[str | None]) -> None:
    """Passes on each line of standard input, then None, no faster than they are taken.

    Reads from the descriptor: a thread that waits inside `sys.stdin` holds a lock which the
    interpreter wants when it ends.
    """
    rest = b""
    # A loop that has ended has nobody who waits for lines.
    with contextlib.suppress(RuntimeError, CancelledError):
        while data := _piece():
            *whole, rest = (rest + data).split(b"\n")
            rest = rest[:LONGEST_LINE]
            for line in whole:
                _pass_on(line.decode(errors="replace"), loop, lines)
        if rest:
            _pass_on(rest.decode(errors="replace"), loop, lines)
        _pass_on(None, loop, lines)


def _pass_on(
    line: str | None, loop: asyncio.AbstractEventLoop, lines: asyncio.Queue[str | None]
) -> None:
    putting = lines.put(line)
    try:
        asyncio.run_coroutine_threadsafe(putting, loop).result()
    except RuntimeError:
        putting.close()
        raise


def _piece() -> bytes:
    try:
        return os.read(sys.stdin.fileno(), 65536)
    except (OSError, ValueError, AttributeError):  # closed, or never there
        return b""

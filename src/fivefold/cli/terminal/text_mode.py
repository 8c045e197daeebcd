"""The user interface for pipes and simple terminals: prints boards and reads lines."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
from concurrent.futures import CancelledError
from typing import Any

from fivefold.cli.support.printing import Page
from fivefold.cli.terminal.board import paint_board
from fivefold.cli.terminal.capabilities import Look
from fivefold.cli.terminal.glass_box import printable
from fivefold.cli.terminal.loop import SessionChanged
from fivefold.cli.terminal.panels import Quit, Reply, handle_input, seats_line
from fivefold.cli.terminal.render import last_move_line
from fivefold.cli.terminal.session import Session
from fivefold.core import Move
from fivefold.words import say

LONGEST_LINE = 65536


class TextMode:
    """Reads lines from standard input and prints boards; ends with the input."""

    def __init__(self, page: Page, look: Look) -> None:
        self._page, self._look = page, look
        self._shown: int | None = None
        """Number of moves when the board was last printed."""
        self._lines: asyncio.Queue[str | None] = asyncio.Queue(maxsize=100)
        loop = asyncio.get_running_loop()
        threading.Thread(target=_read, args=(loop, self._lines), daemon=True).start()

    async def ask(self, session: Session) -> Move:
        self._show(session)
        player = session.state.to_move
        time = f" {session.clock.text(player)}" if session.control else ""
        return await self._converse(session, f"{session.state.game.player_name(player)}{time}> ")

    async def ask_after_game(self, session: Session) -> None:
        assert session.record
        self._show(session)
        self._page.line(session.record.reason)
        if session.review:
            self._page.line(session.review)
        if not session.has_human:
            raise Quit
        await self._converse(session, "> ")

    async def _converse(self, session: Session, prompt: str) -> Move:
        """Replies to lines until one is a move or changes the game."""
        while True:
            self._page.prompt(prompt)
            text = await self._next()
            answer = await handle_input(text, session) if text else Reply()
            if not isinstance(answer, Reply):
                return answer
            for line in answer.shown(self._look):
                self._page.line(line)
            for index in answer.frames:
                self._print_board(session, index)
            if answer.changed:
                self._shown = -1
                raise SessionChanged

    async def _next(self) -> str:
        line = await self._lines.get()
        if line is None:
            self._page.line()
            raise Quit
        if sys.stdin is None or not sys.stdin.isatty():
            self._page.line(printable(line))
        return line.strip()

    def show_message(self, text: str) -> None:
        self._page.line(text)

    async def wait_for_engine(self, session: Session, task: asyncio.Future[Any]) -> None:
        if not session.has_human:
            self._show(session)
        await asyncio.wait({task})

    async def pause(self, session: Session, seconds: float) -> None:
        """Returns at once: nobody watches a pipe."""

    def announce_pass(self, session: Session) -> None:
        self._show(session)
        name = session.state.game.player_name(session.state.to_move)
        self._page.line(str(say("play.passes", name=name)))

    def _show(self, session: Session) -> None:
        """Prints the last engine move and the board, unless both are on display."""
        if self._shown is None:
            self._page.line(seats_line(session))
        if self._shown == len(session.moves):
            return
        self._shown = len(session.moves)
        if (said := last_move_line(session)) is not None:
            self._page.line(said)
        self._print_board(session, -1)

    def _print_board(self, session: Session, index: int) -> None:
        for line in paint_board(session.states[index], self._look, session.marks(index)):
            self._page.line(line)


def _read(loop: asyncio.AbstractEventLoop, lines: asyncio.Queue[str | None]) -> None:
    """Puts each line of standard input in the queue, then None; waits while the queue is full.

    Reads from the descriptor: a thread blocked in `sys.stdin` holds a lock that the interpreter
    needs when it exits.
    """
    rest = b""
    # The event loop may have ended.
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
    except (OSError, ValueError, AttributeError):  # closed or missing
        return b""

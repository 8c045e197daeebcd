"""The table on a terminal: the whole screen, keys, a line to type in."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections import deque
from dataclasses import replace
from typing import Any

from fivefold.cli.printing import Page
from fivefold.cli.terminal.device import Device
from fivefold.cli.terminal.keys import KeyDecoder
from fivefold.cli.terminal.layout import Fixed, arranged, paged
from fivefold.cli.terminal.look import Look
from fivefold.cli.terminal.orders import parse_order
from fivefold.cli.terminal.panels import Left, Reply, take
from fivefold.cli.terminal.picture import picture
from fivefold.cli.terminal.pointer import Pointer
from fivefold.cli.terminal.sitting import Turned
from fivefold.cli.terminal.table import Table
from fivefold.core import Move
from fivefold.errors import FivefoldError
from fivefold.words import say

FRAME_SECONDS = 0.4
TICK = 1.0
"""Seconds after which clocks are painted again."""
ESCAPE_SECONDS = 0.1
"""How long an escape character may be the beginning of something."""
LONGEST_TYPED = 500
SLOW_ORDERS = ("hint", "explain", "opponent")
SCROLLS = {"up": -1, "down": 1, "page up": -10, "page down": 10}


class Screen:
    """Paints the table and reads keys. Made on a device taken over, inside a running loop."""

    def __init__(self, device: Device, look: Look, typed_ahead: bytes = b"") -> None:
        self._device, self._look = device, look
        self._page = Page(look.ascii)
        self._decoder = KeyDecoder()
        self._keys: deque[str] = deque()
        self._heard = asyncio.Event()
        self._typed = ""
        self._is_entered = False
        """Whether Enter was pressed while a machine was thinking: a move for later."""
        self._reply = Reply()
        self._top: int | None = None
        """The first line shown of an answer that has the screen for itself."""
        self._pointer: Pointer | None = None
        self._paused = False
        self._painted: tuple[Table, bool, int] | None = None
        self._loop, self._task = asyncio.get_running_loop(), asyncio.current_task()
        self._loop.add_reader(sys.stdin.fileno(), self._hear)
        self._loop.add_signal_handler(signal.SIGWINCH, self._resized)
        self._loop.add_signal_handler(signal.SIGTSTP, self._suspended)
        for end in (signal.SIGHUP, signal.SIGTERM):
            self._loop.add_signal_handler(end, self._end)
        self._take(typed_ahead)

    def close(self) -> None:
        """Stops listening."""
        self._loop.remove_reader(sys.stdin.fileno())
        for number in (signal.SIGWINCH, signal.SIGTSTP, signal.SIGHUP, signal.SIGTERM):
            self._loop.remove_signal_handler(number)

    # ---- keys

    def _hear(self) -> None:
        data = self._device.read()
        if not data:
            self._loop.remove_reader(sys.stdin.fileno())
            self._end()
        self._take(data)

    def _end(self) -> None:
        """Ends the sitting as Ctrl-C does: the terminal is gone, or somebody wants us to go."""
        if self._task is not None:
            self._task.cancel()

    def _take(self, data: bytes) -> None:
        self._add(self._decoder.feed(data))
        if self._decoder.is_waiting:
            self._loop.call_later(ESCAPE_SECONDS, self._flush, self._decoder.taken)

    def _flush(self, taken: int) -> None:
        if taken == self._decoder.taken:
            self._add(self._decoder.flush())

    def _add(self, keys: list[str]) -> None:
        self._keys += keys
        if keys:
            self._heard.set()

    async def _next_key(
        self, seconds: float | None = None, task: asyncio.Future[Any] | None = None
    ) -> str | None:
        """Returns the next key, or None after so many seconds or when the task is done."""
        if not self._keys:
            self._heard.clear()
            hearing = asyncio.ensure_future(self._heard.wait())
            waited: set[asyncio.Future[Any]] = {hearing} if task is None else {hearing, task}
            try:
                await asyncio.wait(waited, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
            finally:
                hearing.cancel()
        return self._keys.popleft() if self._keys else None

    # ---- asking

    async def ask(self, table: Table) -> Move:
        self._pointer = Pointer.over(table.state, self._pointer)
        move = await self._converse(table)
        self._reply = Reply()
        return move

    async def ask_after(self, table: Table) -> None:
        self._is_entered = False
        await self._converse(table)

    async def _converse(self, table: Table) -> Move:
        """Does what keys say until they make a move or change the game."""
        while True:
            if self._is_entered:
                key: str | None = "enter"
            else:
                self._paint_unless_hurried(table)
                key = await self._next_key(TICK)
            if key == "enter":
                self._is_entered = False
                move = await self._enter(table)
                if move is not None:
                    return move
            elif key is not None:
                self._press(key, table)

    def tell(self, text: str) -> None:
        self._reply = Reply([text])

    async def attend(self, table: Table, task: asyncio.Future[Any]) -> None:
        if table.has_human and self._pointer is None:
            self._pointer = Pointer.over(table.state)
        while not task.done():
            self._paint_unless_hurried(table, thinking=True)
            if self._is_entered:  # the keys behind it are for later, too
                await asyncio.wait({task}, timeout=TICK)
            elif (key := await self._next_key(TICK, task)) is not None:
                await self._press_meanwhile(key, table)

    async def rest(self, table: Table, seconds: float) -> None:
        until = self._loop.time() + seconds
        while self._paused or self._keys or self._loop.time() < until:
            self._paint_unless_hurried(table)
            left = None if self._paused else max(0.0, until - self._loop.time())
            if (key := await self._next_key(left)) is not None:
                await self._press_meanwhile(key, table)

    async def _press_meanwhile(self, key: str, table: Table) -> None:
        """Does what a key means while no person is to move."""
        if not table.has_human and key == " " and not self._typed:
            self._paused, self._reply, self._top = not self._paused, Reply(), None
        elif key != "enter":
            self._press(key, table)
        elif table.has_human and not _is_order(self._typed):
            self._is_entered = True
        else:
            await self._enter(table)
            # Whoever wants to read something does not want it painted over by the next moves.
            self._paused |= not table.has_human and bool(self._reply.shown(self._look))

    async def _enter(self, table: Table) -> Move | None:
        """Does what was typed, or plays where the cursor is; returns the move if it is one."""
        text, self._typed = self._typed.strip(), ""
        if self._top is not None and not text:
            self._reply, self._top = Reply(), None
            return None
        answer: Move | Reply = Reply()
        if text:
            if text.split()[0].lower() in SLOW_ORDERS:
                self._reply, self._top = Reply([str(say("play.thinking"))]), None
                self._paint(table)
            answer = await take(text, table)
        elif table.asks_human and self._pointer:
            answer = self._move_at_pointer(table, self._pointer)
        if not isinstance(answer, Reply):
            return answer
        await self._show_reply(answer, table)
        return None

    def _move_at_pointer(self, table: Table, pointer: Pointer) -> Move | Reply:
        try:
            move = pointer.move(table.state)
            table.state.play(move)
        except FivefoldError as error:
            return Reply([str(error)])
        return move

    async def _show_reply(self, reply: Reply, table: Table) -> None:
        self._reply, self._top = reply, None
        for index in reply.frames:
            self._paint(table, index=index)
            key = await self._next_key(FRAME_SECONDS)
            if key is not None:
                if key not in (" ", "escape"):
                    self._keys.appendleft(key)
                break
        if reply.move is not None:
            self._pointer = Pointer.on_move(reply.move, table.state) or self._pointer
        if reply.changed:
            raise Turned

    def _press(self, key: str, table: Table) -> None:
        """Does what a key means other than Enter."""
        pointer = None
        if self._pointer and (not self._typed or key not in " /"):
            pointer = self._pointer.pressed(key, table.state)
        if key == "end of input" and not self._typed:
            raise Left
        if key in ("erase", "escape"):
            self._typed, self._reply, self._top = "", Reply(), None
        elif key == "backspace":
            self._typed = self._typed[:-1]
        elif self._top is not None and key in SCROLLS:
            self._top += SCROLLS[key]
        elif pointer is not None:
            self._pointer = pointer
        elif len(key) == 1:
            self._typed = (self._typed + key)[:LONGEST_TYPED].lstrip()

    # ---- painting

    def announce_pass(self, table: Table) -> None:
        name = table.state.game.player_name(table.state.to_move)
        self._reply = Reply([str(say("play.passes", name=name))])

    def _resized(self) -> None:
        columns, lines = self._device.size
        self._look = replace(self._look, columns=columns, lines=lines)
        self._paint_again()

    def _suspended(self) -> None:
        self._device.suspend()
        self._resized()

    def _paint_again(self) -> None:
        if self._painted:
            table, thinking, index = self._painted
            self._paint(table, thinking=thinking, index=index)

    def _paint_unless_hurried(self, table: Table, *, thinking: bool = False) -> None:
        """Paints when all keys that were pressed have been heeded."""
        if not self._keys:
            self._paint(table, thinking=thinking)

    def _paint(self, table: Table, *, thinking: bool = False, index: int = -1) -> None:
        """Writes the whole screen; a long answer has it for itself until Escape."""
        self._painted = table, thinking, index
        look = self._look
        panel = [self._plain(line) for line in self._reply.shown(look)]
        parts = picture(table, look, self._pointer, index, thinking=thinking, paused=self._paused)
        parts = replace(
            parts,
            panel=panel,
            talk=[self._plain(line) for line in parts.talk],
            hint=self._plain(parts.hint),
        )
        lines = arranged(parts, look)
        if lines is None:
            footer = self._plain(str(say("play.escape")))
            lines, self._top = paged(panel, self._top or 0, look, footer)
        else:
            self._top = None
        prompt = "> " + self._end_of_typed(look.columns - 4)
        painted = []
        for line in [*lines, prompt]:
            line = look.clipped(line, look.columns)
            # Behind a full line the cursor still stands on its last character: no erasing there.
            painted.append(line + ("\x1b[K" if look.width(line) < look.columns else ""))
        text = "\r\n".join(painted)
        self._device.write(f"\x1b[?25l\x1b[H{text}\x1b[J\x1b[?25h")

    def _end_of_typed(self, columns: int) -> str:
        """Returns as much of the typed line as fits, its end in any case."""
        text = self._typed
        while self._look.width(text) > max(1, columns):
            text = text[1:]
        return text

    def _plain(self, line: str) -> str:
        text = self._page.plain(line, sys.stdout)
        return Fixed(text) if isinstance(line, Fixed) else text


def _is_order(text: str) -> bool:
    """Tells whether the text is an order, be it a wrong one."""
    try:
        return parse_order(text) is not None
    except FivefoldError:
        return True

"""The user interface for terminals: full screen, single keys and an input line."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections import deque
from dataclasses import replace
from typing import Any

from fivefold.cli.support.printing import Page
from fivefold.cli.terminal.capabilities import Look
from fivefold.cli.terminal.commands import parse_command
from fivefold.cli.terminal.device import Device
from fivefold.cli.terminal.keys import KeyDecoder
from fivefold.cli.terminal.layout import Fixed, arranged, paged
from fivefold.cli.terminal.loop import SessionChanged
from fivefold.cli.terminal.mouse import Painted, is_button, press_button
from fivefold.cli.terminal.panels import Quit, Reply, handle_input
from fivefold.cli.terminal.pointer import Pointer
from fivefold.cli.terminal.render import render
from fivefold.cli.terminal.session import Session
from fivefold.core import Move
from fivefold.errors import FivefoldError
from fivefold.words import say

FRAME_SECONDS = 0.4
TICK = 1.0
"""Seconds between repaints of the clocks."""
ESCAPE_SECONDS = 0.1
"""How long to wait for the rest of a key sequence after an escape character."""
LONGEST_TYPED = 500
SLOW_COMMANDS = ("hint", "explain", "opponent")
BELL = "\a"
SCROLLS = {"up": -1, "down": 1, "page up": -10, "page down": 10}


class Screen:
    """Paints the session and reads keys; needs an acquired device and a running event loop."""

    def __init__(
        self, device: Device, look: Look, typed_ahead: bytes = b"", *, bell: bool = False
    ) -> None:
        self._device, self._look, self._bell = device, look, bell
        self._board: Painted | None = None
        """The board as painted, unless a reply fills the screen."""
        self._page = Page(look.ascii)
        self._decoder = KeyDecoder()
        self._keys: deque[str] = deque()
        self._key_pressed = asyncio.Event()
        self._typed = ""
        self._is_entered = False
        """Whether Enter was pressed while an engine was thinking: the input is a later move."""
        self._reply = Reply()
        self._top: int | None = None
        """The first visible line of a reply that fills the screen."""
        self._pointer: Pointer | None = None
        self._paused = False
        self._painted: tuple[Session, bool, int] | None = None
        self._loop, self._task = asyncio.get_running_loop(), asyncio.current_task()
        self._loop.add_reader(sys.stdin.fileno(), self._read_keys)
        self._loop.add_signal_handler(signal.SIGWINCH, self._resized)
        self._loop.add_signal_handler(signal.SIGTSTP, self._suspended)
        for end in (signal.SIGHUP, signal.SIGTERM):
            self._loop.add_signal_handler(end, self._end)
        self._take(typed_ahead)

    def close(self) -> None:
        """Removes the reader and the signal handlers."""
        self._loop.remove_reader(sys.stdin.fileno())
        for number in (signal.SIGWINCH, signal.SIGTSTP, signal.SIGHUP, signal.SIGTERM):
            self._loop.remove_signal_handler(number)

    # ---- keys

    def _read_keys(self) -> None:
        data = self._device.read()
        if not data:
            self._loop.remove_reader(sys.stdin.fileno())
            self._end()
        self._take(data)

    def _end(self) -> None:
        """Ends the session as Ctrl-C does, after a hangup or SIGTERM."""
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
            self._key_pressed.set()

    async def _next_key(
        self, seconds: float | None = None, task: asyncio.Future[Any] | None = None
    ) -> str | None:
        """Returns the next key, or None after `seconds` or when the task is done."""
        if not self._keys:
            self._key_pressed.clear()
            hearing = asyncio.ensure_future(self._key_pressed.wait())
            waited: set[asyncio.Future[Any]] = {hearing} if task is None else {hearing, task}
            try:
                await asyncio.wait(waited, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
            finally:
                hearing.cancel()
        return self._keys.popleft() if self._keys else None

    # ---- asking

    async def ask(self, session: Session) -> Move:
        self._ring(session)
        self._pointer = Pointer.over(session.state, self._pointer)
        move = await self._converse(session)
        self._reply = Reply()
        return move

    async def ask_after_game(self, session: Session) -> None:
        self._is_entered = False
        self._ring(session)
        await self._converse(session)

    def _ring(self, session: Session) -> None:
        """Rings the bell, if wanted, after a move of an engine."""
        if self._bell and session.thoughts and session.thoughts[-1] is not None:
            self._device.write(BELL)

    async def _converse(self, session: Session) -> Move:
        """Handles keys until they make a move or change the game."""
        while True:
            if self._is_entered:
                key: str | None = "enter"
            else:
                self._paint_if_idle(session)
                key = self._pointed(await self._next_key(TICK), session)
            if key == "enter":
                self._is_entered = False
                move = await self._enter(session)
                if move is not None:
                    return move
            elif key is not None:
                self._press(key, session)

    def show_message(self, text: str) -> None:
        self._reply = Reply([text])

    async def wait_for_engine(self, session: Session, task: asyncio.Future[Any]) -> None:
        if session.has_human and self._pointer is None:
            self._pointer = Pointer.over(session.state)
        while not task.done():
            self._paint_if_idle(session, thinking=True)
            if self._is_entered:  # the keys behind it are for later, too
                await asyncio.wait({task}, timeout=TICK)
            elif (key := await self._next_key(TICK, task)) is not None:
                await self._press_while_waiting(key, session)

    async def pause(self, session: Session, seconds: float) -> None:
        until = self._loop.time() + seconds
        while self._paused or self._keys or self._loop.time() < until:
            self._paint_if_idle(session)
            left = None if self._paused else max(0.0, until - self._loop.time())
            if (key := await self._next_key(left)) is not None:
                await self._press_while_waiting(key, session)

    async def _press_while_waiting(self, key: str, session: Session) -> None:
        """Handles a key while no person is to move."""
        pointed = self._pointed(key, session)
        if pointed is None or (pointed == "enter" and is_button(key)):
            return  # a click moves the cursor; it plays on one's own turn only
        key = pointed
        if not session.has_human and key == " " and not self._typed:
            self._paused, self._reply, self._top = not self._paused, Reply(), None
        elif key != "enter":
            self._press(key, session)
        elif session.has_human and not _is_command(self._typed):
            self._is_entered = True
        else:
            await self._enter(session)
            # Pause, so that the next moves do not overwrite the reply.
            self._paused |= not session.has_human and bool(self._reply.shown(self._look))

    async def _enter(self, session: Session) -> Move | None:
        """Executes the input, or plays at the cursor; returns the move if there is one."""
        text, self._typed = self._typed.strip(), ""
        if self._top is not None and not text:
            self._reply, self._top = Reply(), None
            return None
        answer: Move | Reply = Reply()
        if text:
            if text.split()[0].lower() in SLOW_COMMANDS:
                self._reply, self._top = Reply([str(say("play.thinking"))]), None
                self._paint(session)
            answer = await handle_input(text, session)
        elif session.asks_human and self._pointer:
            answer = self._move_at_pointer(session, self._pointer)
        if not isinstance(answer, Reply):
            return answer
        await self._show_reply(answer, session)
        return None

    def _move_at_pointer(self, session: Session, pointer: Pointer) -> Move | Reply:
        try:
            move = pointer.move(session.state)
            session.state.play(move)
        except FivefoldError as error:
            return Reply([str(error)])
        return move

    async def _show_reply(self, reply: Reply, session: Session) -> None:
        self._reply, self._top = reply, None
        for index in reply.frames:
            self._paint(session, index=index)
            key = await self._next_key(FRAME_SECONDS)
            if key is not None:
                if key not in (" ", "escape"):
                    self._keys.appendleft(key)
                break
        if reply.move is not None:
            self._pointer = Pointer.on_move(reply.move, session.state) or self._pointer
        if reply.changed:
            raise SessionChanged

    def _pointed(self, key: str | None, session: Session) -> str | None:
        """Returns the key that a mouse button stands for, or None if it moved the cursor only."""
        if key is None or not is_button(key):
            return key
        if self._top is not None:
            return "up" if "up" in key else "down" if "down" in key else None
        if self._pointer is None or self._board is None:
            return None
        self._pointer, plays = press_button(key, self._pointer, session.state, self._board)
        return "enter" if plays and not self._typed else None

    def _press(self, key: str, session: Session) -> None:
        """Handles a key other than Enter."""
        pointer = None
        if self._pointer and (not self._typed or key not in " /"):
            pointer = self._pointer.pressed(key, session.state)
        if key == "end of input" and not self._typed:
            raise Quit(saves=True)
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

    def announce_pass(self, session: Session) -> None:
        name = session.state.game.player_name(session.state.to_move)
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
            session, thinking, index = self._painted
            self._paint(session, thinking=thinking, index=index)

    def _paint_if_idle(self, session: Session, *, thinking: bool = False) -> None:
        """Paints unless more keys are pending."""
        if not self._keys:
            self._paint(session, thinking=thinking)

    def _paint(self, session: Session, *, thinking: bool = False, index: int = -1) -> None:
        """Paints the whole screen; a long reply fills it until Escape."""
        self._painted = session, thinking, index
        look = self._look
        panel = [self._plain(line) for line in self._reply.shown(look)]
        parts = render(session, look, self._pointer, index, thinking=thinking, paused=self._paused)
        parts = replace(
            parts,
            panel=panel,
            talk=[self._plain(line) for line in parts.talk],
            hint=self._plain(parts.hint),
        )
        lines = arranged(parts, look)
        self._board = None if lines is None else Painted(lines, parts.board, look)
        if lines is None:
            footer = self._plain(str(say("play.escape")))
            lines, self._top = paged(panel, self._top or 0, look, footer)
        else:
            self._top = None
        prompt = "> " + self._end_of_typed(look.columns - 4)
        painted = []
        for line in [*lines, prompt]:
            line = look.clipped(line, look.columns)
            # After a full line the cursor is still on the last character: do not erase it.
            painted.append(line + ("\x1b[K" if look.width(line) < look.columns else ""))
        text = "\r\n".join(painted)
        self._device.write(f"\x1b[?25l\x1b[H{text}\x1b[J\x1b[?25h")

    def _end_of_typed(self, columns: int) -> str:
        """Returns the end of the input line, as much as fits."""
        text = self._typed
        while self._look.width(text) > max(1, columns):
            text = text[1:]
        return text

    def _plain(self, line: str) -> str:
        text = self._page.plain(line, sys.stdout)
        return Fixed(text) if isinstance(line, Fixed) else text


def _is_command(text: str) -> bool:
    """Tells whether the text is a command, valid or not."""
    try:
        return parse_command(text) is not None
    except FivefoldError:
        return True

"""The terminal device: raw keys and the alternate screen, always restored."""

from __future__ import annotations

import contextlib
import os
import re
import select
import signal
import sys
import termios
import time
import tty
from collections.abc import Iterator
from types import TracebackType
from typing import Self

MOUSE_ON, MOUSE_OFF = "\x1b[?1000h\x1b[?1006h", "\x1b[?1006l\x1b[?1000l"
"""Reports of buttons, in the SGR form."""
ENTER, LEAVE = "\x1b[?1049h", "\x1b[?25h\x1b[?1049l"
ANSWER_SECONDS = 0.3
"""How long to wait for the terminal to report the cursor position."""
_WHERE = re.compile(rb"\x1b\[\d+;(\d+)R")


class Device:
    """A terminal with the alternate screen and without line editing, as a context manager."""

    def __init__(self, *, mouse: bool = False) -> None:
        """With `mouse`, the terminal reports clicks as keys; selecting text then needs Shift."""
        self._mouse = mouse
        self._in, self._out = sys.stdin.fileno(), sys.stdout.fileno()
        self._before = termios.tcgetattr(self._in)

    def __enter__(self) -> Self:
        self.acquire()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.release()

    def acquire(self) -> None:
        """Switches to the alternate screen and to single keys."""
        with contextlib.suppress(termios.error):
            tty.setcbreak(self._in, termios.TCSADRAIN)
        self.write(ENTER + (MOUSE_ON if self._mouse else ""))

    def release(self) -> None:
        """Restores the screen and the keyboard mode, if the terminal still exists."""
        with _interrupts_ignored(), contextlib.suppress(termios.error):
            self.write((MOUSE_OFF if self._mouse else "") + LEAVE)
            termios.tcsetattr(self._in, termios.TCSADRAIN, self._before)

    def suspend(self) -> None:
        """Releases the terminal and stops this process until SIGCONT."""
        self.release()
        os.kill(os.getpid(), signal.SIGSTOP)
        self.acquire()

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines of the terminal."""
        try:
            size = os.get_terminal_size(self._out)
        except OSError:
            return 80, 24
        return size.columns or 80, size.lines or 24

    def write(self, text: str) -> None:
        """Writes text. Errors are ignored: `read` reports that the terminal is gone."""
        encoding = sys.stdout.encoding or "ascii"
        data = text.encode(encoding, "replace")
        with contextlib.suppress(OSError):
            while data:
                data = data[os.write(self._out, data) :]

    def read(self) -> bytes:
        """Waits for input and returns it; empty when the terminal is gone."""
        try:
            return os.read(self._in, 1024)
        except OSError:
            return b""

    def measure_stone(self) -> tuple[int, bytes]:
        """Returns the width of ● in columns, and any input typed meanwhile.

        CJK terminals report 2, terminals without UTF-8 another number. Without a report in time
        the width is 1.
        """
        self.write("\r●\x1b[6n")
        heard, until = b"", time.monotonic() + ANSWER_SECONDS
        while not (answer := _WHERE.search(heard)) and (left := until - time.monotonic()) > 0:
            if select.select([self._in], [], [], left)[0]:
                data = self.read()
                if not data:
                    break
                heard += data
        self.write("\r\x1b[K")
        if answer is None:
            return 1, heard
        return int(answer[1]) - 1, heard[: answer.start()] + heard[answer.end() :]


@contextlib.contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Ignores Ctrl-C for a moment, so that a second one does not prevent the restoration."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)

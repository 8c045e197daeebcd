"""The terminal itself: taken over key by key, and given back as it was, whatever happens."""

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

ENTER, LEAVE = "\x1b[?1049h", "\x1b[?25h\x1b[?1049l"
ANSWER_SECONDS = 0.3
"""How long a terminal may take to say where its cursor is."""
_WHERE = re.compile(rb"\x1b\[\d+;(\d+)R")


class Device:
    """A terminal on its second screen, without line editing. A context, left as it was found."""

    def __init__(self) -> None:
        self._in, self._out = sys.stdin.fileno(), sys.stdout.fileno()
        self._before = termios.tcgetattr(self._in)

    def __enter__(self) -> Self:
        self.take()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.give_back()

    def take(self) -> None:
        """Shows the second screen and reads key by key."""
        with contextlib.suppress(termios.error):
            tty.setcbreak(self._in, termios.TCSADRAIN)
        self.write(ENTER)

    def give_back(self) -> None:
        """Shows what was there before and gives the keyboard back, if there still is one."""
        with _undisturbed(), contextlib.suppress(termios.error):
            self.write(LEAVE)
            termios.tcsetattr(self._in, termios.TCSADRAIN, self._before)

    def suspend(self) -> None:
        """Gives the terminal back and stops this process until somebody lets it go on."""
        self.give_back()
        os.kill(os.getpid(), signal.SIGSTOP)
        self.take()

    @property
    def size(self) -> tuple[int, int]:
        """The columns and lines of the terminal."""
        try:
            size = os.get_terminal_size(self._out)
        except OSError:
            return 80, 24
        return size.columns or 80, size.lines or 24

    def write(self, text: str) -> None:
        """Shows text. Nobody sees what is written to a terminal that is gone; reading tells."""
        encoding = sys.stdout.encoding or "ascii"
        data = text.encode(encoding, "replace")
        with contextlib.suppress(OSError):
            while data:
                data = data[os.write(self._out, data) :]

    def read(self) -> bytes:
        """Returns what was typed, at least one byte; nothing when the terminal is gone."""
        try:
            return os.read(self._in, 1024)
        except OSError:
            return b""

    def measure_stone(self) -> tuple[int, bytes]:
        """Asks how many columns ● takes; returns them and whatever was typed meanwhile.

        CJK terminals say two; one that does not know UTF-8 says another number. One that does not
        answer in time shows one.
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
def _undisturbed() -> Iterator[None]:
    """Lets Ctrl-C pass for a moment: whoever presses it twice gets a clean terminal too."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)

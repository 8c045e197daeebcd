"""The command on a pseudo-terminal, with an emulator of the screen."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyte
import pytest

from fivefold.core import Game, State

if TYPE_CHECKING:
    from tests.conftest import WarmCommand

PATIENCE = 60.0
ENTER, LEAVE, PAINTED = b"\x1b[?1049h", b"\x1b[?1049l", b"\x1b[J\x1b[?25h"
KEYS = {
    "up": b"\x1b[A",
    "down": b"\x1b[B",
    "right": b"\x1b[C",
    "left": b"\x1b[D",
    "tab": b"\t",
    "backtab": b"\x1b[Z",
    "enter": b"\r",
    "escape": b"\x1b",
    "backspace": b"\x7f",
    "page down": b"\x1b[6~",
    "end of input": b"\x04",
    "ctrl-c": b"\x03",
    "ctrl-z": b"\x1a",
}


class Emulator(pyte.Screen):
    """An emulated screen that can report its cursor; `stone_width` 2 emulates a CJK terminal."""

    def __init__(self, columns: int, lines: int, stone_width: int = 1) -> None:
        self.stone_width = stone_width
        self.answer: Callable[[bytes], None] = lambda data: None
        super().__init__(columns, lines)

    def draw(self, data: str) -> None:
        for character in data:
            super().draw(character)
            if self.stone_width == 2 and unicodedata.east_asian_width(character) == "A":
                super().draw(" ")  # its second column

    def write_process_input(self, data: str) -> None:
        self.answer(data.encode())


class Terminal:
    """One run of the command with its keyboard and screen."""

    def __init__(
        self,
        command: WarmCommand,
        arguments: tuple[str, ...],
        environment: dict[str, str],
        *,
        columns: int,
        lines: int,
        stone_width: int,
        answers: bool,
    ) -> None:
        self.master, self._slave = pty.openpty()
        self.screen = Emulator(columns, lines, stone_width)
        if answers:
            self.screen.answer = self.write
        self._stream = pyte.ByteStream(self.screen)
        self.raw = b""
        self._set_size(columns, lines)
        self.modes_before = self.modes
        self.process = command.start(arguments, self._slave, environment)

    @property
    def modes(self) -> list[Any]:
        """The modes of the terminal."""
        return termios.tcgetattr(self._slave)

    def _set_size(self, columns: int, lines: int) -> None:
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def resize(self, columns: int, lines: int) -> None:
        """Resizes the window."""
        self.screen.resize(lines, columns)
        self.screen.reset()
        self._set_size(columns, lines)

    # ---- the keyboard

    def write(self, data: bytes) -> None:
        """Sends bytes as a keyboard would."""
        os.write(self.master, data)

    def press(self, *keys: str) -> None:
        """Presses keys by name, or characters."""
        self.write(b"".join(KEYS.get(key, key.encode()) for key in keys))

    def enter(self, text: str) -> None:
        """Types a line."""
        self.write(text.encode() + b"\r")

    # ---- the screen

    @property
    def text(self) -> str:
        """The lines on the screen."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    @property
    def words(self) -> str:
        """The text on the screen with wrapped sentences joined."""
        return " ".join(self.text.split())

    @property
    def prompt(self) -> str:
        """The input line."""
        return str(self.screen.display[self.screen.cursor.y]).rstrip()

    def _read(self, seconds: float) -> bool:
        """Reads output of the command; returns whether there was any."""
        if not select.select([self.master], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self.master, 65536)
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            return False
        self.raw += data
        self._stream.feed(data)
        return bool(data)

    def wait_until(self, holds: Callable[[], bool], what: str = "what was expected") -> None:
        """Waits for a condition; fails with the screen if it never holds."""
        deadline = time.monotonic() + PATIENCE
        while not (self._is_settled and holds()):
            if not self._read(0.05):
                ended = self._has_ended() and not self._read(0.0)
                assert not ended or holds(), f"{what} did not come; the screen:\n{self.text}"
                assert time.monotonic() < deadline, f"{what} is late; the screen:\n{self.text}"
                if ended:
                    return

    @property
    def _is_settled(self) -> bool:
        """Tells whether painting is complete: each repaint ends by showing the cursor."""
        inside = self.raw.count(ENTER) > self.raw.count(LEAVE)
        return not inside or self.raw.endswith(PAINTED)

    def wait_for_raw(self, data: bytes) -> None:
        """Waits until the command has sent these bytes."""
        deadline = time.monotonic() + PATIENCE
        while data not in self.raw:
            assert time.monotonic() < deadline, f"{data!r} did not come: {self.raw!r}"
            self._read(0.05)

    def wait_for(self, *texts: str) -> None:
        """Waits until all these texts are on the screen."""
        self.wait_until(lambda: all(text in self.words for text in texts), repr(texts))

    def wait_without(self, text: str) -> None:
        """Waits until this text is no longer on the screen."""
        self.wait_until(lambda: text not in self.words, f"the end of {text!r}")

    def cells(self, game: Game) -> str:
        """Returns the cells of the board on the screen, which must be painted in ASCII.

        They stand in every other column, whatever is around them.
        """
        rows = {}
        for line in self.screen.display:
            number = re.match(r" ?[0-9]+", line)
            cells = line[number.end() + 1 :: 2][: game.columns] if number else ""
            if number and len(cells) == game.columns and re.fullmatch(r"[A-Z.+]+", cells):
                rows[int(number[0])] = cells.replace("+", ".")
        order = sorted(rows, reverse=game.name == "gomoku")
        return "".join(rows[number] for number in order)

    def wait_for_cells(self, game: Game, cells: str) -> None:
        """Waits until the board shows these cells."""
        self.wait_until(lambda: self.cells(game) == cells, "the position")

    def wait_for_change(self, game: Game, cells: str) -> None:
        """Waits until the board shows other cells."""
        self.wait_until(lambda: self.cells(game) != cells, "another position")

    def wait_for_stones(self, game: Game, *counts: int, marks: str = "XO") -> None:
        """Waits until one of these numbers of stones is on the board."""

        def stones() -> int:
            return sum(cell in marks for cell in self.cells(game))

        self.wait_until(lambda: stones() in counts, f"{counts} stones")

    def state(self, game: Game, side: str) -> State:
        """Returns the position on the screen; `side` is to move."""
        suffix = "" if game.name == "pentomino" else f" {side}"
        return game.parse_position(self.cells(game) + suffix)

    # ---- the end

    def _has_ended(self) -> bool:
        return self.process.poll() is not None

    def exit_code(self) -> int:
        """Waits for the end of the command and returns its code."""
        deadline = time.monotonic() + PATIENCE
        while not self._has_ended():
            assert time.monotonic() < deadline, f"it does not end; the screen:\n{self.text}"
            self._read(0.05)
        while self._read(0.0):
            pass
        return self.process.wait()

    def assert_clean(self) -> None:
        """Checks that the terminal is as it was: modes, first screen, a visible cursor."""
        while self._read(0.0):
            pass
        assert self.modes == self.modes_before
        assert self.raw.count(ENTER) == self.raw.count(LEAVE)
        assert not self.screen.cursor.hidden
        # That of a bot stands behind its name.
        assert not re.search(rb"(?m)^Traceback", self.raw)

    def hang_up(self) -> None:
        """Closes the terminal."""
        os.close(self._slave)
        os.close(self.master)

    def close(self) -> None:
        """Kills the command and closes the terminal."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
        for number in (self.master, self._slave):
            with contextlib.suppress(OSError):
                os.close(number)


Open = Callable[..., Terminal]


@pytest.fixture
def state_home(tmp_path: Path) -> Path:
    """The folder of saved games."""
    return tmp_path / "state"


@pytest.fixture
def terminal(state_home: Path, warm_command: WarmCommand) -> Iterator[Open]:
    """Starts `fivefold ARGUMENTS` on its own terminal."""
    opened: list[Terminal] = []

    def start(
        *arguments: str,
        columns: int = 100,
        lines: int = 34,
        stone_width: int = 1,
        answers: bool = True,
        colour: bool = False,
        **changes: str,
    ) -> Terminal:
        hidden = ("NO_COLOR", "COLUMNS", "LINES", "PYTHONIOENCODING", "LC_ALL")
        environment = {name: value for name, value in os.environ.items() if name not in hidden}
        environment |= {"TERM": "xterm-256color", "XDG_STATE_HOME": str(state_home), **changes}
        # Colours slow the emulator down tenfold, and few tests need them.
        environment |= {} if colour else {"NO_COLOR": "1"}
        opened.append(
            Terminal(
                warm_command,
                arguments,
                environment,
                columns=columns,
                lines=lines,
                stone_width=stone_width,
                answers=answers,
            )
        )
        return opened[-1]

    yield start
    for each in opened:
        each.close()

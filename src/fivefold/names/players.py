"""What kind of player a text names: `level(3)`, `./my_bot.py:MyBot` or `gomocup:./engine`.

Only the form of the text is read. Whether the strategy, the file or the program exists is checked
by `strategy_from` and `open_engine`.
"""

from __future__ import annotations

import os
import re
import shlex
from dataclasses import dataclass

PROTOCOLS: dict[str, tuple[str, ...]] = {
    "gomocup": ("gomoku",),
    "nboard": ("othello",),
    "gtp": ("othello", "gomoku"),
    "ugi": ("gomoku", "othello", "pentomino"),
}
"""The protocols a program can speak, and the games each can carry."""

_PROGRAM = re.compile(r"([A-Za-z]+)\s*:(.*)", re.DOTALL)
_FILE = re.compile(r"(.+\.py)(?::(\w+))?(?:\((.*)\))?", re.DOTALL)


@dataclass(frozen=True)
class BuiltIn:
    """A strategy by its name, ours or a plug-in's. A text of no other form is one too."""

    text: str


@dataclass(frozen=True)
class FromFile:
    """A strategy class in a Python file, which is foreign code."""

    file: str
    class_name: str | None = None
    """The class; None if the file has only one."""
    arguments: str | None = None
    """What stands between the brackets; None without brackets."""

    def at(self, file: str | os.PathLike[str]) -> str:
        """Returns the text that names the same class in another file."""
        name = "" if self.class_name is None else f":{self.class_name}"
        return f"{file}{name}{'' if self.arguments is None else f'({self.arguments})'}"


@dataclass(frozen=True)
class Program:
    """An external engine: a command line that speaks a protocol."""

    protocol: str
    """In lower case. It may be unknown: `check_protocol` raises then."""
    command: str

    @property
    def is_known(self) -> bool:
        """Whether there is such a protocol."""
        return self.protocol in PROTOCOLS

    @property
    def words(self) -> list[str]:
        """The command split as a shell does; empty if there is none or its quotes do not match."""
        try:
            return shlex.split(self.command)
        except ValueError:
            return []


def parse_player(text: str) -> BuiltIn | FromFile | Program:
    """Returns which kind of player a text names; any text names one.

    A known protocol comes first: `gomocup:bot.py` is a program. A file comes before an unknown
    protocol, because on Windows a path may start with a drive, `C:\\bots\\mine.py`.
    """
    text = text.strip()
    program = _PROGRAM.fullmatch(text)
    if program and program[1].lower() in PROTOCOLS:
        return Program(program[1].lower(), program[2].strip())
    file = _FILE.fullmatch(text)
    if file:
        return FromFile(file[1], file[2], file[3])
    if program:
        return Program(program[1].lower(), program[2].strip())
    return BuiltIn(text)

"""`--engine cmd=… name=…`: an option that takes the words after it, as in fastchess."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from typing import Any

from typer.core import TyperCommand

TAKES_WORDS = {"-engine": "--engine", "--engine": "--engine", "-each": "--each", "--each": "--each"}

_WORD = re.compile(r"[A-Za-z][\w.+ -]*=")


def joined(arguments: Sequence[str]) -> list[str]:
    """Returns the arguments with the words of each such option joined into one."""
    found: list[str] = []
    waiting = list(arguments)
    while waiting:
        argument = waiting.pop(0)
        if argument == "--":
            return [*found, argument, *waiting]
        if argument not in TAKES_WORDS:
            found.append(argument)
            continue
        words: list[str] = []
        while waiting and _WORD.match(waiting[0]):
            words.append(waiting.pop(0))
        # One word with spaces is a whole description that was quoted as such.
        is_whole = len(words) == 1 and len(_WORD.findall(words[0])) > 1
        found.append(TAKES_WORDS[argument])
        if words:
            found.append(words[0] if is_whole else shlex.join(words))
    return found


class EngineCommand(TyperCommand):
    """A command with `--engine` and `--each`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, joined(args))

"""Runs the command line; an error becomes one sentence on stderr and an exit code."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence

from typer import Abort, Exit, TyperException

from fivefold.cli import was_interrupted
from fivefold.cli.app import run
from fivefold.cli.support.exits import BROKEN, INTERRUPTED, WRONG_USAGE, exit_code
from fivefold.cli.support.printing import Page
from fivefold.errors import FivefoldError
from fivefold.words import Message, quoted, say

_NUMBERS = {
    "Input should be a valid integer, unable to parse string as an integer": "write a whole number"
    " such as 10",
    "Input should be a valid number, unable to parse string as a number": "write a number"
    " such as 0.5",
}
"""Sentences of the library that reads the options, and what they mean for people."""


def run_safely(arguments: Sequence[str]) -> int:
    """Runs the command and returns its exit code."""
    _open_missing_streams()
    try:
        return run(arguments)
    except FivefoldError as error:
        return _complain(error.message, exit_code(error))
    except TyperException as error:
        return _complain(_usage(error), WRONG_USAGE)
    except OSError as error:
        return _complain(_trouble(error), WRONG_USAGE)
    except Abort:
        return INTERRUPTED
    except Exception as error:
        if was_interrupted(error):
            return INTERRUPTED
        if os.environ.get("FIVEFOLD_DEBUG"):
            raise
        kind, text = type(error).__name__, quoted(str(error), 200)
        return _complain(say("cli.bug", kind=kind, error=text), BROKEN)


def _open_missing_streams() -> None:
    """Replaces output streams that the caller has closed by the null device."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            nowhere = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")
            setattr(sys, name, nowhere)


def _complain(message: Message, code: int) -> int:
    with contextlib.suppress(Exit, OSError):
        Page().note(str(message))
    return code


def _trouble(error: OSError) -> Message:
    reason = error.strerror or str(error)
    if error.filename is None:
        return say("cli.output_trouble", reason=reason)
    return say("cli.file_trouble", file=quoted(str(error.filename), 200), reason=reason)


def _usage(error: TyperException) -> Message:
    """Returns the error sentence for an invalid command line."""
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "fivefold"
    option = str(getattr(error, "option_name", ""))
    if option[:1] == "-" and option[1:].isdigit():
        return say("cli.negative", number=option, command=command)
    text = " ".join(error.format_message().split()).rstrip(".")
    for said, better in _NUMBERS.items():
        text = text.replace(said, better)
    # The sentence quotes the arguments, which may contain control characters.
    return say("cli.usage", text=quoted(text, 300)[1:-1], command=command)

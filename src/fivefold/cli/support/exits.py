"""Exit codes. They are part of the command-line contract."""

from __future__ import annotations

from fivefold.cli import INTERRUPTED as INTERRUPTED
from fivefold.errors import (
    EngineError,
    FivefoldError,
    IllegalMove,
    InvalidPosition,
    NativeUnavailable,
)

ANSWER_IS_NO = 1
WRONG_USAGE = 2
BROKEN = 3
READER_GONE = 141
"""As a shell reports a process whose reader has closed the pipe."""


def exit_code(error: FivefoldError) -> int:
    """Returns the exit code for an error."""
    if isinstance(error, (IllegalMove, InvalidPosition)):
        return ANSWER_IS_NO
    if isinstance(error, (EngineError, NativeUnavailable)):
        return BROKEN
    return WRONG_USAGE

"""What the process ends with: people script against these numbers."""

from __future__ import annotations

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
INTERRUPTED = 130
READER_GONE = 141
"""What a shell reports for a process whose reader closed the pipe."""


def exit_code(error: FivefoldError) -> int:
    """Returns the exit code of that error."""
    if isinstance(error, (IllegalMove, InvalidPosition)):
        return ANSWER_IS_NO
    if isinstance(error, (EngineError, NativeUnavailable)):
        return BROKEN
    return WRONG_USAGE

"""The command `fivefold`: one file a sub-command.

Nothing is imported before `main` runs, so that Ctrl-C is heard from the start.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit code; every error is one sentence on stderr."""
    try:
        from fivefold.cli.running import run_safely

        return run_safely(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:
        return 130

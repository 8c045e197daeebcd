"""The limits of one process, which the kernel enforces."""

from __future__ import annotations

import contextlib
import resource
from typing import Any

AFTER_WARNING = 5
"""Seconds of processor time between the warning and the end."""


def set_limits(limits: dict[str, Any], processes: int | None) -> None:
    """Limits this process and its children. `processes` counts this user's in this namespace."""
    _set(resource.RLIMIT_CORE, 0)
    _set(resource.RLIMIT_NOFILE, limits["files"])
    _set(resource.RLIMIT_FSIZE, limits["disk"])
    _set(resource.RLIMIT_DATA, limits["memory"])
    _set(resource.RLIMIT_CPU, limits["cpu"], AFTER_WARNING)
    if processes is not None:
        _set(resource.RLIMIT_NPROC, processes)


def _set(kind: int, most: int | None, spare: int = 0) -> None:
    if most is None:
        return
    _, hard = resource.getrlimit(kind)
    allowed = [most + spare] if hard == resource.RLIM_INFINITY else [most + spare, hard]
    # macOS refuses some values that Linux takes.
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(kind, (min(most, *allowed), min(allowed)))

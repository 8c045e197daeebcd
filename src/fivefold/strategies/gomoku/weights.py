"""The installed weights of the Gomoku evaluation.

Without the file, the engine falls back on the hand-written weights in the native core.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from fivefold.errors import NativeUnavailable

FILE = "data/gomoku/weights.bin"


def weights_in(package: Traversable) -> bytes | None:
    """Returns the weights in a package, or None if there are none.

    Raises `NativeUnavailable` if the file exists but cannot be read.
    """
    try:
        return package.joinpath(*FILE.split("/")).read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        reason = error.strerror or str(error)
        raise NativeUnavailable("lines.weights_missing", file=FILE, reason=reason) from error


@cache
def installed_weights() -> bytes | None:
    """Returns the weights of this package; they are read once."""
    return weights_in(resources.files("fivefold"))

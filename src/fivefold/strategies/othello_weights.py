"""The weights of the Othello evaluation, as they are installed with the package."""

from __future__ import annotations

from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from fivefold.errors import NativeUnavailable

FILE = "data/othello/weights.bin"


def weights_in(package: Traversable) -> bytes:
    """Returns the weights of a package; raises `NativeUnavailable` where they cannot be read."""
    try:
        return package.joinpath(*FILE.split("/")).read_bytes()
    except OSError as error:
        reason = error.strerror or str(error)
        raise NativeUnavailable("weights.missing", file=FILE, reason=reason) from error


@cache
def installed_weights() -> bytes:
    """Returns the weights of this package, which are read once."""
    return weights_in(resources.files("fivefold"))

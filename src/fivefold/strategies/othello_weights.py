"""The weights of the Othello evaluation, as they are installed with the package."""

from __future__ import annotations

import atexit
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING

from fivefold.errors import NativeUnavailable
from fivefold.strategies import native

if TYPE_CHECKING:
    from fivefold.strategies.native import OthelloWeights

FILE = "data/othello/weights.bin"


def weights_in(package: Traversable) -> OthelloWeights:
    """Returns the weights of a package; raises `NativeUnavailable` where they cannot be read."""
    try:
        return native.othello_weights(package.joinpath(*FILE.split("/")).read_bytes())
    except OSError as error:
        reason = error.strerror or str(error)
        raise NativeUnavailable("weights.missing", file=FILE, reason=reason) from error
    except ValueError as error:
        raise NativeUnavailable("weights.damaged", reason=str(error)) from error


@cache
def installed_weights() -> OthelloWeights:
    """Returns the weights of this package, which are read once and shared by every search."""
    return weights_in(resources.files("fivefold"))


# The native module must not outlive what it made, or it complains of a leak at the end.
atexit.register(installed_weights.cache_clear)

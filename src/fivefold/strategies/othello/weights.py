"""The installed weights of the Othello evaluation."""

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
    """Returns the weights in a package; raises `NativeUnavailable` if they cannot be read."""
    try:
        return native.othello_weights(package.joinpath(*FILE.split("/")).read_bytes())
    except OSError as error:
        reason = error.strerror or str(error)
        raise NativeUnavailable("weights.missing", file=FILE, reason=reason) from error
    except ValueError as error:
        raise NativeUnavailable("weights.damaged", reason=str(error)) from error


@cache
def installed_weights() -> OthelloWeights:
    """Returns the weights of this package; they are read once and shared by all searches."""
    return weights_in(resources.files("fivefold"))


# nanobind reports a leak if native objects are still alive when the interpreter exits.
atexit.register(installed_weights.cache_clear)

"""The languages in which game programs talk to each other, both ends, without any IO.

A `Driver` asks a program for moves; a `Responder` is the program. Both are given lines and return
lines: whoever owns the pipes carries them. Adding a protocol is one file and one line.
"""

from __future__ import annotations

from importlib import import_module

from fivefold.engines.protocols.base import Driver, Responder

PROTOCOLS: dict[str, tuple[str, ...]] = {
    "gomocup": ("gomoku",),
    "nboard": ("othello",),
    "gtp": ("othello", "gomoku"),
    "ugi": ("gomoku", "othello", "pentomino"),
}
"""Each protocol and the games it can carry; each is a module with a `Driver` and a `Responder`."""


def driver_of(protocol: str) -> type[Driver]:
    """Returns the class that asks programs which speak the protocol."""
    kind: type[Driver] = _module(protocol).ProtocolDriver
    return kind


def responder_of(protocol: str) -> type[Responder]:
    """Returns the class that answers in the protocol."""
    kind: type[Responder] = _module(protocol).ProtocolResponder
    return kind


def _module(protocol: str):  # type: ignore[no-untyped-def]
    return import_module(f"fivefold.engines.protocols.{protocol}")

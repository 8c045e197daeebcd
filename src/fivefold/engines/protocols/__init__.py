"""The languages in which game programs talk to each other, both ends, without any IO.

A `Driver` asks a program for moves; a `Responder` is the program. Both are given lines and return
lines: whoever owns the pipes carries them. Adding a protocol is one file and one line.
"""

from __future__ import annotations

import difflib
from importlib import import_module

from fivefold.engines.protocols.base import Driver, Responder
from fivefold.errors import InvalidNotation, UnknownName
from fivefold.words import quoted, say

PROTOCOLS: dict[str, tuple[str, ...]] = {
    "gomocup": ("gomoku",),
    "nboard": ("othello",),
    "gtp": ("othello", "gomoku"),
    "ugi": ("gomoku", "othello", "pentomino"),
}
"""Each protocol and the games it can carry; each is a module with a `Driver` and a `Responder`."""


def check_protocol(protocol: str, game: str | None = None) -> None:
    """Raises `UnknownName` for no protocol, `InvalidNotation` for one that lacks the game."""
    if protocol not in PROTOCOLS:
        close = difflib.get_close_matches(protocol.lower(), PROTOCOLS, n=1, cutoff=0.5)
        key = "name.unknown_close" if close else "name.unknown"
        what, names = say("name.kind.protocol"), close or list(PROTOCOLS)
        raise UnknownName(key, what=what, name=quoted(protocol), names=names)
    if game is not None and game not in PROTOCOLS[protocol]:
        games = list(PROTOCOLS[protocol])
        raise InvalidNotation("protocol.game", protocol=protocol, game=game, games=games)


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

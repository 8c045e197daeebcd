"""Both ends of the protocols that game programs speak, without any IO.

A `Driver` asks a program for moves; a `Responder` answers as the program. Both take lines and
return lines; the caller reads and writes the pipes. A new protocol is one package here and one
line in `fivefold.names.players.PROTOCOLS`.
"""

from __future__ import annotations

import difflib
from importlib import import_module

from fivefold.engines.protocols.base import Driver, Responder
from fivefold.errors import InvalidNotation, UnknownName
from fivefold.names import PROTOCOLS as PROTOCOLS
from fivefold.words import quoted, say


def check_protocol(protocol: str, game: str | None = None) -> None:
    """Raises `UnknownName` for an unknown protocol, `InvalidNotation` if it lacks the game."""
    if protocol not in PROTOCOLS:
        close = difflib.get_close_matches(protocol.lower(), PROTOCOLS, n=1, cutoff=0.5)
        key = "name.unknown_close" if close else "name.unknown"
        what, names = say("name.kind.protocol"), close or list(PROTOCOLS)
        raise UnknownName(key, what=what, name=quoted(protocol), names=names)
    if game is not None and game not in PROTOCOLS[protocol]:
        games = list(PROTOCOLS[protocol])
        raise InvalidNotation("protocol.game", protocol=protocol, game=game, games=games)


def driver_of(protocol: str) -> type[Driver]:
    """Returns the protocol's driver class: the side that asks."""
    kind: type[Driver] = _module(protocol).ProtocolDriver
    return kind


def responder_of(protocol: str) -> type[Responder]:
    """Returns the protocol's responder class: the side that answers."""
    kind: type[Responder] = _module(protocol).ProtocolResponder
    return kind


def _module(protocol: str):  # type: ignore[no-untyped-def]
    return import_module(f"fivefold.engines.protocols.{protocol}")

"""NBoard, version 2: how Othello programs and the NBoard window talk.

    to the engine                       from the engine
    nboard 2                            set myname Fivefold
    set depth 12                        status …                         for people
    set game (;GM[Othello]…;)           search F5D6C3 +1.50 0 12         line, value for the mover
    ping 7                              pong 7                           after all thinking stopped
    go                                  nodestats 35805 0.42
    hint 3   analyze   learn            === F5/1.50/0.42                 the answer to go
    move F5/1.5/0.4                     analysis 12 -3.00                the value after 12 moves

The engine never plays its own move: it waits for `move` or `set game`. Lines that nobody knows are
ignored. There is no `stop` but `ping`, whose `pong` divides old answers from new ones; no clock but
the one in the game text, and it holds for `go` only.
"""

from __future__ import annotations

from fivefold.engines.protocols.nboard_driver import ProtocolDriver
from fivefold.engines.protocols.nboard_responder import ProtocolResponder

__all__ = ["ProtocolDriver", "ProtocolResponder"]

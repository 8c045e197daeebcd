"""NBoard, version 2: the protocol of Othello programs and the NBoard window.

    to the engine                       from the engine
    nboard 2                            set myname Fivefold
    set depth 12                        status …                         shown to the user
    set game (;GM[Othello]…;)           search F5D6C3 +1.50 0 12         line, score for the mover
    ping 7                              pong 7                           after any search stopped
    go                                  nodestats 35805 0.42
    hint 3   analyze   learn            === F5/1.50/0.42                 the answer to go
    move F5/1.5/0.4                     analysis 12 -3.00                the score after 12 moves

The engine does not play its own move: it waits for `move` or `set game`. Unknown lines are ignored.
`ping` stops a search; its `pong` separates old answers from new ones. The only clock is the one in
the game text, and it applies to `go` only.
"""

from __future__ import annotations

from fivefold.engines.protocols.nboard.driver import ProtocolDriver
from fivefold.engines.protocols.nboard.responder import ProtocolResponder

__all__ = ["ProtocolDriver", "ProtocolResponder"]

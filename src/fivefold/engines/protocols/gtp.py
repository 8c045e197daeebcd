"""GTP, version 2: the Go Text Protocol, which Othello and Gomoku programs speak too.

    to the engine            from the engine
    1 boardsize 8            =1                      each answer ends with an empty line
    2 play b f5              =2
    3 genmove w              =3 D6                   and the engine has played it
    4 play b a1              ?4 illegal move

Commands are answered in order, one after the other; there is no way to stop a search. Points and
colours: `gtp_text`. A position can only be led to by moves; what the two ends do about that is in
`gtp_driver` and `gtp_responder`.
"""

from __future__ import annotations

from fivefold.engines.protocols.gtp_driver import ProtocolDriver
from fivefold.engines.protocols.gtp_responder import ProtocolResponder

__all__ = ["ProtocolDriver", "ProtocolResponder"]

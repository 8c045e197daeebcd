"""GTP, version 2: the Go Text Protocol, also spoken by Othello and Gomoku programs.

    to the engine            from the engine
    1 boardsize 8            =1                      an empty line ends each answer
    2 play b f5              =2
    3 genmove w              =3 D6                   the engine plays its move
    4 play b a1              ?4 illegal move

Commands are answered in order; a search cannot be stopped. Points and colours are in `text`. The
protocol can only reach a position by moves; `driver` and `responder` describe how they set one up.
"""

from __future__ import annotations

from fivefold.engines.protocols.gtp.driver import ProtocolDriver
from fivefold.engines.protocols.gtp.responder import ProtocolResponder

__all__ = ["ProtocolDriver", "ProtocolResponder"]

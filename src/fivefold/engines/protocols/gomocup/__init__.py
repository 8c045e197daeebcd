"""Gomocup, also called Piskvork: the protocol of Gomoku programs.

    to the engine                       from the engine
    START 15                            OK                       or  ERROR why not
    INFO timeout_turn 5000              (nothing, ever)
    INFO rule 1
    BEGIN                               7,7                      the first move of the game
    TURN 6,7                            MESSAGE depth 8 score 12 for people; DEBUG too
                                        8,7
    BOARD                               9,9
    7,7,1                                                        1 its own stones, 2 the opponent's
    6,7,2
    DONE
    SWAP2BOARD                          SWAP                     to play black; or 9,9 as white
    7,7                                                          black and white in turn
    8,8
    6,9
    DONE
    RESTART                             OK
    FLY                                 UNKNOWN …
    END                                 (ends at once)

`x,y` count from 0 at the top left. Lines end with LF, CR LF or CR. `INFO rule` is a sum of 1
(exactly five), 2 (continuous game), 4 (Renju) and 8 (Caro). Times are in milliseconds.
"""

from __future__ import annotations

from fivefold.engines.protocols.gomocup.driver import ProtocolDriver
from fivefold.engines.protocols.gomocup.responder import ProtocolResponder

__all__ = ["ProtocolDriver", "ProtocolResponder"]

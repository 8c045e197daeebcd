"""UGI, our dialect: the structure of chess's UCI, for any game and with our notation.

    to the engine                                from the engine
    ugi                                          id name Fivefold level(3)
                                                 id author Fivefold
                                                 option name game type string default gomoku(…)
                                                 ugiok
    setoption name game value othello(size=8, rules=standard)
    isready                                      readyok
    uginewgame
    position startpos moves f5 d6                or fen TEXT; moves are optional
    go movetime 1000                             info depth 6 score 2 nodes 3120 time 87 pv c3 d3
                                                 bestmove c3
    query result                                 response none
    quit

Lines are UTF-8 and end with LF, CR LF or CR. Words are separated by spaces; case matters except in
moves and positions. An invalid line gets `error TEXT` and changes nothing.

**The game** is the option `game`: a text like `gomoku(size=15, rules=freestyle)`, where size is a
number or ROWSxCOLUMNS. An engine for a single game may omit the option. Setting it resets the
position to the start of that game.

**Positions**: `position startpos`, or `position fen TEXT` with our position text: the cells row by
row from the top and, except in Pentomino, a space and the side to move, `X` or `O`. `moves` and any
number of moves may follow. The engine keeps the position until the next `position`.

**Moves** are our notation without spaces: the first becomes a colon, the others become commas.
`h8`, `f5`, a pass `--`, and the pentomino `F c4 d4 d5 e5 d6` as `F:c4,d4,d5,e5,d6`.

**go** takes, in any order, `p1time p2time p1inc p2inc` (clocks and increments, `p1` for the first
player) and `movetime`, all in milliseconds, `depth`, `nodes` and `infinite`. The tightest limit
applies; without one the engine decides. The answer is a single `bestmove M`, `bestmove none` if the
game is over, or `bestmove resign`. With `infinite` it comes only after `stop`, which ends any
search.

**info** lines may come during a search: `depth`, `score` (for the side to move, in the units of the
game; in Gomoku and Pentomino a win in n plies is 1000000 - n), `nodes`, `time` in milliseconds, and
last `pv` with moves. `info string TEXT` is free text.

**query** asks about the position: `gameover` and `p1turn` give `response true` or `false`, `result`
gives `response p1win`, `p2win`, `draw` or `none`.

During a search an engine executes `stop`, `isready`, `ugi`, `query` and `quit`; other lines wait.
"""

from __future__ import annotations

from fivefold.engines.protocols.ugi.driver import ProtocolDriver
from fivefold.engines.protocols.ugi.responder import ProtocolResponder

__all__ = ["ProtocolDriver", "ProtocolResponder"]

"""UGI, our dialect: the shape of chess's UCI for any game, with our notation.

    to the engine                                from the engine
    ugi                                          id name Fivefold level(3)
                                                 id author Fivefold
                                                 option name game type string default gomoku(…)
                                                 ugiok
    setoption name game value othello(size=8, rules=standard)
    isready                                      readyok
    uginewgame
    position startpos moves f5 d6                startpos or fen TEXT, then perhaps moves
    go movetime 1000                             info depth 6 score 2 nodes 3120 time 87 pv c3 d3
                                                 bestmove c3
    query result                                 response none
    quit

Lines are UTF-8 text and end with LF, CR LF or CR. Words are divided by spaces; case matters, except
in moves and positions. A line that makes no sense is answered `error TEXT` and changes nothing.

**The game** is the option `game`: a text like `gomoku(size=15, rules=freestyle)`, where size is a
number or ROWSxCOLUMNS. An engine that plays one game only need not list the option. Setting it
goes back to the start position of that game.

**Positions**: `position startpos`, or `position fen TEXT` with our position text: the cells row by
row from the top, then, but for pentomino, a space and the side to move, `X` or `O`. `moves` and
any number of moves may follow. The engine keeps the last position until another comes.

**Moves** are our notation without spaces: the first becomes a colon, the others become commas.
`h8`, `f5`, a pass `--`, and the pentomino `F c4 d4 d5 e5 d6` as `F:c4,d4,d5,e5,d6`.

**go** takes, in any order, `p1time p2time p1inc p2inc` (both clocks and what each move adds, `p1`
being the first player), `movetime`, all in milliseconds, `depth`, `nodes`, and `infinite`. Of
several the tightest holds; without any the engine decides for itself. The answer is one
`bestmove M`; `bestmove none` when the game is over, `bestmove resign` to give up. With `infinite`
it comes after `stop` only. `stop` ends any thinking.

**info** lines may come while the engine thinks: `depth`, `score` (from the side to move, in the
game's own units; a win in n plies of Gomoku and Pentomino is 1000000 - n), `nodes`, `time` in
milliseconds, and `pv` with moves last. `info string TEXT` is for people.

**query** asks about the position: `gameover` and `p1turn` are answered `response true` or `false`,
`result` is `response p1win`, `p2win`, `draw` or `none`.

While it thinks, an engine obeys `stop`, `isready`, `ugi`, `query` and `quit`; the rest waits.
"""

from __future__ import annotations

from fivefold.engines.protocols.ugi_driver import ProtocolDriver
from fivefold.engines.protocols.ugi_responder import ProtocolResponder

__all__ = ["ProtocolDriver", "ProtocolResponder"]

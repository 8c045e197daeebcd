"""UGI, both ends."""

from __future__ import annotations

from fivefold.games.gomoku import GomokuGame
from fivefold.games.othello import OthelloGame
from fivefold.games.pentomino import PentominoGame
from fuzz.conversations import check_protocol

GAMES = (GomokuGame(6), OthelloGame(4), PentominoGame(4, 5), OthelloGame(8))


def check(data: bytes) -> None:
    check_protocol("ugi", data, GAMES)

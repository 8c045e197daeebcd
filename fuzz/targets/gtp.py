"""GTP, both ends."""

from __future__ import annotations

from fivefold.games.gomoku import GomokuGame
from fivefold.games.othello import OthelloGame
from fuzz.conversations import check_protocol

GAMES = (OthelloGame(4), GomokuGame(6), OthelloGame(8), GomokuGame(15, "renju"))


def check(data: bytes) -> None:
    check_protocol("gtp", data, GAMES)

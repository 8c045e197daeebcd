"""Gomocup, both ends."""

from __future__ import annotations

from fivefold.games.gomoku import GomokuGame
from fuzz.conversations import check_protocol

GAMES = (GomokuGame(6), GomokuGame(15), GomokuGame(7, "renju"), GomokuGame(5, "caro"))


def check(data: bytes) -> None:
    check_protocol("gomocup", data, GAMES)

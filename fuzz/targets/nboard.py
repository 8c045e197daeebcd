"""NBoard, both ends."""

from __future__ import annotations

from fivefold.games.othello import OthelloGame
from fuzz.conversations import check_protocol

GAMES = (OthelloGame(8),)


def check(data: bytes) -> None:
    check_protocol("nboard", data, GAMES)

"""The games. Each is one file, registered with one line here."""

from __future__ import annotations

from fivefold.core import Game
from fivefold.games.gomoku import GomokuGame
from fivefold.games.othello import OthelloGame
from fivefold.games.pentomino import PentominoGame

GAMES: dict[str, type[Game]] = {
    "gomoku": GomokuGame,
    "othello": OthelloGame,
    "pentomino": PentominoGame,
}

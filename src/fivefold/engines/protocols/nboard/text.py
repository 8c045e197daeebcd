"""The check that both ends of NBoard share."""

from __future__ import annotations

from fivefold.core import Game
from fivefold.errors import InvalidNotation


def check_game(game: Game) -> None:
    """Raises `InvalidNotation` unless the game is Othello on 8x8."""
    if game.name != "othello" or game.rows != 8:
        raise InvalidNotation("nboard.size", game=game.name, rows=game.rows, columns=game.columns)

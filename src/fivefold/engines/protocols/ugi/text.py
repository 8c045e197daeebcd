"""Moves in UGI notation, which has no spaces."""

from __future__ import annotations

from fivefold.core import Game, Move


def format_word(move: Move, game: Game) -> str:
    """Returns the move as one word, such as `F:c4,d4,d5,e5,d6`."""
    return game.format_move(move).replace(" ", ":", 1).replace(" ", ",")


def parse_word(word: str, game: Game) -> Move:
    """Returns the move; raises as `parse_move` does."""
    return game.parse_move(word.replace(":", " ").replace(",", " "))

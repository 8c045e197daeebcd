"""Points of SGF: a column and a row from the top, both as letters; `aa:cc` is a rectangle."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from fivefold.core import Game, Move
from fivefold.errors import IllegalMove
from fivefold.formats.sgf.grammar import simple
from fivefold.formats.tidy import tidy
from fivefold.games.grid import LETTERS
from fivefold.words import quoted

_PAIR = re.compile(r"[a-z]{2}")
_PASS_WORDS = ("", "--", "pass")
_PASS_POINTS = ("tt", "pa")
"""Passes in old files, on boards without these points."""


def point_of(value: str, game: Game) -> Move:
    """Returns the cell; notation such as `h8` is also read."""
    text = value if _PAIR.fullmatch(value) else tidy(simple(value)).lower()
    if not _PAIR.fullmatch(text):
        move = game.parse_move(text)
        if move == game.pass_move:
            raise IllegalMove("sgf.no_pass", game=game.name)
        return move
    column, row = ord(text[0]) - ord("a"), ord(text[1]) - ord("a")
    if row >= game.rows or column >= game.columns:
        last = LETTERS[game.columns - 1]
        raise IllegalMove("move.off_board", text=quoted(text), last_column=last, rows=game.rows)
    return row * game.columns + column


def cells_of(values: Sequence[str], game: Game) -> Iterator[Move]:
    """Yields the cells of a list of points and rectangles."""
    for value in values:
        corners = [divmod(point_of(text, game), game.columns) for text in value.split(":")[:2]]
        (top, left), (bottom, right) = corners[0], corners[-1]
        for row in range(min(top, bottom), max(top, bottom) + 1):
            for column in range(min(left, right), max(left, right) + 1):
                yield row * game.columns + column


def is_pass(value: str, game: Game) -> bool:
    """Tells whether the value of a move is a pass."""
    text = tidy(simple(value)).lower()
    is_off_board = ord(text[0]) - ord("a") >= game.columns if text else False
    return text in _PASS_WORDS or (text in _PASS_POINTS and is_off_board)


def point_text(move: Move, game: Game) -> str:
    """Returns the point as letters; a pass is empty."""
    if move == game.pass_move:
        return ""
    row, column = divmod(move, game.columns)
    return LETTERS[column] + LETTERS[row]

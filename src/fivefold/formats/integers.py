"""Othello positions as integers, the input of the original program: side to move, then squares.

0                               0 is black, 1 white, -1 empty;
-1 -1 -1 -1 -1 -1 -1 -1         separated by any white space
…
"""

from __future__ import annotations

import re
from typing import ClassVar

from fivefold.core import Game
from fivefold.errors import InvalidNotation
from fivefold.formats.reading import Reading
from fivefold.formats.tidy import tidy
from fivefold.games.othello import SIDES, OthelloGame
from fivefold.words import quoted

_MARKS = {"0": "X", "1": "O", "-1": "."}


class IntegersFormat:
    """One Othello position (of a game, the last) as 1 + 64 integers."""

    extensions: ClassVar[tuple[str, ...]] = (".integers", ".in")
    holds_many: ClassVar[bool] = False

    def is_like(self, text: str, game: Game | None) -> bool:
        """Recognizes numbers, most of them -1, 0 or 1, which are rare in a line of play."""
        numbers = _split(text)
        if not numbers or not all(re.fullmatch(r"[+-]?\d+", number) for number in numbers):
            return False
        return sum(number in _MARKS for number in numbers) * 2 > len(numbers)

    def read(self, text: str, game: Game | None) -> tuple[Reading, ...]:
        game = OthelloGame() if game is None else _othello(game)
        numbers = _split(text)
        for place, number in enumerate(numbers, start=1):
            if number not in _MARKS or (place == 1 and number == "-1"):
                raise InvalidNotation("integers.value", place=place, value=quoted(number))
        if len(numbers) not in [1 + side * side for side in SIDES]:
            raise InvalidNotation("integers.count", count=len(numbers))
        side, *cells = (_MARKS[number] for number in numbers)
        return (Reading(game.parse_position("".join(cells) + " " + side)),)

    def write(self, readings: tuple[Reading, ...]) -> str:
        state = readings[0].state
        columns = _othello(state.game).columns
        numbers = {mark: number for number, mark in _MARKS.items()}
        cells = [numbers[mark].rjust(2) for mark in state.cells]
        rows = [" ".join(cells[start : start + columns]) for start in range(0, len(cells), columns)]
        return "\n".join([numbers[state.to_move.value], *rows]) + "\n"


def _split(text: str) -> list[str]:
    return tidy(text).replace(",", " ").split()


def _othello(game: Game) -> Game:
    if game.name != OthelloGame.name:
        raise InvalidNotation("integers.only_othello", game=game.name)
    return game


INTEGERS = IntegersFormat()

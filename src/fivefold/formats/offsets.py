"""Gomocup opening lists: one opening per line, each stone as an offset from the centre.

    4,6, 1,5, 0,3              the first stone is 4 right of the centre and 6 below it
    -1,6, -1,3, -3,1

On a board of even size, the centre is the lower right of the four middle cells.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from fivefold.core import Game, Move, State
from fivefold.errors import InvalidNotation, RulesError
from fivefold.formats.reading import Reading
from fivefold.formats.tidy import tidy
from fivefold.games.gomoku import GomokuGame
from fivefold.match.replay import read_line

_OFFSETS = re.compile(r"[-+]?[0-9]{1,2}(?:[\s,]+[-+]?[0-9]{1,2})*[\s,]*")


class OffsetsFormat:
    """Any number of Gomoku openings; `#` starts a remark."""

    extensions: ClassVar[tuple[str, ...]] = (".offsets",)
    holds_many: ClassVar[bool] = True

    def is_like(self, text: str, game: Game | None) -> bool:
        """Recognizes numbers in a Gomoku text: moves have letters, positions have other marks.

        An odd number of numbers without commas is an exported Othello position.
        """
        if not isinstance(game, GomokuGame):
            return False
        lines = [line for _, line in _lines(text)]
        if not lines or not all(map(_OFFSETS.fullmatch, lines)):
            return False
        return "," in text or len(" ".join(lines).split()) % 2 == 0

    def read(self, text: str, game: Game | None) -> Iterator[Reading]:
        assert isinstance(game, GomokuGame)
        for number, line in _lines(text):
            try:
                yield Reading(game.start, read_offsets(line, game))
            except RulesError as error:
                raise type(error)("moves.line", line=number, reason=error.message) from error

    def write(self, readings: tuple[Reading, ...]) -> str:
        return "".join(f"{_written(reading)}\n" for reading in readings)


def are_offsets(text: str, game: Game) -> bool:
    """Tells whether the text is a Gomocup opening."""
    return isinstance(game, GomokuGame) and _OFFSETS.fullmatch(text.strip()) is not None


def read_offsets(text: str, game: Game) -> tuple[Move, ...]:
    """Returns the moves of one opening; raises `RulesError` if it is invalid."""
    numbers = [int(number) for number in re.findall(r"[-+]?[0-9]+", text)]
    if len(numbers) % 2:
        raise InvalidNotation("openings.odd", count=len(numbers))
    centre_column, centre_row = game.columns // 2, game.rows // 2
    texts = []
    for x, y in zip(numbers[::2], numbers[1::2], strict=True):
        column, row = centre_column + x, centre_row + y
        if not (0 <= column < game.columns and 0 <= row < game.rows):
            raise InvalidNotation("openings.off_board", x=x, y=y, size=game.rows)
        texts.append(game.format_move(row * game.columns + column))
    return read_line(game.start, texts)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(tidy(text).split("\n"), start=1):
        if plain := line.partition("#")[0].strip():
            yield number, plain


def _written(reading: Reading) -> str:
    state: State = reading.start
    game = state.game
    if not isinstance(game, GomokuGame):
        raise InvalidNotation("psq.only_gomoku", game=game.name)
    if state != game.start:
        raise InvalidNotation("format.other_start")
    centre = game.size // 2
    return ", ".join(
        f"{move % game.size - centre},{move // game.size - centre}" for move in reading.moves
    )


OFFSETS = OffsetsFormat()

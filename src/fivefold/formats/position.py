"""Position text: every cell row by row, then the side to move."""

from __future__ import annotations

from typing import ClassVar

from fivefold.core import Game
from fivefold.formats.reading import Reading
from fivefold.formats.tidy import tidy


class PositionFormat:
    """One position (of a game, the last), as the option `-p` takes it."""

    extensions: ClassVar[tuple[str, ...]] = (".pos",)
    holds_many: ClassVar[bool] = False

    def is_like(self, text: str, game: Game | None) -> bool:
        """Recognizes a position by the absence of digits and by its length or common cells."""
        marks = "".join(tidy(text).upper().split())
        if game is None or any(mark.isdecimal() for mark in marks):
            return False
        usual = sum(marks.count(mark) for mark in "XO.-")
        return usual * 2 > len(marks) or len(marks) - game.rows * game.columns in (0, 1)

    def read(self, text: str, game: Game | None) -> tuple[Reading, ...]:
        assert game
        return (Reading(game.parse_position(tidy(text))),)

    def write(self, readings: tuple[Reading, ...]) -> str:
        state = readings[0].state
        return state.game.format_position(state) + "\n"


POSITION = PositionFormat()

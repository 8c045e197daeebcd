"""Position text: every cell row by row, then the side to move."""

from __future__ import annotations

from typing import ClassVar

from fivefold.core import Game
from fivefold.formats.reading import Reading
from fivefold.formats.tidy import tidy


class PositionFormat:
    """One position, as `-p` takes it; of a game, the last."""

    extensions: ClassVar[tuple[str, ...]] = (".pos",)
    holds_many: ClassVar[bool] = False

    def is_like(self, text: str, game: Game | None) -> bool:
        """Tells a position by what it lacks, digits, and by its length or its most usual cells."""
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

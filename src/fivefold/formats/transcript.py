"""Moves one after the other: `f5 d6 c3`, `f5d6c3`, pentomino moves by `;`."""

from __future__ import annotations

import re
from typing import ClassVar

from fivefold.core import Game
from fivefold.errors import IllegalMove, InvalidNotation
from fivefold.formats.reading import Reading
from fivefold.formats.tidy import tidy
from fivefold.match.replay import read_line

LONGEST = 100_000


class TranscriptFormat:
    """One game from the start position. A forced pass may be left out, and is always written."""

    extensions: ClassVar[tuple[str, ...]] = (".moves", ".txt")
    holds_many: ClassVar[bool] = False

    def is_like(self, text: str, game: Game | None) -> bool:
        """Tells moves by a letter before a digit anywhere, or by a first word that is a move."""
        if game is None:
            return False
        beginning = tidy(text[:LONGEST])
        if re.search(r"[a-z]\d", beginning, re.IGNORECASE):
            return True
        try:
            game.parse_move((game.split_moves(beginning) or [""])[0])
        except InvalidNotation:
            return False
        except IllegalMove:
            # It is a move, though of another board; reading it says so.
            return True
        return True

    def read(self, text: str, game: Game | None) -> tuple[Reading, ...]:
        assert game
        if len(text) > LONGEST:
            raise InvalidNotation("format.long", most=LONGEST)
        texts = game.split_moves(tidy(text))
        return (Reading(game.start, read_line(game.start, texts, passes_left_out=True)),)

    def write(self, readings: tuple[Reading, ...]) -> str:
        start, moves = readings[0].start, readings[0].moves
        if start != start.game.start:
            raise InvalidNotation("format.other_start")
        texts = [start.game.format_move(move) for move in moves]
        return ("; " if any(" " in text for text in texts) else " ").join(texts) + "\n"


TRANSCRIPT = TranscriptFormat()

"""Lines of play: `f5 d6 c3` or `f5d6c3`, pentomino moves separated by `;`; one game per line.

A single game may also be broken into lines. Since no game contains a move twice, a repeated move
shows that there are several:

    f5d6c3d3c4f4        f5d6c3d3c4f4
    f5f6e6f4            f6f3e6e7
    two games           one game
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from fivefold.core import Game, Move
from fivefold.errors import IllegalMove, InvalidNotation, RulesError
from fivefold.formats.reading import Reading
from fivefold.formats.tidy import tidy
from fivefold.match.replay import read_line

LONGEST = 100_000

# Only between squares, where `pa` cannot start another word: f5d6pac3, f5PSd6.
_PASS = re.compile(
    r"(?:(?<=[0-9])|(?<![^\s,]))(pass|pa|ps)(?=[a-z][0-9]|pass|pa|ps|$|[\s,])", re.IGNORECASE
)


class TranscriptFormat:
    """Games from the start position. Reading inserts forced passes that are left out."""

    extensions: ClassVar[tuple[str, ...]] = (".moves", ".txt")
    holds_many: ClassVar[bool] = True

    def is_like(self, text: str, game: Game | None) -> bool:
        """Recognizes moves by a letter before a digit anywhere, or by a first word that is one."""
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
            # A move, though not on this board; `read` reports that.
            return True
        return True

    def read(self, text: str, game: Game | None) -> Iterator[Reading]:
        assert game
        lines = [line for line in tidy(text).split("\n") if line.strip()]
        if not _are_games(lines, game):
            yield _reading(text, game)
            return
        for number, line in enumerate(tidy(text).split("\n"), start=1):
            try:
                if move_texts(line[:LONGEST], game):  # skip lines of commas only
                    yield _reading(line, game)
            except RulesError as error:
                raise type(error)("moves.line", line=number, reason=error.message) from error

    def write(self, readings: tuple[Reading, ...]) -> str:
        return "".join(f"{_written(reading)}\n" for reading in readings)


class TogetherFormat:
    """Moves run together, as in `h8i9g7`; one game per line.

    For writing only: reading such a text detects the format `moves`.
    """

    extensions: ClassVar[tuple[str, ...]] = (".line",)
    holds_many: ClassVar[bool] = True

    def is_like(self, text: str, game: Game | None) -> bool:
        return False

    def read(self, text: str, game: Game | None) -> Iterator[Reading]:
        return TRANSCRIPT.read(text, game)

    def write(self, readings: tuple[Reading, ...]) -> str:
        for reading in readings:
            if reading.start.game.name == "pentomino":
                raise InvalidNotation("format.not_together", game=reading.start.game.name)
        return "".join(_written(reading).replace(" ", "") + "\n" for reading in readings)


def _are_games(lines: list[str], game: Game) -> bool:
    """Tells whether each line is a game: a later line repeats a move of an earlier one."""
    made: set[Move] = set()
    for line in lines:
        try:
            moves = {game.parse_move(text) for text in move_texts(line[:LONGEST], game)}
        except RulesError:
            return False
        moves -= {game.pass_move}
        if moves & made:
            return True
        made |= moves
    return False


def _reading(text: str, game: Game) -> Reading:
    if len(text) > LONGEST:
        raise InvalidNotation("format.long", most=LONGEST)
    return Reading(game.start, read_line(game.start, move_texts(text, game), passes_left_out=True))


def _written(reading: Reading) -> str:
    start, moves = reading.start, reading.moves
    if start != start.game.start:
        raise InvalidNotation("format.other_start")
    texts = [start.game.format_move(move) for move in moves]
    return ("; " if any(" " in text for text in texts) else " ").join(texts)


def move_texts(text: str, game: Game) -> list[str]:
    """Returns the texts of the moves; a pass may appear among squares that are run together.

    >>> from fivefold.games.othello import OthelloGame
    >>> move_texts("F5D6c3PSd3--c4", OthelloGame())
    ['F5', 'D6', 'c3', 'PS', 'd3', '--', 'c4']
    """
    plain = tidy(text)
    if game.pass_move is not None:
        plain = _PASS.sub(r" \1 ", plain)
    return game.split_moves(plain)


TRANSCRIPT = TranscriptFormat()
TOGETHER = TogetherFormat()

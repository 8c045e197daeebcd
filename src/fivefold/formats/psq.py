"""PSQ, the game files of Piskvork and Gomocup.

    Piskvorky 15x15, 11:11, 0
    8,8,0              column and row, counted from 1 at the top left, and milliseconds
    9,7,1203
    pbrain-first.exe   the first player, then the second
    pbrain-second.exe
    0

The first stone is Black's. The numbers after the names tell how the manager ended the game; they
differ between versions and are ignored. The file does not contain the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from fivefold.core import Game, Move, State
from fivefold.errors import IllegalMove, InvalidNotation, RulesError
from fivefold.formats.reading import Reading
from fivefold.formats.records import record_of
from fivefold.games.gomoku import GomokuGame
from fivefold.words import quoted

UNKNOWN = "?"

_HEAD = re.compile(r"\s*piskvorky\s+([0-9]{1,3})\s*x\s*([0-9]{1,3})\b.*", re.IGNORECASE)
_STONE = re.compile(r"\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*(?:,\s*([0-9]{1,9})\s*)?")
# Not `splitlines`, which also breaks lines at characters such as \x1c, a space to our patterns.
_LINE_BREAK = re.compile(r"\r\n?|\n")
_LIKE_STONE = re.compile(r"\s*[-+0-9][-+0-9\s,.]*,[-+0-9\s,.]*")


class PsqFormat:
    """One Gomoku game, with its players and the time of each move."""

    extensions: ClassVar[tuple[str, ...]] = (".psq",)
    holds_many: ClassVar[bool] = False

    def is_like(self, text: str, game: Game | None) -> bool:
        first = next(_lines(text), None)
        return first is not None and _HEAD.match(first[1]) is not None

    def read(self, text: str, game: Game | None) -> Iterator[Reading]:
        lines = _lines(text)
        state: State = _game(*next(lines), game).start
        moves: list[Move] = []
        seconds: list[float] = []
        names: list[str] = []
        for number, line in lines:
            if names or not _LIKE_STONE.fullmatch(line):
                names.append(_on_one_line(line) or UNKNOWN)
                continue
            try:
                move, spent = _stone(line, state.game)
                state = state.play(move)
            except RulesError as error:
                raise type(error)("moves.line", line=number, reason=error.message) from error
            moves.append(move)
            seconds.append(spent)
        reading = Reading(state.game.start, tuple(moves))
        first, second = [*names, UNKNOWN, UNKNOWN][:2]
        record = replace(record_of(reading), first=first, second=second, seconds=tuple(seconds))
        yield replace(reading, record=record)

    def write(self, readings: tuple[Reading, ...]) -> str:
        reading = readings[0]
        game = reading.start.game
        if not isinstance(game, GomokuGame):
            raise InvalidNotation("psq.only_gomoku", game=game.name)
        if reading.start != game.start:
            raise InvalidNotation("format.other_start")
        record = reading.record or record_of(reading)
        seconds = record.seconds or (0.0,) * len(reading.moves)
        stones = (
            f"{move % game.size + 1},{move // game.size + 1},{round(spent * 1000)}"
            for move, spent in zip(reading.moves, seconds, strict=True)
        )
        names = (_name(record.first), _name(record.second))
        head = f"Piskvorky {game.size}x{game.size}, 11:11, 0"
        return "".join(f"{line}\n" for line in (head, *stones, *names, "0"))


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yields the lines that are not empty, with their numbers."""
    for number, line in enumerate(_LINE_BREAK.split(text.lstrip("\ufeff")), start=1):
        if line.strip():
            yield number, line


def _game(number: int, head: str, known: Game | None) -> GomokuGame:
    """Returns the game for the board size in the first line, with the rules of the known game."""
    if known is not None and not isinstance(known, GomokuGame):
        raise InvalidNotation("record.other_game", other=GomokuGame.name, game=known.name)
    match = _HEAD.match(head)
    assert match
    rules = None if known is None else known.rules
    try:
        return GomokuGame.of((int(match[2]), int(match[1])), rules)
    except RulesError as error:
        raise type(error)("moves.line", line=number, reason=error.message) from error


def _stone(line: str, game: Game) -> tuple[Move, float]:
    """Returns the cell on a line, and the seconds its move took."""
    match = _STONE.fullmatch(line)
    if not match:
        raise InvalidNotation("psq.stone", text=quoted(line.strip()))
    x, y = int(match[1]), int(match[2])
    if not (1 <= x <= game.columns and 1 <= y <= game.rows):
        raise IllegalMove("psq.off_board", text=quoted(line.strip()), size=game.rows)
    return (y - 1) * game.columns + x - 1, int(match[3] or 0) / 1000


def _name(name: str) -> str:
    """Returns a player's name on one line, or `?` if it would read as a stone."""
    plain = _on_one_line(name)
    return UNKNOWN if not plain or _LIKE_STONE.fullmatch(plain) else plain


def _on_one_line(text: str) -> str:
    return " ".join("".join(mark if mark.isprintable() else " " for mark in text).split())


PSQ = PsqFormat()

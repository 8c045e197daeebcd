"""OBF, a format for Othello test suites: one position per line, with known move values.

    % a remark
    --XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12;

Squares run row by row from a1: `X`, `*` and `B` are black, `O` and `W` white, `-` and `.` empty.
After the side to move come moves with their value in discs, best first. Edax ends some lists with
the marker `--:-127`, which is ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from fivefold.core import Game, State
from fivefold.errors import InvalidNotation, RulesError
from fivefold.formats.details import Details
from fivefold.formats.reading import Reading
from fivefold.formats.tidy import tidy
from fivefold.games.othello import SIDES, OthelloGame
from fivefold.words import quoted

NO_SCORE = -127
REMARKS = ("%", "#")

_BLACK_AND_WHITE = str.maketrans("*BbWw_-", "XXXOO..")
_BOARD = re.compile(r"[XOBW*._\-\s]+", re.IGNORECASE)
_SCORE = re.compile(r"([^:\s]+)\s*:\s*([+-]?[0-9]{1,3}(?:\.[0-9]{1,4})?)")
_LEAST_SQUARES = min(SIDES) ** 2


class ObfFormat:
    """Any number of Othello positions (of a game, the last)."""

    extensions: ClassVar[tuple[str, ...]] = (".obf",)
    holds_many: ClassVar[bool] = True

    def is_like(self, text: str, game: Game | None) -> bool:
        """Recognizes a board before a semicolon, or several lines that are each a position.

        A single position without a semicolon might belong to another game.
        """
        lines = [line for _, line, _ in _lines(text)]
        if not lines or (game is not None and game.name != OthelloGame.name):
            return False
        board, mark, _ = lines[0].partition(";")
        if mark:
            return _is_board(board)
        return game is not None and len(lines) > 1 and all(map(_is_position, lines))

    def read(self, text: str, game: Game | None) -> Iterator[Reading]:
        game = game or OthelloGame()
        for number, line, remark in _lines(text):
            try:
                yield _reading(line, remark, game)
            except RulesError as error:
                raise type(error)("obf.line", line=number, reason=error.message) from error

    def write(self, readings: tuple[Reading, ...]) -> str:
        return "".join(_written(reading) for reading in readings)


def _lines(text: str) -> Iterator[tuple[int, str, str]]:
    """Yields the number of each line with a position, the line, and its remarks."""
    remarks: list[str] = []
    for number, line in enumerate(tidy(text).split("\n"), start=1):
        stripped = line.strip()
        if stripped.startswith(REMARKS):
            remarks.append(stripped[1:].strip())
        elif stripped:
            line, _, remark = stripped.partition("%")
            yield number, line.strip(), " ".join([*remarks, remark.strip()]).strip()
            remarks = []


def _is_board(text: str) -> bool:
    squares = "".join(text.split())
    fitting = len("".join(_BOARD.findall(squares)))
    return len(squares) >= _LEAST_SQUARES and fitting * 5 >= len(squares) * 4


def _is_position(line: str) -> bool:
    squares = "".join(line.split())
    return bool(_BOARD.fullmatch(line)) and len(squares) - 1 in [side**2 for side in SIDES]


def _reading(line: str, remark: str, game: Game) -> Reading:
    board, *values = line.split(";")
    state = game.parse_position(board.translate(_BLACK_AND_WHITE))
    scores: dict[str, float] = {}
    for value in filter(None, map(str.strip, values)):
        found = _SCORE.fullmatch(value)
        if not found:
            raise InvalidNotation("obf.value", text=quoted(value))
        if float(found[2]) == NO_SCORE:
            continue
        move = state.game.parse_move(found[1])
        state.play(move)
        scores[state.game.format_move(move)] = float(found[2])
    return Reading(state, details=Details(comment=remark, scores=tuple(scores.items())))


def _written(reading: Reading) -> str:
    state = reading.state
    if state.game.name != OthelloGame.name:
        raise InvalidNotation("obf.only_othello", game=state.game.name)
    remark = " ".join(reading.details.comment.split())
    values = "" if reading.moves else _values(reading.details.scores)
    return f"{f'% {remark}' if remark else ''}\n".lstrip("\n") + f"{_board(state)};{values}\n"


def _board(state: State) -> str:
    return f"{state.cells.replace('.', '-')} {state.to_move.value}"


def _values(scores: tuple[tuple[str, float], ...]) -> str:
    return "".join(f" {move.upper()}:{score:+.6g};" for move, score in scores)


OBF = ObfFormat()

"""The options that say which game, which position and how long to think, shared by the commands."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fivefold.cli.completion import complete_game, complete_strategy
from fivefold.core import Game, Move, State
from fivefold.errors import InvalidNotation

if TYPE_CHECKING:
    from fivefold.formats import Reading

GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="gomoku, othello or pentomino; also with parameters: gomoku(size=19).",
        autocompletion=complete_game,
    ),
]
StrategyName = Annotated[
    str,
    typer.Argument(
        metavar="STRATEGY",
        help="Who chooses: random, minimax(depth=3), ./my_bot.py:MyBot; see fivefold strategies.",
        autocompletion=complete_strategy,
    ),
]
Size = Annotated[
    str | None,
    typer.Option("--size", metavar="N|RxC", help="Size of the board, such as 19 or 6x10."),
]
Rules = Annotated[
    str | None, typer.Option("--rules", metavar="NAME", help="Rule set; see fivefold games.")
]
Position = Annotated[
    str | None,
    typer.Option("-p", "--position", metavar="POSITION", help="Position text to start from."),
]
Moves = Annotated[
    str | None,
    typer.Option("-m", "--moves", metavar="MOVES", help="Moves to play first, such as f5d6c3."),
]
Input = Annotated[
    str | None,
    typer.Option(
        "-i", "--input", metavar="FILE", help="File with a position or a game; - is standard input."
    ),
]
Seconds = Annotated[
    float | None,
    typer.Option(
        "--seconds",
        metavar="S",
        help="Seconds to think for one move; a strategy from a file has 10 unless said.",
    ),
]
Depth = Annotated[
    int | None, typer.Option("--depth", metavar="N", help="Plies to look ahead at most.")
]
Nodes = Annotated[
    int | None, typer.Option("--nodes", metavar="N", help="Positions to look at, at most.")
]
Seed = Annotated[
    int | None, typer.Option("--seed", metavar="N", help="Makes chance repeat itself.")
]
Numbers = Annotated[
    bool,
    typer.Option("--numbers", help="Othello moves as row*size+column from 0, pass and none -1."),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of text.")]
Ascii = Annotated[bool, typer.Option("--ascii", help="Print plain ASCII characters only.")]


def read_state(
    game_text: str,
    size: str | None,
    rules: str | None,
    position: str | None = None,
    moves: str | None = None,
    file: str | None = None,
) -> State:
    """Returns the position that the options describe; its `game` is the game with its real size."""
    return read_game(game_text, size, rules, position, moves, file).state


def read_game(
    game_text: str,
    size: str | None,
    rules: str | None,
    position: str | None = None,
    moves: str | None = None,
    file: str | None = None,
) -> Reading:
    """Returns the start and the moves that the options describe."""
    from fivefold import formats, names

    if position is not None and file is not None:
        raise InvalidNotation("cli.exclusive", one="--position", other="--input")
    game = names.game_from(game_text, size, rules)
    reading = formats.Reading(game.start)
    if position is not None:
        reading = formats.Reading(game.parse_position(position))
    elif file is not None:
        reading = formats.read_file(file, game)
    if size is not None or re.search(r"\bsize\s*=", game_text):
        _check_size(reading.start.game, game)
    if moves is not None:
        played = (*reading.moves, *formats.read_moves(moves, reading.state))
        reading = formats.Reading(reading.start, played)
    return reading


def _check_size(actual: Game, asked: Game) -> None:
    if (actual.rows, actual.columns) != (asked.rows, asked.columns):
        raise InvalidNotation(
            "position.other_size",
            rows=actual.rows,
            columns=actual.columns,
            asked=f"{asked.rows}x{asked.columns}",
        )


class MoveWriter:
    """Writes moves as notation or, for Othello with `--numbers`, as integers."""

    def __init__(self, game: Game, numbers: bool = False) -> None:
        if numbers and game.name != "othello":
            raise InvalidNotation("cli.numbers", game=game.name)
        self._game = game
        self._numbers = numbers

    def __call__(self, move: Move | None) -> Any:
        """Returns the move as it stands in JSON: text or null, or an integer."""
        if self._numbers:
            return -1 if move is None else move
        return None if move is None else self._game.format_move(move)

    def text(self, move: Move | None) -> str:
        """Returns the move as people read it."""
        written = self(move)
        return "–" if written is None else str(written)

    def line(self, moves: Iterable[Move]) -> str:
        """Returns a line of play; moves that contain spaces are set apart by semicolons."""
        texts = [self.text(move) for move in moves]
        return ("; " if any(" " in text for text in texts) else " ").join(texts)

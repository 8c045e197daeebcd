"""Options shared by several commands: game, position and search limits."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fivefold.cli.support.completion import complete_game, complete_strategy
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
        help="random, minimax(depth=3), ./my_bot.py:MyBot; see fivefold strategies.",
        autocompletion=complete_strategy,
    ),
]
Size = Annotated[
    str | None,
    typer.Option("--size", metavar="N|RxC", help="Board size, such as 19 or 6x10."),
]
Rules = Annotated[
    str | None, typer.Option("--rules", metavar="NAME", help="Rule set; see fivefold games.")
]
Position = Annotated[
    str | None,
    typer.Option("-p", "--position", metavar="POSITION", help="Start position as text."),
]
Moves = Annotated[
    str | None,
    typer.Option(
        "-m", "--moves", metavar="MOVES", help="Moves from the start position, such as f5d6c3."
    ),
]
Input = Annotated[
    str | None,
    typer.Option(
        "-i",
        "--input",
        metavar="FILE",
        help="File with a position or a game; - for standard input.",
    ),
]
Seconds = Annotated[
    float | None,
    typer.Option(
        "--seconds",
        metavar="S",
        help="Time limit per move in seconds; default for a strategy from a file: 10.",
    ),
]
Depth = Annotated[
    int | None, typer.Option("--depth", metavar="N", help="Search depth limit in plies.")
]
Nodes = Annotated[
    int | None, typer.Option("--nodes", metavar="N", help="Search limit in positions.")
]
Seed = Annotated[
    int | None,
    typer.Option("--seed", metavar="N", help="Random seed: the same number gives the same moves."),
]
Numbers = Annotated[
    bool,
    typer.Option(
        "--numbers", help="Write Othello moves as row*size+column from 0, a pass or no move as -1."
    ),
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
    """Returns the position given by the options; its `game` has the actual size."""
    return read_game(game_text, size, rules, position, moves, file).state


def read_game(
    game_text: str,
    size: str | None,
    rules: str | None,
    position: str | None = None,
    moves: str | None = None,
    file: str | None = None,
) -> Reading:
    """Returns the start and the moves given by the options."""
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
    """Formats moves as notation or, for Othello with `--numbers`, as integers."""

    def __init__(self, game: Game, numbers: bool = False) -> None:
        if numbers and game.name != "othello":
            raise InvalidNotation("cli.numbers", game=game.name)
        self._game = game
        self._numbers = numbers

    def __call__(self, move: Move | None) -> Any:
        """Returns the move for JSON: text, an integer, or None for no move in notation."""
        if self._numbers:
            return -1 if move is None else move
        return None if move is None else self._game.format_move(move)

    def text(self, move: Move | None) -> str:
        """Returns the move for text output."""
        written = self(move)
        return "–" if written is None else str(written)

    def line(self, moves: Iterable[Move]) -> str:
        """Returns the moves in one line, separated by semicolons if a move contains spaces."""
        texts = [self.text(move) for move in moves]
        return ("; " if any(" " in text for text in texts) else " ").join(texts)

"""GTP notation: colours, points, and the clean-up of lines.

As in Go, Gomoku rows count from the bottom and there is no column I: `J3` is our `i3`. Othello
programs use Othello names in GTP: a1 is the top left corner.
"""

from __future__ import annotations

import re

from fivefold.core import Game, Move, Player, State
from fivefold.errors import InvalidNotation
from fivefold.words import quoted

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
PASS = "PASS"
GAMES = {"othello": "Othello", "gomoku": "Gomoku"}
"""The names of the games in `set_game`."""

_POINT = re.compile(r"([A-HJ-Z])([1-9][0-9]?)")
_CLEAN = {**dict.fromkeys((*range(32), 127)), ord("\t"): " "}
_COLOURS = {"b": Player.FIRST, "black": Player.FIRST, "w": Player.SECOND, "white": Player.SECOND}


def clean(line: str) -> str:
    """Returns a line without control characters and with tabs as spaces."""
    return (line if line.isprintable() else line.translate(_CLEAN)).strip()


def clean_command(line: str) -> str:
    """Returns a command without a comment, which starts with `#`."""
    return clean(line).partition("#")[0].strip()


def parse_colour(text: str) -> Player:
    """Returns the player of a colour; Black is the first."""
    player = _COLOURS.get(text.lower())
    if player is None:
        raise InvalidNotation("gtp.colour", text=quoted(text))
    return player


def format_colour(player: Player) -> str:
    return "b" if player is Player.FIRST else "w"


def parse_vertex(text: str, game: Game) -> Move:
    """Returns the move of a point, or a pass if the game has one."""
    word = text.upper()
    if word == PASS and game.pass_move is not None:
        return game.pass_move
    point = _POINT.fullmatch(word)
    if not point:
        raise InvalidNotation("gtp.vertex", text=quoted(text))
    column, number = COLUMNS.index(point[1]), int(point[2])
    row = number - 1 if game.name == "othello" else game.rows - number
    if not (0 <= row < game.rows and column < game.columns):
        raise InvalidNotation("gtp.vertex", text=quoted(text))
    return row * game.columns + column


def format_vertex(move: Move, game: Game) -> str:
    """Returns the point of a move, such as `H8`, or `PASS`."""
    if move == game.pass_move:
        return PASS
    row, column = divmod(move, game.columns)
    return f"{COLUMNS[column]}{row + 1 if game.name == 'othello' else game.rows - row}"


def board_lines(state: State) -> list[str]:
    """Returns the board as text, labelled with GTP points."""
    game = state.game
    heads = " ".join(COLUMNS[: game.columns])
    lines = [f"   {heads}"]
    for row in range(game.rows):
        cells = state.cells[row * game.columns : (row + 1) * game.columns]
        number = row + 1 if game.name == "othello" else game.rows - row
        lines.append(f"{number:2} {' '.join(cells)}")
    return lines

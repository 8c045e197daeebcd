"""The words of GTP: colours, points of the board, and how a line is cleaned before it is read.

Go counts rows from the bottom and has no column I; our Gomoku follows Go in both, so `J3` is our
`i3`. Othello programs use GTP with their own names: a1 is the corner at the top left.
"""

from __future__ import annotations

import re

from fivefold.core import Game, Move, Player, State
from fivefold.errors import InvalidNotation
from fivefold.words import quoted

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
PASS = "PASS"
GAMES = {"othello": "Othello", "gomoku": "Gomoku"}
"""The games and their names in `set_game`."""

_POINT = re.compile(r"([A-HJ-Z])([1-9][0-9]?)")
_CLEAN = {**dict.fromkeys((*range(32), 127)), ord("\t"): " "}
_COLOURS = {"b": Player.FIRST, "black": Player.FIRST, "w": Player.SECOND, "white": Player.SECOND}


def clean(line: str) -> str:
    """Returns a line as GTP wants it read: no control characters, tabs as blanks."""
    return (line if line.isprintable() else line.translate(_CLEAN)).strip()


def clean_command(line: str) -> str:
    """Returns a command without what follows a `#`, which is a comment."""
    return clean(line).partition("#")[0].strip()


def parse_colour(text: str) -> Player:
    """Returns whose colour that is: black moves first."""
    player = _COLOURS.get(text.lower())
    if player is None:
        raise InvalidNotation("gtp.colour", text=quoted(text))
    return player


def format_colour(player: Player) -> str:
    return "b" if player is Player.FIRST else "w"


def parse_vertex(text: str, game: Game) -> Move:
    """Returns the move that a point means, or a pass where the game has one."""
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
    """Returns the board for people, with the names of points as GTP has them."""
    game = state.game
    heads = " ".join(COLUMNS[: game.columns])
    lines = [f"   {heads}"]
    for row in range(game.rows):
        cells = state.cells[row * game.columns : (row + 1) * game.columns]
        number = row + 1 if game.name == "othello" else game.rows - row
        lines.append(f"{number:2} {' '.join(cells)}")
    return lines

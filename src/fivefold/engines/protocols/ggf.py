"""One Othello game as GGF, the text that NBoard's `set game` carries.

    (;GM[Othello]PC[NBoard]…TY[8]BO[8 -----…---O*------*O---…----- *]B[F5//2.4]W[D6/0.5]…;)

`BO` is the board the game starts from: its size, the squares row by row from the top (`*` black,
`O` white, `-` empty) and the side to move. A move is a square, an evaluation and seconds; a pass is
`PA`. `TI[15:00//02:00]` is the time of either side, before what moves add. Everything else is read
over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from fivefold.core import Game, Move, Player, State
from fivefold.errors import IllegalMove, InvalidNotation, RulesError
from fivefold.words import quoted

PASS = "PA"

_GAME = re.compile(r"[0-9]*\s*\(;(.*);\s*\)\s*", re.DOTALL)
_TAG = re.compile(r"([A-Za-z]+)\s*\[((?:\\.|[^\]\\])*)\]", re.DOTALL)
_SQUARE = str.maketrans("*XBOW-._", "XXXOO...")
_DISC = str.maketrans("XO.", "*O-")
_SECONDS = re.compile(r"[0-9]{1,6}(?:\.[0-9]{0,6})?")
_SEATS = {"B": Player.FIRST, "W": Player.SECOND}


class GgfGame(NamedTuple):
    """What a GGF text says: the start, the moves with all passes, and the seconds left, if any."""

    start: State
    moves: tuple[Move, ...]
    clocks: dict[Player, float]


def read_ggf(text: str, game: Game) -> GgfGame:
    """Returns the game; raises what is wrong with it. A forced pass may be left out."""
    body = _GAME.fullmatch(text.strip())
    tags = [(tag.upper(), value) for tag, value in _TAG.findall(body[1])] if body else []
    boards = [value for tag, value in tags if tag == "BO"]
    if not boards:
        raise InvalidNotation("ggf.unreadable", text=quoted(text))
    start = state = _read_board(boards[0], game)
    moves: list[Move] = []
    clocks: dict[Player, float] = {}
    for tag, value in tags:
        if tag == "TI" and (seconds := _read_time(value)):
            clocks = dict.fromkeys(Player, seconds)
        if tag not in _SEATS:
            continue
        move, spent = read_move(value, game)
        for each in _with_pass(state, move, _SEATS[tag], len(moves) + 1):
            state = state.play(each)
            moves.append(each)
        if clocks:
            clocks[_SEATS[tag]] -= spent
    return GgfGame(start, tuple(moves), clocks)


def read_move(text: str, game: Game) -> tuple[Move, float]:
    """Returns the move of `F5/1.25/3.5` and the seconds it took, 0 where none are given."""
    move, _, rest = text.partition("/")
    spent = _SECONDS.fullmatch(rest.rpartition("/")[2].strip()) if "/" in rest else None
    return game.parse_move(move), float(spent[0]) if spent else 0.0


def _read_time(value: str) -> float:
    """Returns the seconds of `15:00//02:00`, or 0 where that cannot be read."""
    parts = value.partition("/")[0].strip().split(":")
    if not all(_SECONDS.fullmatch(part) for part in parts):
        return 0.0
    return sum(float(part) * 60.0**place for place, part in enumerate(reversed(parts)))


def _read_board(value: str, game: Game) -> State:
    size, *rest = value.upper().split() or [""]
    squares = "".join(rest).translate(_SQUARE)
    if size != str(game.rows) or len(squares) != game.rows * game.columns + 1:
        raise InvalidNotation("ggf.board", text=quoted(value), size=game.rows)
    try:
        return game.parse_position(f"{squares[:-1]} {squares[-1]}")
    except RulesError as error:
        raise InvalidNotation("ggf.bad_board", reason=error.message) from error


def _with_pass(state: State, move: Move, player: Player, number: int) -> list[Move]:
    """Returns the move, with the pass before it that was left out."""
    if state.to_move is player:
        return [move]
    forced = state.game.pass_move
    if forced is None or state.legal_moves() != [forced]:
        raise IllegalMove("ggf.turn", number=number, player=state.game.player_name(player))
    return [forced, move]


def write_ggf(start: State, moves: Iterable[Move] = (), seconds: float | None = None) -> str:
    """Returns the game as GGF on one line; `seconds` are on the clock of whoever is to move."""
    game, state = start.game, start
    clock = 900 if seconds is None else max(1, int(seconds))
    board = f"{start.cells.translate(_DISC)} {start.to_move.value.translate(_DISC)}"
    text = (
        f"(;GM[Othello]PC[Fivefold]PB[black]PW[white]RE[?]TI[{clock // 60}:{clock % 60:02}]"
        f"TY[{game.rows}]BO[{game.rows} {board}]"
    )
    for move in moves:
        seat = "B" if state.to_move is Player.FIRST else "W"
        text += f"{seat}[{write_move(game, move)}]"
        state = state.play(move)
    return f"{text};)"


def write_move(game: Game, move: Move) -> str:
    """Returns the move in capitals: `F5`, `PA`."""
    return PASS if move == game.pass_move else game.format_move(move).upper()

"""Othello games as GGF, the format of NBoard's `set game` and of game servers.

    (;GM[Othello]PC[NBoard]…TY[8]BO[8 -----…---O*------*O---…----- *]B[F5//2.4]W[D6/0.5]…;)

`BO` is the start board: its size, the squares row by row from the top (`*` black, `O` white, `-`
empty) and the side to move. A move is a square, an evaluation and seconds; a pass is `PA`.
`TI[15:00//02:00]` is the base time of each side. Other tags are kept unchanged.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from fivefold.core import Game, Move, Player, State
from fivefold.errors import IllegalMove, InvalidNotation, RulesError
from fivefold.words import quoted

PASS = "PA"
SEATS = {"B": Player.FIRST, "W": Player.SECOND}

_OPENING = re.compile(r"\s*(?:[0-9]+\s*)?\(\s*;")
_CLOSING = re.compile(r"\s*;?\s*\)")
_TAG = re.compile(r"\s*([A-Za-z]+)\s*\[((?:\\.|[^\]\\])*+)\]", re.DOTALL)
_SQUARE = str.maketrans("*XBOW-._", "XXXOO...")
_DISC = str.maketrans("XO.", "*O-")
_SECONDS = re.compile(r"[0-9]{1,6}(?:\.[0-9]{0,6})?")
_VALUE = re.compile(r"[+-]?[0-9]{1,6}(?:\.[0-9]{0,6})?")

Tag = tuple[str, str]
"""A name in capitals and the text in its brackets."""


class GgfMove(NamedTuple):
    """A move with its evaluation and its seconds, 0 if unknown."""

    move: Move
    value: float | None = None
    seconds: float = 0.0


class GgfGame(NamedTuple):
    """The contents of a GGF text: the start, the moves with all passes, and the other tags."""

    start: State
    played: tuple[GgfMove, ...]
    tags: tuple[Tag, ...]

    @property
    def moves(self) -> tuple[Move, ...]:
        return tuple(each.move for each in self.played)

    @property
    def clocks(self) -> dict[Player, float]:
        """The remaining seconds of each side, if the game has a clock."""
        times = [seconds for tag, value in self.tags if tag == "TI" if (seconds := _time(value))]
        if not times:
            return {}
        clocks, player = dict.fromkeys(Player, times[-1]), self.start.to_move
        for each in self.played:
            clocks[player] -= each.seconds
            player = player.other
        return clocks


def read_ggf(text: str, game: Game) -> GgfGame:
    """Returns the game, or raises. Forced passes may be missing."""
    opening = _OPENING.match(text)
    tags, end = read_tags(text, opening.end()) if opening else ([], 0)
    if not tags or text[end:].strip():
        raise InvalidNotation("ggf.unreadable", text=quoted(text))
    return game_of(tags, game)


def read_tags(text: str, place: int) -> tuple[list[Tag], int]:
    """Returns the tags of the game that starts there, and the position of its end.

    For a game without an end, there are no tags and the position is that of the error.
    """
    tags: list[Tag] = []
    while tag := _TAG.match(text, place):
        tags.append((tag[1].upper(), tag[2]))
        place = tag.end()
    closing = _CLOSING.match(text, place)
    return (tags, closing.end()) if closing else ([], place)


def game_of(tags: Sequence[Tag], game: Game | None) -> GgfGame:
    """Returns the game that the tags name; without a name it depends on the board's size."""
    boards = [value for tag, value in tags if tag == "BO"]
    if not boards:
        raise InvalidNotation("ggf.no_board")
    start = state = _read_board(boards[0], game)
    played: list[GgfMove] = []
    for tag, value in tags:
        if tag not in SEATS:
            continue
        number, player = len(played) + 1, SEATS[tag]
        if _is_out_of_turn(state, player):
            raise IllegalMove("ggf.turn", number=number, player=state.game.player_name(player))
        try:
            each = read_move(value, start.game)
            if state.to_move is not player and not state.outcome:
                played += [GgfMove(move) for move in state.legal_moves()]
                state = state.play(played[-1].move)
            state = state.play(each.move)
        except RulesError as error:
            raise type(error)("moves.numbered", number=number, reason=error.message) from error
        played.append(each)
    others = tuple(tag for tag in tags if tag[0] not in ("BO", *SEATS))
    return GgfGame(start, tuple(played), others)


def read_move(text: str, game: Game) -> GgfMove:
    """Returns the move of `F5/1.25/3.5`; an invalid evaluation or time counts as unknown."""
    move, *rest = (part.strip() for part in text.split("/"))
    value = _VALUE.fullmatch(rest[0]) if rest else None
    spent = _SECONDS.fullmatch(rest[-1]) if len(rest) > 1 else None
    return GgfMove(
        game.parse_move(move), float(value[0]) if value else None, float(spent[0]) if spent else 0.0
    )


def _time(value: str) -> float:
    """Returns the seconds of `15:00//02:00`, or 0 if invalid."""
    parts = value.partition("/")[0].strip().split(":")
    if not all(_SECONDS.fullmatch(part) for part in parts):
        return 0.0
    return sum(float(part) * 60.0**place for place, part in enumerate(reversed(parts)))


def _read_board(value: str, game: Game | None) -> State:
    size, *rest = value.upper().split() or [""]
    squares = "".join(rest).translate(_SQUARE)
    if game is None:
        from fivefold.games.othello import OthelloGame

        side = int(size) if size.isascii() and size.isdecimal() and len(size) < 4 else 8
        game = OthelloGame.of((side, side))
    if size != str(game.rows) or len(squares) != game.rows * game.columns + 1:
        raise InvalidNotation("ggf.board", text=quoted(value), size=game.rows)
    try:
        return game.parse_position(f"{squares[:-1]} {squares[-1]}")
    except RulesError as error:
        raise InvalidNotation("ggf.bad_board", reason=error.message) from error


def _is_out_of_turn(state: State, player: Player) -> bool:
    """Tells whether the other side is to move and has a legal move."""
    if state.to_move is player or state.outcome:
        return False
    return state.legal_moves() != [state.game.pass_move]


def write_ggf(start: State, moves: Iterable[Move] = (), seconds: float | None = None) -> str:
    """Returns the game as GGF on one line; `seconds` is the clock of the side to move."""
    clock = 900 if seconds is None else max(1, int(seconds))
    tags = [("GM", "Othello"), ("PC", "Fivefold"), ("PB", "black"), ("PW", "white"), ("RE", "?")]
    tags += [("TI", f"{clock // 60}:{clock % 60:02}"), ("TY", str(start.game.rows))]
    return write_game(tags, start, [GgfMove(move) for move in moves])


def write_game(tags: Iterable[Tag], start: State, played: Iterable[GgfMove]) -> str:
    """Returns the game as GGF on one line: the tags, the board, the moves."""
    board = f"{start.cells.translate(_DISC)} {start.to_move.value.translate(_DISC)}"
    text = "".join(f"{tag}[{value}]" for tag, value in tags)
    text += f"BO[{start.game.rows} {board}]"
    player = start.to_move
    for each in played:
        seat = next(seat for seat, owner in SEATS.items() if owner is player)
        text += f"{seat}[{_write_step(start.game, each)}]"
        player = player.other
    return f"(;{text};)"


def _write_step(game: Game, each: GgfMove) -> str:
    move = write_move(game, each.move)
    value = "" if each.value is None or not math.isfinite(each.value) else f"{each.value:.8g}"
    if each.seconds:
        return f"{move}/{value}/{each.seconds:.6g}"
    return f"{move}/{value}" if value else move


def write_move(game: Game, move: Move) -> str:
    """Returns the move in capitals: `F5`, `PA`."""
    return PASS if move == game.pass_move else game.format_move(move).upper()

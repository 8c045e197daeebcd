"""SGF, the format of Go programs, in which Gomoku is game 4 and Othello game 2.

(;FF[4]GM[4]CA[UTF-8]AP[Fivefold]SZ[15]RU[freestyle]PB[Ann]PW[level(2)]RE[B+]
;B[hh];W[ii];B[hg];W[gi])

A point is a column and a row from the top, both as letters; notation such as `h8` is also read. A
pass is `[]`. Other starting positions use AB and AW for set-up stones and PL for the side to move.
In a game opened by swap2, ON gives the opener's colour and the choices: `ON[swap2 O black]`.
Comments and variations are dropped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import ClassVar

from fivefold.core import Game, Move, Player, State
from fivefold.errors import IllegalMove, InvalidNotation, RulesError, UnknownName
from fivefold.formats.diagrams import side_by_counting
from fivefold.formats.reading import Reading
from fivefold.formats.records import record_of
from fivefold.formats.sgf_tree import Node, as_value, has_tree, main_lines, simple
from fivefold.formats.tidy import tidy
from fivefold.games import GAMES
from fivefold.games.grid import LETTERS
from fivefold.games.swap2 import Agreement
from fivefold.match.record import Ending, MatchRecord
from fivefold.names import read_rules
from fivefold.words import quoted, say

NUMBERS = {"gomoku": 4, "othello": 2}
UNKNOWN = "?"
MOVES_A_LINE = 10
SET_UP = {"AB": "X", "AW": "O", "AE": "."}
COLOURS = {"B": Player.FIRST, "W": Player.SECOND}

_PAIR = re.compile(r"[a-z]{2}")
_PASS_WORDS = ("", "--", "pass")
_PASS_POINTS = ("tt", "pa")
"""Passes in old files, on boards without these points."""


class SgfFormat:
    """Any number of Gomoku or Othello games, with players and result."""

    extensions: ClassVar[tuple[str, ...]] = (".sgf",)
    holds_many: ClassVar[bool] = True

    def is_like(self, text: str, game: Game | None) -> bool:
        return has_tree(text)

    def read(self, text: str, game: Game | None) -> Iterator[Reading]:
        return (_reading(line, game) for line in main_lines(text))

    def write(self, readings: tuple[Reading, ...]) -> str:
        return "".join(_tree(reading) for reading in readings)


def _reading(line: list[Node], known: Game | None) -> Reading:
    game = _game(line[0], known)
    first_move = next((place for place, node in enumerate(line) if _moves(node)), len(line))
    start = _start(line[: first_move + 1], game)
    reading = Reading(start, _play(start, line[first_move:]))
    return replace(reading, record=_record(reading, line[0]))


def _game(root: Node, known: Game | None) -> Game:
    """Returns the game that the root describes, with gaps filled in from the known game."""
    number = _text(root, "GM")
    name = next((name for name, own in NUMBERS.items() if str(own) == number), None)
    # Many programs omit the game, or call everything Go.
    if name is None and known is not None and number in ("", "1"):
        name = known.name
    if name not in NUMBERS:
        if number not in ("", "1"):
            raise InvalidNotation("sgf.other_game", number=quoted(number))
        raise InvalidNotation("sgf.which_game") if known is None else _no_sgf(known)
    if known is not None and known.name != name:
        raise InvalidNotation("record.other_game", other=name, game=known.name)
    kind = GAMES[name]
    size = _size(root) or (known and (known.rows, known.columns)) or None
    rules = known.rules if known else kind.rule_names[0]
    if text := _text(root, "RU"):
        with suppress(UnknownName):
            rules = read_rules(kind, text)
    return kind.of(size, rules)


def _size(root: Node) -> tuple[int, int] | None:
    text = _text(root, "SZ")
    if not text:
        return None
    found = re.fullmatch(r"([0-9]{1,3})(?:\s*:\s*([0-9]{1,3}))?", text)
    if not found:
        raise InvalidNotation("sgf.size", size=quoted(text))
    return int(found[2] or found[1]), int(found[1])


def _start(nodes: list[Node], game: Game) -> State:
    """Returns the position set up before the first move."""
    if not any(name in node for node in nodes for name in (*SET_UP, "PL")):
        return game.start
    # Set-up stones replace the starting position, including the centre discs.
    stones = any(name in node for node in nodes for name in SET_UP)
    cells = ["."] * len(game.start.cells) if stones else list(game.start.cells)
    side = ""
    for node in nodes:
        for name, mark in SET_UP.items():
            for cell in _cells(node.get(name, []), game):
                cells[cell] = mark
        side = _side(_text(node, "PL")) or side
    if not side:
        moves = _moves(nodes[-1])
        side = COLOURS[moves[0][0]].value if moves else side_by_counting("".join(cells), game)
    return game.parse_position("".join(cells) + " " + side)


def _side(text: str) -> str:
    return {"b": "X", "1": "X", "w": "O", "2": "O"}.get(text[:1].lower(), "")


def _cells(values: list[str], game: Game) -> Iterator[Move]:
    """Yields the cells of a list of points; `aa:cc` is a rectangle."""
    for value in values:
        corners = [divmod(_point(text, game), game.columns) for text in value.split(":")[:2]]
        (top, left), (bottom, right) = corners[0], corners[-1]
        for row in range(min(top, bottom), max(top, bottom) + 1):
            for column in range(min(left, right), max(left, right) + 1):
                yield row * game.columns + column


def _point(value: str, game: Game) -> int:
    text = tidy(simple(value)).lower()
    if not _PAIR.fullmatch(text):
        return game.parse_move(text)
    column, row = (ord(letter) - ord("a") for letter in text)
    if row >= game.rows or column >= game.columns:
        last = LETTERS[game.columns - 1]
        raise IllegalMove("move.off_board", text=quoted(text), last_column=last, rows=game.rows)
    return row * game.columns + column


def _moves(node: Node) -> list[tuple[str, str]]:
    """Returns the moves in the node as (colour, point)."""
    return [(name, value) for name, values in node.items() if name in COLOURS for value in values]


def _play(start: State, nodes: list[Node]) -> tuple[Move, ...]:
    """Returns the moves; inserts a forced pass that the file leaves out."""
    state, moves, number = start, list[Move](), 0
    for place, node in enumerate(nodes):
        if place and any(name in node for name in SET_UP):
            raise InvalidNotation("sgf.set_up_later", number=number)
        for colour, value in _moves(node):
            number += 1
            try:
                for move in _next(state, COLOURS[colour], value):
                    state = state.play(move)
                    moves.append(move)
            except RulesError as error:
                raise type(error)("moves.numbered", number=number, reason=error.message) from error
    return tuple(moves)


def _next(state: State, player: Player, value: str) -> list[Move]:
    """Returns the player's move, preceded by the opponent's forced pass if needed."""
    game, forced = state.game, [state.game.pass_move]
    if _is_pass(value, game):
        if state.outcome:
            return []  # Go ends with two passes, and some programs end every game like that
        if game.pass_move is None:
            raise IllegalMove("sgf.no_pass", game=game.name)
        move = game.pass_move
    else:
        move = _point(value, game)
    if player is state.to_move or state.outcome:
        return [move]
    if state.legal_moves() == forced:
        return [*state.legal_moves(), move]
    raise IllegalMove("sgf.turn", player=game.player_name(state.to_move))


def _is_pass(value: str, game: Game) -> bool:
    text = tidy(simple(value)).lower()
    is_off_board = ord(text[0]) - ord("a") >= game.columns if text else False
    return text in _PASS_WORDS or (text in _PASS_POINTS and is_off_board)


def _record(reading: Reading, root: Node) -> MatchRecord:
    bare = record_of(reading)
    first, second = (_text(root, name) or UNKNOWN for name in ("PB", "PW"))
    named = replace(bare, first=first, second=second, swap2=_agreement(root))
    result = re.fullmatch(r"([BW])\w*\s*\+\s*(\w?).*|(0|D(?:raw)?)", _text(root, "RE"), re.I)
    if bare.ending == "normal" or result is None:
        return named
    if result[3]:
        return replace(named, ending="adjudicated", reason=str(say("sgf.says_draw")))
    winner = COLOURS[result[1].upper()]
    game = reading.start.game
    names = {"winner": game.player_name(winner), "loser": game.player_name(winner.other)}
    endings: dict[str, tuple[Ending, str]] = {
        "R": ("resigned", "play.resigned"),
        "T": ("time", "play.out_of_time"),
    }
    ending, key = endings.get(result[2].upper(), ("adjudicated", "sgf.says_won"))
    return replace(named, winner=winner, ending=ending, reason=str(say(key, **names)))


def _agreement(root: Node) -> Agreement | None:
    """Returns the swap2 agreement if the opening name describes one."""
    word, *parts = (_text(root, "ON") or UNKNOWN).split()
    if word != "swap2" or not parts:
        return None
    with suppress(InvalidNotation):
        return Agreement.from_json({"opener": parts[0], "choices": parts[1:]})
    return None


def _text(node: Node, name: str) -> str:
    return simple(node[name][0]) if node.get(name) else ""


def _tree(reading: Reading) -> str:
    start, game = reading.start, reading.start.game
    if game.name not in NUMBERS:
        raise _no_sgf(game)
    record = reading.record or record_of(reading)
    size = str(game.columns) if game.rows == game.columns else f"{game.columns}:{game.rows}"
    root = {"FF": "4", "GM": str(NUMBERS[game.name]), "CA": "UTF-8", "AP": "Fivefold"}
    root |= {"SZ": size, "RU": game.rules}
    if record.swap2 is not None:
        root["ON"] = " ".join(("swap2", record.swap2.opener.value, *record.swap2.choices))
    root |= {
        name: as_value(player)
        for name, player in (("PB", record.first), ("PW", record.second))
        if player != UNKNOWN
    }
    if result := _result(record, reading.state):
        root["RE"] = result
    lines = ["(;" + "".join(f"{name}[{value}]" for name, value in root.items())]
    if start != game.start:
        lines.append(_set_up(start))
    steps = [f";{_colour(state)}[{_value(move, game)}]" for state, move in _steps(reading)]
    for place in range(0, len(steps), MOVES_A_LINE):
        lines.append("".join(steps[place : place + MOVES_A_LINE]))
    return "\n".join(lines) + ")\n"


def _steps(reading: Reading) -> Iterator[tuple[State, Move]]:
    return zip(reading.states[:-1], reading.moves, strict=True)


def _set_up(start: State) -> str:
    written = ""
    for name in ("AB", "AW"):
        cells = [cell for cell, mark in enumerate(start.cells) if mark == SET_UP[name]]
        if cells:
            written += name + "".join(f"[{_value(cell, start.game)}]" for cell in cells)
    return f"{written}PL[{_colour(start)}]"


def _colour(state: State) -> str:
    return "B" if state.to_move is Player.FIRST else "W"


def _value(move: Move, game: Game) -> str:
    if move == game.pass_move:
        return ""
    row, column = divmod(move, game.columns)
    return LETTERS[column] + LETTERS[row]


def _result(record: MatchRecord, state: State) -> str:
    """Returns the result in SGF notation; '' for an unfinished game."""
    if record.winner is None:
        return "" if record.ending == "maximum" else "0"
    won = "B+" if record.winner is Player.FIRST else "W+"
    if record.ending == "normal":
        margin = state.outcome.margin if state.outcome else None
        return won if margin is None else f"{won}{margin}"
    return won + {"resigned": "R", "time": "T"}.get(record.ending, "F")


def _no_sgf(game: Game) -> InvalidNotation:
    return InvalidNotation("sgf.no_game", game=game.name)


SGF = SgfFormat()

"""GGF, the format of Othello servers and NBoard: any number of games, with all their tags.

    1 (;GM[Othello]PC[GGS/os]DT[2003.12.15]PB[Ann]PW[Bob]TI[05:00]TY[8]RE[+2.000]BO[…]B[f5//1.2]…;)
    2 (;GM[Othello]…;)(;GM[Othello]…;)

A number tells how many games follow; two simultaneous games share a line. `RE` is Black's lead,
with empty squares given to the winner, and how the game ended: `:r` resigned, `:t` out of time,
`:l` left. The grammar of a single game is in `engines/protocols/ggf.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import ClassVar

from fivefold.core import Game, Player
from fivefold.engines.protocols.ggf import (
    GgfGame,
    GgfMove,
    Tag,
    game_of,
    read_tags,
    write_game,
)
from fivefold.errors import InvalidNotation, RulesError
from fivefold.formats.details import Details
from fivefold.formats.reading import Reading
from fivefold.formats.records import record_of
from fivefold.formats.sgf.grammar import as_value, simple
from fivefold.games.othello import OthelloGame
from fivefold.match.record import Ending, MatchRecord
from fivefold.words import quoted, say

UNKNOWN = "?"
BOARD = 8
BEGINNING = 4_000
"""The first game must name itself within this many characters."""

_NEXT = re.compile(r"(?:(?<![^\s)])([0-9]{1,9})\s*)?\(\s*;")
_OTHELLO = re.compile(r"\(\s*;[^()]*?\b(?:GM\s*\[\s*othello\s*\]|BO\s*\[)", re.IGNORECASE)
_RESULT = re.compile(r"([+-]?)([0-9]{1,3}(?:\.[0-9]{0,6})?)\s*(?::\s*([a-z]).*)?", re.IGNORECASE)
_TAG = re.compile(r"[A-Z]+\[(?:\\.|[^\]\\])*+\]", re.DOTALL)
_ENDINGS: dict[str, tuple[Ending, str]] = {
    "r": ("resigned", "play.resigned"),
    "t": ("time", "play.out_of_time"),
}
_SUFFIXES = {"resigned": ":r", "time": ":t", "adjudicated": ":s", "illegal": ":r", "crashed": ":l"}
_OWN_TAGS = ("GM", "PC", "DT", "PB", "PW", "RE", "CO")
"""Tags with their own field in a reading; all others are kept as written."""


class GgfFormat:
    """Any number of Othello games, with all tags and the value and time of each move."""

    extensions: ClassVar[tuple[str, ...]] = (".ggf",)
    holds_many: ClassVar[bool] = True

    def is_like(self, text: str, game: Game | None) -> bool:
        """Recognizes the first game by its name, which SGF would give as a number, or its board."""
        return _OTHELLO.search(text[:BEGINNING]) is not None

    def read(self, text: str, game: Game | None) -> Iterator[Reading]:
        if game is not None and game.name != OthelloGame.name:
            raise InvalidNotation("record.other_game", other=OthelloGame.name, game=game.name)
        place = said = due = number = 0
        while found := _NEXT.search(text, place):
            number += 1
            if found[1]:
                _check_count(said, due, text, found.start())
                said = due = int(found[1])
            tags, place = read_tags(text, found.end())
            if not tags:
                stuck = {
                    "line": _line(text, place),
                    "reason": say("ggf.stuck", text=_rest(text, place)),
                }
                raise InvalidNotation("ggf.game", number=number, **stuck)
            due -= 1
            try:
                yield _reading(tags)
            except RulesError as error:
                facts = {"line": _line(text, found.start()), "reason": error.message}
                raise type(error)("ggf.game", number=number, **facts) from error
        _check_count(said, due, text, len(text))

    def write(self, readings: tuple[Reading, ...]) -> str:
        return "".join(f"1 {_written(reading)}\n" for reading in readings)


def _check_count(said: int, due: int, text: str, place: int) -> None:
    """Raises `InvalidNotation` if the number of games differs from the announced one."""
    if said and due:
        facts = {"line": _line(text, place), "said": said, "found": said - due}
        raise InvalidNotation("ggf.count", **facts)


def _line(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1


def _rest(text: str, place: int) -> str:
    return quoted(" ".join(text[place : place + 60].split()))


def _reading(tags: Sequence[Tag]) -> Reading:
    kind = simple(_first(tags, "GM")) or OthelloGame.name
    if kind.lower() != OthelloGame.name:
        raise InvalidNotation("ggf.other_game", game=quoted(kind))
    played = game_of(tags, None)
    values = [each.value for each in played.played]
    details = Details(
        place=simple(_first(tags, "PC")),
        date=simple(_first(tags, "DT")),
        comment=simple(" ".join(value for tag, value in tags if tag == "CO")),
        discs=_discs(simple(_first(tags, "RE")), played.start.game),
        evaluations=tuple(values) if any(value is not None for value in values) else (),
        tags=tuple(tag for tag in played.tags if tag[0] not in _OWN_TAGS or tag[0] == "RE"),
    )
    reading = Reading(played.start, played.moves, details=details)
    return replace(reading, record=_record(reading, played))


def _discs(result: str, game: Game) -> int | None:
    """Returns Black's discs in a result, or None if it is not a whole number of discs."""
    found = _RESULT.fullmatch(result)
    lead = float(found[1] + found[2]) if found else 1.0
    if game.rows != BOARD or lead % 2 or abs(lead) > BOARD**2:
        return None
    return int(BOARD**2 + lead) // 2


def _first(tags: Sequence[Tag], name: str) -> str:
    return next((value for tag, value in tags if tag == name), "")


def _record(reading: Reading, played: GgfGame) -> MatchRecord:
    bare = record_of(reading)
    first, second = (simple(_first(played.tags, tag)) or UNKNOWN for tag in ("PB", "PW"))
    seconds = [each.seconds for each in played.played]
    named = replace(
        bare, first=first, second=second, seconds=tuple(seconds) if any(seconds) else ()
    )
    result = _RESULT.fullmatch(simple(_first(played.tags, "RE")))
    if bare.ending == "normal" or result is None:
        return named
    if not float(result[2]):
        return replace(named, ending="adjudicated", reason=str(say("sgf.says_draw")))
    winner = Player.SECOND if result[1] == "-" else Player.FIRST
    game = reading.start.game
    names = {"winner": game.player_name(winner), "loser": game.player_name(winner.other)}
    ending, key = _ENDINGS.get((result[3] or "").lower(), ("adjudicated", "sgf.says_won"))
    return replace(named, winner=winner, ending=ending, reason=str(say(key, **names)))


def _written(reading: Reading) -> str:
    if reading.start.game.name != OthelloGame.name:
        raise InvalidNotation("ggf.only_othello", game=reading.start.game.name)
    record, details = reading.record or record_of(reading), reading.details
    kept = {name: value for name, value in details.tags if _TAG.fullmatch(f"{name}[{value}]")}
    tags: list[Tag] = [("GM", "Othello"), ("PC", as_value(details.place) or "Fivefold")]
    tags += [("DT", as_value(details.date))] if details.date else []
    tags += [("PB", as_value(record.first)), ("PW", as_value(record.second))]
    tags += [(name, value) for name, value in kept.items() if name not in ("TY", *_OWN_TAGS)]
    tags.append(("TY", kept.get("TY") or str(reading.start.game.rows)))
    tags.append(("RE", kept.get("RE") or _result(reading, record)))
    tags += [("CO", as_value(details.comment))] if details.comment else []
    values = details.evaluations or (None,) * len(reading.moves)
    seconds = record.seconds or (0.0,) * len(reading.moves)
    steps = zip(reading.moves, values, seconds, strict=True)
    return write_game(tags, reading.start, [GgfMove(*step) for step in steps])


def _result(reading: Reading, record: MatchRecord) -> str:
    """Returns the result as servers write it; a win not shown on the board counts as 64."""
    if record.ending in ("maximum", "unfinished"):
        return UNKNOWN
    return f"{_lead(reading, record):+.3f}{_SUFFIXES.get(record.ending, '')}"


def _lead(reading: Reading, record: MatchRecord) -> int:
    """Returns Black's lead in the official result."""
    if reading.details.discs is not None:
        return 2 * reading.details.discs - BOARD**2
    if record.winner is None:
        return 0
    sign, cells = (1 if record.winner is Player.FIRST else -1), reading.state.cells
    if record.ending != "normal":
        return sign * len(cells)
    return cells.count("X") - cells.count("O") + sign * cells.count(".")


GGF = GgfFormat()

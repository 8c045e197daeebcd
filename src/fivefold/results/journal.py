"""The journal of a tournament: one JSON line per event, and the only thing that is stored.

    {"event":"tournament","version":1,"at":…,"tournament":{…}}           the first line
    {"event":"opened","at":…}                                            a runner starts or resumes
    {"event":"started","key":…,"at":…,"game":…,"first":…,"second":…,"start":…,"moves":[]}
    {"event":"finished","key":…,"at":…,"fault":…, … a `MatchRecord` …}   counts once it is on disk
    {"event":"changed","at":…,"concurrency":…?,"paused":…?,"added":[…]?}

This module reads it, incrementally. A last line without its newline was torn by a crash and is
ignored, as are events of other kinds.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, get_args

from fivefold.core import Player
from fivefold.errors import FivefoldError, InvalidNotation, NotFound, RulesError
from fivefold.match.record import Ending, MatchRecord, is_duration
from fivefold.names import game_from
from fivefold.results.fields import Fields, is_text, wrong
from fivefold.results.tournament import Entrant, Tournament
from fivefold.words import quoted, say

FILE = "journal.jsonl"
LOCK = "runner.lock"
LIVE = "live"
VERSION = 1

_SEATS = {None: None, "X": Player.FIRST, "O": Player.SECOND}
_ENDINGS = frozenset(get_args(Ending))


def _refuse(constant: str) -> None:
    raise ValueError(constant)


_DECODER = json.JSONDecoder(parse_constant=_refuse)  # JSON has no NaN


@dataclass(frozen=True, slots=True)
class Started:
    """A game that was started; whether it finished is another line."""

    key: str
    first: str
    second: str
    start: str
    at: float


@dataclass(frozen=True, slots=True)
class Finished:
    """The result of a game. `seconds` are the total thinking times of X and O.

    `fault` names the player whose crash, late move or illegal move ended the game; `offset` is the
    position of its line in the file.
    """

    key: str
    first: str
    second: str
    winner: Player | None
    ending: str
    reason: str
    plies: int
    seconds: tuple[float, float]
    at: float
    fault: str | None
    offset: int


class Journal:
    """The content of a journal. `refresh` reads on; the other methods only query.

    `concurrency` is None until it is set. A crash or a cluster can finish a game twice: the first
    line counts.
    """

    tournament: Tournament

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / FILE
        self._forget()

    def _forget(self) -> None:
        self.started: dict[str, Started] = {}
        self.finished: dict[str, Finished] = {}
        self.concurrency: int | None = None
        self.paused = False
        self.began = 0.0
        self._offset = 0
        self._lines = 0
        self._starters: dict[str, Player] = {}

    @classmethod
    def open(cls, folder: Path) -> Journal:
        """Returns the journal in a folder; raises if there is none or it is invalid."""
        journal = cls(folder)
        if not journal.file.is_file():
            raise NotFound("arena.journal.none", folder=quoted(str(folder), 200))
        journal.refresh()
        if not journal._lines:
            raise InvalidNotation("arena.journal.empty", file=quoted(str(journal.file), 200))
        return journal

    def refresh(self) -> bool:
        """Reads what was appended since the last call; tells whether there was anything."""
        with self.file.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size < self._offset:  # replaced by an older journal
                self._forget()
            if size == self._offset:
                return False
            file.seek(self._offset)
            data = file.read(size - self._offset)
        before = self._lines
        *lines, _torn = data.split(b"\n")
        for line in lines:
            self._take(line)
        return self._lines > before

    def _take(self, line: bytes) -> None:
        number = self._lines + 1
        try:
            data = _DECODER.decode(str(line, "utf-8"))
            if not isinstance(data, dict):
                raise wrong("event", "object", data)
            self._read(data, number)
        except (ValueError, RecursionError) as error:
            # Our errors are messages; those of the JSON parser are quoted.
            reason = error.message if isinstance(error, FivefoldError) else quoted(str(error), 100)
            place = {"file": quoted(str(self.file), 200), "number": number}
            raise InvalidNotation("arena.journal.line", **place, reason=reason) from error
        self._lines = number
        self._offset += len(line) + 1

    def _read(self, data: dict[str, Any], number: int) -> None:
        event = data.get("event")
        if number == 1 or event == "tournament":
            self._read_tournament(data, number)
        elif event == "finished":
            key = _text(data, "key")
            if key not in self.finished:
                self.finished[key] = self._finished(key, data)
        elif event == "started":
            key = _text(data, "key")
            names = (_text(data, "first"), _text(data, "second"), _text(data, "start"))
            self.started[key] = Started(key, *names, _time(data))
        elif event == "changed":
            self._change(Fields(data, "changed"))
        elif event == "opened":
            # Unfinished games of an earlier runner are not being played any more.
            self.started = {key: each for key, each in self.started.items() if key in self.finished}

    def _read_tournament(self, data: dict[str, Any], number: int) -> None:
        if number != 1 or data.get("event") != "tournament":
            raise InvalidNotation("arena.journal.first")
        if data.get("version") != VERSION:
            version = quoted(str(data.get("version")))
            raise InvalidNotation("arena.journal.version", version=version, known=VERSION)
        self.tournament = Tournament.from_json(data.get("tournament"))
        self.began = _time(data)

    def _finished(self, key: str, data: dict[str, Any]) -> Finished:
        winner, ending, fault = data.get("winner"), _text(data, "ending"), data.get("fault")
        moves, seconds = data.get("moves"), data.get("seconds")
        if winner not in ("X", "O", None):
            raise wrong("winner", "one_of", winner, names=("X", "O", "null"))
        if ending not in _ENDINGS:
            raise wrong("ending", "one_of", ending, names=sorted(_ENDINGS))
        if fault is not None and not is_text(fault):
            raise wrong("fault", "text", fault)
        if not isinstance(moves, list):
            raise wrong("moves", "texts", moves)
        if not isinstance(seconds, list) or not all(map(is_duration, seconds)):
            raise wrong("seconds", "numbers", seconds)
        return Finished(
            key,
            _text(data, "first"),
            _text(data, "second"),
            _SEATS[winner],
            ending,
            _text(data, "reason"),
            len(moves),
            self._thinking(_text(data, "start"), seconds),
            _time(data),
            fault,
            self._offset,
        )

    def _thinking(self, start: str, seconds: list[float]) -> tuple[float, float]:
        """Returns the total times of X and of O, who alternate: a pass is a move too."""
        if start not in self._starters:
            game = game_from(self.tournament.game)
            self._starters[start] = game.parse_position(start).to_move
        mine, theirs = sum(seconds[::2]), sum(seconds[1::2])
        return (mine, theirs) if self._starters[start] is Player.FIRST else (theirs, mine)

    def _change(self, fields: Fields) -> None:
        if fields.has("concurrency"):
            self.concurrency = fields.whole("concurrency", least=1)
        if fields.has("paused"):
            self.paused = fields.yes_or_no("paused", False)
        if fields.has("added"):
            added = [Entrant.read(each) for each in fields.objects("added")]
            self.tournament = self.tournament.joined_by(*added)

    def record(self, key: str) -> MatchRecord:
        """Returns a finished game with its moves."""
        if key not in self.finished:
            raise NotFound("arena.journal.no_game", game=quoted(key, 300))
        with self.file.open("rb") as file:
            file.seek(self.finished[key].offset)
            line = file.readline()
        try:
            return MatchRecord.from_json(json.loads(line))
        except RulesError as error:
            place = {"file": quoted(str(self.file), 200), "game": quoted(key, 300)}
            raise type(error)("arena.journal.record", **place, reason=error.message) from error

    def live_moves(self, key: str) -> tuple[str, ...]:
        """Returns the moves of a running game, as far as they were published."""
        with contextlib.suppress(OSError, ValueError, RecursionError):
            data = json.loads(live_file(self.folder, key).read_bytes())
            if isinstance(data, dict) and data.get("key") == key:
                moves = data.get("moves")
                if isinstance(moves, list) and all(map(is_text, moves)):
                    return tuple(moves)
        return ()

    def is_running(self) -> bool:
        """Tells whether a runner is active: it holds a lock as long as it lives."""
        try:
            number = os.open(self.folder / LOCK, os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            return False
        try:
            fcntl.flock(number, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        finally:
            os.close(number)
        return False

    def running(self) -> Iterator[Started]:
        """Yields the games that were started and have no result."""
        return (each for key, each in self.started.items() if key not in self.finished)


def live_file(folder: Path, key: str) -> Path:
    """Returns the file with the moves of a running game."""
    return folder / LIVE / f"{hashlib.sha256(key.encode()).hexdigest()[:16]}.json"


def _text(data: dict[str, Any], key: str) -> str:
    value = data.get(key)
    if not is_text(value):
        raise wrong(key, "text", value)
    return str(value)


def _time(data: dict[str, Any]) -> float:
    text = _text(data, "at")
    try:
        when = datetime.fromisoformat(text)
        if when.tzinfo is None:
            raise ValueError(text)
        return when.timestamp()
    except (ValueError, OverflowError) as error:
        raise InvalidNotation(
            "arena.field.value", field="at", wanted=say("arena.field.time"), value=quoted(text)
        ) from error

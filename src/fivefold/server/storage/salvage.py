"""The damaged logs of a backup: found by replaying each by the rules, and left out."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from fivefold.server.room.events import Event
from fivefold.server.room.replay import DamagedLog, damaged, verified
from fivefold.server.storage.decoding import event_of
from fivefold.server.storage.writer import summary
from fivefold.server.study.replay import replayed
from fivefold.words import Message, quoted, say

_LOGS = """
    SELECT m.rowid, m.id, m.game, m.public, m.moves, m.ended, e.version, e.kind, e.at, e.data
    FROM matches AS m LEFT JOIN events AS e ON e.match = m.id
    ORDER BY m.rowid, e.version"""
_STUDIES = """
    SELECT s.rowid, s.id, s.game, e.version, e.kind, e.at, e.data
    FROM studies AS s LEFT JOIN study_events AS e ON e.study = s.id
    ORDER BY s.rowid, e.version"""
_ID, _GAME, _PUBLIC, _MOVES, _ENDED, _VERSION = range(1, 7)
_STUDY_VERSION = 3


@dataclass(frozen=True)
class BadLog:
    """A match or study that cannot be restored, the event that is wrong, and why."""

    row: int
    match: str
    """Its id."""
    event: int
    reason: Message
    table: str = "matches"

    @property
    def facts(self) -> dict[str, Any]:
        """Returns the facts of a sentence about it."""
        return {"match": quoted(self.match, 100), "event": self.event, "reason": self.reason}


def bad_logs(backup: sqlite3.Connection, checking: Callable[[int, int], None]) -> Iterator[BadLog]:
    """Yields what is damaged; `checking` gets the number of logs replayed and the total."""
    wanted = [("matches", _LOGS, _verify)]
    if backup.execute("SELECT 1 FROM sqlite_master WHERE name = 'studies'").fetchone():
        wanted.append(("studies", _STUDIES, _verify_study))
    counts = [backup.execute(f"SELECT count(*) FROM {table}").fetchone() for table, *_ in wanted]
    total, done = sum(count for (count,) in counts), 0
    backup.text_factory = bytes  # a text that is not UTF-8 must not end the reading
    for table, query, verify in wanted:
        for number, rows in groupby(backup.execute(query), key=lambda row: row[0]):
            kept = list(rows)
            try:
                verify(kept)
            except DamagedLog as error:
                shown = _shown(kept[0][_ID])
                yield BadLog(number, shown, error.event, error.reason, table)
            done += 1
            checking(done, total)


def _verify_study(rows: Sequence[Sequence[Any]]) -> None:
    """Raises `DamagedLog` unless these rows of one study are a tree by the rules."""
    if rows[0][_STUDY_VERSION] is None:
        raise damaged(1, say("log.missing"))
    events = [_event(number, *row[_STUDY_VERSION:]) for number, row in enumerate(rows, start=1)]
    study = replayed(_text(rows[0][_ID], 1), events)
    if study.game.name != _text(rows[0][_GAME], 1):
        raise damaged(1, say("log.summary"))


def _verify(rows: Sequence[Sequence[Any]]) -> None:
    """Raises `DamagedLog` unless these rows of one match are a game by the rules."""
    if rows[0][_VERSION] is None:
        raise damaged(1, say("log.missing"))
    events = [_event(number, *row[_VERSION:]) for number, row in enumerate(rows, start=1)]
    room = verified(_text(rows[0][_ID], 1), events)
    first = rows[0]
    derived = summary(events)
    listed = (_text(first[_GAME], 1), bool(first[_PUBLIC]), first[_MOVES], first[_ENDED] is None)
    created = events[0].data
    wanted = (created["game"], room.public, derived["moves"], derived.get("ended") is None)
    if listed != wanted:
        raise damaged(len(events), say("log.summary"))


def _event(number: int, version: Any, kind: Any, at: Any, data: Any) -> Event:
    if version != number:
        raise damaged(number, say("log.gap"))
    return event_of(version, _text(kind, number), at, _text(data, number))


def _text(value: Any, event: int) -> str:
    """Returns a stored text. Raises `DamagedLog` if it is not one."""
    try:
        if isinstance(value, bytes):
            return value.decode()
    except UnicodeDecodeError:
        pass
    raise damaged(event, say("log.not_text"))


def _shown(value: Any) -> str:
    return value.decode(errors="replace") if isinstance(value, bytes) else str(value)


def leave_out(file: Path, left_out: Iterable[BadLog]) -> None:
    """Deletes these from a copy of the backup, and events without a match or study."""
    with closing(sqlite3.connect(file, isolation_level=None)) as copy:
        copy.execute("BEGIN IMMEDIATE")
        for each in left_out:
            copy.execute(f"DELETE FROM {each.table} WHERE rowid = ?", (each.row,))
        copy.execute("DELETE FROM events WHERE match NOT IN (SELECT id FROM matches)")
        if copy.execute("SELECT 1 FROM sqlite_master WHERE name = 'studies'").fetchone():
            copy.execute("DELETE FROM study_events WHERE study NOT IN (SELECT id FROM studies)")
        copy.execute("COMMIT")

"""What the workers of one server tell each other, on a small file that all of them have open.

    tables      which worker has which match in memory, at which version, since when the turn runs
    people      who holds a seat in it, is connected there, or was last seen when; worker 0 has
                those whose worker has died
    keepers     which worker thinks for the machine that is to move
    buckets     how much each client may still ask for
    questions   who has asked what, and what was withdrawn
    workers     who lives, and how much each has to do

It is an SQLite file that is never waited for and does not outlive the server: what matters is in
the matches' own log. Whatever a worker wrote is struck out when it dies (`bury`), which its parent
notices at once. Times are those of the monotonic clock, which is one for all processes of a machine
and does not jump; addresses of clients are not written down.
"""

from __future__ import annotations

import hashlib
import logging
import os
import secrets
import sqlite3
import time
from collections.abc import Collection
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from fivefold.errors import StorageUnavailable
from fivefold.match.clock import Now
from fivefold.server.neighbours import NOWHERE, Elsewhere, Neighbours, Note, Worker
from fivefold.words import say

FILE = "noticeboard.db"
MOST_CLIENTS = 10_000
TAKES_A_SWEEP = 500
PATIENCE = 2.0
"""Seconds to wait for a worker that is writing, which takes microseconds unless it was stopped."""

log = logging.getLogger("fivefold.server")

# Whoever was forked from the same parent has the same.
_KEY = secrets.token_bytes(16)

_TABLES = """
CREATE TABLE workers (worker INTEGER PRIMARY KEY, pid INTEGER, matches INTEGER, sockets INTEGER);
CREATE TABLE tables (
    match TEXT, worker INTEGER, version INTEGER, turn REAL, since REAL, watching INTEGER,
    strangers INTEGER, hidden BLOB, PRIMARY KEY (match, worker)
) WITHOUT ROWID;
CREATE INDEX hidden ON tables (hidden) WHERE hidden IS NOT NULL;
CREATE TABLE people (
    match TEXT, worker INTEGER, holder TEXT, here INTEGER, seen REAL,
    PRIMARY KEY (match, worker, holder)
) WITHOUT ROWID;
CREATE TABLE keepers (match TEXT PRIMARY KEY, worker INTEGER) WITHOUT ROWID;
CREATE TABLE buckets (
    kind TEXT, client BLOB, level REAL, at REAL, PRIMARY KEY (kind, client)
) WITHOUT ROWID;
CREATE TABLE questions (
    client BLOB, id TEXT, worker INTEGER, withdrawn INTEGER, PRIMARY KEY (client, id)
) WITHOUT ROWID;
"""
_BY_WORKER = ("workers", "tables", "people", "keepers", "questions")
# Those who were at a worker that is gone are nobody's, but not away for longer than that.
_INHERIT = """
INSERT INTO people
SELECT match, 0, holder, 0, CASE here WHEN 1 THEN ?2 ELSE seen END FROM people WHERE worker = ?1
ON CONFLICT DO UPDATE SET seen = max(seen, excluded.seen)
"""
# Kind, client, rate, burst, count, now. One statement decides and takes, so that two workers
# cannot take the same.
_TAKE = """
INSERT INTO buckets VALUES (?1, ?2, ?4 - ?5, ?6)
ON CONFLICT DO UPDATE SET level = min(?4, level + max(0, ?6 - at) * ?3) - ?5, at = ?6
WHERE min(?4, level + max(0, ?6 - at) * ?3) >= ?5
"""


def hang_up(folder: Path) -> None:
    """Makes an empty noticeboard in the folder."""
    with closing(_open(folder / FILE)) as board:
        board.execute("PRAGMA journal_mode = WAL")
        board.executescript(_TABLES)


def bury(folder: Path, worker: int, now: Now = time.monotonic) -> None:
    """Strikes out what a dead worker wrote; whoever was connected to it was last seen just now."""
    with closing(_open(folder / FILE)) as board:
        _strike(board, worker, now())


def _open(file: Path) -> sqlite3.Connection:
    board = sqlite3.connect(file, timeout=PATIENCE, isolation_level=None)
    board.execute("PRAGMA synchronous = OFF")
    return board


def _strike(board: sqlite3.Connection, worker: int, now: float) -> None:
    board.execute("BEGIN IMMEDIATE")
    board.execute(_INHERIT, (worker, now))
    for table in _BY_WORKER:
        board.execute(f"DELETE FROM {table} WHERE worker = ?", (worker,))
    board.execute("DELETE FROM people WHERE worker = 0 AND match NOT IN (SELECT match FROM tables)")
    board.execute("COMMIT")


def _hashed(client: str) -> bytes:
    return hashlib.blake2b(client.encode(), key=_KEY, digest_size=16).digest()


class Noticeboard(Neighbours):
    """The board as one worker uses it; only from the thread that opened it."""

    several = True

    def __init__(self, folder: Path, worker: int, now: Now = time.monotonic) -> None:
        self._worker, self._now = worker, now
        self._board = _open(folder / FILE)
        self._noted: dict[str, Note] = {}
        self._takes = 0
        self._counted = (0, 0)
        _strike(self._board, worker, now())
        self._write("INSERT INTO workers VALUES (?, ?, 0, 0)", worker, os.getpid())

    def close(self) -> None:
        with suppress(sqlite3.Error):
            _strike(self._board, self._worker, self._now())
        self._board.close()

    def _read(self, query: str, *facts: Any) -> list[Any]:
        try:
            return self._board.execute(query, facts).fetchall()
        except sqlite3.Error as error:
            raise StorageUnavailable("storage_unavailable") from error

    def _write(self, change: str, *facts: Any) -> int:
        """Returns how many rows were changed; the game goes on though nothing could be written."""
        try:
            return self._board.execute(change, facts).rowcount
        except sqlite3.Error as error:
            log.warning(str(say("serve.noticeboard", reason=str(error))))
            return -1

    # Matches

    def note(self, match: str, note: Note) -> None:
        if self._noted.get(match) == note:
            return
        row = (note.version, note.turn, note.since, note.watching, note.strangers, note.hidden)
        put = "INSERT OR REPLACE INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        if self._write(put, match, self._worker, *row) == 1:
            self._noted[match] = note

    def met(self, match: str, holder: str, seen: float, *, here: bool) -> None:
        put = "INSERT OR REPLACE INTO people VALUES (?, ?, ?, ?, ?)"
        self._write(put, match, self._worker, holder, here, seen)

    def dropped(self, match: str) -> None:
        if self._noted.pop(match, None) is not None:
            for table in ("tables", "people", "keepers"):
                strike = f"DELETE FROM {table} WHERE match = ? AND worker = ?"
                self._write(strike, match, self._worker)
            self._write(
                "DELETE FROM people WHERE match = ?1 AND worker = 0"
                " AND NOT EXISTS (SELECT 1 FROM tables WHERE match = ?1)",
                match,
            )

    def elsewhere(self, match: str) -> Elsewhere:
        rows = self._read(
            "SELECT version, turn, since, watching, strangers FROM tables"
            " WHERE match = ? AND worker <> ?",
            match,
            self._worker,
        )
        people = self._read(
            "SELECT holder, max(here), max(seen) FROM people"
            " WHERE match = ? AND worker <> ? GROUP BY holder",
            match,
            self._worker,
        )
        if not rows and not people:
            return NOWHERE
        last = max((version for version, *_ in rows), default=0)
        turns = [turn for version, turn, *_ in rows if version == last and turn is not None]
        return Elsewhere(
            last,
            min(turns, default=None),
            min((since for _, _, since, _, _ in rows), default=None),
            sum(watching for _, _, _, watching, _ in rows),
            sum(strangers for *_, strangers in rows),
            frozenset(holder for holder, here, _ in people if here),
            {holder: seen for holder, _, seen in people},
        )

    def version(self, match: str) -> int:
        query = "SELECT max(version) FROM tables WHERE match = ? AND worker <> ?"
        return self._read(query, match, self._worker)[0][0] or 0

    def hidden(self) -> Collection[bytes]:
        query = "SELECT hidden FROM tables WHERE hidden IS NOT NULL AND worker <> ?"
        return {position for (position,) in self._read(query, self._worker)}

    # Machines

    def keep(self, match: str, version: int) -> bool:
        # Whoever is behind would think about a turn that is over.
        put = self._write(
            "INSERT OR IGNORE INTO keepers SELECT ?1, ?2"
            " WHERE NOT EXISTS (SELECT 1 FROM tables WHERE match = ?1 AND version > ?3)",
            match,
            self._worker,
            version,
        )
        if put < 0:
            return True  # better two that think than none: the log takes one move
        query = "SELECT 1 FROM keepers WHERE match = ? AND worker = ?"
        return bool(self._read(query, match, self._worker))

    def let_go(self, match: str) -> None:
        strike = "DELETE FROM keepers WHERE match = ? AND worker = ?"
        self._write(strike, match, self._worker)

    # How much there is

    def count(self, matches: int, sockets: int) -> None:
        if (matches, sockets) != self._counted:
            put = "UPDATE workers SET matches = ?, sockets = ? WHERE worker = ?"
            if self._write(put, matches, sockets, self._worker) == 1:
                self._counted = matches, sockets

    def others(self) -> list[Worker]:
        return [worker for worker in self.workers() if worker.number != self._worker]

    def workers(self) -> list[Worker]:
        return [Worker(*row) for row in self._read("SELECT * FROM workers ORDER BY worker")]

    def take(self, kind: str, client: str, rate: float, burst: float, count: float) -> bool:
        if count > burst:
            return False
        now = self._now()
        taken = self._write(_TAKE, kind, _hashed(client), rate, burst, count, now)
        if taken < 0:
            raise StorageUnavailable("storage_unavailable")
        self._takes += 1
        if self._takes % TAKES_A_SWEEP == 0:
            self._sweep(kind, rate, burst, now)
        return bool(taken)

    def _sweep(self, kind: str, rate: float, burst: float, now: float) -> None:
        """Forgets the buckets that are full again; of too many, those silent for longest."""
        full = "DELETE FROM buckets WHERE kind = ? AND level + (? - at) * ? >= ?"
        self._write(full, kind, now, rate, burst)
        self._write(
            "DELETE FROM buckets WHERE kind = ?1 AND client IN (SELECT client FROM buckets"
            " WHERE kind = ?1 ORDER BY at DESC LIMIT -1 OFFSET ?2)",
            kind,
            MOST_CLIENTS,
        )

    # Questions

    def ask(self, client: str, id: str) -> bool:
        put = "INSERT OR IGNORE INTO questions VALUES (?, ?, ?, 0)"
        return self._write(put, _hashed(client), id, self._worker) != 0

    def asking(self, client: str) -> int:
        query = "SELECT count(*) FROM questions WHERE client = ? AND worker <> ?"
        count: int = self._read(query, _hashed(client), self._worker)[0][0]
        return count

    def answered(self, client: str, id: str) -> None:
        strike = "DELETE FROM questions WHERE client = ? AND id = ? AND worker = ?"
        self._write(strike, _hashed(client), id, self._worker)

    def withdraw(self, client: str, id: str) -> bool:
        # First a look, which holds up nobody: whoever withdraws what there is not, again and again,
        # would keep the others from writing.
        key = (_hashed(client), id)
        if not self._read("SELECT 1 FROM questions WHERE client = ? AND id = ?", *key):
            return False
        put = "UPDATE questions SET withdrawn = 1 WHERE client = ? AND id = ?"
        return self._write(put, *key) > 0

    def withdrawn(self, client: str) -> list[str]:
        query = "SELECT id FROM questions WHERE client = ? AND worker = ? AND withdrawn"
        return [id for (id,) in self._read(query, _hashed(client), self._worker)]

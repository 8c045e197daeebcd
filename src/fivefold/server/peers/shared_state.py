"""State shared by the workers of one server, in a small SQLite file.

    matches     which worker has which match in memory, or its flag timer, the match's version
                there, and when its turn began
    people      when each holder of a seat was last seen and where they are connected;
                worker 0 inherits the rows of workers that died
    claims      which worker thinks for the machines of a match
    buckets     the token buckets of each client
    questions   the questions in progress, and those that were withdrawn
    exports     how many files come before each one that a client waits for
    sockets     how many each client and each network has open at each worker
    workers     the live workers and their load

Nothing here is waited for or survives the server: what matters is in the log of each match. The
parent removes a worker's rows as soon as it dies (`remove_worker`). Times are those of the
monotonic clock, which all processes of a machine share and which never jumps. Client addresses are
stored only as keyed hashes.
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
from fivefold.server.peers.peers import NOWHERE, Elsewhere, MatchStatus, Peers, Worker
from fivefold.words import say

FILE = "shared_state.db"
MAX_CLIENTS = 10_000
TAKES_PER_SWEEP = 500
LOCK_SECONDS = 2.0
"""How long to wait for another writer. A write takes microseconds unless its process is stopped."""

log = logging.getLogger("fivefold.server")

# Inherited by every worker forked from the same parent.
_KEY = secrets.token_bytes(16)

_SCHEMA = """
CREATE TABLE workers (worker INTEGER PRIMARY KEY, pid INTEGER, matches INTEGER, sockets INTEGER);
CREATE TABLE matches (
    match TEXT, worker INTEGER, version INTEGER, turn REAL, since REAL, watching INTEGER,
    spectators INTEGER, hidden BLOB, PRIMARY KEY (match, worker)
) WITHOUT ROWID;
CREATE INDEX hidden ON matches (hidden) WHERE hidden IS NOT NULL;
CREATE TABLE people (
    match TEXT, worker INTEGER, holder TEXT, here INTEGER, seen REAL,
    PRIMARY KEY (match, worker, holder)
) WITHOUT ROWID;
CREATE TABLE claims (match TEXT PRIMARY KEY, worker INTEGER) WITHOUT ROWID;
CREATE TABLE buckets (
    kind TEXT, client BLOB, level REAL, at REAL, PRIMARY KEY (kind, client)
) WITHOUT ROWID;
CREATE TABLE questions (
    client BLOB, id TEXT, worker INTEGER, withdrawn INTEGER, PRIMARY KEY (client, id)
) WITHOUT ROWID;
CREATE TABLE exports (
    client BLOB, id TEXT, worker INTEGER, before INTEGER, PRIMARY KEY (client, id)
) WITHOUT ROWID;
CREATE TABLE sockets (
    client BLOB, worker INTEGER, count INTEGER, PRIMARY KEY (client, worker)
) WITHOUT ROWID;
"""
_BY_WORKER = ("workers", "matches", "people", "claims", "questions", "exports", "sockets")
# People connected to a dead worker were last seen when it died.
_INHERIT = """
INSERT INTO people
SELECT match, 0, holder, 0, CASE here WHEN 1 THEN ?2 ELSE seen END FROM people WHERE worker = ?1
ON CONFLICT DO UPDATE SET seen = max(seen, excluded.seen)
"""
# Parameters: kind, client, rate, burst, count, now. One statement checks and takes, so that two
# workers cannot take the same tokens.
_TAKE = """
INSERT INTO buckets VALUES (?1, ?2, ?4 - ?5, ?6)
ON CONFLICT DO UPDATE SET level = min(?4, level + max(0, ?6 - at) * ?3) - ?5, at = ?6
WHERE min(?4, level + max(0, ?6 - at) * ?3) >= ?5
"""
_CHARGE = _TAKE.partition("WHERE")[0]


def create_shared_state(folder: Path) -> None:
    """Creates the empty shared file in the folder."""
    with closing(_open(folder / FILE)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript(_SCHEMA)


def remove_worker(folder: Path, worker: int, now: Now = time.monotonic) -> None:
    """Removes a dead worker's rows; people connected to it were last seen now."""
    with closing(_open(folder / FILE)) as connection:
        _remove(connection, worker, now())


def _open(file: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(file, timeout=LOCK_SECONDS, isolation_level=None)
    connection.execute("PRAGMA synchronous = OFF")
    return connection


def _remove(connection: sqlite3.Connection, worker: int, now: float) -> None:
    connection.execute("BEGIN IMMEDIATE")
    connection.execute(_INHERIT, (worker, now))
    for table in _BY_WORKER:
        connection.execute(f"DELETE FROM {table} WHERE worker = ?", (worker,))
    connection.execute(
        "DELETE FROM people WHERE worker = 0 AND match NOT IN (SELECT match FROM matches)"
    )
    connection.execute("COMMIT")


def _hashed(client: str) -> bytes:
    return hashlib.blake2b(client.encode(), key=_KEY, digest_size=16).digest()


class SharedState(Peers):
    """The shared file as one worker uses it, only from the thread that opened it."""

    several = True

    def __init__(self, folder: Path, worker: int, now: Now = time.monotonic) -> None:
        self._worker, self._now = worker, now
        self._connection = _open(folder / FILE)
        self._published: dict[str, MatchStatus] = {}
        self._takes = 0
        self._counts: dict[str, int] = {}
        _remove(self._connection, worker, now())
        self._write("INSERT INTO workers VALUES (?, ?, 0, 0)", worker, os.getpid())

    def close(self) -> None:
        with suppress(sqlite3.Error):
            _remove(self._connection, self._worker, self._now())
        self._connection.close()

    def _read(self, query: str, *facts: Any) -> list[Any]:
        try:
            return self._connection.execute(query, facts).fetchall()
        except sqlite3.Error as error:
            raise StorageUnavailable("storage_unavailable") from error

    def _write(self, change: str, *facts: Any) -> int:
        """Returns the number of changed rows; -1 if the file cannot be written. Play goes on."""
        try:
            return self._connection.execute(change, facts).rowcount
        except sqlite3.Error as error:
            log.warning(str(say("serve.noticeboard", reason=str(error))))
            return -1

    # Matches

    def publish(self, match: str, status: MatchStatus) -> None:
        if self._published.get(match) == status:
            return
        row = (
            status.version,
            status.turn,
            status.since,
            status.watching,
            status.spectators,
            status.hidden,
        )
        put = "INSERT OR REPLACE INTO matches VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        if self._write(put, match, self._worker, *row) == 1:
            self._published[match] = status

    def seen(self, match: str, holder: str, at: float, *, here: bool) -> None:
        put = "INSERT OR REPLACE INTO people VALUES (?, ?, ?, ?, ?)"
        self._write(put, match, self._worker, holder, here, at)

    def dropped(self, match: str) -> None:
        if self._published.pop(match, None) is not None:
            for table in ("matches", "people", "claims"):
                delete = f"DELETE FROM {table} WHERE match = ? AND worker = ?"
                self._write(delete, match, self._worker)
            self._write(
                "DELETE FROM people WHERE match = ?1 AND worker = 0"
                " AND NOT EXISTS (SELECT 1 FROM matches WHERE match = ?1)",
                match,
            )

    def elsewhere(self, match: str) -> Elsewhere:
        rows = self._read(
            "SELECT version, turn, since, watching, spectators FROM matches"
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
            min((since for _, _, since, _, _ in rows if since is not None), default=None),
            sum(watching for _, _, _, watching, _ in rows),
            sum(spectators for *_, spectators in rows),
            frozenset(holder for holder, here, _ in people if here),
            {holder: seen for holder, _, seen in people},
        )

    def version(self, match: str) -> int:
        query = "SELECT max(version) FROM matches WHERE match = ? AND worker <> ?"
        return self._read(query, match, self._worker)[0][0] or 0

    def hidden(self, besides: str | None = None) -> Collection[bytes]:
        query = "SELECT match, hidden FROM matches WHERE hidden IS NOT NULL AND worker <> ?"
        return {key for match, key in self._read(query, self._worker) if match != besides}

    # Machines

    def claim(self, match: str, version: int) -> bool:
        # A worker that is behind would think about a turn that is over.
        put = self._write(
            "INSERT OR IGNORE INTO claims SELECT ?1, ?2"
            " WHERE NOT EXISTS (SELECT 1 FROM matches WHERE match = ?1 AND version > ?3)",
            match,
            self._worker,
            version,
        )
        if put < 0:
            return True  # two workers may think at once: the log accepts one move
        query = "SELECT 1 FROM claims WHERE match = ? AND worker = ?"
        return bool(self._read(query, match, self._worker))

    def release(self, match: str) -> None:
        delete = "DELETE FROM claims WHERE match = ? AND worker = ?"
        self._write(delete, match, self._worker)

    # Load

    def count_matches(self, count: int) -> None:
        self._count("matches", count)

    def count_sockets(self, count: int) -> None:
        self._count("sockets", count)

    def _count(self, column: str, count: int) -> None:
        if self._counts.get(column) != count:
            put = f"UPDATE workers SET {column} = ? WHERE worker = ?"
            if self._write(put, count, self._worker) == 1:
                self._counts[column] = count

    def count_sockets_of(self, key: str, count: int) -> None:
        if count:
            put = "INSERT OR REPLACE INTO sockets VALUES (?, ?, ?)"
            self._write(put, _hashed(key), self._worker, count)
        else:
            delete = "DELETE FROM sockets WHERE client = ? AND worker = ?"
            self._write(delete, _hashed(key), self._worker)

    def sockets_of(self, key: str) -> int:
        query = "SELECT total(count) FROM sockets WHERE client = ? AND worker <> ?"
        return int(self._read(query, _hashed(key), self._worker)[0][0])

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
        if self._takes % TAKES_PER_SWEEP == 0:
            self._sweep(kind, rate, burst, now)
        return bool(taken)

    def charge(self, kind: str, client: str, rate: float, burst: float, count: float) -> None:
        self._write(_CHARGE, kind, _hashed(client), rate, burst, count, self._now())

    def _sweep(self, kind: str, rate: float, burst: float, now: float) -> None:
        """Deletes the buckets that are full again; beyond the maximum, the least recent ones."""
        full = "DELETE FROM buckets WHERE kind = ? AND level + (? - at) * ? >= ?"
        self._write(full, kind, now, rate, burst)
        self._write(
            "DELETE FROM buckets WHERE kind = ?1 AND client IN (SELECT client FROM buckets"
            " WHERE kind = ?1 ORDER BY at DESC LIMIT -1 OFFSET ?2)",
            kind,
            MAX_CLIENTS,
        )

    # Exports

    def export_waits(self, client: str, id: str, before: int | None) -> None:
        if before is None:
            delete = "DELETE FROM exports WHERE client = ? AND id = ? AND worker = ?"
            self._write(delete, _hashed(client), id, self._worker)
        else:
            put = "INSERT OR REPLACE INTO exports VALUES (?, ?, ?, ?)"
            self._write(put, _hashed(client), id, self._worker, before)

    def export_before(self, client: str, id: str) -> int | None:
        query = "SELECT before FROM exports WHERE client = ? AND id = ?"
        rows = self._read(query, _hashed(client), id)
        return None if not rows else int(rows[0][0])

    # Questions

    def ask(self, client: str, id: str) -> bool:
        put = "INSERT OR IGNORE INTO questions VALUES (?, ?, ?, 0)"
        return self._write(put, _hashed(client), id, self._worker) != 0

    def asking(self, client: str) -> int:
        query = "SELECT count(*) FROM questions WHERE client = ? AND worker <> ?"
        count: int = self._read(query, _hashed(client), self._worker)[0][0]
        return count

    def answered(self, client: str, id: str) -> None:
        delete = "DELETE FROM questions WHERE client = ? AND id = ? AND worker = ?"
        self._write(delete, _hashed(client), id, self._worker)

    def withdraw(self, client: str, id: str) -> bool:
        # Reading first keeps repeated withdrawals of unknown questions from blocking writers.
        key = (_hashed(client), id)
        if not self._read("SELECT 1 FROM questions WHERE client = ? AND id = ?", *key):
            return False
        put = "UPDATE questions SET withdrawn = 1 WHERE client = ? AND id = ?"
        return self._write(put, *key) > 0

    def withdrawn(self, client: str) -> list[str]:
        query = "SELECT id FROM questions WHERE client = ? AND worker = ? AND withdrawn"
        return [id for (id,) in self._read(query, _hashed(client), self._worker)]

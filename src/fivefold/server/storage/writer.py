"""The writer thread: all waiting requests go into one transaction, with one flush to disk.

    request ─┐
    request ─┼→ queue → BEGIN · each request · COMMIT → replies, once everything is on disk
    request ─┘

The database settles races: an insert whose version or move exists already does nothing, and the row
count tells. Only the losing request fails.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import queue
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, SQLAlchemyError

from fivefold.errors import FivefoldError, NotFound, StaleWrite, StorageUnavailable
from fivefold.server.room.events import Event
from fivefold.server.storage import statements
from fivefold.server.storage.connection import storage_errors
from fivefold.server.storage.notifications import CHANNEL, payload_of
from fivefold.server.storage.retention import Cursor, SweptBatch, sweep
from fivefold.server.storage.study_writes import (
    AppendStudy,
    CreateStudy,
    StudyConflict,
    SweepStudies,
    append_study,
    create_study,
    last_study_version,
    sweep_studies,
)

MAX_GROUP = 256
MAX_WAITING = 10_000
ROW_BYTES = 200
"""Bytes of an event beside its data, in the table and in the indexes."""
PROBE_BYTES = 1_500
"""Bytes a probe writes: more than most events, less than PostgreSQL would store out of line."""


@dataclass(frozen=True)
class Create:
    """A new match with its first events."""

    match: str
    game: str
    public: bool
    events: Sequence[Event]


@dataclass(frozen=True)
class Append:
    """Events that follow the last one of a match, and the new match created by them, if any."""

    match: str
    events: Sequence[Event]
    beside: Create | None = None


@dataclass(frozen=True)
class Probe:
    """A test write that is rolled back."""

    match: str = ""


@dataclass(frozen=True)
class Notify:
    """Notifies the other processes that presence in a match has changed; writes nothing."""

    match: str


@dataclass(frozen=True)
class Sweep:
    """Deletes finished matches that nothing happened to since `before`, `most` rows at a time.

    Continues after the last row that the previous sweep looked at.
    """

    before: float
    most: int
    after: Cursor
    match: str = ""


Request = Create | Append | Probe | Notify | Sweep | CreateStudy | AppendStudy | SweepStudies
Result = int | SweptBatch
"""The bytes written, or what a sweep did."""


@dataclass(frozen=True)
class _Pending:
    request: Request
    answer: asyncio.Future[Result]
    loop: asyncio.AbstractEventLoop


class Writer:
    """Accepts requests from any event loop and completes them when they are on disk."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._waiting: queue.Queue[_Pending | None] = queue.Queue(MAX_WAITING)
        self._closed = False
        self.failed = False
        """Whether the last group could not be written."""
        self.transactions = 0
        self._thread = threading.Thread(target=self._run, name="fivefold-writer", daemon=True)
        self._thread.start()

    async def write(self, request: Request) -> Result:
        """Returns the result when it is on disk; raises if it is not and never will be.

        The exception: if a PostgreSQL server is lost during a commit, the outcome is unknown. The
        next write to that match may then be stale, and loading it shows what was stored.
        """
        if self._closed:
            raise StorageUnavailable("store.closed")
        loop = asyncio.get_running_loop()
        pending = _Pending(request, loop.create_future(), loop)
        try:
            self._waiting.put_nowait(pending)
        except queue.Full:
            raise StorageUnavailable("store.busy") from None
        return await pending.answer

    def close(self) -> None:
        """Returns when every waiting request is written and the thread has ended."""
        if not self._closed:
            self._closed = True
            self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (first := self._waiting.get()) is not None:
            group, last = [first], False
            while len(group) < MAX_GROUP and not self._waiting.empty():
                following = self._waiting.get_nowait()
                if following is None:
                    last = True
                else:
                    group.append(following)
            _answer(group, self._write_group([pending.request for pending in group]))
            if last:
                return

    def _write_group(self, requests: list[Request]) -> list[Exception | Result]:
        """Returns the error or the result of each request, once the others are on disk."""
        try:
            with storage_errors(), self._engine.begin() as connection:
                results = _apply_all(connection, requests)
            self.failed = False
            self.transactions += 1
        except Exception as error:
            if len(requests) > 1 and not _affects_all(error.__cause__ or error):
                return [self._write_group([request])[0] for request in requests]
            self.failed = isinstance(error, StorageUnavailable)
            return [error for _ in requests]
        return results


def _affects_all(error: BaseException) -> bool:
    """Tells a full disk, a lock or a lost server from the fault of one request."""
    if isinstance(error, DBAPIError):
        return isinstance(error, OperationalError | InterfaceError)
    return isinstance(error, SQLAlchemyError | OSError)


def _answer(group: list[_Pending], results: list[Exception | Result]) -> None:
    """Completes the requests, with one callback per event loop."""
    answers = list(zip(group, results, strict=True))
    for loop in {pending.loop for pending in group}:
        ours = [(pending.answer, result) for pending, result in answers if pending.loop is loop]
        with contextlib.suppress(RuntimeError):  # the loop is closed, so nobody waits
            loop.call_soon_threadsafe(_resolve, ours)


def _resolve(answers: list[tuple[asyncio.Future[Result], Exception | Result]]) -> None:
    for answer, result in answers:
        if answer.done():  # the requester has been cancelled
            continue
        if isinstance(result, Exception):
            answer.set_exception(result)
        else:
            answer.set_result(result)


def _apply_all(connection: Connection, requests: list[Request]) -> list[Exception | Result]:
    """Returns the error or the result of each request, within the transaction.

    Requests are applied in order of their matches, so that two writers never deadlock.
    """
    results: list[Exception | Result] = [0] * len(requests)
    for place in sorted(range(len(requests)), key=lambda place: requests[place].match):
        try:
            results[place] = _apply(connection, requests[place])
        except FivefoldError as error:
            results[place] = error
    if connection.dialect.name == "postgresql":
        done = zip(requests, results, strict=True)
        _notify(connection, [each for each, result in done if not isinstance(result, Exception)])
    return results


def _notify(connection: Connection, done: Sequence[Request]) -> None:
    """Queues the notifications that the database sends if and when this is committed."""
    versions: dict[str, int] = {}
    for request in done:
        if isinstance(request, Append | AppendStudy):
            versions[request.match] = max(
                request.events[-1].version, versions.get(request.match, 0)
            )
        elif isinstance(request, Notify):
            versions.setdefault(request.match, 0)
    if versions:
        payloads = [payload_of(match, version) for match, version in versions.items()]
        connection.exec_driver_sql(statements.NOTIFY, {"channel": CHANNEL, "payloads": payloads})


class _Conflict(Exception):
    """A version or a move already exists."""


def _apply(connection: Connection, request: Request) -> Result:
    try:
        match request:
            case Append(id, added, None) if len(added) == 1:  # a single row needs no savepoint
                return _append(connection, id, added)
            case Append(id, added, beside):
                with connection.begin_nested():
                    written = _append(connection, id, added)
                    return written + (0 if beside is None else _create(connection, beside))
            case Create():
                with connection.begin_nested():
                    return _create(connection, request)
            case Probe():
                _probe(connection)
            case Sweep(before, most, after):
                return sweep(connection, before, most, after)
            case CreateStudy():
                with connection.begin_nested():
                    return create_study(connection, request)
            case AppendStudy():
                with connection.begin_nested():
                    return append_study(connection, request)
            case SweepStudies():
                return sweep_studies(connection, request)
            case Notify():
                pass
        return 0
    except StudyConflict:
        version = last_study_version(connection, request.match)
        if version is None:
            raise NotFound("study.missing") from None
        raise StaleWrite("store.stale", version=version) from None
    except _Conflict:
        # Read after the savepoint was rolled back, which may have removed some of the events.
        version = _version(connection, request.match)
        if version is None:
            raise NotFound("store.missing") from None
        raise StaleWrite("store.stale", version=version) from None


def _probe(connection: Connection) -> None:
    """Writes as much as a match needs and rolls it back.

    The pages reach the disk nevertheless, so a full disk is noticed.
    """
    room = Event(1, "created", 0.0, {"text": " " * PROBE_BYTES})
    with connection.begin_nested() as savepoint:
        _create(connection, Create("?", "", False, (room,)))
        savepoint.rollback()


def _create(connection: Connection, request: Create) -> int:
    """Returns the bytes stored."""
    row = {
        "id": request.match,
        "game": request.game,
        "public": request.public,
        "created": request.events[0].at,
        "updated": request.events[0].at,
        "ended": None,
        "moves": 0,
    }
    if not _insert(connection, statements.NEW_MATCH, row):
        raise _Conflict
    return _append(connection, request.match, request.events, statements.FIRST_EVENT)


def _append(
    connection: Connection,
    match: str,
    added: Sequence[Event],
    statement: Mapping[str, str] = statements.NEXT_EVENT,
) -> int:
    """Inserts the events in order and returns their bytes; raises unless all were inserted."""
    written = 0
    for row in _rows(match, added):
        written += len(row["data"]) + ROW_BYTES
        if not _insert(connection, statement, row):
            raise _Conflict
        statement = statements.NEXT_EVENT
    changed = summary(added)
    change = statements.change(connection.dialect.name, tuple(changed))
    connection.exec_driver_sql(change, {"wanted": match, **changed})
    return written


def _version(connection: Connection, match: str) -> int | None:
    found = connection.exec_driver_sql(
        statements.LAST_VERSION[connection.dialect.name], {"wanted": match}
    )
    version: int | None = found.scalar()
    return version


def _insert(connection: Connection, statement: Mapping[str, str], row: dict[str, Any]) -> bool:
    """Tells whether the row was inserted."""
    return bool(connection.exec_driver_sql(statement[connection.dialect.name], row).rowcount)


def _rows(match: str, added: Sequence[Event]) -> list[dict[str, Any]]:
    return [
        {
            "match": match,
            "version": event.version,
            "kind": event.kind,
            "at": event.at,
            "data": json.dumps(dict(event.data), separators=(",", ":"), allow_nan=False),
            "move_id": _move_id(event),
        }
        for event in added
    ]


def _move_id(event: Event) -> str | None:
    """Returns the mover and their id of a move, which are unique in the match."""
    id, holder = event.data.get("id"), event.data.get("holder")
    if event.kind != "moved" or id is None:
        return None
    return id if holder is None else f"{holder} {id}"


def summary(added: Sequence[Event]) -> dict[str, Any]:
    """Returns the columns of the match's row that the events change, with their values."""
    changed: dict[str, Any] = {"updated": added[-1].at}
    for event in added:
        if event.kind == "created":
            changed["moves"] = len(event.data.get("moves", ()))
        elif event.kind == "moved":
            changed["moves"] = event.data["ply"]
        elif event.kind == "undone":
            changed |= {"moves": event.data["ply"], "ended": None}
        elif event.kind == "ended":
            changed["ended"] = event.at
    return changed

"""The one thread that writes: whatever waits goes into one transaction, so one wait for the disk.

    ask ─┐
    ask ─┼→ queue → BEGIN · each request · COMMIT → answers, after the disk has everything
    ask ─┘

The database decides who was first: each insert steps aside where its version or its move is there
already, and the number of rows tells. A request that came too late fails alone.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import queue
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, Table, bindparam, func, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, SQLAlchemyError

from fivefold.errors import FivefoldError, NotFound, StaleWrite, StorageUnavailable
from fivefold.server.database import storage_errors
from fivefold.server.events import Event
from fivefold.server.tables import events, matches

MOST_IN_A_GROUP = 256
MOST_WAITING = 10_000

# Built once: each move runs through these, and building one takes as long as running it.
_LAST = select(func.max(events.c.version)).where(events.c.match == bindparam("wanted"))
_INSERT = {
    (name, table.name): dialect.insert(table).on_conflict_do_nothing()
    for name, dialect in (("sqlite", sqlite), ("postgresql", postgresql))
    for table in (matches, events)
}
_CHANGE = update(matches).where(matches.c.id == bindparam("wanted"))
_COUNTED = {"preserve_rowcount": True}


@dataclass(frozen=True)
class Create:
    """A new match with its first events."""

    match: str
    game: str
    public: bool
    events: Sequence[Event]


@dataclass(frozen=True)
class Append:
    """Events that follow the last one of a match."""

    match: str
    events: Sequence[Event]


@dataclass(frozen=True)
class Probe:
    """Writes something that changes nothing, to see whether writing works."""

    match: str = ""


Request = Create | Append | Probe


@dataclass(frozen=True)
class _Asked:
    request: Request
    answer: asyncio.Future[None]
    loop: asyncio.AbstractEventLoop


class Writer:
    """Takes requests from any event loop and answers when they are on the disk."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._waiting: queue.Queue[_Asked | None] = queue.Queue(MOST_WAITING)
        self._closed = False
        self.failed = False
        """Whether the last group could not be written."""
        self._thread = threading.Thread(target=self._run, name="fivefold-writer", daemon=True)
        self._thread.start()

    async def write(self, request: Request) -> None:
        """Returns when the request is on the disk; raises when it is not and never will be.

        One exception cannot be helped: where a PostgreSQL server is lost while it commits, nobody
        knows. The next write to that match is then stale, and loading it tells.
        """
        if self._closed:
            raise StorageUnavailable("store.closed")
        loop = asyncio.get_running_loop()
        asked = _Asked(request, loop.create_future(), loop)
        try:
            self._waiting.put_nowait(asked)
        except queue.Full:
            raise StorageUnavailable("store.busy") from None
        await asked.answer

    def close(self) -> None:
        """Returns when everything that waits is written and the thread has ended."""
        if not self._closed:
            self._closed = True
            self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (first := self._waiting.get()) is not None:
            group, last = [first], False
            while len(group) < MOST_IN_A_GROUP and not (last or self._waiting.empty()):
                following = self._waiting.get_nowait()
                if following is None:
                    last = True
                else:
                    group.append(following)
            _answer(group, self._written([asked.request for asked in group]))
            if last:
                return

    def _written(self, requests: list[Request]) -> list[Exception | None]:
        """Returns for each request what went wrong, once the others are on the disk."""
        try:
            with storage_errors(), self._engine.begin() as connection:
                results = _apply_all(connection, requests)
            self.failed = False
        except Exception as error:
            if len(requests) > 1 and not _concerns_everyone(error.__cause__ or error):
                return [self._written([request])[0] for request in requests]
            self.failed = isinstance(error, StorageUnavailable)
            return [error] * len(requests)
        return results


def _concerns_everyone(error: BaseException) -> bool:
    """Tells a full disk, a lock or a lost server from a fault of one request."""
    if isinstance(error, DBAPIError):
        return isinstance(error, OperationalError | InterfaceError)
    return isinstance(error, SQLAlchemyError | OSError)


def _answer(group: list[_Asked], results: list[Exception | None]) -> None:
    """Wakes everyone who waits, with one call for each event loop."""
    answers = list(zip(group, results, strict=True))
    for loop in {asked.loop for asked in group}:
        ours = [(asked.answer, result) for asked, result in answers if asked.loop is loop]
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits there any more
            loop.call_soon_threadsafe(_resolve, ours)


def _resolve(answers: list[tuple[asyncio.Future[None], Exception | None]]) -> None:
    for answer, error in answers:
        if answer.done():  # whoever asked has left
            continue
        if error is None:
            answer.set_result(None)
        else:
            answer.set_exception(error)


def _apply_all(connection: Connection, requests: list[Request]) -> list[Exception | None]:
    """Returns what each request met, in the transaction.

    They are taken in the order of their matches: two writers that lock several rows in one order
    never wait for each other in a circle.
    """
    results: list[Exception | None] = [None] * len(requests)
    for place in sorted(range(len(requests)), key=lambda place: requests[place].match):
        try:
            _apply(connection, requests[place])
        except FivefoldError as error:
            results[place] = error
    return results


class _TooLate(Exception):
    """A version or a move was there already."""


def _apply(connection: Connection, request: Request) -> None:
    try:
        match request:
            case Append(id, added) if len(added) == 1:  # one row is in or out: no savepoint
                _append(connection, id, added)
            case Append(id, added):
                with connection.begin_nested():
                    _append(connection, id, added)
            case Create():
                with connection.begin_nested():
                    _create(connection, request)
            case Probe():
                connection.execute(text("UPDATE alembic_version SET version_num = version_num"))
    except _TooLate:
        # Read only now: of several events some may have been in until the savepoint was undone.
        version = _version(connection, request.match)
        raise StaleWrite("store.stale", version=version) from None


def _create(connection: Connection, request: Create) -> None:
    row = {
        "id": request.match,
        "game": request.game,
        "public": request.public,
        "created": request.events[0].at,
        "updated": request.events[0].at,
        "moves": 0,
    }
    if not _insert(connection, matches, [row]):
        raise _TooLate
    _append(connection, request.match, request.events, 0)


def _append(
    connection: Connection, match: str, added: Sequence[Event], version: int | None = None
) -> None:
    current = _version(connection, match) if version is None else version
    if current is None:
        raise NotFound("store.missing")
    # A gap is as stale as a version that is taken: whoever wrote it had not seen what is there.
    if added[0].version != current + 1 or not _insert(connection, events, _rows(match, added)):
        raise _TooLate
    connection.execute(_CHANGE, {"wanted": match, **_summary(added)})


def _version(connection: Connection, match: str) -> int | None:
    return connection.execute(_LAST, {"wanted": match}).scalar()


def _insert(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> bool:
    """Inserts the rows, one after the other, and tells whether all of them went in."""
    stated = _INSERT[connection.dialect.name, table.name]
    return all(connection.execute(stated, row, execution_options=_COUNTED).rowcount for row in rows)


def _rows(match: str, added: Sequence[Event]) -> list[dict[str, Any]]:
    return [
        {
            "match": match,
            "version": event.version,
            "kind": event.kind,
            "at": event.at,
            "data": json.dumps(dict(event.data), separators=(",", ":"), allow_nan=False),
            "move_id": event.data.get("id") if event.kind == "moved" else None,
        }
        for event in added
    ]


def _summary(added: Sequence[Event]) -> dict[str, Any]:
    """Returns what the events change in the row of their match."""
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

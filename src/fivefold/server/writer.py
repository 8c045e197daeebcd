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
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, SQLAlchemyError

from fivefold.errors import FivefoldError, NotFound, StaleWrite, StorageUnavailable
from fivefold.server import statements
from fivefold.server.database import storage_errors
from fivefold.server.events import Event
from fivefold.server.listener import CHANNEL, as_text

MOST_IN_A_GROUP = 256
MOST_WAITING = 10_000
PROBED = 1_500
"""Bytes that a probe needs: more than most events, less than what PostgreSQL keeps elsewhere."""


@dataclass(frozen=True)
class Create:
    """A new match with its first events."""

    match: str
    game: str
    public: bool
    events: Sequence[Event]


@dataclass(frozen=True)
class Append:
    """Events that follow the last one of a match, and the new match that they tell of."""

    match: str
    events: Sequence[Event]
    beside: Create | None = None


@dataclass(frozen=True)
class Probe:
    """Writes something that changes nothing, to see whether writing works."""

    match: str = ""


@dataclass(frozen=True)
class Tell:
    """Tells the other processes that somebody came to a match or left it; writes nothing."""

    match: str


Request = Create | Append | Probe | Tell


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
        self.transactions = 0
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
            while len(group) < MOST_IN_A_GROUP and not self._waiting.empty():
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
            self.transactions += 1
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
    if connection.dialect.name == "postgresql":
        _tell(connection, [requests[place] for place, error in enumerate(results) if not error])
    return results


def _tell(connection: Connection, done: Sequence[Request]) -> None:
    """Has the database tell every process what changed, when and if this is committed."""
    versions: dict[str, int] = {}
    for request in done:
        if isinstance(request, Append):
            versions[request.match] = max(
                request.events[-1].version, versions.get(request.match, 0)
            )
        elif isinstance(request, Tell):
            versions.setdefault(request.match, 0)
    if versions:
        news = [as_text(match, version) for match, version in versions.items()]
        connection.exec_driver_sql(statements.TELL, {"channel": CHANNEL, "news": news})


class _TooLate(Exception):
    """A version or a move was there already."""


def _apply(connection: Connection, request: Request) -> None:
    try:
        match request:
            case Append(id, added, None) if len(added) == 1:  # one row is in or out: no savepoint
                _append(connection, id, added)
            case Append(id, added, beside):
                with connection.begin_nested():
                    _append(connection, id, added)
                    if beside is not None:
                        _create(connection, beside)
            case Create():
                with connection.begin_nested():
                    _create(connection, request)
            case Probe():
                _probe(connection)
            case Tell():
                pass
    except _TooLate:
        # Read only now: of several events some may have been in until the savepoint was undone.
        version = _version(connection, request.match)
        if version is None:
            raise NotFound("store.missing") from None
        raise StaleWrite("store.stale", version=version) from None


def _probe(connection: Connection) -> None:
    """Writes what a match needs and takes it back: the pages it touched go to the disk all the
    same, and what is new may need one more."""
    room = Event(1, "created", 0.0, {"text": " " * PROBED})
    with connection.begin_nested() as savepoint:
        _create(connection, Create("?", "", False, (room,)))
        savepoint.rollback()


def _create(connection: Connection, request: Create) -> None:
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
        raise _TooLate
    _append(connection, request.match, request.events, statements.FIRST_EVENT)


def _append(
    connection: Connection,
    match: str,
    added: Sequence[Event],
    stated: Mapping[str, str] = statements.NEXT_EVENT,
) -> None:
    """Inserts the events, one after the other, and raises unless all of them went in."""
    for row in _rows(match, added):
        if not _insert(connection, stated, row):
            raise _TooLate
        stated = statements.NEXT_EVENT
    changed = _summary(added)
    change = statements.change(connection.dialect.name, tuple(changed))
    connection.exec_driver_sql(change, {"wanted": match, **changed})


def _version(connection: Connection, match: str) -> int | None:
    found = connection.exec_driver_sql(
        statements.LAST_VERSION[connection.dialect.name], {"wanted": match}
    )
    version: int | None = found.scalar()
    return version


def _insert(connection: Connection, stated: Mapping[str, str], row: dict[str, Any]) -> bool:
    """Inserts the row, and tells whether it went in."""
    return bool(connection.exec_driver_sql(stated[connection.dialect.name], row).rowcount)


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
    """Returns what tells a move from every other of the match: its mover, and the id they gave."""
    id, holder = event.data.get("id"), event.data.get("holder")
    if event.kind != "moved" or id is None:
        return None
    return id if holder is None else f"{holder} {id}"


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

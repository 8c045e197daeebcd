"""Deliberate faults, one per promise: they prove that each test can fail.

A fault is injected from outside, so the product has no code for it.
Each test of a promise also runs with the fault that breaks it, and must detect it.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

from sqlalchemy import Engine, event

from fivefold.cage.settings import Cage
from fivefold.cage.start import Job
from fivefold.core import State
from fivefold.errors import FivefoldError
from fivefold.server.analysis import pool
from fivefold.server.analysis.fair_schedule import Shares, Work
from fivefold.server.http import dependencies as api
from fivefold.server.http import requests as messages
from fivefold.server.http import websocket as live
from fivefold.server.http.middleware import SecurityMiddleware
from fivefold.server.http.routes import questions as api_questions
from fivefold.server.matches.active_match import ActiveMatch
from fivefold.server.matches.active_matches import ActiveMatches
from fivefold.server.matches.service import CommandResult, MatchService
from fivefold.server.matches.subscribers import Subscriber
from fivefold.server.room import room
from fivefold.server.room.events import Event
from fivefold.server.storage import connection as database
from fivefold.server.storage import store, writer
from fivefold.server.storage.store import Store
from fivefold.server.study.study import Study

Put = Callable[[object, str, object], None]
"""Replaces an attribute: `setattr`, or pytest's, which restores it."""

LATE_SECONDS = 0.3


def tells_before_it_writes(put: Put) -> None:
    """D1, D2, D5: a move is sent and acknowledged, and written to disk later."""
    right: Callable[..., Any] = Store.append

    async def append(self: Store, *what: Any) -> int:
        later.add(asyncio.ensure_future(write(self, *what)))
        return 0

    async def write(self: Store, *what: Any) -> None:
        await asyncio.sleep(LATE_SECONDS)
        with contextlib.suppress(FivefoldError):  # it has been acknowledged: no one to report to
            await right(self, *what)

    later: set[asyncio.Future[None]] = set()
    put(Store, "append", append)


def time_runs_while_it_is_away(put: Put) -> None:
    """D1: the time without a server counts as part of the turn."""
    right = ActiveMatches._load

    async def load(self: ActiveMatches, match: str, client: str) -> ActiveMatch:
        active = await right(self, match, client)
        active.room.clock._since -= time.time() - active.events[-1].at
        return active

    put(ActiveMatches, "_load", load)


def _with_setting(statement: str) -> Callable[[Put], None]:
    """D2: the database does not wait for the disk."""

    def fault(put: Put) -> None:
        right = database.open_engine

        def open_engine(url: str) -> Engine:
            engine = right(url)

            @event.listens_for(engine, "checkout")
            def configure(connection: Any, _record: Any, _proxy: Any) -> None:
                autocommit = getattr(connection, "autocommit", None)
                if autocommit is False:
                    connection.autocommit = True
                connection.execute(statement)
                if autocommit is False:
                    connection.autocommit = False

            return engine

        put(store, "open_engine", open_engine)

    return fault


def believes_its_own_memory(put: Put) -> None:
    """D3: only a lock in the process decides who is first; the database accepts every write."""

    def insert(connection: Any, stated: Any, row: dict[str, Any]) -> bool:
        over = "ON CONFLICT (match, version) DO UPDATE SET data = excluded.data"
        text = stated[connection.dialect.name]
        if "version" in row:
            text = text.replace("ON CONFLICT DO NOTHING", over)
        return bool(connection.exec_driver_sql(text, row).rowcount)

    put(writer, "_insert", insert)


def forgets_move_ids(put: Put) -> None:
    """D3: a repeated move counts as a new one."""
    put(room.Room, "answered", lambda self, move_id, holder: None)
    put(writer, "_move_id", lambda event: None)


def reads_the_log_once(put: Put) -> None:
    """D4: every reconnect gets the log as it was at the first reconnect."""
    kept: dict[str, list[Event]] = {}

    def missed(self: ActiveMatch, since: int) -> list[Event] | None:
        return kept.setdefault(self.room.id, list(self.events))[since:]

    put(ActiveMatch, "missed", missed)


def writes_in_the_event_loop(put: Put) -> None:
    """L1: commits block the event loop."""

    async def write(self: writer.Writer, request: writer.Request) -> writer.Result:
        result = self._write_group([request])[0]
        if isinstance(result, Exception):
            raise result
        return result

    put(writer.Writer, "write", write)


def waits_for_each_spectator(put: Put) -> None:
    """L2: a move waits until the last spectator has read it."""
    right = MatchService.execute_locked

    async def execute_locked(self: MatchService, active: ActiveMatch, *what: Any) -> CommandResult:
        done = await right(self, active, *what)
        for subscriber in tuple(active.subscribers):
            while not (subscriber.gone.is_set() or subscriber._frames.empty()):
                await asyncio.sleep(0.005)
        return done

    put(MatchService, "execute_locked", execute_locked)


def keeps_everything_for_the_slow(put: Put) -> None:
    """L2: the queue of unread frames has no bound."""

    def offer(self: Subscriber, frame: str) -> bool:
        self._frames._maxsize = 0  # type: ignore[attr-defined]
        self._frames.put_nowait(frame)
        return True

    put(Subscriber, "offer", offer)


def serves_in_the_order_of_arrival(put: Put) -> None:
    """L3: machines and questions wait in one line, whoever asks and however long they take."""
    line = Shares((4, 4, 4), (3, 3, 3), (4, 4, 4))

    def work(client: str = "", is_turn: bool = False, duration: object = None) -> Work:
        return Work("everyone", is_turn)

    put(Shares, "of", classmethod(lambda cls, processes, limited=True: line))
    put(pool, "Work", work)


def lets_every_page_in(put: Put) -> None:
    """A1: pages of other sites may open sockets and send commands."""
    put(SecurityMiddleware, "_check_origin", lambda self, headers: None)


def believes_every_secret(put: Put) -> None:
    """A1: an unknown secret holds the first seat."""
    right = room.Room.held_by

    def held_by(self: room.Room, holder: str | None) -> frozenset[str]:
        taken = all(seat.kind == "person" for seat in self.seats.values())
        return right(self, holder) or frozenset({"X"} if holder and taken else ())

    put(room.Room, "held_by", held_by)


def edits_for_everyone(put: Put) -> None:
    """A1: everyone with the address of a study may edit it."""
    put(Study, "is_editor", lambda self, holder: True)


def answers_about_live_games(put: Put) -> None:
    """A1: a game between two people may be analysed while they play."""

    def states_of(active: ActiveMatch, ply: int | None) -> list[State]:
        states: list[State] = active.room.states
        return states

    put(live, "states_of", states_of)
    put(api_questions, "states_of", states_of)


def reads_json_as_python_does(put: Put) -> None:
    """I1: NaN, duplicate keys, lone surrogates and 2^64 are accepted."""
    put(api, "read_json", lambda content: json.loads(content))
    put(messages, "read_json", lambda content: json.loads(content))


class Uncaged:
    """Foreign code that was started directly, as before there were cages."""

    level = "group"

    def __init__(self, cage: Cage, job: Job, level: str, **streams: Any) -> None:
        command = job.command
        if job.module is not None:
            run = f"import sys; from {job.module} import main; main(sys.argv[1:])"
            command = [sys.executable, "-P", "-c", run, *command]
        self.process = subprocess.Popen(
            command, cwd=job.folder, pass_fds=job.keep, start_new_session=True, bufsize=0, **streams
        )
        self.control, self._other = socket.socketpair()
        self._other.send(b".")

    def hear(self, data: bytes) -> bool:
        return True

    def told(self, key: str) -> None:
        return None

    def end(self) -> None:
        self.control.close()
        self._other.close()
        self.process.kill()
        self.process.wait()


def starts_bots_without_a_cage(put: Put) -> None:
    """E1, E2: foreign code sees, keeps and leaves what it likes."""
    from fivefold.engines import child

    put(child, "CagedProcess", Uncaged)


FAULTS: dict[str, Callable[[Put], None]] = {
    "none": lambda put: None,
    "synchronous_normal": _with_setting("PRAGMA synchronous = NORMAL"),
    "synchronous_off": _with_setting("PRAGMA synchronous = OFF"),
    "synchronous_commit_off": _with_setting("SET synchronous_commit = off"),
    **{
        fault.__name__: fault
        for fault in (
            tells_before_it_writes,
            time_runs_while_it_is_away,
            believes_its_own_memory,
            forgets_move_ids,
            reads_the_log_once,
            writes_in_the_event_loop,
            waits_for_each_spectator,
            keeps_everything_for_the_slow,
            serves_in_the_order_of_arrival,
            lets_every_page_in,
            believes_every_secret,
            edits_for_everyone,
            answers_about_live_games,
            reads_json_as_python_does,
            starts_bots_without_a_cage,
        )
    },
}

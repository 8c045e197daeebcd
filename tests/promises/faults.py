"""Everything that must not be, one deliberate fault each: what proves that a test can fail.

A fault is put into the running program from outside, so the program itself knows nothing of it.
Each test of a promise runs with the fault that breaks the promise and has to notice.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import subprocess
import time
from collections.abc import Callable
from typing import Any

from sqlalchemy import Engine, event

from fivefold.core import State
from fivefold.errors import FivefoldError
from fivefold.server import api, api_questions, database, live, messages, room, store, writer
from fivefold.server.events import Event
from fivefold.server.house import House
from fivefold.server.shield import Shield
from fivefold.server.store import Store
from fivefold.server.table import Done, Table
from fivefold.server.watchers import Watcher

Put = Callable[[object, str, object], None]
"""Puts something else under a name: `setattr`, or pytest's, which puts it right again."""

LATE_SECONDS = 0.3


def tells_before_it_writes(put: Put) -> None:
    """D1, D2, D5: a move counts as kept, is told and acknowledged, and is written a while later."""
    right = Store.append

    async def append(self: Store, *what: Any) -> None:
        later.add(asyncio.ensure_future(write(self, *what)))

    async def write(self: Store, *what: Any) -> None:
        await asyncio.sleep(LATE_SECONDS)
        with contextlib.suppress(FivefoldError):  # everybody has been told: nobody to tell it to
            await right(self, *what)

    later: set[asyncio.Future[None]] = set()
    put(Store, "append", append)


def time_runs_while_it_is_away(put: Put) -> None:
    """D1: a turn that is taken up again has lasted since the last event in the log."""
    right = House._load

    async def load(self: House, match: str) -> Table:
        table = await right(self, match)
        table.room.clock._since -= time.time() - table.events[-1].at
        return table

    put(House, "_load", load)


def _with_setting(statement: str) -> Callable[[Put], None]:
    """D2: the database is told something else than to wait for the disk."""

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
    """D3: who was first is decided by a lock in the process; the database takes every write."""

    def insert(connection: Any, stated: Any, row: dict[str, Any]) -> bool:
        over = "ON CONFLICT (match, version) DO UPDATE SET data = excluded.data"
        text = stated[connection.dialect.name]
        if "version" in row:
            text = text.replace("ON CONFLICT DO NOTHING", over)
        return bool(connection.exec_driver_sql(text, row).rowcount)

    put(writer, "_insert", insert)


def forgets_move_ids(put: Put) -> None:
    """D3: a move that is sent again is taken for another one."""
    put(room.Room, "answered", lambda self, move_id, holder: None)
    put(writer, "_move_id", lambda event: None)


def reads_the_log_once(put: Put) -> None:
    """D4: whoever comes back gets the log as it was when somebody came back for the first time."""
    kept: dict[str, list[Event]] = {}

    def missed(self: Table, since: int) -> list[Event] | None:
        return kept.setdefault(self.room.id, list(self.events))[since:]

    put(Table, "missed", missed)


def writes_in_the_event_loop(put: Put) -> None:
    """L1: a commit happens where everything else waits for it."""

    async def write(self: writer.Writer, request: writer.Request) -> None:
        trouble = self._written([request])[0]
        if trouble is not None:
            raise trouble

    put(writer.Writer, "write", write)


def waits_for_each_spectator(put: Put) -> None:
    """L2: a move is over when the last spectator has taken it."""
    right = House.do_locked

    async def do_locked(self: House, table: Table, *what: Any) -> Done:
        done = await right(self, table, *what)
        for watcher in tuple(table.watchers):
            while not (watcher.gone.is_set() or watcher._frames.empty()):
                await asyncio.sleep(0.005)
        return done

    put(House, "do_locked", do_locked)


def keeps_everything_for_the_slow(put: Put) -> None:
    """L2: what a spectator has not read is kept, however much it is."""

    def offer(self: Watcher, frame: str) -> bool:
        self._frames._maxsize = 0  # type: ignore[attr-defined]
        self._frames.put_nowait(frame)
        return True

    put(Watcher, "offer", offer)


def lets_every_page_in(put: Put) -> None:
    """A1: a page of any other site may open sockets and change things."""
    put(Shield, "_check_origin", lambda self, headers: None)


def believes_every_secret(put: Put) -> None:
    """A1: whoever brings a secret that nobody was given has the first seat."""
    right = room.Room.held_by

    def held_by(self: room.Room, holder: str | None) -> frozenset[str]:
        taken = all(seat.kind == "person" for seat in self.seats.values())
        return right(self, holder) or frozenset({"X"} if holder and taken else ())

    put(room.Room, "held_by", held_by)


def answers_about_live_games(put: Put) -> None:
    """A1: a strategy may be asked about a game that two people are playing."""

    def states_of(table: Table, ply: int | None) -> list[State]:
        states: list[State] = table.room.states
        return states

    put(live, "states_of", states_of)
    put(api_questions, "states_of", states_of)


def reads_json_as_python_does(put: Put) -> None:
    """I1: NaN, two equal keys, half a character and 2^64 pass."""
    put(api, "read_json", lambda content: json.loads(content))
    put(messages, "read_json", lambda content: json.loads(content))


def kills_only_the_program(put: Put) -> None:
    """E1: what an engine has started lives on when the engine is killed."""
    from fivefold.engines import child

    def kill(process: subprocess.Popen[bytes], mark: bytes) -> None:
        process.kill()
        process.wait()

    put(child, "kill_all", kill)


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
            lets_every_page_in,
            believes_every_secret,
            answers_about_live_games,
            reads_json_as_python_does,
            kills_only_the_program,
        )
    },
}

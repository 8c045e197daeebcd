"""Playing a tournament: from the schedule through an executor into the journal.

Nothing is decided here. The walk through the journal says which games are to be played next, and
only what is on disk counts: killed at any instant, a runner that goes on later finds the same games
to play and comes to the same table.
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future
from functools import lru_cache, partial
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from fivefold.arena.pool import LocalPool
from fivefold.arena.storage import append, event, runners_lock
from fivefold.arena.worker import opening_of, play_fixture, task_of
from fivefold.errors import FivefoldError
from fivefold.match.record import MatchRecord
from fivefold.names import format_game
from fivefold.results.journal import Journal
from fivefold.results.schedule import Fixture
from fivefold.results.table import Table, Walk, table_of, walk_of
from fivefold.results.tournament import Tournament
from fivefold.words import say

TICK = 0.1
"""Seconds between looks at the journal while no game ends."""
GATHER = 0.02
"""Seconds in which games that end are stored together: a disk needs some for each time."""
AHEAD = 16
"""Games that wait for a free place, at least: a place must not wait for the disk."""
DEATHS = 3
"""How often the process that plays a game may die before the game is given up."""

OpenExecutor = Callable[[Tournament], Executor]
"""Makes the executor of a tournament, such as one for a cluster."""


def cores() -> int:
    """Returns how many processors this process may use."""
    return len(os.sched_getaffinity(0))


class Runner:
    """Plays what is pending in a journal until nothing is, or until it is asked to stop."""

    def __init__(
        self,
        folder: Path,
        *,
        concurrency: int | None = None,
        open_executor: OpenExecutor | None = None,
        on_tick: Callable[[Journal], None] | None = None,
    ) -> None:
        """`concurrency` is the number of games at a time: given here, else as the journal has it,
        else one for each core, or as many as the executor has places."""
        self.folder = folder.resolve()
        self.journal = Journal.open(folder)
        self.stop = threading.Event()
        """Set it, and the games that are being played are the last."""
        self._concurrency = concurrency
        self._found = self.journal.concurrency
        self._open_executor = open_executor
        self.on_tick = on_tick
        """Hears of the journal again and again."""
        self._flying: dict[str, _Flight] = {}
        self._done: SimpleQueue[_Flight] = SimpleQueue()
        self._deaths: Counter[str] = Counter()

    def run(self) -> Table:
        """Plays and returns the table; it is not over if the runner was stopped.

        Raises `Refused` when another runner is at work, `StorageUnavailable` when the disk is
        full, and what a cluster reports. Whatever is raised, results on disk stay.
        """
        with runners_lock(self.folder):
            append(self.folder, [event("opened"), *self._settings()])
            self.journal.refresh()
            executor = self._executor()
            try:
                self._play(executor)
            finally:
                if isinstance(executor, LocalPool):
                    executor.kill()
                else:
                    executor.shutdown(wait=False, cancel_futures=True)
            return table_of(self.journal)

    def _settings(self) -> list[dict[str, Any]]:
        """Returns the line that says how the tournament goes on, if that is new."""
        changes: dict[str, Any] = {}
        wanted = self._concurrency
        if wanted is None and self.journal.concurrency is None and self._open_executor is None:
            wanted = cores()
        if wanted is not None and wanted != self.journal.concurrency:
            changes["concurrency"] = wanted
        if self.journal.paused:
            changes["paused"] = False
        return [event("changed", **changes)] if changes else []

    def _executor(self) -> Executor:
        if self._open_executor is not None:
            return self._open_executor(self.journal.tournament)
        return LocalPool(self.journal.concurrency or cores())

    def _play(self, executor: Executor) -> None:
        while True:
            self.journal.refresh()
            walk = walk_of(self.journal)
            if walk.over or (self.stop.is_set() and not self._flying):
                break
            if self.stop.is_set() or self.journal.paused:
                self._hold()
            else:
                self._fill(executor, walk)
            self._collect()
            if self.on_tick is not None:
                self.on_tick(self.journal)

    def _fill(self, executor: Executor, walk: Walk) -> None:
        """Sends off games in the order of the schedule, a few more than there are places."""
        places = self._places(executor)
        most = places + max(AHEAD, places)
        if len(self._flying) >= most:
            return
        tells = hasattr(executor, "resize")  # ours are: their futures run when a game does
        for fixture in walk.pending(self.journal.finished):
            if fixture.key in self._flying:
                continue
            task = task_of(self.journal.tournament, fixture, self.folder)
            flight = _Flight(fixture, executor.submit(play_fixture, task), tells)
            self._flying[fixture.key] = flight
            flight.future.add_done_callback(partial(_put, self._done, flight))
            if len(self._flying) >= most:
                return

    def _places(self, executor: Executor) -> int:
        wanted = self.journal.concurrency
        if isinstance(executor, LocalPool):
            executor.resize(wanted or cores())
            return executor.places
        # What the journal had before was for the machine the tournament was played on.
        if self._concurrency is None and wanted == self._found:
            wanted = None
        if hasattr(executor, "resize"):
            executor.resize(wanted)
        # A cluster whose workers are all gone gets one game, which waits for the next to come.
        places = max(1, int(getattr(executor, "places", 1)))
        return places if wanted is None else min(places, wanted)

    def _hold(self) -> None:
        """Takes back the games that no process has begun."""
        for flight in list(self._flying.values()):
            if flight.tells_its_start:
                flight.future.cancel()

    def _collect(self) -> None:
        """Waits a moment for games to end, and stores all that did."""
        ended: list[_Flight] = []
        with contextlib.suppress(Empty):
            ended.append(self._done.get(timeout=TICK))
            time.sleep(GATHER)
            while True:
                ended.append(self._done.get_nowait())
        lines = [self._started(flight) for flight in self._flying.values() if flight.is_new()]
        trouble: FivefoldError | None = None
        for flight in ended:
            del self._flying[flight.fixture.key]
            try:
                lines.append(event("finished", **flight.future.result()))
            except CancelledError:
                continue
            except FivefoldError as error:
                trouble = error
            except Exception:
                lines += self._after_death(flight.fixture)
        append(self.folder, lines)
        if trouble is not None:
            raise trouble

    def _started(self, flight: _Flight) -> dict[str, Any]:
        flight.is_stored = True
        fixture = flight.fixture
        return event("started", key=fixture.key, **self._bare_record(fixture), moves=[])

    def _after_death(self, fixture: Fixture) -> list[dict[str, Any]]:
        """Returns the line of a game that cannot be played; none if it is to be tried again.

        Who was thinking when the process died cannot be told, so the game is a draw.
        """
        self._deaths[fixture.key] += 1
        if self._deaths[fixture.key] < DEATHS:
            return []
        reason = str(say("arena.abandoned", count=DEATHS))
        bare = self._bare_record(fixture)
        record = MatchRecord(
            **bare, moves=(), winner=None, ending="adjudicated", reason=reason, seconds=()
        )
        return [event("finished", key=fixture.key, fault=None, **record.as_json())]

    def _bare_record(self, fixture: Fixture) -> dict[str, Any]:
        tournament = self.journal.tournament
        opening = None if fixture.opening is None else tournament.openings[fixture.opening]
        game, start = _texts(tournament.game, opening)
        return {"game": game, "first": fixture.first, "second": fixture.second, "start": start}


class _Flight:
    """A game that was sent off."""

    def __init__(
        self, fixture: Fixture, future: Future[dict[str, Any]], tells_its_start: bool
    ) -> None:
        self.fixture = fixture
        self.future = future
        self.tells_its_start = tells_its_start
        self.is_stored = False
        """Whether its start is in the journal."""

    def is_new(self) -> bool:
        """Tells whether it has begun since the last look, as far as can be told."""
        if self.is_stored or self.future.cancelled():
            return False
        return not self.tells_its_start or self.future.running() or self.future.done()


def _put(done: SimpleQueue[_Flight], flight: _Flight, future: Future[Any]) -> None:
    done.put(flight)


@lru_cache(maxsize=4096)
def _texts(game: str, opening: str | None) -> tuple[str, str]:
    """Returns the game and the position in which a game begins, as they stand in a record."""
    _, start = opening_of(game, opening)
    return format_game(start.game), start.game.format_position(start)

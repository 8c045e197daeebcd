"""The runner: plays a tournament from its schedule, through an executor, into its journal.

It decides nothing. The walk of the journal says which games come next, and only what is on disk
counts: after a kill at any instant, a resumed runner finds the same games to play and arrives at
the same standings.
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

from fivefold.arena.running.pool import LocalPool
from fivefold.arena.running.scheduled_game import opening_of, play_fixture, task_of
from fivefold.errors import FivefoldError
from fivefold.match.record import MatchRecord
from fivefold.names import format_game
from fivefold.results.journal import Journal
from fivefold.results.journal_writer import append, event, runners_lock
from fivefold.results.schedules.schedule import Fixture
from fivefold.results.standings import Standings, Walk, standings_of, walk_of
from fivefold.results.tournament import Tournament
from fivefold.words import say

TICK = 0.1
"""Seconds between looks at the journal while no game ends."""
BATCH_SECONDS = 0.02
"""Seconds in which finished games are collected, so that one flush to disk stores them all."""
MIN_QUEUED = 16
"""Minimum games queued beyond the places, so that no place waits for the disk."""
MAX_DEATHS = 3
"""A game is abandoned after its process has died this many times."""

OpenExecutor = Callable[[Tournament], Executor]
"""Opens the executor of a tournament, such as a cluster."""


def cores() -> int:
    """Returns the number of processors this process may use."""
    return len(os.sched_getaffinity(0))


class Runner:
    """Plays the pending games of a journal until none is left or it is stopped."""

    def __init__(
        self,
        folder: Path,
        *,
        concurrency: int | None = None,
        open_executor: OpenExecutor | None = None,
        on_tick: Callable[[Journal], None] | None = None,
    ) -> None:
        """`concurrency` is the number of games at a time.

        Default: the journal's, else one per core or per place of the executor.
        """
        self.folder = folder.resolve()
        self.journal = Journal.open(folder)
        self.stop = threading.Event()
        """Set it to stop: the running games are the last."""
        self._concurrency = concurrency
        self._found = self.journal.concurrency
        self._open_executor = open_executor
        self.on_tick = on_tick
        """Called with the journal at every tick."""
        self._submitted: dict[str, _SubmittedGame] = {}
        self._done: SimpleQueue[_SubmittedGame] = SimpleQueue()
        self._deaths: Counter[str] = Counter()

    def run(self) -> Standings:
        """Plays, and returns the standings; they are not over if the runner was stopped.

        Raises `Refused` if another runner is active, `StorageUnavailable` if the disk is full, and
        the errors of a cluster. Results on disk always stay.
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
            return standings_of(self.journal)

    def _settings(self) -> list[dict[str, Any]]:
        """Returns the journal line for changed settings, if any."""
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
        return LocalPool(self.journal.concurrency or cores(), needs_main=False)

    def _play(self, executor: Executor) -> None:
        while True:
            self.journal.refresh()
            walk = walk_of(self.journal)
            if walk.over or (self.stop.is_set() and not self._submitted):
                break
            if self.stop.is_set() or self.journal.paused:
                self._cancel_waiting()
            else:
                self._fill(executor, walk)
            self._collect()
            if self.on_tick is not None:
                self.on_tick(self.journal)

    def _fill(self, executor: Executor, walk: Walk) -> None:
        """Submits games in schedule order, a few more than there are places."""
        places = self._places(executor)
        most = places + max(MIN_QUEUED, places)
        if len(self._submitted) >= most:
            return
        reports_start = hasattr(executor, "resize")  # our executors report when a game starts
        for fixture in walk.pending(self.journal.finished):
            if fixture.key in self._submitted:
                continue
            task = task_of(self.journal.tournament, fixture, self.folder)
            game = _SubmittedGame(fixture, executor.submit(play_fixture, task), reports_start)
            self._submitted[fixture.key] = game
            game.future.add_done_callback(partial(_put, self._done, game))
            if len(self._submitted) >= most:
                return

    def _places(self, executor: Executor) -> int:
        wanted = self.journal.concurrency
        if isinstance(executor, LocalPool):
            executor.resize(wanted or cores())
            return executor.places
        # The journal's earlier value was meant for another machine.
        if self._concurrency is None and wanted == self._found:
            wanted = None
        if hasattr(executor, "resize"):
            executor.resize(wanted)
        # A cluster that has lost its workers gets one game, which waits for the next worker.
        places = max(1, int(getattr(executor, "places", 1)))
        return places if wanted is None else min(places, wanted)

    def _cancel_waiting(self) -> None:
        """Cancels the games that no process has started."""
        for game in list(self._submitted.values()):
            if game.reports_start:
                game.future.cancel()

    def _collect(self) -> None:
        """Waits briefly for games to end, and stores the results."""
        ended: list[_SubmittedGame] = []
        with contextlib.suppress(Empty):
            ended.append(self._done.get(timeout=TICK))
            time.sleep(BATCH_SECONDS)
            while True:
                ended.append(self._done.get_nowait())
        lines = [self._started(game) for game in self._submitted.values() if game.is_new()]
        trouble: FivefoldError | None = None
        for game in ended:
            del self._submitted[game.fixture.key]
            try:
                lines.append(event("finished", **game.future.result()))
            except CancelledError:
                continue
            except FivefoldError as error:
                trouble = error
            except Exception:
                lines += self._after_death(game.fixture)
        append(self.folder, lines)
        if trouble is not None:
            raise trouble

    def _started(self, game: _SubmittedGame) -> dict[str, Any]:
        game.is_stored = True
        fixture = game.fixture
        return event("started", key=fixture.key, **self._bare_record(fixture), moves=[])

    def _after_death(self, fixture: Fixture) -> list[dict[str, Any]]:
        """Returns the line of an abandoned game; none if it will be retried.

        It is a draw, because the process may have died during either player's move.
        """
        self._deaths[fixture.key] += 1
        if self._deaths[fixture.key] < MAX_DEATHS:
            return []
        reason = str(say("arena.abandoned", count=MAX_DEATHS))
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


class _SubmittedGame:
    """A submitted game."""

    def __init__(
        self, fixture: Fixture, future: Future[dict[str, Any]], reports_start: bool
    ) -> None:
        self.fixture = fixture
        self.future = future
        self.reports_start = reports_start
        self.is_stored = False
        """Whether its start is in the journal."""

    def is_new(self) -> bool:
        """Tells whether it has started since the last look, as far as is known."""
        if self.is_stored or self.future.cancelled():
            return False
        return not self.reports_start or self.future.running() or self.future.done()


def _put(done: SimpleQueue[_SubmittedGame], game: _SubmittedGame, future: Future[Any]) -> None:
    done.put(game)


@lru_cache(maxsize=4096)
def _texts(game: str, opening: str | None) -> tuple[str, str]:
    """Returns the game and the start position of a game, as texts in a record."""
    _, start = opening_of(game, opening)
    return format_game(start.game), start.game.format_position(start)

"""Building a book: pairs go through an executor into the journal, and from there into the book.

    schedule ── pair ──> Executor ── solution ──> journal, solved pairs ── periodically ──> book

Only what is in the journal or the book counts: after a kill at any instant, a restarted builder
continues with the unsolved pairs.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import CancelledError, Executor, Future
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import NamedTuple

from fivefold.arena.running.pool import ProcessDied
from fivefold.book.journal import Journal
from fivefold.book.likely import likely_thirds
from fivefold.book.pair_solver import Solution, solve_pair
from fivefold.book.pairs import SolvedPairs
from fivefold.book.schedule import Schedule, Task
from fivefold.book.writing import add_book, decided, save
from fivefold.core import Move
from fivefold.errors import EngineCrashed, Refused
from fivefold.games.pentomino import PentominoGame
from fivefold.strategies.pentomino.book import read_book
from fivefold.strategies.pentomino.book_text import FirstMove
from fivefold.strategies.pentomino.symmetry import Pair
from fivefold.words import quoted

MEMORY = 1024
"""MiB of transposition table per process."""
TICK = 0.1
"""Seconds between progress updates while no pair is solved."""
SAVE_SECONDS = 120.0
"""Maximum age in seconds of the book while the journal grows."""
SYNC_SECONDS = 5.0
"""Seconds of work that a power cut may cost."""
DEATHS = 3
"""The builder gives up after a pair's process has died this many times."""


@dataclass(frozen=True)
class Progress:
    """The progress; `pairs`, `nodes` and `seconds` are of this run, the others of all runs."""

    board: str
    pairs: int
    known: int
    won: int
    lost: int
    first_moves: int
    nodes: int
    seconds: float
    at_work: tuple[Move, ...]

    @property
    def rate(self) -> float:
        """Pairs per second."""
        return self.pairs / self.seconds if self.seconds else 0.0


class Builder:
    """Solves pairs until the wanted first moves are decided or it is stopped."""

    def __init__(
        self,
        file: Path,
        *,
        game: PentominoGame | None = None,
        journal: Path | None = None,
        minutes: float | None = None,
        memory: int = MEMORY,
        on_tick: Callable[[Progress], None] | None = None,
    ) -> None:
        """Default game: the board of the book in the file, or 8x8 if there is no file."""
        self.file = file.resolve()
        before = read_book(self.file) if self.file.exists() else None
        self.game = game or (before.game if before else PentominoGame())
        if before is not None and before.game != self.game:
            board, asked = _board(before.game), _board(self.game)
            raise Refused("book.other_board", file=quoted(str(file), 200), board=board, asked=asked)
        self.stop = threading.Event()
        """Set it to stop: the pairs being solved are abandoned."""
        self._before = before
        journal = journal or self.file.with_name(f"{self.file.name}.journal")
        if journal.resolve() == self.file:
            raise Refused("book.same_file", file=quoted(str(file), 200))
        self._journal_file = journal
        self.solved = SolvedPairs(self.game)
        self._wanted: set[Move] = set()
        self._minutes = minutes
        self._memory = memory
        self._on_tick = on_tick
        # Decided first moves stay as written, though other answers may be found.
        self._lines: dict[Move, FirstMove] = dict(before.first_moves) if before else {}
        self._flying: dict[Pair, _Flight] = {}
        self._done: SimpleQueue[Pair] = SimpleQueue()
        self._deaths: Counter[Pair] = Counter()
        self._pairs = self._nodes = 0
        self._began = self._synced = self._saved = time.monotonic()
        self._schedule = Schedule(self.solved, ())

    def want(self, first_moves: Iterable[Move]) -> None:
        """Selects the first moves to decide, given in any image; default: all."""
        self._wanted |= {self.solved.symmetry.canonical[move] for move in first_moves}

    def run(self, open_executor: Callable[[], Executor]) -> Progress:
        """Builds, and returns the progress.

        Raises `Refused` if another builder has the journal, `StorageUnavailable` if the disk is
        full, `DamagedBook` for unusable files, and the errors of a cluster.
        """
        journal = Journal(self._journal_file, self.game)
        try:
            if self._before is not None:
                add_book(self.solved, self._before)
            journal.read_into(self.solved)
            self._began = self._synced = self._saved = time.monotonic()
            wanted = self._wanted or self.solved.symmetry.first_moves
            self._schedule = Schedule(self.solved, wanted)
            if not self._schedule.is_over:
                self._work_with(open_executor(), journal)
            self._save(journal)
            return self.progress()
        finally:
            journal.close()

    def _work_with(self, executor: Executor, journal: Journal) -> None:
        try:
            self._work(executor, journal)
        finally:
            kill = getattr(executor, "kill", None)
            if kill is not None:
                kill()
            else:
                executor.shutdown(wait=False, cancel_futures=True)

    def _work(self, executor: Executor, journal: Journal) -> None:
        while not self._is_time_to_end():
            self._fill(executor)
            if not self._flying:
                break
            self._collect(journal)
            now = time.monotonic()
            if now - self._synced > SYNC_SECONDS:
                journal.sync()
                self._synced = now
            if now - self._saved > SAVE_SECONDS:
                self._save(journal)
            if self._on_tick is not None:
                self._on_tick(self.progress())

    def _is_time_to_end(self) -> bool:
        passed = time.monotonic() - self._began
        return self.stop.is_set() or (self._minutes is not None and passed >= self._minutes * 60)

    def _fill(self, executor: Executor) -> None:
        """Submits pairs, one per place more than run at a time, so that no place is idle."""
        most = 2 * max(1, int(getattr(executor, "places", 1)))
        while len(self._flying) < most:
            task = self._schedule.next_task(self._flying)
            if task is None:
                return
            thirds = likely_thirds(self.solved, task.first, task.reply)
            asked = (self.game.rows, self.game.columns, self._memory, task.first, task.reply)
            future = executor.submit(solve_pair, *asked, thirds)
            self._flying[task.pair] = _Flight(task, future)
            future.add_done_callback(partial(_put, self._done, task.pair))

    def _collect(self, journal: Journal) -> None:
        """Waits briefly for pairs to be solved, and writes the solutions to the journal."""
        ended: list[Pair] = []
        with contextlib.suppress(Empty):
            ended.append(self._done.get(timeout=TICK))
            while True:
                ended.append(self._done.get_nowait())
        for pair in ended:
            task, future = self._flying.pop(pair)
            try:
                solution = future.result()
            except CancelledError:
                continue
            except (ProcessDied, MemoryError) as error:
                self._after_death(pair, error)
                continue
            self._record(journal, task, solution)
        if ended:
            self._take_back()

    def _record(self, journal: Journal, task: Task, solution: Solution) -> None:
        pair, first, reply = task
        if solution.third is None:
            journal.append(pair, None)
            self.solved.add_lost(first, reply)
        else:
            _, way = self.solved.symmetry.placed(first, reply)
            journal.append(pair, self.solved.symmetry.images[way][solution.third])
            self.solved.add_won(first, reply, solution.third)
        self._pairs += 1
        self._nodes += solution.nodes

    def _after_death(self, pair: Pair, error: Exception) -> None:
        """Retries a pair whose process died, perhaps for lack of memory, a few times."""
        self._deaths[pair] += 1
        if self._deaths[pair] >= DEATHS:
            texts = [self.game.format_move(move) for move in pair]
            facts = {"one": texts[0], "other": texts[1], "count": DEATHS}
            raise EngineCrashed("book.died", **facts) from error
        self._schedule.put_back(pair)

    def _take_back(self) -> None:
        """Cancels waiting pairs that are not needed any more."""
        for pair, flight in list(self._flying.items()):
            if not self._schedule.needs(pair):
                flight.future.cancel()

    def _save(self, journal: Journal) -> None:
        journal.sync()
        before = len(self._lines)
        for first in self.solved.symmetry.first_moves:
            if first not in self._lines and (line := decided(self.solved, first)) is not None:
                self._lines[first] = line
        if len(self._lines) > before or not self.file.exists():
            save(self.file, self.game, self._lines)
        self._saved = time.monotonic()

    def progress(self) -> Progress:
        """Returns the progress."""
        outcomes = Counter(map(self.solved.outcome, self.solved.symmetry.first_moves))
        return Progress(
            _board(self.game),
            self._pairs,
            len(self.solved),
            outcomes["win"],
            outcomes["loss"],
            outcomes.total(),
            self._nodes,
            time.monotonic() - self._began,
            tuple(self._schedule.at_work),
        )


class _Flight(NamedTuple):
    """A submitted pair."""

    task: Task
    future: Future[Solution]


def _put(done: SimpleQueue[Pair], pair: Pair, future: Future[Solution]) -> None:
    done.put(pair)


def _board(game: PentominoGame) -> str:
    return f"{game.rows}x{game.columns}"

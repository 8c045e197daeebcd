"""Verifying a book: its claims are complete, and each final one is proven by search.

    file ── claims ──> positions, each once up to symmetry ── threads, a checker each ──> report

It shares no code with the program that solved the game: reader, board and search are those of
`verify_claims.py`, `verify_board.py` and `native/proof`.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Protocol

from fivefold.book.verify_board import Board
from fivefold.book.verify_claims import Claim, Contents, Fault, Opening, read_claims
from fivefold.book.verify_journal import Position, VerifyJournal
from fivefold.errors import DamagedBook, InvalidNotation, UnknownName
from fivefold.strategies import native
from fivefold.words import quoted, say

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

TICK = 0.1
"""Seconds between progress updates while no search ends."""

Found = tuple[Position, bool]


class Checker(Protocol):
    """A search that shares no code with the solver."""

    @property
    def nodes(self) -> int: ...

    def is_lost(self, free: int, pieces: int, stop: object | None = None) -> bool | None: ...


@dataclass
class Report:
    """The findings of a verification.

    A claim is about a first move and a reply. Many claims lead to the same position, which is
    searched once.
    """

    is_sample: bool
    board: str | None = None
    wins: int = 0
    losses: int = 0
    claims: int = 0
    chosen: int = 0
    positions: int = 0
    searched: int = 0
    remembered: int = 0
    nodes: int = 0
    seconds: float = 0.0
    faults: list[Fault] = field(default_factory=list)

    @property
    def done(self) -> int:
        """Number of positions with a known outcome."""
        return self.searched + self.remembered

    @property
    def is_verified(self) -> bool:
        """Whether everything selected was checked and holds."""
        return not self.faults and self.done == self.positions

    @property
    def is_complete(self) -> bool:
        """Whether that was every claim of the book."""
        return self.is_verified and not self.is_sample


class Verifier:
    """Checks one book. Faults of the book are in the report; only misuse is raised."""

    def __init__(
        self,
        file: Traversable,
        *,
        journal: Path | None = None,
        sample: int | None = None,
        seed: int = 0,
        threads: int = 1,
        memory: int = 256,
        on_tick: Callable[[Report], None] | None = None,
    ) -> None:
        """`sample` is the number of positions per first move; default: all."""
        self.stop = threading.Event()
        """Set it to stop: running searches end without a result."""
        self._journal_file = journal
        self._sample = sample
        self._seed = seed
        self._threads = threads
        self._memory = memory
        self._on_tick = on_tick
        self._contents = read_claims(_bytes_of(file))
        self._openings = self._contents.openings

    def only(self, texts: Iterable[str]) -> None:
        """Restricts the check to these first moves, in any image, of a book without faults."""
        board = self._contents.board
        if board is None or self._contents.faults:
            return
        wanted = [_first_move(text, board, self._contents) for text in texts]
        self._openings = [opening for opening in self._openings if opening.first in wanted]

    def run(self) -> Report:
        """Checks until done or stopped, and returns the report."""
        contents, openings = self._contents, self._openings
        self._report = report = Report(self._sample is not None, faults=list(contents.faults))
        self._began = time.monotonic()
        if contents.board is None:
            return report
        report.board = f"{contents.board.rows}x{contents.board.columns}"
        report.wins = sum(opening.wins for opening in openings)
        report.losses = len(openings) - report.wins
        report.claims = sum(len(opening.claims) for opening in openings)
        if not report.faults:
            self._search(contents.board, openings)
        report.seconds = time.monotonic() - self._began
        return report

    def _search(self, board: Board, openings: list[Opening]) -> None:
        report = self._report
        relying: dict[Position, list[Claim]] = {}
        for claim in self._chosen(board, openings):
            relying.setdefault(board.canonical(*claim.moves), []).append(claim)
            report.chosen += 1
        report.positions = len(relying)
        journal = VerifyJournal(self._journal_file, board) if self._journal_file else None
        try:
            known = journal.is_lost if journal else {}
            for position in relying.keys() & known.keys():
                report.remembered += 1
                self._weigh(board, relying[position], known[position])
            # Positions with fewer pieces take longer.
            open_ones = sorted(relying.keys() - known.keys(), key=lambda one: (-len(one), one))
            for position, is_lost in self._results(board, open_ones):
                if journal is not None:
                    journal.keep(position, is_lost)
                report.searched += 1
                self._weigh(board, relying[position], is_lost)
        finally:
            if journal is not None:
                journal.close()
        report.faults.sort(key=lambda fault: (fault.first, fault.reply, str(fault.reason)))

    def _chosen(self, board: Board, openings: list[Opening]) -> Iterator[Claim]:
        for opening in openings:
            if self._sample is None:
                yield from opening.claims
            else:
                chance = random.Random(f"{self._seed} {board.placements[opening.first].text}")
                parts = opening.parts(board)
                yield from chance.sample(parts, min(self._sample, len(parts)))

    def _weigh(self, board: Board, claims: list[Claim], is_lost: bool) -> None:
        """Adds a fault for every claim that contradicts its position's outcome."""
        for claim in claims:
            if claim.is_lost == is_lost:
                continue
            first, reply, *thirds = [board.placements[move].text for move in claim.moves]
            if not thirds:
                reason = say("verify.refuted_loss")
            elif claim.is_lost:
                reason = say("verify.refuted_win", answer=thirds[0])
            else:
                reason = say("verify.third_wins", third=thirds[0])
            self._report.faults.append(Fault(reason, first, reply))

    def _results(self, board: Board, positions: list[Position]) -> Iterator[Found]:
        """Yields what the threads find, until they are done or stopped."""
        checkers = [
            native.pentomino_checker(self._memory)
            for _ in range(min(self._threads, len(positions)))
        ]
        waiting: SimpleQueue[Position] = SimpleQueue()
        for position in positions:
            waiting.put(position)
        found: SimpleQueue[Found | BaseException | None] = SimpleQueue()
        at_work = [
            threading.Thread(target=self._work, args=(board, checker, waiting, found), daemon=True)
            for checker in checkers
        ]
        for thread in at_work:
            thread.start()
        ended = 0
        try:
            while ended < len(at_work):
                self._tick(checkers)
                try:
                    result = found.get(timeout=TICK)
                except Empty:
                    continue
                if isinstance(result, BaseException):
                    raise result
                if result is None:
                    ended += 1
                else:
                    yield result
        finally:
            if ended < len(at_work):  # an error here must leave no thread behind
                self.stop.set()
            for thread in at_work:
                thread.join()
            self._tick(checkers)

    def _work(
        self,
        board: Board,
        checker: Checker,
        waiting: SimpleQueue[Position],
        found: SimpleQueue[Found | BaseException | None],
    ) -> None:
        """Searches one position after another; None in the queue says that the thread has ended."""
        try:
            while not self.stop.is_set():
                position = waiting.get_nowait()
                is_lost = checker.is_lost(*board.left_by(position), self.stop)
                if is_lost is not None:
                    found.put((position, is_lost))
        except Empty:
            pass
        except BaseException as error:
            found.put(error)
        finally:
            found.put(None)

    def _tick(self, checkers: Iterable[Checker]) -> None:
        self._report.nodes = sum(checker.nodes for checker in checkers)
        self._report.seconds = time.monotonic() - self._began
        if self._on_tick is not None:
            self._on_tick(self._report)


def _bytes_of(file: Traversable) -> bytes:
    shown = quoted(str(file), 200)
    try:
        return file.read_bytes()
    except FileNotFoundError:
        raise DamagedBook("book.missing", file=shown) from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise DamagedBook("book.unreadable", file=shown, reason=reason) from error


def _first_move(text: str, board: Board, contents: Contents) -> int:
    number = board.find(text)
    if number is None:
        raise InvalidNotation("verify.no_first_move", move=quoted(text))
    (first,) = board.canonical(number)
    if all(opening.first != first for opening in contents.openings):
        raise UnknownName("verify.not_in_book", move=board.placements[number].text)
    return first

"""Who is served next by a few shared processes: fair between clients. No input or output.

    turns        a: o o o o    b: o       machines to move in live matches; they go first
    questions    a: o o        c: o       each client may have a few waiting, all together some more
    processes    [ any ] [ any ] [ at most short ] [ instant only ]

The clients of each line take turns, so a client with fifty requests waits longer than a client
with one. Long work never occupies all processes, nor do questions, nor does one client: another
client's instant move always finds a process. One question follows every `MAX_TURNS_IN_A_ROW` turns,
so that questions are answered even when machines play all day.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import count

MAX_TURNS_IN_A_ROW = 4
"""Turns served in a row while a question could be."""
MAX_WAITING_TURNS = 64
"""Turns of one client that may wait."""


class Duration(IntEnum):
    """How long a request is expected to occupy a process."""

    INSTANT = 0
    SHORT = 1
    """About a second."""
    LONG = 2


@dataclass(frozen=True, eq=False)
class Work:
    """One request of a client: a machine's turn in a match, or a question."""

    client: str = ""
    is_turn: bool = False
    duration: Duration = Duration.LONG


@dataclass(frozen=True)
class Shares:
    """How many processes the work of each duration, or longer, may occupy at once."""

    all: tuple[int, int, int]
    questions: tuple[int, int, int]
    client: tuple[int, int, int]

    @classmethod
    def of(cls, processes: int, *, limited: bool = True) -> Shares:
        """Returns the shares of that many processes. Four are the fewest that are fair."""
        few = min(processes, 2)
        everything = (processes, max(few, processes - 1), max(few, processes - 2))
        instant, short, long = everything
        questions = (max(1, instant - 1), max(1, short - 1), max(1, long - 1))
        client = (max(few, instant - 1), max(few, short - 1), long)
        return cls(everything, questions, client if limited else everything)


@dataclass
class _Line:
    """The waiting work of one client, by duration, each with its number in order of arrival."""

    waiting: tuple[deque[tuple[int, Work]], ...] = field(
        default_factory=lambda: tuple(deque[tuple[int, Work]]() for _ in Duration)
    )

    def __len__(self) -> int:
        return sum(map(len, self.waiting))

    def __iter__(self) -> Iterator[Work]:
        found = sorted((each for line in self.waiting for each in line), key=lambda each: each[0])
        return (work for _, work in found)

    def first(self, durations: range) -> Work | None:
        """Returns the work that has waited longest, of those durations."""
        heads = [self.waiting[duration][0] for duration in durations if self.waiting[duration]]
        return min(heads, key=lambda head: head[0])[1] if heads else None

    def remove(self, work: Work) -> bool:
        """Removes the work; returns whether it was there."""
        line = self.waiting[work.duration]
        for each in line:
            if each[1] is work:
                line.remove(each)
                return True
        return False


_Lines = OrderedDict[str, _Line]
"""The clients that wait, the one that was served last at the end."""


class FairSchedule:
    """Decides which work may start; the caller tells it what arrives, leaves and ends."""

    def __init__(
        self,
        shares: Shares,
        max_questions: int,
        *,
        max_questions_of_client: int | None = None,
        max_turns_of_client: int | None = None,
    ) -> None:
        self._shares = shares
        self._max_questions = max_questions
        self._max_of_client = {False: max_questions_of_client, True: max_turns_of_client}
        self._lines: dict[bool, _Lines] = {True: OrderedDict(), False: OrderedDict()}
        self._waiting = {True: 0, False: 0}
        self._numbers = count()
        self._running: dict[str, Counter[int]] = {
            "all": Counter(),
            "questions": Counter(),
        }
        self._running_of: dict[str, Counter[int]] = {}
        self._turns_in_a_row = 0

    @property
    def waiting(self) -> int:
        """Number of requests waiting."""
        return sum(self._waiting.values())

    def add(self, work: Work) -> bool:
        """Adds the work to its line; returns False if its client, or everyone, has too many."""
        lines = self._lines[work.is_turn]
        most = self._max_of_client[work.is_turn]
        if most is not None and len(lines.get(work.client, ())) >= most:
            return False
        if not work.is_turn and self._waiting[False] >= self._max_questions:
            return False
        line = lines.setdefault(work.client, _Line())
        line.waiting[work.duration].append((next(self._numbers), work))
        self._waiting[work.is_turn] += 1
        return True

    def remove(self, work: Work) -> None:
        """Removes work that no longer waits for a process."""
        lines = self._lines[work.is_turn]
        line = lines.get(work.client)
        if line is not None and line.remove(work):
            self._waiting[work.is_turn] -= 1
            if not line:
                del lines[work.client]

    def start(self) -> Work | None:
        """Returns the work that starts now, if any may; the caller must tell when it ends."""
        turn, question = self._next(True), self._next(False)
        if turn is not None and question is not None:
            if self._turns_in_a_row >= MAX_TURNS_IN_A_ROW:
                turn = None
            else:
                self._turns_in_a_row += 1
        if turn is None and question is not None:
            self._turns_in_a_row = 0
        work = turn or question
        if work is not None:
            self.remove(work)
            lines = self._lines[work.is_turn]
            if work.client in lines:
                lines.move_to_end(work.client)
            self._count(work, 1)
        return work

    def end(self, work: Work) -> None:
        """Tells that work that was started no longer needs its process."""
        self._count(work, -1)

    def place(self, work: Work) -> int:
        """Returns how many requests of its line will start before it, as far as is known now."""
        lines, before = self._lines[work.is_turn], 0
        place = next((i for i, each in enumerate(lines.get(work.client, ())) if each is work), 0)
        mine_passed = False
        for client, line in lines.items():
            if client == work.client:
                mine_passed = True
            else:
                before += min(len(line), place + (not mine_passed))
        return place + before

    def _next(self, is_turn: bool) -> Work | None:
        """Returns the first work of the line that may start."""
        for client, line in self._lines[is_turn].items():
            longest = self._longest(client, is_turn)
            work = line.first(range(longest + 1))
            if work is not None:
                return work
        return None

    def _longest(self, client: str, is_turn: bool) -> int:
        """Returns the longest duration that the client may start now; -1 for none."""
        bounds = [(self._shares.all, self._running["all"])]
        if not is_turn:
            bounds.append((self._shares.questions, self._running["questions"]))
        if client in self._running_of:
            bounds.append((self._shares.client, self._running_of[client]))
        for duration in Duration:
            if any(running[duration] >= share[duration] for share, running in bounds):
                return duration - 1
        return Duration.LONG

    def _count(self, work: Work, change: int) -> None:
        """Counts running work: each process counts for its duration and all shorter ones."""
        mine = self._running_of.setdefault(work.client, Counter())
        counters = [self._running["all"], mine]
        if not work.is_turn:
            counters.append(self._running["questions"])
        for counter in counters:
            for duration in range(work.duration + 1):
                counter[duration] += change
        if not mine[Duration.INSTANT]:
            del self._running_of[work.client]

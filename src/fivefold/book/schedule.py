"""The order of solving: first moves with the least work first, likely refutations first in each.

A reply that refuted another first move, in any image, is the likeliest to refute this one; then
come those that leave the fewest moves. Pairs that are not needed any more are skipped.

All pairs of a first move are given out with that move in the same image: the solver remembers where
third moves won, and they often win against the next reply too.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Container, Iterable
from typing import NamedTuple

from fivefold.book.pairs import SolvedPairs
from fivefold.core import Move
from fivefold.games.pentomino import board_of
from fivefold.strategies.pentomino.symmetry import Pair


class Task(NamedTuple):
    """A pair to solve, and its two moves in the image in which to solve it."""

    pair: Pair
    first: Move
    reply: Move


class Schedule:
    """Gives out the pairs that decide the wanted first moves, which are canonical."""

    def __init__(self, solved: SolvedPairs, wanted: Iterable[Move]) -> None:
        self._solved = solved
        self._waiting = {first for first in wanted if solved.outcome(first) is None}
        self._open: dict[Move, _Opening] = {}
        self._news = len(solved)

    @property
    def is_over(self) -> bool:
        """Whether every wanted first move is decided."""
        self._drop_decided()
        return not self._waiting and not self._open

    @property
    def at_work(self) -> list[Move]:
        """The first moves whose pairs are being given out."""
        return list(self._open)

    def next_task(self, taken: Container[Pair]) -> Task | None:
        """Returns a needed pair that is not taken, or None if all are."""
        self._drop_decided()
        for opening in self._open.values():
            if (task := opening.next_task(taken)) is not None:
                return task
        while self._waiting:
            first = min(self._waiting, key=lambda first: (self._solved.left(first), first))
            self._waiting.remove(first)
            opening = self._open[first] = _Opening(self._solved, first)
            if (task := opening.next_task(taken)) is not None:
                return task
        return None

    def needs(self, pair: Pair) -> bool:
        """Tells whether a canonical pair still has to be solved."""
        self._drop_decided()
        first_moves = self._solved.first_moves(pair)
        return pair not in self._solved and any(
            first in self._open or first in self._waiting for first in first_moves
        )

    def put_back(self, pair: Pair) -> None:
        """Puts back a pair whose solution was lost."""
        for first in self._solved.first_moves(pair):
            if first in self._open:
                self._open[first].put_back(pair)

    def _drop_decided(self) -> None:
        if len(self._solved) == self._news:
            return
        self._news = len(self._solved)
        outcome = self._solved.outcome
        for first in [first for first in self._open if outcome(first) is not None]:
            del self._open[first]
        self._waiting = {first for first in self._waiting if outcome(first) is None}


class _Opening:
    """The pairs of one first move not yet given out, in the order in which to try them."""

    def __init__(self, solved: SolvedPairs, first: Move) -> None:
        self._solved = solved
        self._first = first
        self._news = -1
        conflicts = board_of(solved.game.rows, solved.game.columns).conflicts
        after = solved.game.start.play(first)
        self._replies = {solved.symmetry.pair(first, reply): reply for reply in after.legal_moves()}
        self._moves_left = {
            pair: (after.live & ~conflicts[reply]).bit_count()
            for pair, reply in self._replies.items()
        }
        self._pairs = deque(pair for pair in self._replies if pair not in solved)

    def next_task(self, taken: Container[Pair]) -> Task | None:
        self._sort()
        while self._pairs:
            pair = self._pairs.popleft()
            if pair not in self._solved and pair not in taken:
                return Task(pair, self._first, self._replies[pair])
        return None

    def put_back(self, pair: Pair) -> None:
        self._pairs.appendleft(pair)

    def _sort(self) -> None:
        """Sorts the pairs again if new refutations are known."""
        lost = self._solved.lost_pairs
        if len(lost) == self._news:
            return
        self._news = len(lost)
        refuted = Counter(first for pair in lost for first in self._solved.first_moves(pair))
        self._pairs = deque(
            sorted(
                self._pairs,
                key=lambda pair: (-refuted[self._reply(pair)], self._moves_left[pair], pair),
            )
        )

    def _reply(self, pair: Pair) -> Move:
        """Returns the canonical image of the pair's other move."""
        one, other = self._solved.first_moves(pair)
        return other if one == self._first else one

"""Solved pairs: who wins with two pieces on the board, and what follows for first moves.

A pair is won by a third move after which the side to move has lost. Three pieces with which the
side to move has lost answer three pairs, each with the missing piece:

    {a, b, c} lost  ->  {a, b} is won by c,  {a, c} by b,  {b, c} by a

A first move wins once all its pairs are won; both moves of a lost pair lose, each to the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Literal

from fivefold.core import Move
from fivefold.errors import DamagedBook
from fivefold.games.pentomino import PentominoGame
from fivefold.strategies.pentomino.symmetry import Pair, symmetry_of

LOST = -1
"""Takes the place of the third move."""


class SolvedPairs:
    """The solved pairs of a board, each as its canonical image."""

    def __init__(self, game: PentominoGame) -> None:
        self.game = game
        self.symmetry = symmetry_of(game.rows, game.columns)
        self._thirds: dict[Pair, Move] = {}
        self._known: Counter[Move] = Counter()
        self._lost: dict[Move, list[Pair]] = {}
        self.lost_pairs: list[Pair] = []
        """The canonical pairs known to be lost, in order of discovery."""
        self._totals: dict[Move, int] = {}
        self._together: dict[Move, Counter[Move]] = {}
        self._threes: Counter[Move] = Counter()
        self._images = Counter(self.symmetry.canonical)

    def __len__(self) -> int:
        return len(self._thirds)

    def __contains__(self, pair: Pair) -> bool:
        return pair in self._thirds

    def add_won(self, one: Move, other: Move, third: Move) -> None:
        """Adds three pieces, in any image, with which the side to move has lost."""
        before = len(self)
        self._add(one, other, third)
        self._add(one, third, other)
        self._add(other, third, one)
        if len(self) > before:
            for move, others in (
                (one, (other, third)),
                (other, (one, third)),
                (third, (one, other)),
            ):
                self._count(move, others)

    def add_lost(self, one: Move, other: Move) -> None:
        """Adds a pair, in any image, with which the side to move has lost."""
        self._add(one, other, LOST)

    def _add(self, one: Move, other: Move, third: Move) -> None:
        pair, way = self.symmetry.placed(one, other)
        before = self._thirds.get(pair)
        if before is not None:
            if (before == LOST) is not (third == LOST):
                texts = [self.game.format_move(move) for move in pair]
                raise DamagedBook("book.contradiction", one=texts[0], other=texts[1])
            return
        self._thirds[pair] = third if third == LOST else self.symmetry.images[way][third]
        if third == LOST:
            self.lost_pairs.append(pair)
        for first in self.first_moves(pair):
            self._known[first] += 1
            if third == LOST:
                self._lost.setdefault(first, []).append(pair)

    def _count(self, move: Move, others: Pair) -> None:
        canonical = self.symmetry.canonical[move]
        self._threes[canonical] += 1
        beside = self._together.setdefault(canonical, Counter())
        for way in self.symmetry.ways[move]:
            beside.update(self.symmetry.images[way][other] for other in others)

    def together(self, one: Move) -> Callable[[Move], int]:
        """Returns a function that counts the lost threes of another move with this one."""
        beside = self._together.get(self.symmetry.canonical[one], Counter())
        image = self.symmetry.images[self.symmetry.ways[one][0]]
        return lambda other: beside[image[other]]

    def lost_threes(self, move: Move) -> float:
        """Returns the number of lost threes of a move, averaged over its images."""
        canonical = self.symmetry.canonical[move]
        return self._threes[canonical] / self._images[canonical]

    def first_moves(self, pair: Pair) -> Pair:
        """Returns the two canonical first moves of a canonical pair."""
        return pair[0], self.symmetry.canonical[pair[1]]

    def third(self, one: Move, other: Move) -> Move | None:
        """Returns the winning third move, `LOST`, or None for an unsolved pair."""
        pair, way = self.symmetry.placed(one, other)
        third = self._thirds.get(pair)
        return third if third is None or third == LOST else self.symmetry.back(way, third)

    def outcome(self, first: Move) -> Literal["win", "loss"] | None:
        """Returns the outcome of a canonical first move, or None while it is open."""
        if first in self._lost:
            return "loss"
        return None if self.left(first) else "win"

    def left(self, first: Move) -> int:
        """Returns the number of unsolved pairs of a canonical first move."""
        return self.total(first) - self._known[first]

    def total(self, first: Move) -> int:
        """Returns the number of pairs of a canonical first move."""
        if first not in self._totals:
            after = self.game.start.play(first)
            # Replies exchanged by the move's own symmetry make the same pair.
            symmetric = len(self.symmetry.ways[first]) > 1
            replies = after.legal_moves() if symmetric else ()
            self._totals[first] = (
                len({self.symmetry.pair(first, reply) for reply in replies})
                if symmetric
                else after.live.bit_count()
            )
        return self._totals[first]

    def refutations(self, first: Move) -> list[Move]:
        """Returns the replies known to refute a canonical first move, in order."""
        found = set()
        for one, other in self._lost.get(first, ()):
            if one != first:
                one, other = other, one
            found |= {self.symmetry.images[way][other] for way in self.symmetry.ways[one]}
        return sorted(found)

"""Checks that a claimed forced win in Gomoku is one. Knows the rules and nothing of any search.

A claim is a tree: the attacker's move, an answer to each reply that matters, and one answer to
all the others.

    h8 ── i8 ── g8 …        after h8 i8 the attacker plays g8
     ├─── g8 ── i8 …
     └─── otherwise ── i8   after any other legal reply

Every legal reply is accounted for. Most of the two hundred others change nothing, and to play
the answer out against each would take far too long, so the answer is played out once with the
reply left out, noting the cells that matter to it:

    the attacker's moves, and the ends of its five where blocked ends are no win;
    the free cells of rows of five in which the defender, with the stones that were left out,
    would come to four: a reply there may become a five in between.

A reply on any other cell neither stops a move nor makes a five in time, so it loses as the pass
did. A reply on a cell that matters is played, and so is every reply when something depends on
more than that: on a forbidden point whose fours and threes another stone may change.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from fivefold.core import Move, Player
from fivefold.games import grid
from fivefold.games.gomoku import GomokuState
from fivefold.games.gomoku_fouls import REACH, foul, lines_through, shapes
from fivefold.words import Message, say

FEWEST_FOR_A_FOUL = 4
"""Stones near a point without which a stone there is no foul: two rows of two for two threes."""


class ProofTree(NamedTuple):
    """The attacker's move, what it plays after each reply, and after every reply not named.

    A move that makes five needs neither.
    """

    move: Move
    replies: Mapping[Move, ProofTree] = {}
    otherwise: ProofTree | None = None

    @property
    def plies(self) -> int:
        """Moves until five, both sides counted, on the longest line."""
        known: dict[int, int] = {}

        def longest(tree: ProofTree) -> int:
            if id(tree) not in known:
                after = [*tree.replies.values(), *filter(None, [tree.otherwise])]
                known[id(tree)] = 1 + max((1 + longest(subtree) for subtree in after), default=0)
            return known[id(tree)]

        return longest(self)


@dataclass(frozen=True)
class Flaw:
    """Where a proof fails: the moves up to there, and why."""

    moves: tuple[Move, ...]
    reason: Message


@dataclass(frozen=True)
class Verdict:
    """What the checker found: no flaw means that the side to move wins by this tree."""

    flaw: Flaw | None
    positions: int
    """How often a move of the attacker was looked at."""


def check(state: GomokuState, tree: ProofTree) -> Verdict:
    """Tells whether the side to move wins by the tree whatever the other side replies."""
    if state.outcome:
        return Verdict(Flaw((), say("gomoku.proof.over")), 0)
    checker = _Checker(state)
    try:
        checker.covers(tree, state.cells, 0)
    except _Refuted as refuted:
        return Verdict(refuted.flaw, checker.positions)
    except RecursionError:
        return Verdict(Flaw((), say("gomoku.proof.too_long")), checker.positions)
    return Verdict(None, checker.positions)


class _Refuted(Exception):
    def __init__(self, flaw: Flaw) -> None:
        super().__init__(flaw)
        self.flaw = flaw


Cells = int
"""A set of cells, a bit each."""


class _Checker:
    """One position, played on; for each row of five cells how many stones of each side it has."""

    def __init__(self, state: GomokuState) -> None:
        self.game = state.game
        self.size = state.game.size
        self.attacker, self.defender = state.to_move, state.to_move.other
        self.own, self.theirs = map(self.game.rules_for, (self.attacker, self.defender))
        self.every: Cells = (1 << len(state.cells)) - 1
        self.positions = 0
        self._line: list[Move] = []
        self._known: dict[tuple[int, str, int], Cells] = {}
        self._rows, self._rows_through = rows_of_five(self.size)
        self._spoiled = [0] * len(self._rows)
        self._filled = [0] * len(self._rows)
        self._open: list[set[int]] = [set(range(len(self._rows))), *(set() for _ in range(5))]
        for cell, stone in enumerate(state.cells):
            if stone != ".":
                self._put(cell, Player(stone), 1)

    def covers(self, tree: ProofTree, cells: str, left_out: int) -> Cells:
        """Returns the cells that matter to the proof, or raises `_Refuted`.

        The attacker, to move, wins by the tree from these cells, and also when the defender has up
        to `left_out` more stones, none of them on a cell that matters.
        """
        key = id(tree), cells, left_out
        if (known := self._known.get(key)) is not None:
            return known
        self.positions += 1
        self._line.append(tree.move)
        matter = self._attack(tree, cells, left_out)
        self._line.pop()
        self._known[key] = matter
        return matter

    def _attack(self, tree: ProofTree, cells: str, left_out: int) -> Cells:
        move = tree.move
        if not 0 <= move < len(cells) or cells[move] != ".":
            raise self._refuted("gomoku.proof.taken")
        after = cells[:move] + self.attacker.value + cells[move + 1 :]
        if row := self.game.five_through(after, move):
            return 1 << move | (self._ends(row) if self.own.needs_an_end else 0)
        if kind := self.game.foul(cells, move, self.attacker):
            raise self._refuted("gomoku.proof.forbidden", foul=kind)
        if not tree.replies and tree.otherwise is None:
            raise self._refuted("gomoku.proof.no_five")
        matter = self.every if self._may_become_foul(cells, move) else 1 << move
        self._put(move, self.attacker, 1)
        try:
            return matter | self._defend(tree, after, left_out)
        finally:
            self._put(move, self.attacker, -1)

    def _defend(self, tree: ProofTree, cells: str, left_out: int) -> Cells:
        """Returns the cells that matter after the attacker's move, with the defender to reply."""
        for row in self._open[4]:
            reply = next(cell for cell in self._rows[row] if cells[cell] == ".")
            after = cells[:reply] + self.defender.value + cells[reply + 1 :]
            if self.game.five_through(after, reply):
                raise self._refuted("gomoku.proof.their_five", reply)
        if not self._has_a_reply(cells, left_out):
            raise self._refuted("gomoku.proof.draw")
        matter = self._rows_that_may_become_five(cells, left_out) if left_out else 0
        for reply, subtree in tree.replies.items():
            if 0 <= reply < len(cells) and cells[reply] == ".":
                matter |= self._after(reply, subtree, cells, left_out)
        return matter | self._after_the_others(tree, cells, left_out)

    def _after_the_others(self, tree: ProofTree, cells: str, left_out: int) -> Cells:
        matter = self.every
        if tree.otherwise is not None:
            depth = len(self._line)
            try:
                matter = self.covers(tree.otherwise, cells, left_out + 1)
            except _Refuted:  # against a pass, which proves nothing: each reply is played
                del self._line[depth:]
        for reply in _members(matter):
            if cells[reply] == "." and reply not in tree.replies:
                matter |= self._after(reply, tree.otherwise, cells, left_out)
        return matter

    def _after(self, reply: Move, subtree: ProofTree | None, cells: str, left_out: int) -> Cells:
        """Returns the cells that matter after a reply; a forbidden one needs no answer."""
        depth = len(self._line)
        self._line.append(reply)
        self._put(reply, self.defender, 1)
        try:
            if subtree is None:
                raise self._refuted("gomoku.proof.no_answer")
            after = cells[:reply] + self.defender.value + cells[reply + 1 :]
            matter = self.covers(subtree, after, left_out)
            self._line.pop()
        except _Refuted:
            if not self.theirs.has_fouls or not self.game.foul(cells, reply, self.defender):
                raise
            del self._line[depth:]
            return self.every
        finally:
            self._put(reply, self.defender, -1)
        return matter

    def _may_become_foul(self, cells: str, move: Move) -> bool:
        """Tells whether the move might be forbidden had the defender one more stone somewhere.

        Only so: a second row is no three because its straight four is forbidden, and the stone
        makes that allowed. Everything else a stone of the defender can only take away.
        """
        if not self.own.no_threes:
            return False
        hopes = 0
        for line, place in lines_through(self.size)[move]:
            shape = shapes(cells[line.text], self.attacker.value, self.own.six_wins).get(place)
            hopes += bool(shape and shape.straight)
        return hopes > 1

    def _has_a_reply(self, cells: str, left_out: int) -> bool:
        """Tells whether the game goes on: the defender has a legal reply, wherever `left_out` are.

        Looks for points without enough stones around for a foul; only without a pass left out,
        where the position is known, does it ask the rules about the others.
        """
        if not self.theirs.has_fouls:
            return cells.count(".") > left_out
        stones = sum(1 << cell for cell, stone in enumerate(cells) if stone == self.defender.value)
        free = [cell for cell, stone in enumerate(cells) if stone == "."]
        near, found = surroundings(self.size), 0
        for cell in free:
            found += (stones & near[cell]).bit_count() + left_out < FEWEST_FOR_A_FOUL
            if found > left_out:
                return True
        rules = self.theirs
        return not left_out and any(
            not foul(cells, cell, self.size, self.defender.value, rules) for cell in free
        )

    def _rows_that_may_become_five(self, cells: str, left_out: int) -> Cells:
        found = 0
        for filled in range(max(4 - left_out, 0), 5):
            for row in self._open[filled]:
                for cell in self._rows[row]:
                    if cells[cell] == ".":
                        found |= 1 << cell
        return found

    def _ends(self, row: tuple[Move, ...]) -> Cells:
        step = row[1] - row[0]
        around = surroundings(self.size)[row[0]] | surroundings(self.size)[row[-1]]
        return sum(
            1 << cell
            for cell in (row[0] - step, row[-1] + step)
            if cell >= 0 and around >> cell & 1
        )

    def _put(self, cell: Move, player: Player, by: int) -> None:
        """Counts a stone on the cell into the rows through it, or out of them again."""
        filled, spoiled, open_rows = self._filled, self._spoiled, self._open
        if player is self.attacker:
            for row in self._rows_through[cell]:
                spoiled[row] += by
                if by > 0 and spoiled[row] == 1:
                    open_rows[filled[row]].discard(row)
                elif by < 0 and spoiled[row] == 0:
                    open_rows[filled[row]].add(row)
        else:
            for row in self._rows_through[cell]:
                if not spoiled[row]:
                    open_rows[filled[row]].discard(row)
                    open_rows[filled[row] + by].add(row)
                filled[row] += by

    def _refuted(self, key: str, *reply: Move, **facts: Message) -> _Refuted:
        moves = (*self._line, *reply)
        return _Refuted(Flaw(moves, say(key, **facts)))


@cache
def rows_of_five(size: int) -> tuple[tuple[tuple[Move, ...], ...], tuple[tuple[int, ...], ...]]:
    """Returns every five cells in a row, and for each cell the numbers of those it is in."""
    rows: list[tuple[Move, ...]] = []
    through: list[list[int]] = [[] for _ in range(size * size)]
    for cell, directions in enumerate(grid.rays(size, size)):
        for ahead, _ in directions:
            if len(ahead) >= 4:
                for member in (cell, *ahead[:4]):
                    through[member].append(len(rows))
                rows.append((cell, *ahead[:4]))
    return tuple(rows), tuple(map(tuple, through))


@cache
def surroundings(size: int) -> tuple[Cells, ...]:
    """Returns for each cell those in its four lines that are near enough to matter for a foul."""
    return tuple(
        sum(1 << near for rays in directions for ray in rays for near in ray[:REACH])
        for directions in grid.rays(size, size)
    )


def _members(cells: Cells) -> Iterator[Move]:
    """Yields the cells of the set."""
    while cells:
        lowest = cells & -cells
        yield lowest.bit_length() - 1
        cells ^= lowest

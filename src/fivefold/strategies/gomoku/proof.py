"""Checks proofs of forced wins in Gomoku, using only the rules and no search.

A proof is a tree: the attacker's move, an answer to each reply that matters, and one answer to all
other replies.

    h8 ── i8 ── g8 …        after h8 i8 the attacker plays g8
     ├─── g8 ── i8 …
     └─── otherwise ── i8   after any other legal reply

The checker accounts for every legal reply. Most of the other two hundred change nothing, and
playing the answer out against each would take far too long. So it plays the answer out once as if
the defender had passed, and collects the cells that matter:

    the attacker's moves, and the ends of its five if blocked ends void it;
    the free cells of five-cell windows in which the defender, with the skipped stones added,
    would have four: a reply there may become a five in the meantime.

A reply on any other cell neither stops a move nor makes a five in time, so it loses just as the
pass did. A reply on a cell that matters is played out. If the result depends on more than cells,
namely on a forbidden point whose fours and threes another stone may change, every reply is.
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
"""A foul needs at least this many stones nearby: two rows of two for a double three."""


class ProofTree(NamedTuple):
    """The attacker's move, its answer to each listed reply, and its answer to all other replies.

    A move that makes five has no answers.
    """

    move: Move
    replies: Mapping[Move, ProofTree] = {}
    otherwise: ProofTree | None = None

    @property
    def plies(self) -> int:
        """The length of the longest line until five, in moves of both sides."""
        known: dict[int, int] = {}

        def longest(tree: ProofTree) -> int:
            if id(tree) not in known:
                after = [*tree.replies.values(), *filter(None, [tree.otherwise])]
                known[id(tree)] = 1 + max((1 + longest(subtree) for subtree in after), default=0)
            return known[id(tree)]

        return longest(self)


@dataclass(frozen=True)
class Flaw:
    """Where a proof fails: the moves that lead there, and the reason."""

    moves: tuple[Move, ...]
    reason: Message


@dataclass(frozen=True)
class Verdict:
    """The result of a check; without a flaw, the side to move wins by this tree."""

    flaw: Flaw | None
    positions: int
    """Number of attacker moves checked."""


def check(state: GomokuState, tree: ProofTree) -> Verdict:
    """Checks whether the side to move wins by the tree against every reply."""
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
"""A set of cells, one bit per cell."""


class _Checker:
    """The current position, with the number of stones of each side in every five-cell window."""

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

        If it returns, the attacker to move wins by the tree from `cells`, even if the defender had
        up to `left_out` more stones on cells that do not matter.
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
            except _Refuted:  # fails against a pass, which refutes nothing: play out each reply
                del self._line[depth:]
        for reply in _members(matter):
            if cells[reply] == "." and reply not in tree.replies:
                matter |= self._after(reply, tree.otherwise, cells, left_out)
        return matter

    def _after(self, reply: Move, subtree: ProofTree | None, cells: str, left_out: int) -> Cells:
        """Returns the cells that matter after a reply; a forbidden reply needs no answer."""
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
        """Tells whether one more defending stone might make the move forbidden.

        There is one case: a second row is not a three because its straight four is forbidden, and
        the extra stone makes that allowed. In every other way, a defending stone only removes
        fouls.
        """
        if not self.own.no_threes:
            return False
        threes = 0
        for line, place in lines_through(self.size)[move]:
            shape = shapes(cells[line.text], self.attacker.value, self.own.six_wins).get(place)
            threes += bool(shape and shape.straight)
        return threes > 1

    def _has_a_reply(self, cells: str, left_out: int) -> bool:
        """Tells whether the defender has a legal reply, wherever the `left_out` stones are.

        It counts the points with too few stones nearby for a foul. It applies the full rules to the
        rest only if no stone is left out, when the position is known exactly.
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
        """Adds a stone to the counts of the windows through the cell, or removes it (by = -1)."""
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
    """Returns every five-cell window, and for each cell the indices of its windows."""
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
    """Returns, by cell, the cells on its four lines that are near enough to affect a foul."""
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

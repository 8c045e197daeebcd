"""The search behind `negamax`, the levels and `solve`: alpha-beta, a table, iterative deepening.

`value(s, d)` is the end score of s if the game is over, its evaluation if d is 0, and otherwise the
best `-value(child, d - 1)`. Alpha-beta and the transposition table change which nodes are visited,
never the value; the tests compare it with plain minimax.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from fivefold.core import WIN, Move, State
from fivefold.strategies.base import Finding, Score
from fivefold.strategies.budget import Budget, OutOfBudget
from fivefold.strategies.teaching.evaluate import Evaluation
from fivefold.strategies.teaching.ordering import candidates, ordered

INFINITY = 10 * WIN
PROVEN = WIN - 1_000
"""Scores above this are forced wins; scores below its negative are forced losses."""

EndScore = Callable[[State, int], Score]
EXACT, LOWER, UPPER = "exact", "lower", "upper"


def end_score(state: State, ply: int) -> Score:
    """Returns the score of a finished game for the side to move, `ply` moves from the root.

    It is the margin if the game counts one; otherwise `WIN` minus the plies, so the quickest win
    scores highest.
    """
    outcome = state.outcome
    assert outcome
    if outcome.winner is None:
        return 0
    size = WIN - ply if outcome.margin is None else outcome.margin
    return size if outcome.winner is state.to_move else -size


@dataclass(frozen=True, slots=True)
class Entry:
    """A table entry for a position searched to `depth`: its value, or a bound on it."""

    depth: int
    bound: str
    score: Score
    move: Move | None
    complete: bool
    """Every line below ran to the end of the game, so the entry also holds for greater depths."""


class Table:
    """A transposition table; when it is full, a new entry replaces the oldest."""

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self.entries: dict[State, Entry] = {}

    def get(self, state: State) -> Entry | None:
        return self.entries.get(state)

    def put(self, state: State, entry: Entry) -> None:
        if self.capacity == 0:
            return
        if len(self.entries) >= self.capacity and state not in self.entries:
            del self.entries[next(iter(self.entries))]
        self.entries[state] = entry


@dataclass
class Iteration:
    """One finished depth: the value of every root move, in reading order."""

    depth: int
    values: dict[Move, Score]
    complete: bool
    """Every line reached the end of the game: the values are exact, not estimated."""
    at_most: frozenset[Move] = frozenset()
    """Moves whose value is only an upper bound."""

    @property
    def best(self) -> Move:
        """The move with the highest value; ties go to the first."""
        return max(self.values, key=lambda move: self.values[move])


@dataclass
class NegamaxSearch:
    """One search of one position. `deepen` may be called again with a greater depth."""

    root: State
    evaluate: Evaluation
    budget: Budget
    table: Table
    moves_of: Callable[[State], list[Move]] = candidates
    end: EndScore = end_score
    alpha_beta: bool = True
    sort: bool = True
    proves: bool = True
    """`moves_of` leaves out no move that matters, so a forced win that is found is proven."""
    every_value: bool = True
    """Search every root move with a full window, so that each has its exact value."""
    cut_leaves: int = field(default=0, init=False)
    finished: Iteration | None = field(default=None, init=False)
    """The deepest finished iteration."""

    def finding(self) -> Finding | None:
        """Returns the best move so far; any thread may ask."""
        last = self.finished
        return None if last is None else Finding(last.best, last.depth, last.values[last.best])

    def deepen(self, depth: int) -> Iteration:
        """Returns the values of the root moves at this depth; raises `OutOfBudget`."""
        before = self.cut_leaves
        moves = self.moves_of(self.root)
        values: dict[Move, Score] = {}
        at_most: set[Move] = set()
        best_score: Score = -INFINITY
        best_place = len(moves)
        place = {move: index for index, move in enumerate(moves)}
        for move in self._in_order(self.root, moves):
            # Ties go to the first in reading order, so an earlier move only has to equal the best.
            alpha: Score = -INFINITY
            if not self.every_value and values:
                alpha = best_score - (1 if place[move] < best_place else 0)
            score = -self.value(self.root.play(move), depth - 1, -INFINITY, -alpha, 1)
            values[move] = score
            if score <= alpha:
                at_most.add(move)
            elif (score, -place[move]) > (best_score, -best_place):
                best_score, best_place = score, place[move]
        in_order = {move: values[move] for move in moves}
        complete = self.cut_leaves == before
        iteration = Iteration(depth, in_order, complete, frozenset(at_most))
        entry = Entry(depth, EXACT, self._from_node(best_score, 0), moves[best_place], complete)
        self.table.put(self.root, entry)
        return iteration

    def value(self, state: State, depth: int, alpha: Score, beta: Score, ply: int) -> Score:
        """Returns r with: value <= r if r <= alpha; value >= r if r >= beta; else value = r."""
        self.budget.spend()
        if state.outcome:
            return self.end(state, ply)
        if depth == 0:
            self.cut_leaves += 1
            return self.evaluate(state)
        entry = self.table.get(state)
        if entry and (entry.depth == depth or (entry.complete and entry.depth < depth)):
            known = self._to_node(entry.score, ply)
            if (
                entry.bound == EXACT
                or (entry.bound == LOWER and known >= beta)
                or (entry.bound == UPPER and known <= alpha)
            ):
                # A value that rests on evaluations counts like a leaf that was evaluated here.
                self.cut_leaves += not entry.complete
                return known
        cut_before, floor = self.cut_leaves, alpha
        best: Score = -INFINITY
        best_move: Move | None = None
        for move in self._in_order(state, self.moves_of(state)):
            score = -self.value(state.play(move), depth - 1, -beta, -alpha, ply + 1)
            if score > best:
                best, best_move = score, move
                if self.alpha_beta:
                    alpha = max(alpha, score)
                    if alpha >= beta:
                        break
        bound = UPPER if best <= floor else LOWER if best >= beta else EXACT
        complete = self.cut_leaves == cut_before
        self.table.put(state, Entry(depth, bound, self._from_node(best, ply), best_move, complete))
        return best

    def line(self, first: Move, longest: int) -> tuple[Move, ...]:
        """Returns the expected line from the root, as far as the table still holds it."""
        state, moves = self.root.play(first), [first]
        while len(moves) < longest and not state.outcome:
            entry = self.table.get(state)
            if entry is None or entry.move is None:
                break
            moves.append(entry.move)
            state = state.play(entry.move)
        return tuple(moves)

    def _in_order(self, state: State, moves: list[Move]) -> list[Move]:
        if not self.sort:
            return moves
        moves = ordered(state, moves)
        entry = self.table.get(state)
        if entry and entry.move in moves:
            moves.remove(entry.move)
            moves.insert(0, entry.move)
        return moves

    # The table counts the plies of a forced win from the stored position, so that an entry is valid
    # wherever in the tree the position occurs.
    @staticmethod
    def _from_node(score: Score, ply: int) -> Score:
        return score + ply if score > PROVEN else score - ply if score < -PROVEN else score

    @staticmethod
    def _to_node(score: Score, ply: int) -> Score:
        return score - ply if score > PROVEN else score + ply if score < -PROVEN else score


Watch = Callable[[NegamaxSearch], None]


def unwatched(search: NegamaxSearch) -> None:
    """Does nothing: nobody asks what the search has found so far."""


def deepen_until(search: NegamaxSearch, depths: range) -> list[Iteration]:
    """Returns the finished iterations; stops when the budget is spent or the value is final."""
    finished: list[Iteration] = []
    for depth in depths:
        try:
            finished.append(search.deepen(depth))
            search.finished = finished[-1]
        except OutOfBudget:
            break
        last = finished[-1]
        if last.complete or abs(last.values[last.best]) > PROVEN:
            break
    return finished

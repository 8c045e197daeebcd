"""The search behind `negamax`, the levels and `solve`: alpha-beta, a table, iterative deepening.

`value(s, d)` of a position is its end score if the game is over, its evaluation if d is 0, else
the best `-value(child, d - 1)`. Alpha-beta and the table change which nodes are visited, never
the value; that the tests hold it to, against plain minimax.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from fivefold.core import WIN, Move, State
from fivefold.strategies.base import Score
from fivefold.strategies.budget import Budget, OutOfBudget
from fivefold.strategies.evaluate import Evaluation
from fivefold.strategies.ordering import candidates, ordered

INFINITY = 10 * WIN
PROVEN = WIN - 1_000
"""Scores beyond this are forced wins, or with a minus losses."""

EndScore = Callable[[State, int], Score]
EXACT, LOWER, UPPER = "exact", "lower", "upper"


def end_score(state: State, ply: int) -> Score:
    """Returns the score of a finished game for the side to move, `ply` moves from the root.

    The margin where the game counts one; else a win is nearer to `WIN` the sooner it comes.
    """
    outcome = state.outcome
    assert outcome
    if outcome.winner is None:
        return 0
    size = WIN - ply if outcome.margin is None else outcome.margin
    return size if outcome.winner is state.to_move else -size


@dataclass(frozen=True, slots=True)
class Entry:
    """What the table knows of a position searched to `depth`: its value, or a bound on it."""

    depth: int
    bound: str
    score: Score
    move: Move | None
    complete: bool
    """Every line below ran to the end of the game: it holds for any greater depth too."""


class Table:
    """Remembers positions; when `most` are in it, the oldest gives way to the new."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.entries: dict[State, Entry] = {}

    def get(self, state: State) -> Entry | None:
        return self.entries.get(state)

    def put(self, state: State, entry: Entry) -> None:
        if self.most == 0:
            return
        if len(self.entries) >= self.most and state not in self.entries:
            del self.entries[next(iter(self.entries))]
        self.entries[state] = entry


@dataclass
class Iteration:
    """One finished depth: the value of every root move, in reading order."""

    depth: int
    values: dict[Move, Score]
    complete: bool
    """No line was cut off: the values are the game's, not the evaluation's."""
    at_most: frozenset[Move] = frozenset()
    """Moves whose value is only a bound: they are no better than this."""

    @property
    def best(self) -> Move:
        """The move with the highest value, the first of several."""
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
    """The moves searched are all that matter, so that a forced win is one."""
    every_value: bool = True
    """Search every root move with an open window, so that each has its exact value."""
    cut_leaves: int = field(default=0, init=False)

    def deepen(self, depth: int) -> Iteration:
        """Returns the root moves' values at that depth; raises `OutOfBudget` when it runs out."""
        before = self.cut_leaves
        moves = self.moves_of(self.root)
        values: dict[Move, Score] = {}
        at_most: set[Move] = set()
        best_score: Score = -INFINITY
        best_place = len(moves)
        place = {move: index for index, move in enumerate(moves)}
        for move in self._in_order(self.root, moves):
            # A move that comes earlier in reading order wins a tie, so it may equal the best.
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
                # Using a value that rests on evaluations is as good as evaluating here.
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
        """Returns the expected line from the root, as far as the table remembers it."""
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

    # In the table a forced win counts its plies from the position itself, so that it means the
    # same wherever in the tree the position turns up.
    @staticmethod
    def _from_node(score: Score, ply: int) -> Score:
        return score + ply if score > PROVEN else score - ply if score < -PROVEN else score

    @staticmethod
    def _to_node(score: Score, ply: int) -> Score:
        return score - ply if score > PROVEN else score + ply if score < -PROVEN else score


def deepen_until(search: NegamaxSearch, depths: range) -> list[Iteration]:
    """Returns the finished iterations, until the budget runs out or deeper changes nothing."""
    finished: list[Iteration] = []
    for depth in depths:
        try:
            finished.append(search.deepen(depth))
        except OutOfBudget:
            break
        last = finished[-1]
        if last.complete or abs(last.values[last.best]) > PROVEN:
            break
    return finished

"""Analysis of a pentomino position: who wins, by which moves, and how the game continues.

There are two sources: the book, which is instant, with at most two pieces on the board; and the
native solver, as far as the limit allows. What neither has proven is None, never a guess.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from fivefold.core import Limit, Move
from fivefold.errors import FivefoldError
from fivefold.games.pentomino import LETTERS, PentominoGame, PentominoState, board_of
from fivefold.strategies.base import ProvedBy, Stop
from fivefold.strategies.budget import Budget
from fivefold.strategies.pentomino.book import Book, book
from fivefold.strategies.pentomino.length import lengths_of
from fivefold.strategies.pentomino.solver import MEMORY, PentominoSolver
from fivefold.strategies.pentomino.symmetry import symmetry_of
from fivefold.words import Message

Value = Literal["win", "loss"]
SOLVING_SHARE = 0.6
"""The share of the limit for finding the winner; the rest is for the other moves and the line."""
LIMIT_OVERSHOOT = 1_100
"""The solver checks its limit about every thousand nodes and may exceed it by this much."""


class Known(NamedTuple):
    """The value for the side to move (None if unknown), a winning move, and the source."""

    value: Value | None = None
    move: Move | None = None
    by: ProvedBy = "search"


class Tally(NamedTuple):
    """How many moves win, lose, and are undecided."""

    wins: int
    losses: int
    unknown: int

    @property
    def moves(self) -> int:
        """The number of all moves."""
        return sum(self)


@dataclass(frozen=True)
class Analysis:
    """What is known about a position, for the side to move."""

    known: Known
    values: dict[Move, bool | None] = field(default_factory=dict)
    """By legal move: whether it wins; None if unknown."""
    lengths: dict[Move, int] = field(default_factory=dict)
    """By move: the plies left if the winner hurries and the loser delays; only late in a game."""
    line: tuple[Move, ...] = ()
    """The continuation: the winner plays winning moves, the loser those that leave most replies."""
    nodes: int = 0
    trouble: Message | None = None
    """Why the book could not be used, if it could not."""

    @property
    def value(self) -> Value | None:
        """The value for the side to move; None if it is not proven."""
        return self.known.value

    @property
    def winning(self) -> list[Move]:
        """The moves known to win, in order."""
        return [move for move, wins in self.values.items() if wins]

    def tally(self) -> Tally:
        """Returns how many moves win, lose, and are undecided."""
        counts = Counter(self.values.values())
        return Tally(counts[True], counts[False], counts[None])

    def by_piece(self, game: PentominoGame) -> dict[str, Tally]:
        """Returns the tally for each piece that can still be placed, by letter."""
        placements = board_of(game.rows, game.columns).placements
        counts = Counter((placements[move].letter, wins) for move, wins in self.values.items())
        letters = [letter for letter in LETTERS if any(letter == each for each, _ in counts)]
        return {
            letter: Tally(*(counts[letter, wins] for wins in (True, False, None)))
            for letter in letters
        }


def analyse(
    state: PentominoState,
    limit: Limit = Limit(),
    stop: Stop | None = None,
    analyser: PentominoAnalyser | None = None,
) -> Analysis:
    """Returns value, line and the value of every move, as far as the limit allows.

    With only a node limit the result is reproducible. Raises `NativeUnavailable` without the native
    core.
    """
    analyser = analyser or PentominoAnalyser(state.game)
    budget = Budget(limit, stop)
    lengths = lengths_of(state, budget)
    known = (
        known_from_lengths(lengths) if lengths else analyser.verdict(state, budget, SOLVING_SHARE)
    )
    line = analyser.line(state, known, budget) if known.value else ()
    values = analyser.values(state, known, budget, lengths=lengths)
    winning = [move for move, wins in values.items() if wins]
    if known.value is None and winning:
        known = Known("win", winning[0])
        line = analyser.line(state, known, budget)
    return Analysis(known, values, lengths, line, budget.nodes, analyser.trouble)


class PentominoAnalyser:
    """Queries the book and the solver for one board; the solver's table is kept between queries."""

    def __init__(self, game: PentominoGame, memory: int = MEMORY) -> None:
        self.game = game
        self.solver = PentominoSolver(game, memory)
        self.trouble: Message | None = None
        """What is wrong with the book, once it has been read."""
        self._book: Book | None = None
        self._is_read = False

    @property
    def book(self) -> Book | None:
        """The book of this board; None if there is none or it cannot be read."""
        if not self._is_read and (self.game.rows, self.game.columns) == (8, 8):
            try:
                self._book = book()
            except FivefoldError as error:
                self.trouble = error.message
        self._is_read = True
        return self._book

    def verdict(self, state: PentominoState, budget: Budget, share: float = 1.0) -> Known:
        """Returns who wins: from the book, or by solving with this share of the budget."""
        known = self.in_book(state)
        return known if known.value else self.solved(state, budget, share)

    def in_book(self, state: PentominoState) -> Known:
        """Returns the book's answer for the position; a damaged book has none."""
        try:
            answer = self.book.lookup(state) if self.book else None
        except FivefoldError as error:
            self.trouble = error.message
            answer = None
        return Known() if answer is None else Known(answer.value, answer.move, "book")

    def answers_in_book(self, state: PentominoState) -> dict[Move, Move]:
        """Returns the book's answer to each move, if any; a damaged book has none."""
        try:
            return self.book.answers(state) if self.book else {}
        except FivefoldError as error:
            self.trouble = error.message
            return {}

    def solved(self, state: PentominoState, budget: Budget, share: float = 1.0) -> Known:
        """Returns who wins, if this share of the remaining budget is enough to solve it."""
        if not state.live:
            return Known("loss")
        limit = _for_solver(budget.left(share))
        if limit is None:
            return Known()
        found = self.solver.solve(state, limit, budget.stop)
        budget.charge(found.nodes)
        return Known(found.value, found.move)

    def values(
        self,
        state: PentominoState,
        known: Known,
        budget: Budget,
        limit: Limit = Limit(),
        lengths: Mapping[Move, int] = {},
    ) -> dict[Move, bool | None]:
        """Returns for each legal move whether it wins, as far as budget and limit allow."""
        if lengths:
            return {move: length % 2 == 1 for move, length in lengths.items()}
        values: dict[Move, bool | None] = dict.fromkeys(state.legal_moves())
        if known.value == "loss":
            return dict.fromkeys(values, False)
        values.update(self.values_in_book(state, budget))
        if None in values.values():
            solved = self.solved_values(state, budget, limit)
            values.update((move, wins) for move, wins in solved.items() if wins is not None)
        if known.move is not None:
            values[known.move] = True
        return values

    def solved_values(
        self, state: PentominoState, budget: Budget, limit: Limit = Limit()
    ) -> dict[Move, bool | None]:
        """Returns for each legal move whether it wins, without using the book."""
        left = budget.left()
        left = None if left is None else _for_solver(left.tightest(limit))
        if left is None:
            return dict.fromkeys(state.legal_moves())
        solved = self.solver.values(state, left, budget.stop)
        budget.charge(solved.nodes)
        return solved.values

    def line(
        self, state: PentominoState, known: Known, budget: Budget, first: Move | None = None
    ) -> tuple[Move, ...]:
        """Returns the continuation of a decided game, to its end or as far as the budget allows.

        `first` is the move to start with: a winning move, or any move in a lost position.
        """
        moves: list[Move] = []
        while state.live and known.value is not None:
            move = known.move if first is None else first
            if move is None:
                move = most_replies(state)
            moves.append(move)
            state, first = state.play(move), None
            if known.value == "win":
                known = Known("loss")
            elif state.live:
                known = self.verdict(state, budget)
        return tuple(moves)

    def values_in_book(self, state: PentominoState, budget: Budget) -> dict[Move, bool]:
        """Returns which moves win or lose according to the book's entries for their positions."""
        down = pieces_down(state)
        if self.book is None or down > 1:
            return {}
        if not down:
            canonical = symmetry_of(state.game.rows, state.game.columns).canonical
            first_moves = self.book.first_moves
            return {
                move: first_moves[image].outcome == "win"
                for move, image in enumerate(canonical)
                if image in first_moves
            }
        found = {}
        for move in state.legal_moves():
            if budget.left() is None:
                break
            after = self.in_book(state.play(move))
            if after.value:
                found[move] = after.value == "loss"
        return found


def known_from_lengths(lengths: Mapping[Move, int]) -> Known:
    """Returns who wins, with the quickest winning move, from the game lengths by move."""
    winning = [move for move, length in lengths.items() if length % 2]
    if not winning:
        return Known("loss")
    return Known("win", min(winning, key=lambda move: lengths[move]))


def _for_solver(limit: Limit | None) -> Limit | None:
    """Returns a reduced limit that keeps the solver within the original; None if too small."""
    if limit is None or limit.nodes is None:
        return limit
    nodes = limit.nodes - LIMIT_OVERSHOOT
    return replace(limit, nodes=nodes) if nodes > 0 else None


def pieces_down(state: PentominoState) -> int:
    """Returns the number of pieces on the board."""
    return len(set(state.cells) - {"."})


def replies(state: PentominoState, move: Move) -> int:
    """Returns the number of replies that a move leaves."""
    return (state.live & ~board_of(state.game.rows, state.game.columns).conflicts[move]).bit_count()


def most_replies(state: PentominoState) -> Move:
    """Returns the first of the moves that leave the most replies."""
    return max(state.legal_moves(), key=lambda move: replies(state, move))

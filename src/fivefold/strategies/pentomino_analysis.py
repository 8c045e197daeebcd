"""All that can be said of a pentomino position: who wins, with which moves, and how it goes on.

Two sources know: the book, at once, with at most two pieces down; the native solver otherwise, as
far as the limit lets it. What neither has shown is None, and nobody calls it a win or a loss.
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
from fivefold.strategies.pentomino_book import Book, book
from fivefold.strategies.pentomino_length import lengths_of
from fivefold.strategies.pentomino_solver import MEMORY, PentominoSolver
from fivefold.strategies.pentomino_symmetry import symmetry_of
from fivefold.words import Message

Value = Literal["win", "loss"]
SOLVING = 0.6
"""The share of a limit for finding out who wins; the rest is for the other moves and the line."""
BETWEEN_LOOKS = 1_100
"""The solver looks at its limit about once in a thousand nodes; so many it may be over it."""


class Known(NamedTuple):
    """The value for the side to move, None if nobody knows; a move that wins; who says so."""

    value: Value | None = None
    move: Move | None = None
    by: ProvedBy = "search"


class Tally(NamedTuple):
    """How many moves win, lose, and are not decided."""

    wins: int
    losses: int
    unknown: int

    @property
    def moves(self) -> int:
        """All of them."""
        return sum(self)


@dataclass(frozen=True)
class Analysis:
    """What is known of a position, for the side to move."""

    known: Known
    values: dict[Move, bool | None] = field(default_factory=dict)
    """By legal move: whether it wins; None where that is not known."""
    lengths: dict[Move, int] = field(default_factory=dict)
    """By move: the plies left with it, if the winner hurries and the loser delays; late only."""
    line: tuple[Move, ...] = ()
    """How it goes on: the winner plays winning moves, the loser what leaves most to choose from."""
    nodes: int = 0
    trouble: Message | None = None
    """Why the book could not be asked."""

    @property
    def value(self) -> Value | None:
        """The value for the side to move; None if it is not proven."""
        return self.known.value

    @property
    def winning(self) -> list[Move]:
        """The moves known to win, in order."""
        return [move for move, wins in self.values.items() if wins]

    def tally(self) -> Tally:
        """Returns how many moves win, lose, and are not decided."""
        counts = Counter(self.values.values())
        return Tally(counts[True], counts[False], counts[None])

    def by_piece(self, game: PentominoGame) -> dict[str, Tally]:
        """Returns the same for each piece that can still be placed, in the order of letters."""
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
    analyst: Analyst | None = None,
) -> Analysis:
    """Returns what can be found out within the limit: the value, the line, every move's value.

    With a limit of nodes alone the answer repeats exactly. Raises `NativeUnavailable` without the
    native core.
    """
    analyst = analyst or Analyst(state.game)
    budget = Budget(limit, stop)
    lengths = lengths_of(state, budget)
    known = known_by(lengths) if lengths else analyst.verdict(state, budget, SOLVING)
    line = analyst.line(state, known, budget) if known.value else ()
    values = analyst.values(state, known, budget, lengths=lengths)
    winning = [move for move, wins in values.items() if wins]
    if known.value is None and winning:
        known = Known("win", winning[0])
        line = analyst.line(state, known, budget)
    return Analysis(known, values, lengths, line, budget.nodes, analyst.trouble)


class Analyst:
    """Asks the book and the solver about positions of one board; keeps what the solver learns."""

    def __init__(self, game: PentominoGame, memory: int = MEMORY) -> None:
        self.game = game
        self.solver = PentominoSolver(game, memory)
        self.trouble: Message | None = None
        """What is wrong with the book, once it was asked."""
        self._book: Book | None = None
        self._is_read = False

    @property
    def book(self) -> Book | None:
        """The book of this board; None if it has none or it cannot be read."""
        if not self._is_read and (self.game.rows, self.game.columns) == (8, 8):
            try:
                self._book = book()
            except FivefoldError as error:
                self.trouble = error.message
        self._is_read = True
        return self._book

    def verdict(self, state: PentominoState, budget: Budget, share: float = 1.0) -> Known:
        """Returns who wins: as the book has it, else by solving with that share of the budget."""
        known = self.in_book(state)
        return known if known.value else self.solved(state, budget, share)

    def in_book(self, state: PentominoState) -> Known:
        """Returns what the book says of the position; a damaged one says nothing."""
        try:
            answer = self.book.lookup(state) if self.book else None
        except FivefoldError as error:
            self.trouble = error.message
            answer = None
        return Known() if answer is None else Known(answer.value, answer.move, "book")

    def answers_in_book(self, state: PentominoState) -> dict[Move, Move]:
        """Returns the answer to each move, where the book has them; a damaged one has none."""
        try:
            return self.book.answers(state) if self.book else {}
        except FivefoldError as error:
            self.trouble = error.message
            return {}

    def solved(self, state: PentominoState, budget: Budget, share: float = 1.0) -> Known:
        """Returns who wins, if that share of what is left of the budget is enough to solve it."""
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
        """Returns for each legal move whether it wins, as far as budget and limit go."""
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
        """Returns for each legal move whether it wins, by solving alone."""
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
        """Returns how a decided game goes on, to its end or as far as the budget goes.

        `first` is the move to begin with: a winning one, or any in a lost position.
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
        """Returns which moves win or lose by what the book says of the positions after them."""
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


def known_by(lengths: Mapping[Move, int]) -> Known:
    """Returns who wins and the quickest win, by how long it lasts with each move."""
    winning = [move for move, length in lengths.items() if length % 2]
    if not winning:
        return Known("loss")
    return Known("win", min(winning, key=lambda move: lengths[move]))


def _for_solver(limit: Limit | None) -> Limit | None:
    """Returns the limit so that the solver stays within it; None if that leaves nothing."""
    if limit is None or limit.nodes is None:
        return limit
    nodes = limit.nodes - BETWEEN_LOOKS
    return replace(limit, nodes=nodes) if nodes > 0 else None


def pieces_down(state: PentominoState) -> int:
    """Returns how many pieces are on the board."""
    return len(set(state.cells) - {"."})


def replies(state: PentominoState, move: Move) -> int:
    """Returns how many replies a move leaves."""
    return (state.live & ~board_of(state.game.rows, state.game.columns).conflicts[move]).bit_count()


def most_replies(state: PentominoState) -> Move:
    """Returns the first move of those that leave the most replies."""
    return max(state.legal_moves(), key=lambda move: replies(state, move))

"""Analysis by book and solver, compared with brute force."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from fivefold.core import Game, Limit, Move, State
from fivefold.games.pentomino import LETTERS, PentominoGame, PentominoState
from fivefold.strategies.budget import Budget
from fivefold.strategies.pentomino import analysis as pentomino_analysis
from fivefold.strategies.pentomino.analysis import Tally, analyse
from fivefold.strategies.pentomino.book import Book
from fivefold.strategies.pentomino.book_text import FirstMove
from fivefold.strategies.pentomino.length import lengths_of
from fivefold.strategies.pentomino.symmetry import symmetry_of

Wander = Callable[[Game, random.Random, int], State]
Late = Callable[[random.Random, int], State]
Wins = Callable[[State], bool]
PLENTY = Limit(nodes=10**8)


@pytest.mark.parametrize("sides", [(4, 5), (5, 5), (4, 6), (2, 9)])
def test_every_move_is_decided_and_counted_by_piece(
    sides: tuple[int, int], wander: Wander, pentomino_wins: Wins
) -> None:
    rng = random.Random(1)
    for plies in (0, 1, 2):
        state = wander(PentominoGame(*sides), rng, plies)
        assert isinstance(state, PentominoState)
        found = analyse(state, PLENTY)
        expected = {move: not pentomino_wins(state.play(move)) for move in state.legal_moves()}
        assert found.values == expected
        assert found.value == ("win" if any(expected.values()) else "loss")
        assert found.winning == [move for move, wins in expected.items() if wins]
        tally = found.tally()
        assert tally == Tally(len(found.winning), len(expected) - len(found.winning), 0)
        by_piece = found.by_piece(state.game)
        letters = [state.game.format_move(move)[0] for move in expected]
        assert list(by_piece) == [letter for letter in LETTERS if letter in letters]
        for letter, each in by_piece.items():
            assert each.moves == letters.count(letter)
        assert sum(each.wins for each in by_piece.values()) == tally.wins


def test_under_a_limit_undecided_moves_are_unknown(pentomino_wins: Wins) -> None:
    start = PentominoGame(5, 6).start
    seen = set()
    for nodes in (1, 100, 1_000, 10_000, 100_000):
        found = analyse(start, Limit(nodes=nodes))
        assert found.nodes <= nodes
        assert found.tally().moves == len(start.legal_moves())
        for move, wins in found.values.items():
            seen.add(wins)
            if wins is not None:
                assert wins == (not pentomino_wins(start.play(move)))
    assert seen == {None, True, False}


def plies_to_the_end(state: State, wins: Wins) -> int:
    """Returns the plies left if the winner hurries and the loser delays, by the definition."""
    if state.outcome:
        return 0
    after = [state.play(move) for move in state.legal_moves()]
    if wins(state):
        return 1 + min(plies_to_the_end(each, wins) for each in after if not wins(each))
    return 1 + max(plies_to_the_end(each, wins) for each in after)


def test_lengths_are_those_of_the_definition(late_pentomino: Late, pentomino_wins: Wins) -> None:
    rng = random.Random(2)
    for _ in range(30):
        state = late_pentomino(rng, 12)
        assert isinstance(state, PentominoState)
        lengths = lengths_of(state, Budget(PLENTY))
        for move in state.legal_moves():
            assert lengths[move] == 1 + plies_to_the_end(state.play(move), pentomino_wins)


def test_lengths_are_not_counted_if_that_is_slow() -> None:
    assert lengths_of(PentominoGame().start, Budget(PLENTY)) == {}
    budget = Budget(Limit(nodes=2))
    assert lengths_of(PentominoGame(4, 4).start, budget) == {}
    assert budget.nodes <= 2


# The book: its answer for a position gives the values of the moves that lead there.


@pytest.fixture
def small_book(monkeypatch: pytest.MonkeyPatch) -> Book:
    """A book in which the long L in the centre loses to an I on the edge, a known result."""
    game = PentominoGame()
    symmetry = symmetry_of(8, 8)
    first = symmetry.canonical[game.parse_move("L d3 d4 d5 d6 e6")]
    reply = game.parse_move("I a1 a2 a3 a4 a5")
    book = Book(game, {first: FirstMove(game, first, "loss", reply)})
    monkeypatch.setattr(pentomino_analysis, "book", lambda: book)
    return book


def images(move: Move) -> set[Move]:
    return {image[move] for image in symmetry_of(8, 8).images}


def test_first_moves_have_the_outcomes_of_the_book(small_book: Book) -> None:
    found = analyse(small_book.game.start, Limit(nodes=1))
    (first,) = small_book.first_moves
    assert {move for move, wins in found.values.items() if wins is False} == images(first)
    assert found.value is None
    assert found.winning == []


def test_a_refutation_is_played_from_the_book_in_every_image(small_book: Book) -> None:
    (first,) = small_book.first_moves
    pairs = set()
    for image in images(first):
        state = small_book.game.start.play(image)
        found = analyse(state, Limit(nodes=1))
        assert (found.value, found.known.by) == ("win", "book")
        assert found.known.move is not None
        assert found.values[found.known.move] is True
        assert found.line[0] == found.known.move
        pairs.add(symmetry_of(8, 8).pair(image, found.known.move))
        answered = analyse(state.play(found.known.move), Limit(nodes=1))
        assert (answered.value, answered.known.by) == ("loss", "book")
        assert set(answered.values.values()) == {False}
    assert len(pairs) == 1

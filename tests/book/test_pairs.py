"""Solved pairs and the book made from them, against brute force on small boards."""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING

import pytest

from fivefold.book.pairs import LOST, SolvedPairs
from fivefold.book.writing import add_book, decided
from fivefold.errors import DamagedBook
from fivefold.games.pentomino import PentominoGame
from fivefold.strategies.pentomino.book import Book
from fivefold.strategies.pentomino.book_text import format_book, parse_book

if TYPE_CHECKING:
    from tests.book.conftest import Oracle


@cache
def solved_by(brute: Oracle) -> SolvedPairs:
    """Returns all pairs of a board, solved in random order by random third moves."""
    solved, chance = SolvedPairs(PentominoGame(*brute.size)), random.Random(1)
    pairs = [(one, two) for one in solved.symmetry.first_moves for two in brute.replies(one)]
    chance.shuffle(pairs)
    for one, other in pairs:
        if solved.third(one, other) is not None:
            continue
        thirds = brute.replies(one, other)
        chance.shuffle(thirds)
        third = next((third for third in thirds if not brute.wins(one, other, third)), None)
        if third is None:
            solved.add_lost(one, other)
        else:
            solved.add_won(one, other, third)
    return solved


def book_of(solved: SolvedPairs) -> Book:
    lines = {first: decided(solved, first) for first in solved.symmetry.first_moves}
    return Book(solved.game, {first: line for first, line in lines.items() if line is not None})


def test_every_answer_of_a_whole_book_is_right(brute: Oracle) -> None:
    game = PentominoGame(*brute.size)
    _, first_moves = parse_book(format_book(game, book_of(solved_by(brute)).first_moves))
    book = Book(game, first_moves)
    checked = 0
    for played in [(), *((one,) for one in brute.moves), *_some_pairs(brute)]:
        state = game.start
        for move in played:
            state = state.play(move)
        answer = book.lookup(state)
        # Where both moves of a pair lose, the book holds only their refutations.
        if answer is None:
            assert len(played) == 2
            assert all(brute.wins(move) for move in played)
            continue
        checked += 1
        assert (answer.value == "win") is brute.wins(*played)
        assert (answer.move is None) is (answer.value == "loss")
        if answer.move is not None:
            assert not brute.wins(*played, answer.move)
    assert checked > len(brute.moves)


def _some_pairs(brute: Oracle) -> list[tuple[int, int]]:
    pairs = [(one, other) for one in brute.moves for other in brute.replies(one)]
    some = random.Random(5).sample(pairs, 1000)
    won = [pair for pair in pairs if not brute.wins(pair[0])]
    return some + won[:200]


def test_a_lost_pair_decides_both_first_moves(five: Oracle) -> None:
    one = next(
        move for move in five.moves if any(not five.wins(move, r) for r in five.replies(move))
    )
    other = next(move for move in five.replies(one) if not five.wins(one, move))
    solved = SolvedPairs(PentominoGame(5, 5))
    canonical = solved.symmetry.canonical
    assert solved.outcome(canonical[one]) is None
    solved.add_lost(one, other)
    assert len(solved) == 1
    assert solved.outcome(canonical[one]) == solved.outcome(canonical[other]) == "loss"
    for image in solved.symmetry.images:
        assert solved.third(image[other], image[one]) == LOST
    for first in (canonical[one], canonical[other]):
        for refutation in solved.refutations(first):
            assert not five.wins(first, refutation)
    others = set(solved.symmetry.first_moves) - {canonical[one], canonical[other]}
    assert all(solved.outcome(first) is None for first in others)


def test_three_pieces_answer_three_pairs_in_all_images(five: Oracle) -> None:
    solved = SolvedPairs(PentominoGame(5, 5))
    one = 100
    other = min(five.replies(one))
    third = next(move for move in five.replies(one, other) if not five.wins(one, other, move))
    solved.add_won(one, other, third)
    assert len(solved) == 3
    three = (one, other, third)
    for missing in three:
        two = [move for move in three if move != missing]
        for image in solved.symmetry.images:
            found = solved.third(image[two[0]], image[two[1]])
            assert found is not None
            assert not five.wins(image[two[0]], image[two[1]], found)


def test_what_is_both_won_and_lost_is_reported(five: Oracle) -> None:
    solved = SolvedPairs(PentominoGame(5, 5))
    other = min(five.replies(0))
    third = min(five.replies(0, other))
    solved.add_won(0, other, third)
    solved.add_won(0, other, third)
    with pytest.raises(DamagedBook) as caught:
        solved.add_lost(other, third)
    assert caught.value.code == "book.contradiction"
    assert len(solved) == 3


def test_the_pairs_of_a_book_decide_the_same_first_moves(brute: Oracle) -> None:
    book = book_of(solved_by(brute))
    solved = SolvedPairs(book.game)
    add_book(solved, book)
    for first, known in book.first_moves.items():
        assert solved.outcome(first) == known.outcome

"""Third moves to try first, and their use by a process."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from fivefold.book.likely import MOST, likely_thirds
from fivefold.book.pair_solver import solve_pair
from fivefold.book.pairs import SolvedPairs
from fivefold.games.pentomino import PentominoGame

if TYPE_CHECKING:
    from tests.book.conftest import Oracle


def some_solved(five: Oracle, most: int) -> SolvedPairs:
    """Returns pairs of 5x5, at most `most` of them solved by random lost threes."""
    solved, chance = SolvedPairs(PentominoGame(5, 5)), random.Random(1)
    while len(solved) < most:
        one = chance.choice(five.moves)
        other = chance.choice(five.replies(one))
        lost = [third for third in five.replies(one, other) if not five.wins(one, other, third)]
        if lost:
            solved.add_won(one, other, chance.choice(lost))
    return solved


def test_nothing_is_likely_while_nothing_is_known(five: Oracle) -> None:
    assert likely_thirds(SolvedPairs(PentominoGame(5, 5)), 0, five.replies(0)[0]) == ()


@pytest.mark.slow
def test_no_third_is_tried_before_a_likelier_one_that_is_cheaper_and_answers_as_much(
    five: Oracle,
) -> None:
    solved = some_solved(five, 200)
    pair = solved.symmetry.pair
    rated = 0
    for one in solved.symmetry.first_moves[::12]:
        for other in five.replies(one):
            if pair(one, other) in solved:
                continue
            legal = five.replies(one, other)
            opened = {
                third: (pair(one, third) not in solved) + (pair(other, third) not in solved)
                for third in legal
            }
            with_one, with_other = solved.together(one), solved.together(other)
            likely = {
                third: (with_one(third) + with_other(third), solved.lost_threes(third))
                for third in legal
            }
            size = {third: len(five.replies(one, other, third)) for third in legal}
            thirds = likely_thirds(solved, one, other)
            able = [third for third in legal if opened[third] and any(likely[third])]
            assert len(set(thirds)) == len(thirds) == min(MOST, len(able))
            for place, tried in enumerate(thirds):
                assert opened[tried]
                for later in set(legal) - set(thirds[:place]):
                    rated += 1
                    assert not (
                        likely[later][0] > likely[tried][0]
                        and likely[later][1] >= likely[tried][1]
                        and size[later] <= size[tried]
                        and opened[later] >= opened[tried]
                    )
    assert rated > 1000


def test_lost_threes_are_counted_in_every_image(five: Oracle) -> None:
    solved = SolvedPairs(PentominoGame(5, 5))
    one = 0
    other = five.replies(one)[0]
    third = next(each for each in five.replies(one, other) if not five.wins(one, other, each))
    solved.add_won(one, other, third)
    for image in solved.symmetry.images:
        assert solved.together(image[one])(image[third]) == 1
        assert solved.together(image[third])(image[other]) == 1
    solved.add_won(other, third, one)
    assert solved.together(one)(third) == 1, "the same three count once"


def test_a_third_that_wins_is_taken_and_another_does_no_harm(five: Oracle) -> None:
    chance = random.Random(2)
    kinds = set()
    for _ in range(60):
        one = chance.choice(five.moves)
        other = chance.choice(five.replies(one))
        thirds = five.replies(one, other)
        winning = [third for third in thirds if not five.wins(one, other, third)]
        tried = chance.sample(thirds, min(2, len(thirds)))
        found = solve_pair(5, 5, 1, one, other, tried).third
        expected = [third for third in tried if third in winning][:1]
        if expected:
            assert found == expected[0]
        elif winning:
            assert found in winning
        else:
            assert found is None
        kinds.add((bool(winning), bool(expected)))
    assert len(kinds) == 3

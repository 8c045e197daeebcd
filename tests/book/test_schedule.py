"""The order of pairs, and when they are skipped."""

from __future__ import annotations

from fivefold.book.pairs import SolvedPairs
from fivefold.book.schedule import Schedule
from fivefold.games.pentomino import PentominoGame
from fivefold.strategies.pentomino.symmetry import Pair

GAME = PentominoGame(5, 5)


def handed_out(schedule: Schedule) -> list[Pair]:
    """Returns the pairs given out while nothing is solved."""
    taken: dict[Pair, None] = {}
    while (task := schedule.next_task(taken)) is not None:
        taken[task.pair] = None
    return list(taken)


def test_every_pair_is_handed_out_once_the_least_work_first() -> None:
    solved = SolvedPairs(GAME)
    first_moves = solved.symmetry.first_moves
    pairs = handed_out(Schedule(solved, first_moves))
    every = {
        solved.symmetry.pair(first, reply)
        for first in first_moves
        for reply in GAME.start.play(first).legal_moves()
    }
    assert len(pairs) == len(every)
    assert set(pairs) == every
    easiest = min(first_moves, key=lambda first: (solved.total(first), first))
    begin = pairs[: solved.total(easiest)]
    assert all(easiest in solved.first_moves(pair) for pair in begin)
    assert easiest not in {
        first for pair in pairs[len(begin) :] for first in solved.first_moves(pair)
    }


def test_only_the_pairs_of_wanted_first_moves_are_handed_out() -> None:
    solved = SolvedPairs(GAME)
    wanted = solved.symmetry.first_moves[7]
    pairs = handed_out(Schedule(solved, [wanted]))
    assert len(pairs) == solved.total(wanted)
    assert all(wanted in solved.first_moves(pair) for pair in pairs)


def test_the_replies_that_leave_the_fewest_moves_come_first() -> None:
    solved = SolvedPairs(GAME)
    pairs = handed_out(Schedule(solved, [solved.symmetry.first_moves[0]]))
    left = [len(GAME.start.play(one).play(other).legal_moves()) for one, other in pairs]
    assert left == sorted(left)


def test_a_lost_pair_ends_the_work_on_both_first_moves() -> None:
    solved = SolvedPairs(GAME)
    schedule = Schedule(solved, solved.symmetry.first_moves)
    task = schedule.next_task(())
    assert task is not None
    pair = task.pair
    assert schedule.needs(pair)
    solved.add_lost(*pair)
    assert not schedule.needs(pair)
    both = solved.first_moves(pair)
    waiting = [each for each in handed_out(schedule) if set(both) & set(solved.first_moves(each))]
    # A pair with one decided move still counts for its other move.
    assert all(not set(solved.first_moves(each)) <= set(both) for each in waiting)
    assert not set(both) & set(schedule.at_work)


def test_a_reply_that_refuted_one_first_move_is_tried_first_on_the_next() -> None:
    solved = SolvedPairs(GAME)
    first, second = solved.symmetry.first_moves[:2]
    refuter = max(GAME.start.play(first).legal_moves())
    schedule = Schedule(solved, [second])
    assert schedule.next_task(()) is not None
    solved.add_lost(first, refuter)
    pairs = handed_out(schedule)
    image = solved.symmetry.canonical[refuter]
    hopeful = [image in solved.first_moves(pair) for pair in pairs]
    assert any(hopeful)
    assert hopeful == sorted(hopeful, reverse=True)


def test_a_pair_that_was_solved_on_the_way_is_passed_over() -> None:
    solved = SolvedPairs(GAME)
    schedule = Schedule(solved, solved.symmetry.first_moves[:1])
    one, other = handed_out(Schedule(solved, solved.symmetry.first_moves[:1]))[0]
    third = GAME.start.play(one).play(other).legal_moves()[0]
    solved.add_won(one, other, third)
    pairs = handed_out(schedule)
    assert solved.symmetry.pair(one, other) not in pairs
    assert solved.symmetry.pair(one, third) not in pairs


def test_a_pair_that_got_lost_is_handed_out_again() -> None:
    solved = SolvedPairs(GAME)
    schedule = Schedule(solved, solved.symmetry.first_moves[:1])
    task = schedule.next_task(())
    assert task is not None
    assert schedule.next_task([task.pair]) != task
    schedule.put_back(task.pair)
    assert schedule.next_task(()) == task


def test_the_first_move_of_a_task_stays_in_its_place() -> None:
    solved = SolvedPairs(GAME)
    first = solved.symmetry.first_moves[40]
    schedule = Schedule(solved, [first])
    taken: set[Pair] = set()
    while (task := schedule.next_task(taken)) is not None:
        taken.add(task.pair)
        assert task.first == first
        assert solved.symmetry.pair(first, task.reply) == task.pair
    assert any(pair[0] != first for pair in taken)

"""The noticeboard: what one worker writes the others read; what the dead wrote is struck out."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from fivefold.server import noticeboard
from fivefold.server.neighbours import NOWHERE, Note
from fivefold.server.noticeboard import Noticeboard, bury, hang_up

NOTE = Note(version=3, turn=10.0, since=1.0, watching=2, strangers=1, hidden=b"position")


@pytest.fixture
def boards(tmp_path: Path) -> Iterator[list[Noticeboard]]:
    """The same board as three workers have it."""
    hang_up(tmp_path)
    opened = [Noticeboard(tmp_path, number) for number in (1, 2, 3)]
    yield opened
    for board in opened:
        board.close()


def test_a_match_is_told_to_the_others_only(boards: list[Noticeboard]) -> None:
    one, two, three = boards
    one.note("m", NOTE)
    one.met("m", "ann", 5.0, here=True)
    two.note("m", Note(2, 4.0, 0.5, 1, 1, None))
    two.met("m", "ann", 7.0, here=False)
    assert one.elsewhere("m").watching == 1
    seen = three.elsewhere("m")
    assert (seen.version, seen.turn) == (3, 10.0)  # the turn of version 2 is over
    assert (seen.watching, seen.strangers, seen.since) == (3, 2, 0.5)
    assert (set(seen.here), seen.seen) == ({"ann"}, {"ann": 7.0})
    assert (one.version("m"), two.version("m"), three.version("other")) == (2, 3, 0)
    assert (set(one.hidden()), set(two.hidden())) == (set(), {b"position"})


def test_what_is_dropped_or_dead_is_nowhere(boards: list[Noticeboard], tmp_path: Path) -> None:
    one, two, three = boards
    for board in (one, two):
        board.note("m", NOTE)
        board.met("m", "ann", 5.0, here=True)
    assert one.keep("m", 3)
    assert not two.keep("m", 3)
    one.dropped("m")
    assert three.elsewhere("m").watching == 2
    assert two.keep("m", 3)
    bury(tmp_path, 2)
    assert three.elsewhere("m") == NOWHERE  # nobody has it: nobody need be remembered
    assert three.keep("m", 3)
    assert [worker.number for worker in three.workers()] == [1, 3]


def test_whoever_was_at_a_worker_that_died_was_there_till_then(
    boards: list[Noticeboard], tmp_path: Path
) -> None:
    """Nobody loses by absence because a worker died: they come back to another one."""
    one, two, three = boards
    for board in (one, two):
        board.note("m", NOTE)
    two.met("m", "ann", 5.0, here=True)
    two.met("m", "bob", 6.0, here=False)
    bury(tmp_path, 2, lambda: 70.0)
    assert one.elsewhere("m").seen == {"ann": 70.0, "bob": 6.0}
    assert one.elsewhere("m").here == frozenset()
    three.note("m", NOTE)
    three.met("m", "ann", 71.0, here=True)
    assert one.elsewhere("m").here == {"ann"}
    bury(tmp_path, 3, lambda: 80.0)
    assert one.elsewhere("m").seen == {"ann": 80.0, "bob": 6.0}
    one.dropped("m")
    assert two._read("SELECT * FROM people") == []


def test_nobody_thinks_about_a_turn_that_is_over(boards: list[Noticeboard]) -> None:
    one, two, _ = boards
    one.note("m", NOTE)
    assert not two.keep("m", 2)
    assert two.keep("m", 3)
    two.let_go("m")
    assert one.keep("m", 3)


def test_all_take_from_one_bucket_whoever_is_first(tmp_path: Path) -> None:
    hang_up(tmp_path)
    taken: list[bool] = []

    def take(number: int) -> None:
        board = Noticeboard(tmp_path, number)
        taken.extend(board.take("x", "ann", 1e-9, 50, 1) for _ in range(40))
        board.close()

    workers = [threading.Thread(target=take, args=(number,)) for number in (1, 2, 3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert (len(taken), sum(taken)) == (120, 50)


def test_a_bucket_fills_again_and_a_large_request_waits_for_it(tmp_path: Path) -> None:
    now = 100.0
    hang_up(tmp_path)
    one, two = (Noticeboard(tmp_path, number, lambda: now) for number in (1, 2))
    assert not one.take("x", "ann", 2, 10, 11)
    assert one.take("x", "ann", 2, 10, 10)
    assert not two.take("x", "ann", 2, 10, 1)
    assert two.take("y", "ann", 2, 10, 1)
    assert two.take("x", "bob", 2, 10, 1)
    now += 1.5
    assert two.take("x", "ann", 2, 10, 3)
    assert not one.take("x", "ann", 2, 10, 1)
    now += 1000
    assert one.take("x", "ann", 2, 10, 10)
    assert not one.take("x", "ann", 2, 10, 1)
    for board in (one, two):
        board.close()


def test_no_more_clients_are_remembered_than_there_is_room_for(
    boards: list[Noticeboard], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(noticeboard, "MOST_CLIENTS", 5)
    monkeypatch.setattr(noticeboard, "TAKES_A_SWEEP", 1)
    for number in range(20):
        assert boards[number % 3].take("x", f"client {number}", 1e-9, 2, 2)
    (count,) = boards[0]._read("SELECT count(*) FROM buckets")[0]
    assert count == 5
    # Whoever came last is still known, and no address is written down.
    assert not boards[0].take("x", "client 19", 1e-9, 2, 2)
    assert b"client" not in b"".join(
        row[0] for row in boards[0]._read("SELECT client FROM buckets")
    )


def test_to_withdraw_what_there_is_not_needs_no_turn_to_write(
    boards: list[Noticeboard], caplog: pytest.LogCaptureFixture
) -> None:
    one, two = boards[:2]
    one._board.execute("BEGIN IMMEDIATE")
    assert not two.withdraw("ann", "q")
    assert caplog.text == ""
    one._board.execute("COMMIT")


def test_questions_are_counted_and_withdrawn_across_workers(boards: list[Noticeboard]) -> None:
    one, two, _ = boards
    assert one.ask("ann", "q")
    assert not two.ask("ann", "q")
    assert two.ask("bob", "q")
    assert (one.asking("ann"), two.asking("ann")) == (0, 1)
    assert two.withdraw("ann", "q")
    assert not two.withdraw("ann", "r")
    assert (one.withdrawn("ann"), two.withdrawn("bob")) == (["q"], [])
    one.answered("ann", "q")
    assert not two.withdraw("ann", "q")

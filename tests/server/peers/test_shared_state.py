"""The state shared by workers: what one writes the others read; a dead worker's rows go."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from fivefold.server.peers import shared_state as shared_state
from fivefold.server.peers.peers import NOWHERE, MatchStatus, dormant_status
from fivefold.server.peers.rate_limits import SharedRateLimiter
from fivefold.server.peers.shared_state import SharedState, create_shared_state, remove_worker

STATUS = MatchStatus(version=3, turn=10.0, since=1.0, watching=2, spectators=1, hidden=b"position")


@pytest.fixture
def workers(tmp_path: Path) -> Iterator[list[SharedState]]:
    """The shared state of three workers."""
    create_shared_state(tmp_path)
    opened = [SharedState(tmp_path, number) for number in (1, 2, 3)]
    yield opened
    for worker in opened:
        worker.close()


def test_a_worker_sees_only_what_the_others_published(workers: list[SharedState]) -> None:
    one, two, three = workers
    one.publish("m", STATUS)
    one.seen("m", "ann", 5.0, here=True)
    two.publish("m", MatchStatus(2, 4.0, 0.5, 1, 1, None))
    two.seen("m", "ann", 7.0, here=False)
    assert one.elsewhere("m").watching == 1
    seen = three.elsewhere("m")
    assert (seen.version, seen.turn) == (3, 10.0)  # the turn of version 2 is over
    assert (seen.watching, seen.spectators, seen.since) == (3, 2, 0.5)
    assert (set(seen.here), seen.seen) == ({"ann"}, {"ann": 7.0})
    assert (one.version("m"), two.version("m"), three.version("other")) == (2, 3, 0)
    assert (set(one.hidden()), set(two.hidden())) == (set(), {b"position"})


def test_dropped_matches_and_dead_workers_leave_nothing(
    workers: list[SharedState], tmp_path: Path
) -> None:
    one, two, three = workers
    for worker in (one, two):
        worker.publish("m", STATUS)
        worker.seen("m", "ann", 5.0, here=True)
    assert one.claim("m", 3)
    assert not two.claim("m", 3)
    one.dropped("m")
    assert three.elsewhere("m").watching == 2
    assert two.claim("m", 3)
    remove_worker(tmp_path, 2)
    assert three.elsewhere("m") == NOWHERE  # no worker has it: nobody is remembered
    assert three.claim("m", 3)
    assert [worker.number for worker in three.workers()] == [1, 3]


def test_people_at_a_dead_worker_were_last_seen_when_it_died(
    workers: list[SharedState], tmp_path: Path
) -> None:
    """A worker's death makes nobody lose by absence: they reconnect to another worker."""
    one, two, three = workers
    for worker in (one, two):
        worker.publish("m", STATUS)
    two.seen("m", "ann", 5.0, here=True)
    two.seen("m", "bob", 6.0, here=False)
    remove_worker(tmp_path, 2, lambda: 70.0)
    assert one.elsewhere("m").seen == {"ann": 70.0, "bob": 6.0}
    assert one.elsewhere("m").here == frozenset()
    three.publish("m", STATUS)
    three.seen("m", "ann", 71.0, here=True)
    assert one.elsewhere("m").here == {"ann"}
    remove_worker(tmp_path, 3, lambda: 80.0)
    assert one.elsewhere("m").seen == {"ann": 80.0, "bob": 6.0}
    one.dropped("m")
    assert two._read("SELECT * FROM people") == []


def test_a_worker_that_is_behind_cannot_claim_a_turn(workers: list[SharedState]) -> None:
    one, two, _ = workers
    one.publish("m", STATUS)
    assert not two.claim("m", 2)
    assert two.claim("m", 3)
    two.release("m")
    assert one.claim("m", 3)


def test_all_workers_take_from_one_bucket(tmp_path: Path) -> None:
    create_shared_state(tmp_path)
    taken: list[bool] = []

    def take(number: int) -> None:
        worker = SharedState(tmp_path, number)
        taken.extend(worker.take("x", "ann", 1e-9, 50, 1) for _ in range(40))
        worker.close()

    workers = [threading.Thread(target=take, args=(number,)) for number in (1, 2, 3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert (len(taken), sum(taken)) == (120, 50)


def test_a_bucket_fills_again_and_a_large_request_waits_for_it(tmp_path: Path) -> None:
    now = 100.0
    create_shared_state(tmp_path)
    one, two = (SharedState(tmp_path, number, lambda: now) for number in (1, 2))
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
    for worker in (one, two):
        worker.close()


def test_the_number_of_buckets_is_bounded(
    workers: list[SharedState], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_state, "MAX_CLIENTS", 5)
    monkeypatch.setattr(shared_state, "TAKES_PER_SWEEP", 1)
    for number in range(20):
        assert workers[number % 3].take("x", f"client {number}", 1e-9, 2, 2)
    (count,) = workers[0]._read("SELECT count(*) FROM buckets")[0]
    assert count == 5
    # The latest client is still known, and addresses are stored only as hashes.
    assert not workers[0].take("x", "client 19", 1e-9, 2, 2)
    assert b"client" not in b"".join(
        row[0] for row in workers[0]._read("SELECT client FROM buckets")
    )


def test_withdrawing_an_unknown_question_does_not_wait_for_a_writer(
    workers: list[SharedState], caplog: pytest.LogCaptureFixture
) -> None:
    one, two = workers[:2]
    one._connection.execute("BEGIN IMMEDIATE")
    assert not two.withdraw("ann", "q")
    assert caplog.text == ""
    one._connection.execute("COMMIT")


def test_questions_are_counted_and_withdrawn_across_workers(workers: list[SharedState]) -> None:
    one, two, _ = workers
    assert one.ask("ann", "q")
    assert not two.ask("ann", "q")
    assert two.ask("bob", "q")
    assert (one.asking("ann"), two.asking("ann")) == (0, 1)
    assert two.withdraw("ann", "q")
    assert not two.withdraw("ann", "r")
    assert (one.withdrawn("ann"), two.withdrawn("bob")) == (["q"], [])
    one.answered("ann", "q")
    assert not two.withdraw("ann", "q")


def test_the_sockets_of_a_client_count_at_every_worker(
    workers: list[SharedState], tmp_path: Path
) -> None:
    one, two, three = workers
    one.count_sockets_of("192.0.2.1", 3)
    two.count_sockets_of("192.0.2.1", 1)
    two.count_sockets_of("192.0.2.1", 2)
    one.count_sockets_of("192.0.2.2", 9)
    assert [each.sockets_of("192.0.2.1") for each in workers] == [2, 3, 5]
    two.count_sockets_of("192.0.2.1", 0)
    assert three.sockets_of("192.0.2.1") == 3
    remove_worker(tmp_path, 1)
    assert three.sockets_of("192.0.2.1") == 0


def test_a_dormant_match_keeps_its_version_and_turn(workers: list[SharedState]) -> None:
    one, two, _ = workers
    one.publish("m", STATUS)
    one.dropped("m")
    one.publish("m", dormant_status(3, 10.0))
    seen = two.elsewhere("m")
    assert (seen.version, seen.turn, seen.since, seen.watching) == (3, 10.0, None, 0)
    two.publish("m", MatchStatus(3, 12.0, 20.0, 1, 0, None))
    assert two.elsewhere("m").turn == 10.0


def test_the_place_of_a_file_is_known_to_its_client_everywhere(workers: list[SharedState]) -> None:
    one, two, _ = workers
    one.export_waits("ann", "file", 2)
    assert (two.export_before("ann", "file"), two.export_before("bob", "file")) == (2, None)
    one.export_waits("ann", "file", 0)
    assert two.export_before("ann", "file") == 0
    one.export_waits("ann", "file", None)
    assert two.export_before("ann", "file") is None


def test_what_a_client_owes_counts_at_every_worker(workers: list[SharedState]) -> None:
    one, two = (SharedRateLimiter("stored", 0.001, 1_000, worker) for worker in workers[:2])
    assert one.take("ann", 0)
    one.charge("ann", 0.5)  # too little to tell the others
    one.charge("ann", 1_500)
    assert not two.take("ann", 0)
    assert not one.take("ann", 0)
    assert two.take("bob", 0)
    two.charge("ann", 0.9)
    assert not two.take("ann", 0)

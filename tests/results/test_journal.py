"""Reading the journal, from lines written by hand as the reference describes them."""

from __future__ import annotations

import fcntl
import json
import os
from pathlib import Path
from typing import Any

import pytest

from fivefold.core import Player
from fivefold.errors import IllegalMove, InvalidNotation, NotFound
from fivefold.results.journal import Finished, Journal, live_file

START = "." * 27 + "OX......XO" + "." * 27 + " X"
TOURNAMENT = {
    "name": "t",
    "game": "othello",
    "format": "round-robin",
    "entrants": [{"name": name, "player": "random"} for name in ("a", "b")],
    "pairs": 2,
}
FIRST = {
    "event": "tournament",
    "version": 1,
    "at": "2026-11-16T04:00:00Z",
    "tournament": TOURNAMENT,
}


def finished(key: str, **changes: Any) -> dict[str, Any]:
    return {
        "event": "finished",
        "key": key,
        "at": "2026-11-16T04:00:02.500Z",
        "fault": None,
        "game": "othello(size=8, rules=standard)",
        "first": "a",
        "second": "b",
        "start": START,
        "moves": ["f5", "d6", "c3"],
        "winner": "X",
        "ending": "resigned",
        "reason": "b gave up.",
        "seconds": [0.5, 2.0, 0.25],
        **changes,
    }


def started(key: str) -> dict[str, Any]:
    return {
        "event": "started",
        "key": key,
        "at": "2026-11-16T04:00:01Z",
        "game": "othello(size=8, rules=standard)",
        "first": "a",
        "second": "b",
        "start": START,
        "moves": [],
    }


def write(folder: Path, *lines: object, end: bytes = b"") -> None:
    """Appends lines: data as JSON, bytes unchanged."""
    with (folder / "journal.jsonl").open("ab") as file:
        for line in lines:
            file.write(line if isinstance(line, bytes) else json.dumps(line).encode())
            file.write(b"\n")
        file.write(end)


def test_a_finished_game_is_read_with_its_sums(tmp_path: Path) -> None:
    write(tmp_path, FIRST, started("k"), finished("k"))
    journal = Journal.open(tmp_path)
    assert journal.tournament.name == "t"
    assert journal.began == 1794801600.0
    assert journal.started["k"].at == journal.began + 1
    offset = len(json.dumps(FIRST)) + len(json.dumps(started("k"))) + 2
    assert journal.finished["k"] == Finished(
        *("k", "a", "b", Player.FIRST, "resigned", "b gave up."),
        *(3, (0.75, 2.0), journal.began + 2.5, None, offset),
    )
    assert journal.record("k").moves == ("f5", "d6", "c3")


def test_thinking_time_counts_for_the_side_to_move(tmp_path: Path) -> None:
    start = START[:-1] + "O"
    write(tmp_path, FIRST, finished("k", start=start, moves=["f4"], seconds=[3.0]))
    assert Journal.open(tmp_path).finished["k"].seconds == (0.0, 3.0)


def test_only_what_was_appended_is_read(tmp_path: Path) -> None:
    write(tmp_path, FIRST)
    journal = Journal.open(tmp_path)
    assert not journal.refresh()
    file = tmp_path / "journal.jsonl"
    content = file.read_bytes()
    write(tmp_path, finished("k"))
    # Overwrites what was read with nonsense, which must not be read again.
    file.write_bytes(b"#" * len(content) + file.read_bytes()[len(content) :])
    assert journal.refresh()
    assert set(journal.finished) == {"k"}
    assert not journal.refresh()


def test_a_line_counts_when_its_end_is_there(tmp_path: Path) -> None:
    whole = json.dumps(finished("k")).encode()
    for cut in (1, 10, len(whole) // 2, len(whole) - 1, len(whole)):
        folder = tmp_path / str(cut)
        folder.mkdir()
        write(folder, FIRST, end=whole[:cut])
        journal = Journal.open(folder)
        assert not journal.finished
        assert not journal.refresh()
        write(folder, whole[cut:])
        assert journal.refresh()
        assert set(journal.finished) == {"k"}


def test_a_torn_line_that_was_cut_off_leaves_no_trace(tmp_path: Path) -> None:
    write(tmp_path, FIRST, end=b'{"event":"finished","key":"to')
    journal = Journal.open(tmp_path)
    os.truncate(tmp_path / "journal.jsonl", len(json.dumps(FIRST)) + 1)
    write(tmp_path, finished("k"))
    journal.refresh()
    assert set(journal.finished) == {"k"}


def test_of_two_results_the_first_counts(tmp_path: Path) -> None:
    write(tmp_path, FIRST, finished("k"), finished("k", winner="O"), finished("l", winner=None))
    journal = Journal.open(tmp_path)
    assert journal.finished["k"].winner is Player.FIRST
    assert journal.finished["l"].winner is None


def test_events_of_another_name_are_left_alone(tmp_path: Path) -> None:
    write(tmp_path, FIRST, {"event": "applause", "at": 3}, {"note": 1}, finished("k"))
    assert set(Journal.open(tmp_path).finished) == {"k"}


def test_changes_are_followed(tmp_path: Path) -> None:
    write(tmp_path, FIRST)
    journal = Journal.open(tmp_path)
    assert (journal.concurrency, journal.paused) == (None, False)
    at = {"event": "changed", "at": "2026-11-16T04:00:03Z"}
    write(tmp_path, {**at, "concurrency": 4}, {**at, "paused": True})
    journal.refresh()
    assert (journal.concurrency, journal.paused) == (4, True)
    before = journal.tournament
    write(tmp_path, {**at, "paused": False, "added": [{"name": "c", "player": "h1"}]})
    journal.refresh()
    assert (journal.concurrency, journal.paused) == (4, False)
    assert [entrant.name for entrant in journal.tournament.entrants] == ["a", "b", "c"]
    assert [entrant.name for entrant in before.entrants] == ["a", "b"]


def test_games_started_by_a_dead_runner_are_not_running(tmp_path: Path) -> None:
    write(tmp_path, FIRST, started("k"), started("l"), finished("l"))
    journal = Journal.open(tmp_path)
    assert [game.key for game in journal.running()] == ["k"]
    write(tmp_path, {"event": "opened", "at": "2026-11-16T05:00:00Z"}, started("m"))
    journal.refresh()
    assert [game.key for game in journal.running()] == ["m"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"", "Expecting value"),
        (b"{", "Expecting property name"),
        (b"\xff\xfe{}", "codec can't decode"),
        (b"[" * 100_000, "recursion"),
        (b"[]", "event must be an object"),
        (FIRST, "The first line, and no other, must describe the tournament."),
        ({"event": "finished"}, "key must be a string"),
        (finished("k", winner="Z"), "winner must be one of X, O, null"),
        (finished("k", ending="bored"), "ending must be one of"),
        (finished("k", fault=3), "fault must be a string"),
        (finished("k", moves="f5"), "moves must be a list of strings"),
        (finished("k", seconds=["1"]), "seconds must be a list of numbers"),
        (finished("k", seconds=[float("nan")]), "NaN"),
        (finished("k", start="nowhere"), "position"),
        (finished("k", at="soon"), "at must be a time"),
        (finished("k", at="2026-11-16T04:00:00"), "at must be a time"),
        (
            {"event": "changed", "concurrency": 0},
            "concurrency must be a whole number of at least 1",
        ),
        ({"event": "changed", "added": [{"name": "a", "player": "h1"}]}, "Two players are called"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_broken_line_is_an_error_with_its_number(
    tmp_path: Path, line: object, reason: str
) -> None:
    write(tmp_path, FIRST, finished("other"), line)
    with pytest.raises(InvalidNotation, match=r"Line 3 of .*journal.jsonl") as refusal:
        Journal.open(tmp_path)
    assert reason in str(refusal.value)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (finished("k"), "The first line, and no other,"),
        ({**FIRST, "version": 2}, "is “2”; this program reads only version 1"),
        ({**FIRST, "tournament": None}, "tournament must be an object"),
    ],
    ids=["a game", "a later version", "nothing"],
)
def test_the_first_line_is_the_tournament(tmp_path: Path, line: object, reason: str) -> None:
    write(tmp_path, line)
    with pytest.raises(InvalidNotation, match=reason):
        Journal.open(tmp_path)


def test_a_folder_without_a_tournament_is_told(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match=r"no tournament in .*: it has no journal\.jsonl"):
        Journal.open(tmp_path)
    write(tmp_path, end=b'{"event"')
    with pytest.raises(InvalidNotation, match="has no complete line"):
        Journal.open(tmp_path)


def test_a_game_that_cannot_have_happened_is_noticed_when_it_is_opened(tmp_path: Path) -> None:
    write(tmp_path, FIRST, finished("k", moves=["a1"], seconds=[]))
    journal = Journal.open(tmp_path)
    with pytest.raises(IllegalMove, match=r"Game “k” in .* cannot be read: .*flips no disc"):
        journal.record("k")
    with pytest.raises(NotFound, match="no finished game “l”"):
        journal.record("l")


def test_an_older_journal_in_its_place_is_read_anew(tmp_path: Path) -> None:
    write(tmp_path, FIRST, finished("k"), finished("l"))
    journal = Journal.open(tmp_path)
    before = journal.tournament
    (tmp_path / "journal.jsonl").unlink()
    write(tmp_path, FIRST, finished("l"))
    assert journal.refresh()
    assert set(journal.finished) == {"l"}
    assert journal.tournament is not before


def test_running_is_who_holds_the_lock(tmp_path: Path) -> None:
    write(tmp_path, FIRST)
    journal = Journal.open(tmp_path)
    assert not journal.is_running()
    with (tmp_path / "runner.lock").open("w") as lock:
        assert not journal.is_running()
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert journal.is_running()
    assert not journal.is_running()


@pytest.mark.parametrize(
    ("content", "moves"),
    [
        ('{"key": "k", "moves": ["f5", "d6"]}', ("f5", "d6")),
        ('{"key": "l", "moves": ["f5"]}', ()),
        ('{"key": "k", "moves": [1]}', ()),
        ('{"key": "k"', ()),
        ("[]", ()),
        (None, ()),
    ],
    ids=["shown", "another game", "numbers", "half", "a list", "none"],
)
def test_the_moves_of_a_running_game_may_be_missing(
    tmp_path: Path, content: str | None, moves: tuple[str, ...]
) -> None:
    write(tmp_path, FIRST)
    if content is not None:
        live_file(tmp_path, "k").parent.mkdir()
        live_file(tmp_path, "k").write_text(content)
    assert Journal.open(tmp_path).live_moves("k") == moves

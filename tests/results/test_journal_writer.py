"""Writing the journal: whole lines or none, one runner at a time."""

from __future__ import annotations

import json
import resource
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from fivefold.errors import Refused, StorageUnavailable
from fivefold.results.journal import Journal
from fivefold.results.journal_writer import append, create, event, runners_lock
from fivefold.results.tournament import Entrant, Tournament

TWO = Tournament("t", "othello", "match", (Entrant("a", "random"), Entrant("b", "random")))


def content(folder: Path) -> bytes:
    return (folder / "journal.jsonl").read_bytes()


@contextmanager
def largest_file(size: int) -> Iterator[None]:
    """Limits the size of files, which acts like a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_new_journal_has_its_first_line_and_nothing_else_is_left(tmp_path: Path) -> None:
    folder = tmp_path / "arena" / "new"
    create(folder, TWO)
    assert Journal.open(folder).tournament == TWO
    assert [file.name for file in folder.iterdir()] == ["journal.jsonl"]


def test_a_tournament_is_never_written_over(tmp_path: Path) -> None:
    create(tmp_path, TWO)
    before = content(tmp_path)
    with pytest.raises(Refused, match=r"already a tournament in .*arena resume"):
        create(tmp_path, TWO)
    assert content(tmp_path) == before


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageUnavailable, match=r"cannot be written: Not a directory\."):
        create(tmp_path / "file" / "folder", TWO)


@pytest.mark.parametrize("torn", [b"", b"{", b'{"event":"finished","key":', b"x" * 200_000])
def test_a_torn_line_is_cut_off_before_the_next_is_written(tmp_path: Path, torn: bytes) -> None:
    create(tmp_path, TWO)
    before = content(tmp_path)
    with (tmp_path / "journal.jsonl").open("ab") as file:
        file.write(torn)
    append(tmp_path, [event("opened")])
    after = content(tmp_path)
    assert after.startswith(before)
    assert json.loads(after[len(before) :])["event"] == "opened"
    assert after.endswith(b"}\n")


def test_when_the_disk_is_full_no_part_of_the_lines_stays(tmp_path: Path) -> None:
    create(tmp_path, TWO)
    before = content(tmp_path)
    lines = [event("finished", key="k", text="x" * 5_000) for _ in range(3)]
    with (
        largest_file(len(before) + 7_000),
        pytest.raises(StorageUnavailable, match="cannot be written"),
    ):
        append(tmp_path, lines)
    assert content(tmp_path) == before
    append(tmp_path, lines[:1])
    assert content(tmp_path).count(b"\n") == 2


def test_lines_of_two_writers_never_mix(tmp_path: Path) -> None:
    create(tmp_path, TWO)

    def write(name: str) -> None:
        for number in range(25):
            append(tmp_path, [event("note", writer=name, number=number, text="x" * 3_000)] * 3)

    writers = [threading.Thread(target=write, args=(name,)) for name in "ab"]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    lines = [json.loads(line) for line in content(tmp_path).splitlines()]
    assert len(lines) == 1 + 2 * 25 * 3
    for name in "ab":
        numbers = [line["number"] for line in lines if line.get("writer") == name]
        assert numbers == [number for number in range(25) for _ in range(3)]


def test_a_change_that_turns_out_impossible_writes_nothing(tmp_path: Path) -> None:
    create(tmp_path, TWO)
    before = content(tmp_path)

    def refuse() -> None:
        raise Refused("arena.running", folder="x")

    with pytest.raises(Refused):
        append(tmp_path, [event("changed", paused=True)], refuse)
    assert content(tmp_path) == before


@pytest.mark.slow
def test_a_second_runner_is_refused_until_the_first_is_gone(tmp_path: Path) -> None:
    create(tmp_path, TWO)
    (tmp_path / "live").mkdir()
    (tmp_path / "live" / "old.json").write_text("{}")
    with runners_lock(tmp_path):
        assert Journal.open(tmp_path).is_running()
        assert not list((tmp_path / "live").iterdir())
        with (
            pytest.raises(Refused, match="Another runner is playing"),
            runners_lock(tmp_path),
        ):
            raise AssertionError
    with runners_lock(tmp_path):
        pass


def test_reading_does_not_block_a_runner(tmp_path: Path) -> None:
    create(tmp_path, TWO)
    journal, stop = Journal.open(tmp_path), threading.Event()
    with runners_lock(tmp_path):
        pass

    def look() -> None:
        while not stop.is_set():
            journal.is_running()

    looking = threading.Thread(target=look)
    looking.start()
    try:
        for _ in range(20):
            with runners_lock(tmp_path):
                pass
    finally:
        stop.set()
        looking.join()

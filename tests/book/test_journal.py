"""The journal of pairs: complete lines, torn ends, invalid files."""

from __future__ import annotations

import resource
from pathlib import Path

import pytest

from fivefold.book.journal import Journal
from fivefold.book.pairs import LOST, SolvedPairs
from fivefold.errors import DamagedBook, Refused, StorageUnavailable
from fivefold.games.pentomino import PentominoGame

GAME = PentominoGame(5, 5)
HEADER = "fivefold pentomino pairs 1 5x5\n"


def read(file: Path) -> SolvedPairs:
    solved, journal = SolvedPairs(GAME), Journal(file, GAME)
    try:
        journal.read_into(solved)
    finally:
        journal.close()
    return solved


def lines() -> list[str]:
    """Returns three valid lines."""
    start, found = GAME.start, []
    for first in (0, 40, 80):
        after = start.play(first)
        reply = after.legal_moves()[first // 2]
        third = after.play(reply).legal_moves()[0]
        found.append(f"{first} {reply} {'lost' if first == 0 else third}\n")
    return found


def write(file: Path) -> None:
    journal = Journal(file, GAME)
    journal.read_into(SolvedPairs(GAME))
    for line in lines():
        one, other, third = line.split()
        journal.append((int(one), int(other)), None if third == "lost" else int(third))
    journal.sync()
    journal.close()


def test_what_is_appended_is_read(tmp_path: Path) -> None:
    file = tmp_path / "pairs"
    write(file)
    assert file.read_text() == HEADER + "".join(lines())
    solved = read(file)
    assert len(solved) == 1 + 3 + 3
    one, other, _ = lines()[0].split()
    assert solved.third(int(one), int(other)) == LOST


def test_a_line_torn_at_any_byte_is_cut_off_and_the_journal_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "pairs"
    write(file)
    data = file.read_bytes()
    for size in range(0, len(data), 3):
        file.write_bytes(data[:size])
        whole = data[:size].rpartition(b"\n")[0].count(b"\n") if b"\n" in data[:size] else -1
        assert len(read(file)) == (0, 0, 1, 4, 7)[whole + 1]
        kept = file.read_bytes()
        assert kept == (data[:size].rpartition(b"\n")[0] + b"\n" if whole >= 0 else HEADER.encode())
    write(file)
    assert file.read_text().endswith("".join(lines()))


BAD_LINES = {
    "words": "hello",
    "two numbers": "0 100",
    "four numbers": "0 100 200 300",
    "a move that is not there": "0 571 lost",
    "two that overlap": "0 1 lost",
    "a third move that overlaps": f"{lines()[1].rsplit(' ', 1)[0]} 40",
    "letters that are not ASCII": "0 ١٢٣ lost",
    "nothing": "",
    "other case": "0 100 LOST",
}


@pytest.mark.parametrize("name", BAD_LINES)
def test_a_line_that_is_no_pair_is_reported_and_nothing_is_changed(
    name: str, tmp_path: Path
) -> None:
    file = tmp_path / "pairs"
    data = f"{HEADER}{lines()[0]}{BAD_LINES[name]}\n{lines()[1]}12 1".encode()
    file.write_bytes(data)
    with pytest.raises(DamagedBook) as caught:
        read(file)
    assert caught.value.code == "book.journal_line"
    assert caught.value.line == 3
    assert file.read_bytes() == data


@pytest.mark.parametrize(
    "data",
    [
        b"hello",
        b"hello\n",
        HEADER.replace("1", "2").encode(),
        HEADER.replace("5x5", "8x8").encode(),
        b"\n",
        b"fivefold pentomino book 1 5x5\n",
    ],
)
def test_a_file_that_is_something_else_is_refused(data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "pairs"
    file.write_bytes(data)
    with pytest.raises(DamagedBook) as caught:
        read(file)
    assert caught.value.code == "book.journal_header"
    assert file.read_bytes() == data


def test_two_builders_cannot_have_one_journal(tmp_path: Path) -> None:
    first = Journal(tmp_path / "pairs", GAME)
    with pytest.raises(Refused):
        Journal(tmp_path / "pairs", GAME)
    first.close()
    Journal(tmp_path / "pairs", GAME).close()


def test_a_place_where_nothing_can_be_written_is_told(tmp_path: Path) -> None:
    for place in (tmp_path, tmp_path / "no" / "folder"):
        with pytest.raises(StorageUnavailable) as caught:
            Journal(place, GAME)
        assert str(place) in str(caught.value)


def test_on_a_full_disk_no_half_line_stays(tmp_path: Path) -> None:
    file, solved = tmp_path / "pairs", SolvedPairs(GAME)
    journal = Journal(file, GAME)
    journal.read_into(solved)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(HEADER) + 4, before[1]))
    try:
        with pytest.raises(StorageUnavailable):
            journal.append((10, 100), 200)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        journal.close()
    assert file.read_text() == HEADER

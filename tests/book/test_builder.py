"""Building complete books of small boards, with every outcome and answer checked by brute force."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import pytest

from fivefold.arena.running.pool import LocalPool, ProcessDied
from fivefold.book.builder import Builder, Progress
from fivefold.errors import DamagedBook, EngineCrashed, Refused
from fivefold.games.pentomino import PentominoGame
from fivefold.strategies.pentomino.book import Book, read_book

if TYPE_CHECKING:
    from tests.book.conftest import Oracle


def thread() -> Executor:
    return ThreadPoolExecutor(1)


def builder_of(brute: Oracle, file: Path, **settings: Any) -> Builder:
    return Builder(file, game=PentominoGame(*brute.size), memory=4, **settings)


def check(book: Book, brute: Oracle, *, whole: bool = True) -> None:
    """Asserts that the book is correct and, if `whole`, complete."""
    for first, known in book.first_moves.items():
        assert (known.outcome == "loss") is brute.wins(first)
        if known.refutation is not None:
            assert not brute.wins(first, known.refutation)
        for reply, third in (known.answers or {}).items():
            assert not brute.wins(first, reply, third)
    if whole:
        canonical = {min(images) for images in _classes(brute)}
        assert set(book.first_moves) == canonical


def _classes(brute: Oracle) -> list[tuple[int, ...]]:
    from fivefold.strategies.pentomino.symmetry import symmetry_of

    return list(zip(*symmetry_of(*brute.size).images, strict=True))


@pytest.mark.slow
def test_a_whole_book_is_right(brute: Oracle, tmp_path: Path) -> None:
    file = tmp_path / "book.txt"
    progress = builder_of(brute, file).run(thread)
    check(read_book(file), brute)
    assert progress.won + progress.lost == progress.first_moves
    assert (progress.won > 0) is brute.wins()
    assert progress.pairs <= progress.known
    assert len((tmp_path / "book.txt.journal").read_text().splitlines()) == 1 + progress.pairs
    assert sorted(each.name for each in tmp_path.iterdir()) == ["book.txt", "book.txt.journal"]


@pytest.mark.slow
def test_two_processes_come_to_the_same_outcomes_as_one(five: Oracle, tmp_path: Path) -> None:
    builder_of(five, tmp_path / "one.txt").run(thread)
    builder_of(five, tmp_path / "two.txt").run(lambda: LocalPool(2))
    one, two = read_book(tmp_path / "one.txt"), read_book(tmp_path / "two.txt")
    check(two, five)
    assert list(one.first_moves) == list(two.first_moves)
    for first, known in one.first_moves.items():
        assert two.first_moves[first].outcome == known.outcome


@cache
def journal_of_five() -> bytes:
    """Returns the journal of the complete 5x5 book."""
    with TemporaryDirectory() as folder:
        Builder(Path(folder, "book"), game=PentominoGame(5, 5), memory=4).run(thread)
        return Path(folder, "book.journal").read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_a_builder_killed_at_any_byte_goes_on(seed: int, five: Oracle, tmp_path: Path) -> None:
    file, journal = tmp_path / "book.txt", tmp_path / "book.txt.journal"
    data = journal_of_five()
    size = random.Random(seed).randrange(len(data))
    journal.write_bytes(data[:size])
    kept = max(0, data[:size].count(b"\n") - 1)
    rest = builder_of(five, file).run(thread)
    assert rest.pairs > 0
    assert rest.won + rest.lost == rest.first_moves
    assert journal.read_bytes().startswith(data[: data[:size].rfind(b"\n") + 1])
    assert len(journal.read_bytes().splitlines()) == 1 + kept + rest.pairs
    check(read_book(file), five)


def test_a_finished_book_stays_as_it_is(five: Oracle, tmp_path: Path) -> None:
    file = tmp_path / "book.txt"
    (tmp_path / "book.txt.journal").write_bytes(journal_of_five())
    builder_of(five, file).run(thread)
    before = file.read_bytes()
    (tmp_path / "book.txt.journal").unlink()
    # The board is that of the book, and no process is needed.
    progress = Builder(file).run(lambda: pytest.fail("there was nothing to solve"))
    assert progress.pairs == 0
    assert progress.board == "5x5"
    assert file.read_bytes() == before


def test_only_the_first_move_that_is_asked_for_is_decided(five: Oracle, tmp_path: Path) -> None:
    wins = [move for move in five.moves if not five.wins(move)]
    builder = builder_of(five, tmp_path / "book.txt")
    builder.want(wins[-1:])
    builder.run(thread)
    book = read_book(tmp_path / "book.txt")
    assert book.lookup(book.game.start.play(wins[-1])) is not None
    check(book, five, whole=False)
    builder = builder_of(five, tmp_path / "book.txt")
    builder.want([0])
    progress = builder.run(thread)
    more = read_book(tmp_path / "book.txt")
    assert more.lookup(more.game.start.play(0)) is not None
    assert set(book.first_moves) < set(more.first_moves)
    assert progress.known > progress.pairs


def test_a_stopped_builder_keeps_what_is_solved(five: Oracle, tmp_path: Path) -> None:
    file = tmp_path / "book.txt"

    def stop_soon(progress: Progress) -> None:
        if progress.pairs >= 20:
            builder.stop.set()

    builder = builder_of(five, file, on_tick=stop_soon)
    progress = builder.run(thread)
    assert progress.pairs >= 20
    assert progress.won + progress.lost < progress.first_moves
    lines = (tmp_path / "book.txt.journal").read_text().splitlines()
    assert len(lines) == 1 + progress.pairs
    check(read_book(file), five, whole=False)


def test_no_minutes_make_a_book_of_the_journal_alone(five: Oracle, tmp_path: Path) -> None:
    file = tmp_path / "book.txt"
    (tmp_path / "book.txt.journal").write_bytes(journal_of_five())
    progress = builder_of(five, file, minutes=0).run(thread)
    assert progress.pairs == 0
    check(read_book(file), five)


def test_a_book_of_another_board_is_refused(five: Oracle, tmp_path: Path) -> None:
    file = tmp_path / "book.txt"
    builder_of(five, file, minutes=0).run(thread)
    before = file.read_bytes()
    with pytest.raises(Refused) as caught:
        Builder(file, game=PentominoGame())
    assert caught.value.code == "book.other_board"
    with pytest.raises(Refused) as caught:
        Builder(file, journal=file)
    assert caught.value.code == "book.same_file"
    assert file.read_bytes() == before


def test_a_damaged_book_is_not_written_over(tmp_path: Path) -> None:
    file = tmp_path / "book.txt"
    file.write_text("something of mine\n")
    with pytest.raises(DamagedBook):
        Builder(file)
    assert file.read_text() == "something of mine\n"
    assert not (tmp_path / "book.txt.journal").exists()


class Deadly(Executor):
    """An executor whose process dies at the first calls."""

    def __init__(self, deaths: int) -> None:
        self._deaths = deaths

    def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self._deaths -= 1
        if self._deaths >= 0:
            future.set_exception(ProcessDied())
        else:
            future.set_result(function(*args, **kwargs))
        return future


def test_a_pair_whose_process_died_is_solved_again(five: Oracle, tmp_path: Path) -> None:
    builder_of(five, tmp_path / "book.txt").run(lambda: Deadly(2))
    check(read_book(tmp_path / "book.txt"), five)


def test_a_pair_that_kills_every_process_ends_the_work(five: Oracle, tmp_path: Path) -> None:
    with pytest.raises(EngineCrashed) as caught:
        builder_of(five, tmp_path / "book.txt").run(lambda: Deadly(10**6))
    assert caught.value.code == "book.died"


@pytest.mark.long
def test_killed_for_real_again_and_again_it_comes_to_the_end(
    five_by_six: Oracle, tmp_path: Path
) -> None:
    file, chance = tmp_path / "book.txt", random.Random(6)
    journal = tmp_path / "book.txt.journal"
    command = [sys.executable, "-c", "import sys; from fivefold.cli import main; sys.exit(main())"]
    command += ["book", "pentomino", "build", str(file), "--size", "5x6"]
    command += ["--processes", "2", "--memory", "4"]
    kept = 0
    for _ in range(8):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        lines = kept + chance.randrange(200)
        while process.poll() is None and _lines_in(journal) <= lines:
            time.sleep(0.01)
        process.kill()
        process.wait()
        assert _lines_in(journal) > lines
        kept = _lines_in(journal)
    subprocess.run(command, check=True, capture_output=True)
    check(read_book(file), five_by_six)


def _lines_in(file: Path) -> int:
    return file.read_bytes().count(b"\n") if file.exists() else 0

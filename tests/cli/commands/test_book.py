"""`fivefold book pentomino`: build, resume, info, and wrong usage."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fivefold.strategies.pentomino.book import book

if TYPE_CHECKING:
    from tests.cli.conftest import Fivefold

COMMAND = [sys.executable, "-c", "import sys; from fivefold.cli import main; sys.exit(main())"]


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book of 4x4, where every first move loses."""
    from fivefold.cli import main

    file = tmp_path_factory.mktemp("book") / "small.txt"
    arguments = ["book", "pentomino", "build", str(file), "--size", "4", "--memory", "1"]
    assert main([*arguments, "--processes", "1"]) == 0
    return file


def test_a_book_is_built_and_built_again(fivefold: Fivefold, small: Path) -> None:
    before = small.read_bytes()
    answer = fivefold("book", "pentomino", "build", str(small), "--json")
    found = answer.document
    assert found["board"] == "4x4"
    assert found["won"] == 0
    assert found["lost"] == found["first_moves"] > 10
    assert found["pairs"] == 0
    assert small.read_bytes() == before


def test_info_shows_the_contents_of_a_book(fivefold: Fivefold, small: Path) -> None:
    found = fivefold("book", "pentomino", "info", str(small), "--json").document
    assert (found["board"], found["won"], found["undecided"]) == ("4x4", 0, 0)
    assert found["lost"] == found["first_moves"] == len(found["decided"])
    assert found["bytes"] == small.stat().st_size
    assert small.read_text().endswith(f"sha256 {found['sha256']}\n")
    text = fivefold("book", "pentomino", "info", str(small)).out
    assert f"of {found['first_moves']} first moves 0 win, {found['lost']} lose" in text
    assert found["sha256"] in text


def test_info_tells_of_a_first_move_in_its_image(fivefold: Fivefold, small: Path) -> None:
    for move in ("L a1 b1 c1 d1 a2", "L d1 d2 d3 c4 d4", "L a4 b4 c4 d4 d3"):
        question = ["book", "pentomino", "info", str(small), "--move", move]
        found = fivefold(*question, "--json").document
        assert found["outcome"] == "loss"
        assert found["canonical"] == "L a1 b1 c1 d1 a2"
        reply = found["refutation"]
        assert not set(reply.split()) & set(move.split())
        assert f"loses to {reply}" in fivefold(*question).out


def test_without_a_file_info_is_about_the_book_that_is_played_from(fivefold: Fivefold) -> None:
    found = fivefold("book", "pentomino", "info", "--json").document
    assert found["board"] == "8x8"
    assert found["first_moves"] == 296
    assert found["sha256"] == book().sha256
    assert found["won"] + found["lost"] == len(book().first_moves)


WRONG = {
    "no file": (["info", "none.txt"], 2, "There is no book “none.txt”."),
    "no book": (["info", "mine.txt"], 2, "its first line is not the header of a pentomino book"),
    "no book to extend": (["build", "mine.txt"], 2, "cannot be used"),
    "no folder": (["build", "no/book.txt", "--size", "4"], 2, "No such file or directory"),
    "other board": (["build", "small.txt", "--size", "5"], 2, "is for 4x4, not 5x5"),
    "no such board": (["build", "new.txt", "--size", "9"], 2, "pentomino"),
    "no such size": (["build", "new.txt", "--size", "big"], 2, "big"),
    "unreadable move": (["build", "small.txt", "--first", "hello"], 2, "There is no piece “H”"),
    "no such piece": (["build", "small.txt", "--first", "a1 b1 c1 d1 d4"], 1, "a1 b1 c1 d1 d4"),
    "other journal": (["build", "small.txt", "--journal", "mine.txt"], 2, "first line"),
    "journal in the book": (["build", "small.txt", "--journal", "small.txt"], 2, "both"),
    "no minutes": (["build", "small.txt", "--minutes", "-1"], 2, "--minutes"),
    "no processes": (["build", "small.txt", "--processes", "0"], 2, "--processes"),
    "no cluster": (["build", "new.txt", "--size", "4", "--cluster", "here"], 2, "tcp://host:8786"),
    "move off the board": (["info", "small.txt", "--move", "I a1 b1 c1 d1 e1"], 1, "off the board"),
    "no command": (["bild", "small.txt"], 2, "build"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_input_gets_one_sentence(
    name: str, fivefold: Fivefold, small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("small.txt").write_bytes(small.read_bytes())
    Path("mine.txt").write_text("what I did today\n")
    arguments, code, reason = WRONG[name]
    answer = fivefold("book", "pentomino", *arguments)
    assert answer.code == code, answer.err
    assert answer.out == ""
    assert reason in answer.err
    assert answer.err.count("\n") == 1
    assert Path("small.txt").read_bytes() == small.read_bytes()
    assert Path("mine.txt").read_text() == "what I did today\n"
    assert not Path("new.txt").exists()


@pytest.mark.system
def test_ctrl_c_ends_it_cleanly_and_the_same_command_goes_on(tmp_path: Path) -> None:
    file, journal = tmp_path / "book.txt", tmp_path / "book.txt.journal"
    arguments = ["book", "pentomino", "build", str(file), "--size", "6x7", "--memory", "4"]
    process = subprocess.Popen(
        [*COMMAND, *arguments, "--processes", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while not journal.exists() or journal.read_text().count("\n") < 9:
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Run the same command to continue" in err
    assert "Traceback" not in err
    assert "first moves decided" in out
    lines = journal.read_text()
    assert lines.endswith("\n")
    again = subprocess.run(
        [*COMMAND, *arguments, "--processes", "1", "--minutes", "0"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "0 pairs solved" in again.stdout
    assert journal.read_text() == lines

"""`fivefold arena resume` from the command line; tests/arena compares the standings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fivefold.results.journal import Journal
from fivefold.results.journal_writer import create, runners_lock
from fivefold.results.tournament import Entrant, Tournament

if TYPE_CHECKING:
    from tests.cli.conftest import Fivefold

TWO = Tournament(
    "t", "othello(size=4)", "round-robin", (Entrant("a", "random"), Entrant("b", "h1")), pairs=2
)


def test_a_tournament_is_played_from_where_it_stands(fivefold: Fivefold, tmp_path: Path) -> None:
    create(tmp_path, TWO)
    answer = fivefold("arena", "resume", str(tmp_path), "--concurrency", "1")
    assert answer.code == 0, answer.err
    assert answer.out.startswith("t: finished, 4 games.")
    before = (tmp_path / "journal.jsonl").read_bytes()
    again = fivefold("arena", "resume", str(tmp_path))
    assert again.out == answer.out
    after = (tmp_path / "journal.jsonl").read_bytes()
    assert after.startswith(before)
    assert b"finished" not in after[len(before) :]
    assert Journal.open(tmp_path).concurrency == 1


@pytest.mark.slow
def test_what_is_being_played_is_not_played_twice(fivefold: Fivefold, tmp_path: Path) -> None:
    create(tmp_path, TWO)
    with runners_lock(tmp_path):
        answer = fivefold("arena", "resume", str(tmp_path))
    assert answer.code == 2
    assert "Another runner is playing" in answer.err


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "There is no tournament in"),
        (b"", "has no complete line"),
        (b"nonsense\n", "Line 1 of"),
    ],
    ids=["none", "empty", "nonsense"],
)
def test_a_folder_without_a_tournament_is_reported(
    fivefold: Fivefold, tmp_path: Path, content: bytes | None, sentence: str
) -> None:
    if content is not None:
        (tmp_path / "journal.jsonl").write_bytes(content)
    answer = fivefold("arena", "resume", str(tmp_path))
    assert answer.code == 2
    assert sentence in answer.err


def test_a_missing_cluster_is_reported(fivefold: Fivefold, tmp_path: Path) -> None:
    create(tmp_path, TWO)
    answer = fivefold("arena", "resume", str(tmp_path), "--cluster", "nowhere")
    assert answer.code == 2
    assert "tcp://host:8786" in answer.err

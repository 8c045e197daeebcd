"""Journals of tournaments, written line by line as docs/reference/arena.md describes them.

They are written by hand, so that whoever reads journals is not checked against whoever writes them.
And no example of hypothesis has a deadline: no test is about the clock on the wall.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest

hypothesis.settings.register_profile("fivefold", deadline=None)
hypothesis.settings.load_profile("fivefold")

EMPTY = "." * 81 + " X"
X_WINS = ["c3", "c5", "d3", "d5", "e3", "e5", "f3", "f5", "g3"]
O_WINS = ["a1", "c5", "a3", "d5", "a5", "e5", "a7", "f5", "b9", "g5"]
REASONS = {"X": "Black has five in a row.", "O": "White has five in a row."}


class JournalFile:
    """A tournament's folder with its journal; games are played on a board of 9 x 9."""

    def __init__(self, folder: Path, *names: str, **settings: Any) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.file = folder / "journal.jsonl"
        self.seconds = 0
        self._lock: int | None = None
        tournament = {
            "name": "A small tournament",
            "game": "gomoku(size=9, rules=freestyle)",
            "format": "match" if len(names) == 2 else "round-robin",
            "entrants": [{"name": name, "player": "random"} for name in names],
            **settings,
        }
        self.file.write_text("")
        self.write(event="tournament", version=1, tournament=tournament)

    def write(self, end: str = "\n", **line: Any) -> None:
        """Appends a line; each is a second later than the one before."""
        self.seconds += 1
        minutes, seconds = divmod(self.seconds, 60)
        line.setdefault("at", f"2026-11-16T04:{minutes:02}:{seconds:02}Z")
        with self.file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False) + end)

    def started(self, pair: str, game: int, first: str, second: str) -> str:
        """Appends that a game began and returns its key."""
        key = f"{pair}.{game}"
        names = {"first": first, "second": second}
        rules = "gomoku(size=9, rules=freestyle)"
        self.write(event="started", key=key, game=rules, **names, start=EMPTY, moves=[])
        return key

    def finished(
        self, pair: str, game: int, first: str, second: str, winner: str | None, **more: Any
    ) -> str:
        """Appends the result of a game and returns its key; a draw is one of the longest length."""
        key = f"{pair}.{game}"
        moves = {"X": X_WINS, "O": O_WINS, None: X_WINS[:4]}[winner]
        line = {
            "event": "finished",
            "key": key,
            "fault": None,
            "game": "gomoku(size=9, rules=freestyle)",
            "first": first,
            "second": second,
            "start": EMPTY,
            "moves": moves,
            "winner": winner,
            "ending": "normal" if winner else "maximum",
            "reason": REASONS[winner] if winner else "The longest length is reached.",
            **more,
        }
        line.setdefault("seconds", [0.5 if ply % 2 else 0.25 for ply in range(len(line["moves"]))])
        self.write(**line)
        return key

    def run(self) -> None:
        """Holds the lock that a runner holds."""
        self._lock = os.open(self.folder / "runner.lock", os.O_RDWR | os.O_CREAT)
        fcntl.flock(self._lock, fcntl.LOCK_EX)

    def stop(self) -> None:
        """Lets the lock go, as the end of a runner does."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


NewJournal = Callable[..., JournalFile]


@pytest.fixture(scope="session")
def new_journal() -> Iterator[NewJournal]:
    """Makes a tournament: `new_journal(folder, "a", "b", pairs=2)`."""
    made: list[JournalFile] = []

    def make(folder: Path, *names: str, **settings: Any) -> JournalFile:
        made.append(JournalFile(folder, *names, **settings))
        return made[-1]

    yield make
    for each in made:
        each.stop()

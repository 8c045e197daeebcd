"""D6: a long run with a kill now and then loses nothing, and its pieces add up.

D1 kills often and looks closely; this plays game after game and keeps a record. The full size,
24 hours in pieces, is bench/web_long_run.py.
"""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from tests.promises.conftest import Forks, bench

GAMES, RATE, KILL_EVERY = 6, 60.0, 0.5
HOURS = 1.0 / 3_600


def piece(url: str, file: Path, launch: Any) -> dict[str, Any]:
    """Plays a piece of a few seconds; returns what it has found."""
    long_run = bench("web_long_run")
    record = long_run.Record(file)
    played = long_run.play_piece(GAMES, RATE, HOURS, KILL_EVERY, url, record, launch)
    result: dict[str, Any] = asyncio.run(played)
    assert result["kills"] >= 1
    assert result["acknowledged"] > 0
    return result


def test_a_piece_loses_nothing_and_pieces_add_up(forks: Forks, tmp_path: Path) -> None:
    file = tmp_path / "record.jsonl"
    played = piece(f"sqlite:///{tmp_path}/games.db", file, forks.launch())
    wrong = {name: played[name] for name in ("lost", "doubled", "extra", "gaps", "errors")}
    assert wrong == {"lost": 0, "doubled": 0, "extra": 0, "gaps": 0, "errors": []}
    assert played["integrity"] == "ok"
    line = file.read_text()
    assert json.loads(line) == played
    file.write_text(line * 3)
    total = bench("web_long_run").count(file)
    assert (total["pieces"], total["kills"]) == (3, 3 * played["kills"])
    assert total["acknowledged"] == 3 * played["acknowledged"]


def test_a_server_that_tells_before_it_writes_is_caught(forks: Forks, tmp_path: Path) -> None:
    launch = forks.launch("tells_before_it_writes")
    assert piece(f"sqlite:///{tmp_path}/games.db", tmp_path / "record", launch)["lost"] > 0

"""`tournament`: a whole tournament in one call, without and with an event loop."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from fivefold.arena.running.played import PlayedTournament, tournament, tournament_async
from fivefold.drawing.tables import standings_svg
from fivefold.errors import FivefoldError, InvalidNotation, UnknownName
from fivefold.results.journal import Journal

pytestmark = pytest.mark.system
GAME = "othello(size=4)"


@pytest.fixture(scope="module")
def played() -> PlayedTournament:
    players = {"one": "greedy", "two": "random", "three": "methodical"}
    return tournament(GAME, players, openings="none", concurrency=1)


def test_everyone_meets_everyone_from_both_seats(played: PlayedTournament) -> None:
    names = ("one", "two", "three")
    met = sorted((record.first, record.second) for record in played.records)
    assert met == sorted((a, b) for a in names for b in names if a != b)
    assert sum(row.points for row in played.standings) == len(played.records)
    assert [row.points for row in played.standings] == sorted(
        (row.points for row in played.standings), reverse=True
    )


def test_it_prints_as_its_report_and_draws_its_standings(played: PlayedTournament) -> None:
    assert all(row.name in str(played) for row in played.standings)
    shown = played._repr_mimebundle_()
    assert shown["text/plain"] == str(played)
    texts = {each.text for each in ET.fromstring(shown["image/svg+xml"]).iter() if each.text}
    assert {"one", "two", "three"} <= texts


def test_long_and_strange_names_are_drawn_as_written_or_cut() -> None:
    rows = [("a & <b>", 2.0, 2), ("x" * 60, 1.0, 2), ("나의 로봇 " * 6, 0.0, 2), ("new", 0.0, 0)]
    texts = [each.text or "" for each in ET.fromstring(standings_svg(rows)).iter() if each.text]
    assert "a & <b>" in texts
    assert any(text.startswith("xxx") and text.endswith("x…") for text in texts)
    assert any(text.startswith("나의 로봇") and len(text) < 20 for text in texts)


def test_a_folder_keeps_the_journal_and_cannot_be_used_twice(tmp_path: Path) -> None:
    folder = tmp_path / "cup"
    played = tournament(GAME, ["greedy", "random"], openings="none", folder=folder)
    assert len(Journal.open(folder).finished) == len(played.records) == 2
    with pytest.raises(FivefoldError):
        tournament(GAME, ["greedy", "random"], openings="none", folder=folder)


@pytest.mark.parametrize(
    "players", ["greedy", [3, 4], ["greedy", "nobody"], ["greedy"], {"a – b": "greedy"}]
)
def test_players_that_cannot_play_are_refused_with_a_sentence(players: Any) -> None:
    with pytest.raises((InvalidNotation, UnknownName)):
        tournament(GAME, players, openings="none")


def test_the_twin_plays_beside_the_loop() -> None:
    async def beside() -> tuple[PlayedTournament, int]:
        task = asyncio.create_task(tournament_async(GAME, ["greedy", "random"], openings="none"))
        ticks = 0
        while not task.done():
            await asyncio.sleep(0.01)
            ticks += 1
        return task.result(), ticks

    played, ticks = asyncio.run(beside())
    assert len(played.records) == 2
    assert ticks


def test_a_script_without_a_main_guard_runs_once(tmp_path: Path) -> None:
    script = tmp_path / "cup.py"
    script.write_text(
        "import fivefold\nprint('once', flush=True)\n"
        f"cup = fivefold.tournament({GAME!r}, ['greedy', 'random'], openings='none')\n"
        "print(len(cup.records))\n"
    )
    ran = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, timeout=120, check=False
    )
    assert (ran.stdout.split(), ran.stderr) == (["once", "2"], "")

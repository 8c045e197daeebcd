"""The Gomoku benchmarks: small matches and soaks run, are counted and are resumed."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from fivefold.games.gomoku import GomokuGame

pytestmark = pytest.mark.system

PROJECT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def bench() -> Iterator[Path]:
    folder = str(PROJECT / "bench")
    sys.path.insert(0, folder)
    yield Path(folder)
    sys.path.remove(folder)


@pytest.fixture
def match(bench: Path) -> ModuleType:
    return import_module("gomoku_match")


@pytest.fixture
def soak(bench: Path) -> ModuleType:
    return import_module("gomoku_soak")


@pytest.fixture
def players(bench: Path) -> ModuleType:
    return import_module("support.gomoku_players")


def run(module: ModuleType, monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    monkeypatch.setattr(sys, "argv", [module.__name__, *words])
    module.main()


def game(number: int, winner: str | None, ending: str = "normal") -> dict[str, Any]:
    spent = {"moves": 2, "cpu": 0.5, "wall": 1.0, "most_cpu": 0.3, "most_wall": 0.6}
    spent |= {"cpu_over": 0, "wall_over": 0}
    return {
        "number": number,
        "winner": winner,
        "ending": ending,
        "game": [15, "freestyle"],
        "spent": [{**spent, "late": []}, {**spent, "late": []}],
    }


def test_a_summary_counts_for_the_first_player_who_has_black_in_even_games(
    match: ModuleType,
) -> None:
    games = [game(0, "X"), game(1, "O"), game(2, "O", "crashed"), game(3, None)]
    found = match.summary({each["number"]: each for each in games})
    assert (found["wins"], found["draws"], found["losses"]) == (2, 1, 1)
    assert found["pairs"] == [0, 1, 0, 0, 1]
    assert found["faults"] == [{"crashed": 1}, {}]
    assert found["black_share"] == pytest.approx(1.5 / 4)
    assert found["spent"][0]["cpu"] == 2.0
    clean = match.summary({number: game(number, "XO"[number % 2]) for number in range(24)})
    assert clean["elo"]["error95"] is None
    assert 310 < clean["elo_at_least"] < 330  # Wilson: 24 of 24 are at least 86.2 %


def test_openings_go_round_and_come_back_turned(match: ModuleType) -> None:
    own = GomokuGame()
    openings = match.Openings(own, ("a15 b15", "h8"))
    assert openings.of_pair(0) == [0, 1]
    assert openings.of_pair(1) == [own.parse_move("h8")]
    later = {tuple(openings.of_pair(2 * turn)) for turn in range(8)}
    corners = {own.parse_move(name) for name in ("a15", "o15", "a1", "o1")}
    assert len(later) == 8
    assert {line[0] for line in later} == corners
    assert openings.of_pair(16) == openings.of_pair(0)


def test_a_match_goes_on_with_its_journal(
    match: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    journal = tmp_path / "match.journal"
    words = ["minimax(depth=1)", "random", "--seconds", "5", "--size", "7"]
    words += ["--openings", "none", "--journal", str(journal)]
    run(match, monkeypatch, *words, "--games", "1")
    first = journal.read_text()
    journal.write_text(first + '{"number": 1, "mov')  # torn by a kill
    capsys.readouterr()
    run(match, monkeypatch, *words, "--games", "2", "--json", str(tmp_path / "result.json"))
    assert journal.read_text().startswith(first)
    assert "2 games: won 2" in capsys.readouterr().out
    result = json.loads((tmp_path / "result.json").read_text())
    assert result["faults"] == [{}, {}]
    assert [spent["cpu_over"] for spent in result["spent"]] == [0, 0]
    with pytest.raises(SystemExit, match="journal of something else"):
        run(match, monkeypatch, "random", "random", "--depth", "1", "--journal", str(journal))


def test_a_soak_plays_many_rules_and_sizes_and_the_same_again(
    soak: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    drawn = [soak.drawn(number, 1, "engine") for number in range(40)]
    assert drawn == [soak.drawn(number, 1, "engine") for number in range(40)]
    assert len({own.rules for own, _, _ in drawn}) >= 6
    assert len({own.size for own, _, _ in drawn}) >= 8
    assert all(0.02 <= seconds <= 0.05 for _, _, seconds in drawn)
    assert not any(own.rules.startswith("omok") for own, _, _ in map_drawn(soak, "gomocup:x"))
    # Long enough for any machine: a move that exceeds its time ends the command with 1.
    monkeypatch.setattr(soak, "MILLISECONDS", (20_000, 50_000))
    run(soak, monkeypatch, "--player", "random", "--games", "3")
    assert "illegal moves, crashes and the like: none" in capsys.readouterr().out


def map_drawn(soak: ModuleType, player: str) -> list[Any]:
    return [soak.drawn(number, 1, player) for number in range(40)]


def test_a_late_move_is_explained_by_waiting_for_a_processor(
    players: ModuleType, soak: ModuleType
) -> None:
    spent = players.Spent()
    spent.add(cpu=0.01, wall=0.02, waited=0.0, limit=0.03)
    spent.add(cpu=0.029, wall=0.09, waited=0.06, limit=0.03)
    spent.add(cpu=0.029, wall=0.09, waited=0.0, limit=0.03)
    spent.add(cpu=0.04, wall=0.05, waited=0.01, limit=0.03)
    assert (spent.moves, spent.cpu_over, spent.wall_over) == (4, 1, 3)
    assert spent.wall_over_by_waiting == 1
    assert [late["move"] for late in spent.late] == [3, 4]
    found = soak.summary({0: game(0, "X") | {"spent": spent.as_json()}})
    assert (found["moves"], found["cpu_over"], found["wall_over_by_waiting"]) == (4, 1, 1)
    assert soak.unexplained(found["late"][0]) == pytest.approx(0.061)


def test_a_move_is_excused_by_no_more_than_the_host_took_meanwhile(players: ModuleType) -> None:
    spent = players.Spent()
    spent.add(cpu=0.05, wall=0.06, waited=0.0, limit=0.03, stolen=0.0)
    spent.add(cpu=0.05, wall=0.06, waited=0.0, limit=0.03, stolen=0.01)
    assert (spent.cpu_over, spent.cpu_over_by_host) == (2, 0)
    spent.add(cpu=0.05, wall=0.06, waited=0.0, limit=0.03, stolen=0.03)
    assert (spent.cpu_over, spent.cpu_over_by_host) == (3, 1)
    assert [late["stolen"] for late in spent.late] == [0.0, 0.01, 0.03]
    assert spent.plus(spent).cpu_over_by_host == 2
    assert 0 <= players.stolen() <= players.stolen()


def test_cpu_time_of_another_process_is_read_by_its_own_clock(players: ModuleType) -> None:
    own = players.seconds_of(os.getpid())
    until = time.process_time() + 0.03
    while time.process_time() < until:
        pass
    assert players.seconds_of(os.getpid()) - own >= 0.03
    assert players.waited_of(os.getpid()) >= 0


def test_a_program_can_be_made_to_see_its_cpu_time_as_the_time(players: ModuleType) -> None:
    code = "import time; a = time.monotonic(); time.sleep(0.3); print(time.monotonic() - a < 0.2)"
    _, _, command = players.with_cpu_clock("gomocup:true").partition(":")
    words = [*command.split()[:-1], sys.executable, "-c", code]

    async def said() -> bytes:
        child = await asyncio.create_subprocess_exec(*words, stdout=asyncio.subprocess.PIPE)
        return (await child.communicate())[0]

    assert asyncio.run(said()).strip() == b"True"
    assert players.with_cpu_clock("minimax") == "minimax"

"""T1: a tournament killed at any instant reaches the standings of an undisturbed run.

Each scheduled game has exactly one result. The control believes every line of the
journal and so counts some game twice: in each test its sum differs.
"""

from __future__ import annotations

import json
import os
import random
import secrets
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.left_processes import running_descendants, watched_processes

from fivefold.arena.running.runner import Runner
from fivefold.core import Limit
from fivefold.results.journal import FILE, Journal
from fivefold.results.journal_writer import create
from fivefold.results.sprt import Sprt
from fivefold.results.standings import Standings, standings_of
from fivefold.results.tournament import Entrant, Tournament

RUNNER = """
import sys
from pathlib import Path
from fivefold.arena.running.runner import Runner
Runner(Path(sys.argv[1]), concurrency=int(sys.argv[2])).run()
"""
PATIENCE = 60.0
"""Seconds to wait for something quick: the machine may be busy."""

LEAGUE = Tournament(
    name="league",
    game="othello(size=4)",
    format="round-robin",
    entrants=(
        Entrant("shallow", "minimax(depth=1)"),
        Entrant("deep", "minimax(depth=2)"),
        Entrant("chance", "random"),
        # Raises in its first move: a fault in each game, until it is withdrawn.
        Entrant("broken", "minimax(evaluate=nothing)"),
    ),
    pairs=8,
    seed=5,
    withdraw_after=3,
)
TEST = Tournament(
    name="test",
    game="othello(size=4)",
    format="match",
    entrants=(Entrant("a", "minimax(depth=3)"), Entrant("b", "random")),
    pairs=400,
    sprt=Sprt(0, 100),
    openings=("", "b1 a1", "b1 c1", "b1 a3"),
)


def start(folder: Path, concurrency: int = 2) -> tuple[subprocess.Popen[bytes], str]:
    """Starts a runner; returns it and the environment mark of its processes."""
    mark = secrets.token_hex(8)
    command = [sys.executable, "-c", RUNNER, str(folder), str(concurrency)]
    environment = {**os.environ, "FIVEFOLD_KILL_TEST": mark}
    return subprocess.Popen(command, env=environment, stderr=subprocess.PIPE), mark


def processes(mark: str) -> list[int]:
    """Returns the live processes with that mark."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (place / "environ").read_bytes():
                found.append(int(place.name))
        except OSError:
            continue
    return found


def wait_until(condition: Any) -> None:
    patient_until = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < patient_until
        time.sleep(0.005)


def size(folder: Path) -> int:
    return (folder / FILE).stat().st_size


def kill_once(folder: Path, chance: random.Random, grown: int) -> None:
    """Runs until the journal has grown by about that many bytes, then kills."""
    before = size(folder)
    wanted = before + chance.randrange(1, grown)
    runner, mark = start(folder)
    wait_until(lambda: size(folder) >= wanted or runner.poll() is not None)
    time.sleep(chance.random() * 0.03)
    runner.send_signal(signal.SIGKILL)
    _, errors = runner.communicate()
    assert not errors, errors.decode()
    wait_until(lambda: not processes(mark))


def undisturbed(folder: Path, tournament: Tournament) -> tuple[Standings, dict[str, Any]]:
    create(folder, tournament)
    Runner(folder, concurrency=2).run()
    return outcome(folder)


def outcome(folder: Path) -> tuple[Standings, dict[str, Any]]:
    """Returns the final standings, and every counted game with its moves and result."""
    journal = Journal.open(folder)
    standings = standings_of(journal)
    games = {}
    for fixture in standings.counted:
        record = replace(journal.record(fixture.key), seconds=())
        games[fixture.key] = (record, journal.finished[fixture.key].fault)
    return standings, games


def naive_count(folder: Path) -> Counter[str]:
    """The control: counts every line, including begun games and second results."""
    lines = [json.loads(line) for line in (folder / FILE).read_bytes().split(b"\n") if line]
    return Counter(
        f"{line['event']} {line.get('winner')}"
        for line in lines
        if line["event"] in ("started", "finished")
    )


@pytest.mark.parametrize(
    ("tournament", "kills", "grown"),
    [
        (LEAGUE, 4, 14_000),
        (TEST, 2, 20_000),
        pytest.param(
            replace(LEAGUE, game="othello(size=6)", pairs=167, withdraw_after=None),
            *(10, 160_000),
            marks=pytest.mark.long,
        ),
    ],
    ids=["withdrawal", "sprt", "2,000 games"],
)
def test_a_killed_tournament_comes_to_the_same_table(
    tmp_path: Path, tournament: Tournament, kills: int, grown: int
) -> None:
    calm, stormy = tmp_path / "calm", tmp_path / "stormy"
    standings, games = undisturbed(calm, tournament)
    assert standings.over
    create(stormy, tournament)
    chance = random.Random(2026)
    for _ in range(kills):
        kill_once(stormy, chance, grown)
    with (stormy / FILE).open("ab") as file:
        file.write(b'{"event":"finished","key":"shallow \xe2\x80\x93 deep 1.1","winn')
    Runner(stormy, concurrency=2).run()
    assert outcome(stormy) == (standings, games)
    assert naive_count(stormy) != naive_count(calm)


def test_a_result_that_came_twice_counts_once(tmp_path: Path) -> None:
    """As if a cluster ran a task twice: the lines differ, and the first one counts."""
    tournament = replace(TEST, sprt=None, pairs=3)
    standings, games = undisturbed(tmp_path, tournament)
    lines = (tmp_path / FILE).read_bytes().split(b"\n")
    doubled = [line.replace(b'"winner":"X"', b'"winner":"O"') for line in lines if b"fini" in line]
    with (tmp_path / FILE).open("ab") as file:
        file.write(b"\n".join([*doubled, b""]))
    assert outcome(tmp_path) == (standings, games)
    assert sum(naive_count(tmp_path).values()) > 2 * len(games)
    Runner(tmp_path).run()
    assert outcome(tmp_path) == (standings, games)


def test_when_the_runner_is_killed_no_process_is_left_behind(tmp_path: Path) -> None:
    """No workers and none of the bots and programs they started, even those that ignore signals."""
    (tmp_path / "bot.py").write_text(BOT)
    program = Path(__file__).parents[1] / "engines" / "broken_program.py"
    players = (
        Entrant("bot", f"{tmp_path}/bot.py"),
        Entrant("program", f"gomocup:{sys.executable} {program} works_for_ever", str(tmp_path)),
    )
    tournament = Tournament("t", "gomoku", "match", players, limit=Limit(seconds=600))
    create(tmp_path / "t", tournament)
    with watched_processes() as left:
        runner, _ = start(tmp_path / "t")
        # Two games are running: in one the bot thinks, in the other the program.
        wait_until(lambda: {BOT_LAUNCHER, "broken_program.py"} <= programs())
        runner.kill()
        runner.communicate()
        assert left() == []


BOT = """
import time
from fivefold import Strategy
class Deaf(Strategy):
    def choose(self, state, limit=None, stop=None):
        while True:
            time.sleep(1)
"""


BOT_LAUNCHER = "fivefold.cage.launcher"


def programs() -> set[str]:
    """Returns the files and modules that the descendants of this process run."""
    found = set()
    for process in running_descendants():
        try:
            words = Path(f"/proc/{process}/cmdline").read_bytes().decode().split("\0")
        except OSError:
            continue
        found |= {Path(word).name for word in words}
    return found

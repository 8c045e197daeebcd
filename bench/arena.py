"""Benchmarks of the arena: overhead per move, two cores, ten thousand games, kills.

    .venv/bin/python bench/arena.py                 all four, about ten minutes
    .venv/bin/python bench/arena.py volume kills    some of them
    .venv/bin/python bench/arena.py --quick         small versions: a smoke test, no measurement

overhead  milliseconds per move beyond the players' own time, from request to reply as the
          match sees it, median and mean; and the cost of a game apart from its moves. The bot and
          the program are busy for exactly 5 ms; for `random` all time is overhead.
cores     games per second with one and with two games at a time; players use 5 ms of processor
          time per move
volume    10,000 games of Othello by random players: scheduled, played, stored and rated
kills     a tournament of 2,000 games whose runner is killed with SIGKILL ten times must end with
          the same standings and games as an undisturbed one

Run it on an idle machine. Exits with 1 if a target is missed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean, median
from typing import Any

from fivefold.arena.running.runner import Runner
from fivefold.arena.running.scheduled_game import play_fixture, task_of
from fivefold.names import game_from
from fivefold.results.journal import Journal
from fivefold.results.journal_writer import create
from fivefold.results.schedules.schedule import Schedule
from fivefold.results.standings import Standings, standings_of
from fivefold.results.tournament import Entrant, Tournament

HERE = Path(__file__).resolve().parent
THINKING = 5.0
"""Milliseconds per move of a busy player."""
MARK = "FIVEFOLD_BENCH"
"""The environment variable that marks leftover processes."""


@dataclass(frozen=True)
class Figure:
    """A measurement, its target and whether it is met."""

    name: str
    value: float
    unit: str
    bar: str
    met: bool


def match(game: str, first: str, second: str, **more: Any) -> Tournament:
    entrants = (Entrant("A", first), Entrant("B", second))
    return Tournament("bench", game, "match", entrants, **more)


# Overhead per move.

BUSY_BOT = f"{HERE / 'support' / 'busy_bot.py'}:Busy(milliseconds={THINKING:g})"
CLOCK_BOT = f"{HERE / 'support' / 'busy_bot.py'}:Busy(milliseconds={THINKING:g}, by_the_clock=true)"
BUSY_ENGINE = f"gomocup:{sys.executable} {HERE / 'support' / 'busy_engine.py'} {THINKING:g}"
PLAYERS = {  # player: game and its own milliseconds per move
    "a strategy of ours": ("random", "othello", 0.0),
    "a bot from a file": (CLOCK_BOT, "othello", THINKING),
    "a program (gomocup)": (BUSY_ENGINE, "gomoku", THINKING),
}


def overhead(quick: bool) -> list[Figure]:
    """Returns the cost of a move and of a game for each kind of player."""
    length, times = (6, 1) if quick else (52, 10)
    figures = []
    for name, (player, game, thinking) in PLAYERS.items():
        games = [match(game, player, player, maximum=length, seed=n) for n in range(times)]
        costs = [costs_of(each) for each in games]
        moves = [1000 * cost - thinking for game_costs, _ in costs for cost in game_costs]
        extra = median(moves)
        figures.append(Figure(f"{name}, a move", extra, "ms", "under 1 ms", extra < 1))
        figures.append(Figure(f"{name}, on average", fmean(moves), "ms", "", True))
        once = 1000 * median(rest for _, rest in costs)
        figures.append(Figure(f"{name}, a game", once, "ms", "", True))
    return figures


def costs_of(tournament: Tournament) -> tuple[list[float], float]:
    """Returns the seconds of each move except the players' first, and the rest of the time."""
    fixture = Schedule(tournament).known[0]
    began = time.perf_counter()
    line = play_fixture(task_of(tournament, fixture))
    passed = time.perf_counter() - began
    assert line["fault"] is None, line["reason"]
    seconds = line["seconds"]
    return seconds[2:], passed - sum(seconds)


# Two cores.


def cores(quick: bool) -> list[Figure]:
    """Returns games per second with one and with two games at a time, and their ratio."""
    pairs, maximum = (1, 4) if quick else (40, None)
    rates = []
    for concurrency in (1, 2):
        tournament = match("othello", BUSY_BOT, BUSY_BOT, pairs=pairs, maximum=maximum)
        _, seconds = run(tournament, concurrency)
        rates.append(2 * pairs / seconds)
    ratio = rates[1] / rates[0]
    return [
        Figure("games a second, one at a time", rates[0], "/s", "", True),
        Figure("games a second, two at a time", rates[1], "/s", "", True),
        Figure("two cores against one", ratio, "x", "at least 1.9", ratio >= 1.9),
    ]


def run(tournament: Tournament, concurrency: int | None = None) -> tuple[Standings, float]:
    """Returns the standings of a tournament and the seconds to play and rate it."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        create(Path(folder), tournament)
        standings = Runner(Path(folder), concurrency=concurrency).run()
        passed = time.perf_counter() - began
    assert standings.over
    assert all(row.faults == 0 for row in standings.rows)
    return standings, passed


# Ten thousand games.


def volume(quick: bool) -> list[Figure]:
    """Returns the seconds for `volume` random games."""
    games = 20 if quick else 10_000
    standings, seconds = run(match("othello", "random", "random", pairs=games // 2))
    assert sum(row.games for row in standings.rows) == 2 * games
    assert all(row.rating is not None for row in standings.rows)
    name = f"{games:,} random games of Othello"
    return [Figure(name, seconds, "s", "under 180 s", quick or seconds < 180)]


# Kills.

BOARD = "othello(size=6)"
COMMAND = "import sys; from fivefold.cli import main; sys.exit(main())"
DEEP = ("minimax(depth=1)", "minimax(depth=2)", "negamax(depth=1)", "negamax(depth=2)", "greedy")


def kills(quick: bool) -> list[Figure]:
    """Returns the differences between a repeatedly killed tournament and an undisturbed one."""
    pairs, times = (1, 1) if quick else (100, 10)
    players = DEEP[:3] if quick else DEEP
    tournament = Tournament(
        "bench",
        BOARD,
        "round-robin",
        tuple(Entrant(player, player) for player in players),
        pairs=pairs,
        openings=openings(pairs),
    )
    with tempfile.TemporaryDirectory() as folder:
        calm, shaken = Path(folder, "calm"), Path(folder, "shaken")
        create(calm, tournament)
        create(shaken, tournament)
        Runner(calm).run()
        done, left = finish_with_kills(shaken, times)
        wrong = differences(calm, shaken)
        games = len(Journal.open(calm).finished)
    return [
        Figure("games of the tournament", games, "games", "", True),
        Figure("kills while it ran", done, "kills", f"{times}", done == times),
        Figure("differences to the undisturbed one", wrong, "", "none", wrong == 0),
        Figure("processes left behind", left, "", "none", left == 0),
    ]


def openings(count: int) -> tuple[str, ...]:
    """Returns random openings of six moves, the same on every machine."""
    chance, found = random.Random(1), []
    for _ in range(count):
        state, moves = game_from(BOARD).start, list[str]()
        for _ in range(6):
            move = chance.choice(state.legal_moves())
            moves.append(state.game.format_move(move))
            state = state.play(move)
        found.append(" ".join(moves))
    return tuple(found)


def start(folder: Path, token: str) -> subprocess.Popen[bytes]:
    """Starts a runner from the command line."""
    return subprocess.Popen(
        [sys.executable, "-c", COMMAND, "arena", "resume", str(folder)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, MARK: token},
    )


def finish_with_kills(folder: Path, times: int) -> tuple[int, int]:
    """Returns the number of kills before the end, and of leftover processes."""
    chance, token, done = random.Random(times), secrets.token_hex(8), 0
    journal = Journal.open(folder)
    total = Schedule(journal.tournament).total
    assert total is not None
    for turn in range(1, times + 1):
        runner = start(folder, token)
        while len(journal.finished) < total * turn / (times + 2) and runner.poll() is None:
            time.sleep(0.005)
            journal.refresh()
        time.sleep(chance.random() * 0.1)
        done += runner.poll() is None
        runner.send_signal(signal.SIGKILL)
        runner.wait()
    status = start(folder, token).wait()
    if status != 0:
        raise SystemExit(f"arena resume ended with {status}")
    patient_until = time.monotonic() + 5
    while (left := marked(token)) and time.monotonic() < patient_until:
        time.sleep(0.1)
    return done, left


def marked(token: str) -> int:
    """Returns the number of processes with the token in their environment."""
    wanted, count = f"{MARK}={token}".encode(), 0
    for file in Path("/proc").glob("[0-9]*/environ"):
        try:
            count += wanted in file.read_bytes()
        except OSError:
            continue
    return count


def differences(one: Path, other: Path) -> int:
    """Returns the number of differences: lines of the standings, scores, games by their moves."""
    a, b = Journal.open(one), Journal.open(other)
    tables = standings_of(a), standings_of(b)
    wrong = sum(x != y for x, y in zip(tables[0].rows, tables[1].rows, strict=True))
    wrong += tables[0].cross != tables[1].cross
    wrong += tables[0].counted != tables[1].counted
    for key in a.finished.keys() | b.finished.keys():
        if key not in a.finished or key not in b.finished:
            wrong += 1
            continue
        x, y = a.record(key), b.record(key)
        wrong += (x.moves, x.winner, x.ending) != (y.moves, y.winner, y.ending)
    return wrong


PARTS: dict[str, Callable[[bool], list[Figure]]] = {
    "overhead": overhead,
    "cores": cores,
    "volume": volume,
    "kills": kills,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    results: dict[str, list[Figure]] = {}
    for part in options.parts or PARTS:
        results[part] = PARTS[part](options.quick)
        if not options.json:
            show(part, results[part], options.quick)
    if options.json:
        print(json.dumps({part: list(map(asdict, each)) for part, each in results.items()}))
    # The quick versions are too short to be judged.
    return 0 if options.quick or all(each.met for part in results.values() for each in part) else 1


def show(part: str, figures: Sequence[Figure], quick: bool) -> None:
    print(f"$ .venv/bin/python bench/arena.py {part}{' --quick' if quick else ''}")
    for figure in figures:
        verdict = "" if not figure.bar else "  ok" if figure.met else "  MISSED"
        value = f"{figure.value:,.2f}" if figure.value % 1 else f"{figure.value:,.0f}"
        bar = f"  (bar: {figure.bar})" if figure.bar else ""
        print(f"  {figure.name:<36}{value:>12} {figure.unit:<6}{bar}{verdict}", flush=True)


if __name__ == "__main__":
    sys.exit(main())

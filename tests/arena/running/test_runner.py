"""The runner: broken players, changes during play, processes that die."""

from __future__ import annotations

import json
import multiprocessing
import sys
import threading
import time
from concurrent.futures import Executor, Future
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fivefold.arena.running.changes import change_tournament
from fivefold.arena.running.pool import ProcessDied
from fivefold.arena.running.runner import MAX_DEATHS, Runner
from fivefold.arena.running.scheduled_game import LiveFile, play_fixture, task_of
from fivefold.core import Limit, Player
from fivefold.errors import EngineCrashed, InvalidNotation
from fivefold.match.play import Ply
from fivefold.names import game_from
from fivefold.results.journal import Finished, Journal, live_file
from fivefold.results.journal_writer import create
from fivefold.results.schedules.schedule import Schedule
from fivefold.results.standings import Walk
from fivefold.results.tournament import DrawRule, Entrant, Tournament
from fivefold.strategies.base import Decision

PATIENCE = 60.0
SMALL = "othello(size=4)"
BROKEN_PROGRAM = Path(__file__).parents[2] / "engines" / "broken_program.py"
BOTS = """
import os, time
from fivefold import Decision, Limit, Strategy

class Crash(Strategy):
    def choose(self, state, limit=Limit(), stop=None):
        raise ValueError("no idea")

class Hang(Strategy):
    def choose(self, state, limit=Limit(), stop=None):
        while True:
            time.sleep(1)

class Illegal(Strategy):
    def choose(self, state, limit=Limit(), stop=None):
        return Decision(5)

class Dies(Strategy):
    def choose(self, state, limit=Limit(), stop=None):
        os._exit(3)
"""


def league(*players: str, **settings: Any) -> Tournament:
    entrants = tuple(Entrant(player, player) for player in players)
    bare = Tournament("t", SMALL, "round-robin", entrants)
    return replace(bare, **settings)


def played(folder: Path, tournament: Tournament, **options: Any) -> Journal:
    create(folder, tournament)
    runner = Runner(folder, **options)
    assert runner.run().over
    return runner.journal


def moves(journal: Journal) -> dict[str, tuple[str, ...]]:
    return {key: journal.record(key).moves for key in journal.finished}


def wait_until(condition: Any) -> None:
    patient_until = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < patient_until
        time.sleep(0.01)


def test_every_game_is_decided_by_the_tournament_alone(tmp_path: Path) -> None:
    tournament = league("random", "h1", "minimax(depth=2)", pairs=2, openings=("b1 a1", "b1"))
    one = played(tmp_path / "one", tournament, concurrency=1)
    two = played(tmp_path / "two", tournament, concurrency=3)
    assert len(one.finished) == 12
    assert moves(one) == moves(two)
    other = played(tmp_path / "other", replace(tournament, seed=2), concurrency=2)
    assert moves(other) != moves(one)


def test_the_journal_has_a_line_for_every_start_and_end(tmp_path: Path) -> None:
    journal = played(tmp_path, league("random", "h1", pairs=3), concurrency=2)
    lines = [json.loads(line) for line in journal.file.read_text().splitlines()]
    keys = [fixture.key for fixture in Schedule(journal.tournament).known]
    for event in ("started", "finished"):
        assert sorted(line["key"] for line in lines if line["event"] == event) == sorted(keys)
    for line in lines:
        if line["event"] == "finished":
            assert play_fixture_again(journal, line["key"])["moves"] == line["moves"]
    assert journal.concurrency == 2
    assert not list((tmp_path / "live").iterdir())


def play_fixture_again(journal: Journal, key: str) -> dict[str, Any]:
    """Returns one game, replayed alone in this process."""
    fixture = next(each for each in Schedule(journal.tournament).known if each.key == key)
    return play_fixture(json.loads(json.dumps(task_of(journal.tournament, fixture))))


@pytest.mark.slow
def test_broken_players_lose_and_the_others_play_on(tmp_path: Path) -> None:
    (tmp_path / "bots.py").write_text(BOTS)
    names = ("Crash", "Hang", "Illegal", "Dies")
    bots = tuple(Entrant(name, f"{tmp_path}/bots.py:{name}") for name in names)
    lost = Entrant("Gone", str(tmp_path / "gone.py"))
    odd = Entrant("Odd", "minimax(evaluate=nothing)")
    program = Entrant("Silent", f"ugi:{sys.executable} -c pass", str(tmp_path))
    tournament = replace(
        league("random", "h1", "h2"),
        format="gauntlet",
        entrants=(Entrant("random", "random"), *bots, lost, odd, program, Entrant("h1", "h1")),
        limit=Limit(seconds=0.05),
        withdraw_after=1,
    )
    journal = played(tmp_path / "t", tournament, concurrency=2)
    faults = {game.fault: game for game in journal.finished.values() if game.fault}
    assert {name: game.ending for name, game in faults.items()} == {
        "Crash": "crashed",
        "Hang": "time",
        "Illegal": "illegal",
        "Dies": "crashed",
        "Gone": "crashed",
        "Odd": "crashed",
        "Silent": "crashed",
    }
    assert "ValueError: no idea (bots.py, line 7)" in faults["Crash"].reason
    assert "There is no file" in faults["Gone"].reason
    assert "nothing" in faults["Odd"].reason
    clean = [game for game in journal.finished.values() if "h1" in (game.first, game.second)]
    assert [game.ending for game in clean] == ["normal", "normal"]


@pytest.mark.parametrize("fault", ["talks_nonsense", "dies", "plays_off_the_board"])
def test_a_broken_program_loses_its_games(tmp_path: Path, fault: str) -> None:
    command = f"gomocup:{sys.executable} {BROKEN_PROGRAM} {fault}"
    tournament = replace(
        league("random", "h1"),
        game="gomoku(size=9)",
        entrants=(Entrant("good", "random"), Entrant("bad", command, str(tmp_path))),
        limit=Limit(seconds=1),
    )
    journal = played(tmp_path / "t", tournament, concurrency=2)
    assert {game.fault for game in journal.finished.values()} == {"bad"}


class Deadly(Executor):
    """Runs calls at once, but dies in games whose key ends with `ending`."""

    def __init__(self, end: str, places: int = 1) -> None:
        self._end = end
        self.places = places
        self.deaths = 0

    def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()
        if args[0]["key"].endswith(self._end):
            self.deaths += 1
            future.set_exception(ProcessDied())
        else:
            future.set_result(function(*args, **kwargs))
        return future


def test_a_game_that_no_process_survives_is_given_up(tmp_path: Path) -> None:
    deadly = Deadly("2.1")
    tournament = league("random", "h1", pairs=2)
    journal = played(tmp_path, tournament, open_executor=lambda _: deadly)
    assert deadly.deaths == MAX_DEATHS
    game = journal.finished["random – h1 2.1"]
    assert (game.winner, game.fault, game.ending) == (None, None, "adjudicated")
    assert "died 3 times" in game.reason
    assert journal.record(game.key).moves == ()


@pytest.mark.parametrize(("given", "begun"), [(None, 40), (1, 17)])
def test_concurrency_on_a_cluster_defaults_to_its_places(
    tmp_path: Path, given: int | None, begun: int
) -> None:
    """Default: the cluster's places; a value set on another machine is ignored."""
    tournament = league("random", "h1", pairs=50)
    create(tmp_path, tournament)
    change_tournament(Journal.open(tmp_path), concurrency=1)

    class Patient(Deadly):
        sent = 0

        def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            self.sent += 1
            return Future()

    cluster = Patient("", places=20)

    def leave(journal: Journal) -> None:
        raise EngineCrashed("engine.closed", name="x")

    with pytest.raises(EngineCrashed):
        Runner(tmp_path, concurrency=given, open_executor=lambda _: cluster, on_tick=leave).run()
    assert cluster.sent == begun


def test_a_worker_that_is_killed_changes_nothing(tmp_path: Path) -> None:
    tournament = league("random", "minimax(depth=2)", game="othello(size=6)", pairs=5)
    calm = played(tmp_path / "calm", tournament, concurrency=2)
    victims: list[int] = []

    def kill(journal: Journal) -> None:
        workers = multiprocessing.active_children()
        if len(victims) < MAX_DEATHS - 1 and workers and workers[0].pid not in victims:
            victims.append(workers[0].pid or 0)
            workers[0].kill()

    stormy = played(tmp_path / "stormy", tournament, concurrency=2, on_tick=kill)
    assert len(victims) == MAX_DEATHS - 1
    assert moves(stormy) == moves(calm)


def test_what_a_cluster_reports_stops_the_runner_and_keeps_what_was_played(tmp_path: Path) -> None:
    class Unfit(Deadly):
        def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            if not args[0]["key"].endswith("2.1"):
                return super().submit(function, *args, **kwargs)
            future: Future[Any] = Future()
            future.set_exception(EngineCrashed("engine.closed", name="x"))
            return future

    tournament = league("random", "h1", pairs=2)
    create(tmp_path, tournament)
    with pytest.raises(EngineCrashed):
        Runner(tmp_path, open_executor=lambda _: Unfit("nothing")).run()
    assert "random – h1 1.1" in Journal.open(tmp_path).finished
    assert Runner(tmp_path).run().over


def test_a_runner_that_is_asked_to_stop_finishes_what_it_plays(tmp_path: Path) -> None:
    create(
        tmp_path, league("minimax(depth=2)", "minimax(depth=3)", game="othello(size=6)", pairs=50)
    )
    runner = Runner(tmp_path, concurrency=2)
    runner.on_tick = lambda journal: runner.stop.set() if journal.started else None
    standings = runner.run()
    assert not standings.over
    assert set(runner.journal.started) == set(runner.journal.finished)
    assert runner.journal.finished


def test_a_tournament_is_paused_changed_and_joined_while_it_runs(tmp_path: Path) -> None:
    create(tmp_path, league("random", "h1", pairs=2))
    outside = Journal.open(tmp_path)
    change_tournament(outside, paused=True)
    runner = Runner(tmp_path, concurrency=1)
    seen: list[int] = []

    def tick(journal: Journal) -> None:
        # A starting runner clears the pause, so pause again at its first tick.
        if not seen:
            change_tournament(outside, paused=True)
            change_tournament(outside, concurrency=2, added=["h2"])
        seen.append(len(journal.finished))

    runner.on_tick = tick
    thread = threading.Thread(target=runner.run)
    thread.start()
    wait_until(lambda: seen and runner.journal.paused)
    wait_until(lambda: len(seen) > 3 and seen[-1] == seen[-2] == seen[-3])
    assert thread.is_alive()
    change_tournament(outside, paused=False)
    thread.join(PATIENCE)
    assert not thread.is_alive()
    outside.refresh()
    assert (outside.concurrency, outside.paused) == (2, False)
    assert {game.first for game in outside.finished.values()} == {"random", "h1", "h2"}
    assert len(outside.finished) == 12


def test_a_change_that_cannot_be_made_leaves_the_journal_alone(tmp_path: Path) -> None:
    create(tmp_path, league("random", "h1"))
    journal = Journal.open(tmp_path)
    before = journal.file.read_bytes()
    for player in ("h1", "levle(1)", "gtp:", "missing.py"):
        with pytest.raises((InvalidNotation, LookupError)):
            change_tournament(journal, added=[player])
    assert journal.file.read_bytes() == before


def test_limits_times_and_rules_reach_the_game(tmp_path: Path) -> None:
    tournament = replace(
        league("random", "h1"),
        entrants=(Entrant("a", "minimax(depth=3)", limit=Limit(depth=1)), Entrant("b", "h2")),
        game="othello",
        maximum=20,
        draws=DrawRule(6, 2, 1000.0),
        time="5+1",
    )
    fixture = Schedule(tournament).known[0]
    line = play_fixture(task_of(tournament, fixture))
    assert (line["ending"], line["winner"], line["fault"]) == ("adjudicated", None, None)
    assert 6 <= len(line["moves"]) < 20
    line = play_fixture(task_of(replace(tournament, draws=None), fixture))
    assert (line["ending"], len(line["moves"])) == ("maximum", 20)


def test_a_slow_game_shows_its_moves_and_a_quick_one_does_not(tmp_path: Path) -> None:
    (tmp_path / "live").mkdir()
    now = [100.0]
    live = LiveFile(tmp_path, "k", lambda: now[0])
    state = game_from("othello").start
    file = live_file(tmp_path, "k")
    for seconds, shown in ((0.5, 0), (0.6, 2), (0.1, 2), (0.5, 4)):
        now[0] += seconds
        move = state.legal_moves()[0]
        after = state.play(move)
        live.show(Ply(1, Player.FIRST, state, Decision(move), 0.0, after))
        state = after
        assert (len(json.loads(file.read_text())["moves"]) if file.exists() else 0) == shown
    live.remove()
    assert not list((tmp_path / "live").iterdir())
    live.remove()


def test_an_opening_by_swap2_counts_for_the_player_and_not_for_the_colour(tmp_path: Path) -> None:
    tournament = Tournament(
        "swap2",
        "gomoku(size=7)",
        "match",
        (Entrant("one", "random"), Entrant("two", "level(2)")),
        pairs=2,
        limit=Limit(nodes=50),
        opening="swap2",
    )
    assert Tournament.from_json(tournament.as_json()) == tournament
    wins = 0.0
    finished = {}
    for fixture in Schedule(tournament).known:
        line = play_fixture(task_of(tournament, fixture))
        opener = {"X": line["first"], "O": line["second"]}[line["swap2"]["opener"]]
        assert opener == fixture.first
        winner = {"X": line["first"], "O": line["second"], None: None}[line["winner"]]
        wins += 0.5 if winner is None else float(winner == "one")
        seat = line["winner"] and Player(line["winner"])
        ends = (line["ending"], line["reason"], len(line["moves"]), (0.0, 0.0), 0.0, None, 0)
        finished[fixture.key] = Finished(fixture.key, line["first"], line["second"], seat, *ends)
    walk = Walk(tournament)
    walk.go_on(finished)
    assert walk.tally.cross["one", "two"].points == wins
    with pytest.raises(InvalidNotation, match="leave out --openings"):
        replace(tournament, openings=("d4",))
    with pytest.raises(InvalidNotation, match="for Gomoku only"):
        replace(tournament, game="othello")

"""The standings: checked against a slow walk, and independent of the order in which games end.

`slow_table` follows the reference for fixed schedules, without a frontier or a cache.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivefold.core import Player
from fivefold.match.series import Score
from fivefold.results.journal import Finished, Journal
from fivefold.results.pairs import Pentanomial
from fivefold.results.schedules.schedule import Fixture, Schedule
from fivefold.results.sprt import Sprt, state_of
from fivefold.results.standings import Standings, Walk, standings_of, walk_of
from fivefold.results.tournament import Entrant, Format, Tournament

Results = dict[str, Finished]


def tournament(
    names: str = "abc", format: Format = "round-robin", **settings: object
) -> Tournament:
    entrants = tuple(Entrant(name, "random") for name in names)
    bare = Tournament("t", "othello", format, entrants)
    return replace(bare, **settings)  # type: ignore[arg-type]


def result(fixture: Fixture, winner: Player | None, fault: str | None = None) -> Finished:
    names = (fixture.key, fixture.first, fixture.second)
    ending = "normal" if fault is None else "crashed"
    return Finished(*names, winner, ending, "", 60, (1.0, 1.0), 0.0, fault, 0)


def by_chance(seed: int, faulty: str = "", favourite: str = "") -> Callable[[Fixture], Finished]:
    """Returns a random but fixed result for every game; the faulty player breaks off many."""

    def play(fixture: Fixture) -> Finished:
        chance = random.Random(f"{seed}/{fixture.key}")
        for seat, name in ((Player.FIRST, fixture.first), (Player.SECOND, fixture.second)):
            if name in faulty and chance.random() < 0.3:
                return result(fixture, seat.other, name)
            if name in favourite and chance.random() < 0.5:
                return result(fixture, seat)
        return result(fixture, chance.choice([Player.FIRST, Player.SECOND, None]))

    return play


def slow_table(tournament: Tournament, results: Results) -> tuple[list[str], Counter[str], int]:
    """Returns the counted keys, the points, and the number of pending games."""
    faults: Counter[str] = Counter()
    points: Counter[str] = Counter()
    counted, pending = [], 0
    for fixture in Schedule(tournament).known:
        after = tournament.withdraw_after or 10**9
        if max(faults[fixture.first], faults[fixture.second]) >= after:
            continue
        game = results.get(fixture.key)
        if game is None:
            pending += 1
            continue
        counted.append(fixture.key)
        if game.fault:
            faults[game.fault] += 1
        points[fixture.first] += {Player.FIRST: 2, None: 1, Player.SECOND: 0}[game.winner]
        points[fixture.second] += {Player.FIRST: 0, None: 1, Player.SECOND: 2}[game.winner]
    return counted, points, pending


def standings_from(tournament: Tournament, results: Results) -> Standings:
    walk = Walk(tournament)
    walk.go_on(results)
    return walk.standings(results)


def test_points_are_counted_for_both_and_against_each_other() -> None:
    league = tournament("abc")
    winners = iter([Player.FIRST, None, Player.SECOND, Player.FIRST, None, Player.FIRST])
    results = {fixture.key: result(fixture, next(winners)) for fixture in Schedule(league).known}
    assert list(results) == [
        *("b – c 1.1", "b – c 1.2", "a – c 1.1", "a – c 1.2", "a – b 1.1", "a – b 1.2")
    ]
    standings = standings_from(league, results)
    assert [(row.name, row.points, row.wins, row.draws, row.losses) for row in standings.rows] == [
        ("b", 3.0, 2, 2, 0),
        ("c", 2.5, 2, 1, 1),
        ("a", 0.5, 0, 1, 3),
    ]
    assert standings.cross["c", "a"] == Score(2, 0, 0)
    assert standings.cross["a", "c"] == Score(0, 0, 2)
    assert standings.cross["b", "c"] == Score(1, 1, 0)
    assert (standings.pending, standings.void, standings.total, standings.over) == (0, 0, 6, True)
    assert standings.pairs is None


def test_a_tournament_without_games() -> None:
    standings = standings_from(tournament("ab", pairs=3), {})
    assert [(row.name, row.games, row.rating) for row in standings.rows] == [
        ("a", 0, None),
        ("b", 0, None),
    ]
    assert (standings.pending, standings.over, standings.counted) == (6, False, ())
    assert standings.pairs == Pentanomial()


def test_pairs_are_the_first_entrants() -> None:
    pair = tournament("ab", pairs=2)
    first, second, third, _ = Schedule(pair).known
    results = {
        first.key: result(first, Player.FIRST),
        second.key: result(second, None),
        third.key: result(third, Player.FIRST),
    }
    # A win and a draw make a pair of 1½ points; the third game has no partner yet.
    assert standings_from(pair, results).pairs == Pentanomial((0, 0, 0, 1, 0))


def test_a_player_is_withdrawn_from_the_game_that_reaches_the_limit_on() -> None:
    league = tournament("abc", pairs=2, withdraw_after=2)
    known = Schedule(league).known
    results = {
        fixture.key: result(fixture, None, "c" if "c" in fixture.key else None) for fixture in known
    }
    standings = standings_from(league, results)
    played = [fixture.key for fixture in standings.counted]
    assert played == ["b – c 1.1", "b – c 1.2", "a – b 1.1", "a – b 1.2", "a – b 2.1", "a – b 2.2"]
    assert standings.void == 6
    faults = {row.name: (row.faults, row.withdrawn) for row in standings.rows}
    assert faults == {"a": (0, False), "b": (0, False), "c": (2, True)}


def test_games_of_somebody_withdrawn_are_not_to_be_played() -> None:
    league = tournament("abc", pairs=2, withdraw_after=1)
    walk = Walk(league)
    first = walk.schedule.known[0]
    results = {first.key: result(first, None, "c")}
    walk.go_on(results)
    assert {fixture.key for fixture in walk.pending(results)} == {
        *("a – b 1.1", "a – b 1.2", "a – b 2.1", "a – b 2.2")
    }


def test_a_sequential_test_ends_at_the_pair_that_decides_it() -> None:
    test = tournament("ab", "match", pairs=500, sprt=Sprt(0, 50))
    play = by_chance(1, favourite="a")
    results = {fixture.key: play(fixture) for fixture in Schedule(test).known}
    standings = standings_from(test, results)
    assert standings.sprt is not None
    assert standings.sprt.verdict == "H1"
    assert standings.over
    pairs, decided = Pentanomial(), 0
    for number, fixture in enumerate(Schedule(test).known):
        if number % 2:
            wins = {Player.FIRST: 0.0, None: 0.5, Player.SECOND: 1.0}
            one = {Player.FIRST: 1.0, None: 0.5, Player.SECOND: 0.0}
            before = Schedule(test).known[number - 1]
            points = one[results[before.key].winner] + wins[results[fixture.key].winner]
            pairs, decided = pairs.plus(points), number + 1
            if state_of(Sprt(0, 50), pairs).verdict:
                break
    assert len(standings.counted) == decided < 1000
    assert standings.pairs == pairs
    assert standings.void == 1000 - decided


def test_a_later_pair_decides_nothing_while_an_earlier_one_is_open() -> None:
    test = tournament("ab", "match", pairs=500, sprt=Sprt(0, 50))
    play = by_chance(1, favourite="a")
    known = Schedule(test).known
    results = {fixture.key: play(fixture) for fixture in known[1:]}
    standings = standings_from(test, results)
    assert standings.sprt is not None
    assert standings.sprt.verdict is None
    assert (standings.pairs, standings.over, standings.pending) == (Pentanomial(), False, 1)


SCENES: dict[str, tuple[Tournament, Callable[[Fixture], Finished]]] = {
    "round robin": (tournament("abcd", pairs=3), by_chance(1)),
    "gauntlet": (tournament("abcd", "gauntlet", pairs=3), by_chance(2)),
    "withdrawal": (tournament("abcd", pairs=6, withdraw_after=2), by_chance(3, faulty="bd")),
    "everybody breaks": (tournament("abc", pairs=9, withdraw_after=1), by_chance(4, "abc")),
    "sprt": (tournament("ab", "match", pairs=99, sprt=Sprt(0, 90)), by_chance(5, favourite="a")),
    "sprt and withdrawal": (
        tournament("ab", "match", pairs=99, sprt=Sprt(0, 50), withdraw_after=5),
        by_chance(6, faulty="b"),
    ),
    "knockout": (tournament("abcdef", "knockout", pairs=2), by_chance(7)),
    "knockout with withdrawal": (
        tournament("abcdef", "knockout", pairs=2, withdraw_after=1),
        by_chance(8, faulty="ace"),
    ),
    "swiss": (tournament("abcdefg", "swiss", pairs=1, rounds=4), by_chance(9)),
    "swiss with withdrawal": (
        tournament("abcdefg", "swiss", pairs=2, rounds=4, withdraw_after=2),
        by_chance(10, faulty="bdf"),
    ),
}


def run(
    scene: tuple[Tournament, Callable[[Fixture], Finished]],
    chance: random.Random,
    forget: float = 0.0,
) -> tuple[Standings, Results]:
    """Plays a tournament as a runner does: several games at a time, ending in any order.

    With probability `forget`, everything but the results is lost, as by a kill and a resume.
    """
    league, play = scene
    results: Results = {}
    walk, flying = Walk(league), list[Fixture]()
    for _ in range(100_000):
        walk.go_on(results)
        if walk.over:
            return walk.standings(results), results
        for fixture in walk.pending(results):
            if len(flying) >= 5:
                break
            if fixture not in flying:
                flying.append(fixture)
        if chance.random() < forget:
            walk, flying = Walk(league), []
            continue
        fixture = flying.pop(chance.randrange(len(flying)))
        results.setdefault(fixture.key, play(fixture))
    raise AssertionError("it does not end")


@pytest.mark.parametrize("scene", SCENES)
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_the_final_standings_do_not_depend_on_which_game_ended_first_or_on_kills(
    scene: str, seed: int
) -> None:
    undisturbed, _ = run(SCENES[scene], random.Random(0))
    disturbed, _ = run(SCENES[scene], random.Random(seed), forget=0.1)
    assert disturbed == undisturbed


@pytest.mark.parametrize("scene", ["everybody breaks", "sprt"])
def test_counting_in_the_order_of_ending_would_be_noticed(scene: str) -> None:
    """A control: counting games as they end gives other standings each time."""
    played = [set(run(SCENES[scene], random.Random(seed))[1]) for seed in range(5)]
    counted = [
        {fixture.key for fixture in run(SCENES[scene], random.Random(seed))[0].counted}
        for seed in range(5)
    ]
    assert any(keys != played[0] for keys in played)
    assert all(keys == counted[0] for keys in counted)


@pytest.mark.parametrize("scene", ["round robin", "withdrawal", "everybody breaks", "gauntlet"])
@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 10**6), share=st.floats(0, 1))
def test_the_standings_at_any_moment_equal_the_slow_ones(
    scene: str, seed: int, share: float
) -> None:
    league, play = SCENES[scene]
    chance = random.Random(seed)
    known = Schedule(league).known
    results = {each.key: play(each) for each in known if chance.random() < share}
    standings = standings_from(league, results)
    counted, points, pending = slow_table(league, results)
    assert [fixture.key for fixture in standings.counted] == counted
    assert {row.name: 2 * row.points for row in standings.rows} == {
        entrant.name: points[entrant.name] for entrant in league.entrants
    }
    assert standings.pending == pending


def test_the_winner_of_a_knockout_stands_first() -> None:
    standings, _ = run(SCENES["knockout"], random.Random(0))
    walk = Walk(SCENES["knockout"][0])
    walk.go_on({each.key: SCENES["knockout"][1](each) for each in standings.counted})
    assert standings.rows[0].name == walk.schedule.champion


def test_repeated_standings_do_not_walk_the_schedule_again(tmp_path: Path) -> None:
    league = tournament("abc", pairs=5)
    at = "2026-11-16T04:00:00Z"
    first = {"event": "tournament", "version": 1, "at": at, "tournament": league.as_json()}
    file = tmp_path / "journal.jsonl"
    file.write_text(json.dumps(first) + "\n")
    journal = Journal.open(tmp_path)
    play = by_chance(1)
    for fixture in Schedule(league).known:
        journal.finished[fixture.key] = play(fixture)
        assert standings_of(journal) == standings_from(league, journal.finished)
    walk = walk_of(journal)
    assert walk.over
    assert walk_of(journal) is walk
    added = {"event": "changed", "at": at, "added": [Entrant("d", "h1").as_json()]}
    with file.open("a") as lines:
        lines.write(json.dumps(added) + "\n")
    journal.refresh()
    grown = standings_of(journal)
    assert len(grown.counted) == 30
    assert (grown.pending, grown.over, grown.total) == (30, False, 60)

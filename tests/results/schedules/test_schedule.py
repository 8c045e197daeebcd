"""Schedules: pairings, seats, openings, rounds, withdrawals, and invalid settings."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivefold.core import Player
from fivefold.errors import InvalidNotation
from fivefold.results.schedules.knockout import bracket
from fivefold.results.schedules.matching import can_pair_all
from fivefold.results.schedules.schedule import Fixture, GameResult, Schedule
from fivefold.results.tournament import Entrant, Format, Tournament

Referee = Callable[[Fixture], GameResult]
RESULTS = [
    GameResult(Player.FIRST),
    GameResult(Player.SECOND),
    GameResult(None),
]


def tournament(format: Format, players: int | list[str], **settings: object) -> Tournament:
    names = [f"p{i}" for i in range(players)] if isinstance(players, int) else players
    entrants = tuple(Entrant(name, "random") for name in names)
    return replace(Tournament("t", "othello", format, entrants), **settings)  # type: ignore[arg-type]


def by_chance(seed: int) -> Referee:
    """Decides each game by its key, so that results are reproducible."""
    return lambda fixture: random.Random(f"{seed}/{fixture.key}").choice(RESULTS)


def stronger_wins(fixture: Fixture) -> GameResult:
    """The lower number wins."""
    first, second = int(fixture.first[1:]), int(fixture.second[1:])
    return GameResult(Player.FIRST if first < second else Player.SECOND)


def play(schedule: Schedule, referee: Referee, shuffle: int | None = None) -> dict[str, GameResult]:
    """Plays all games, shuffled if requested, and returns the results."""
    results: dict[str, GameResult] = {}
    while True:
        waiting = [fixture for fixture in schedule.known if fixture.key not in results]
        if shuffle is not None:
            random.Random(shuffle).shuffle(waiting)
        for fixture in waiting:
            results[fixture.key] = referee(fixture)
        if not schedule.advance(results):
            assert schedule.is_over(results)
            return results


def meetings(fixtures: list[Fixture]) -> Counter[tuple[str, str]]:
    return Counter((fixture.first, fixture.second) for fixture in fixtures)


@pytest.mark.parametrize("players", [2, 3, 4, 7, 10])
@pytest.mark.parametrize("pairs", [1, 3])
def test_in_a_round_robin_every_two_meet_in_every_pair_with_both_seats(
    players: int, pairs: int
) -> None:
    schedule = Schedule(tournament("round-robin", players, pairs=pairs))
    names = [f"p{i}" for i in range(players)]
    expected = dict.fromkeys(itertools.permutations(names, 2), pairs)
    assert meetings(schedule.known) == expected
    assert schedule.total == len(schedule.known) == pairs * players * (players - 1)
    assert len({fixture.key for fixture in schedule.known}) == len(schedule.known)


@pytest.mark.parametrize("players", [3, 6, 9])
def test_any_beginning_of_a_round_robin_is_balanced(players: int) -> None:
    known = Schedule(tournament("round-robin", players, pairs=3)).known
    played: Counter[str] = Counter({f"p{i}": 0 for i in range(players)})
    met: Counter[frozenset[str]] = Counter(
        {frozenset(two): 0 for two in itertools.combinations(played, 2)}
    )
    for one, two in zip(known[::2], known[1::2], strict=True):
        assert (one.first, one.second) == (two.second, two.first)
        assert one.pair == two.pair
        played.update((one.first, one.second))
        met[frozenset((one.first, one.second))] += 1
        assert max(met.values()) - min(met.values()) <= 1
        assert max(played.values()) - min(played.values()) <= 2


def test_in_a_gauntlet_the_first_meets_everybody_and_nobody_else_meets() -> None:
    known = Schedule(tournament("gauntlet", 5, pairs=2)).known
    others = [f"p{i}" for i in range(1, 5)]
    expected = {("p0", other): 2 for other in others} | {(other, "p0"): 2 for other in others}
    assert meetings(known) == expected
    # The first pair of every encounter precedes the second of any.
    assert [fixture.pair[-1] for fixture in known] == ["1"] * 8 + ["2"] * 8


def test_neighbours_meet_and_those_far_apart_do_not() -> None:
    known = Schedule(tournament("neighbours", 7, pairs=2)).known
    near = {
        (f"p{a}", f"p{b}"): 2 for a, b in itertools.permutations(range(7), 2) if abs(a - b) <= 3
    }
    assert meetings(known) == near


def test_a_match_swaps_seats_after_every_game() -> None:
    known = Schedule(tournament("match", ["level(1)", "level(2)"], pairs=2)).known
    assert [fixture.key for fixture in known] == [
        "level(1) – level(2) 1.1",
        "level(1) – level(2) 1.2",
        "level(1) – level(2) 2.1",
        "level(1) – level(2) 2.2",
    ]
    assert [fixture.first for fixture in known] == ["level(1)", "level(2)"] * 2


@pytest.mark.parametrize("format", ["round-robin", "gauntlet"])
def test_what_was_scheduled_keeps_its_key_seats_and_opening_when_a_player_is_added(
    format: Format,
) -> None:
    before = tournament(format, 4, pairs=3, openings=("a", "b", "c", "d", "e"))
    after = before.joined_by(Entrant("late", "level(5)"), Entrant("later", "level(4)"))
    old, new = set(Schedule(before).known), set(Schedule(after).known)
    assert old < new
    assert {"late", "later"} <= {fixture.first for fixture in new - old}


def test_an_encounter_plays_each_opening_once_before_it_repeats_one() -> None:
    known = Schedule(tournament("round-robin", 4, pairs=6, openings=("a",) * 6)).known
    for two in itertools.combinations([f"p{i}" for i in range(4)], 2):
        met = [fixture for fixture in known if {fixture.first, fixture.second} == set(two)]
        assert Counter(fixture.opening for fixture in met) == dict.fromkeys(range(6), 2)
    assert len({fixture.opening for fixture in known[:12]}) > 1  # they start at different ones


def test_openings_depend_on_the_seed_and_on_nothing_else() -> None:
    def openings(seed: int) -> list[int | None]:
        made = tournament("round-robin", 6, openings=("a",) * 50, seed=seed)
        return [fixture.opening for fixture in Schedule(made).known]

    assert openings(1) == openings(1)
    assert openings(1) != openings(2)
    # A golden value: the same on every machine and Python version.
    assert openings(1)[::2][:6] == [15, 44, 27, 44, 8, 37]


def test_without_openings_every_game_begins_at_the_start() -> None:
    assert {fixture.opening for fixture in Schedule(tournament("match", 2)).known} == {None}


@pytest.mark.parametrize(
    "format", ["match", "round-robin", "gauntlet", "knockout", "swiss", "neighbours"]
)
@pytest.mark.parametrize("seed", range(3))
def test_the_order_in_which_games_end_changes_nothing(format: Format, seed: int) -> None:
    made = tournament(format, 2 if format == "match" else 7, pairs=2)
    straight, shuffled = Schedule(made), Schedule(made)
    assert play(straight, by_chance(seed)) == play(shuffled, by_chance(seed), shuffle=seed)
    assert straight.known == shuffled.known


# Knockout


def champion_by_brute_force(names: list[str], referee: Referee, pairs: int) -> str:
    """Returns the winner by recursion: the better of the two half-brackets' winners."""

    def best(seeds: list[int]) -> str | None:
        if len(seeds) == 1:
            return names[seeds[0]] if seeds[0] < len(names) else None
        half = len(seeds) // 2
        a, b = best(seeds[:half]), best(seeds[half:])
        if a is None or b is None:
            return a or b
        a, b = sorted((a, b), key=names.index)
        lead = 0.0
        for pair in range(1, pairs + 4):
            if pair > pairs and lead:
                break
            for game, (x, o) in enumerate(((a, b), (b, a)), start=1):
                key = f"{a} – {b} {pair}.{game}"
                winner = referee(Fixture(key, "", 1, x, o, None)).winner
                if winner is not None:
                    lead += 1 if (x if winner is Player.FIRST else o) == a else -1
        return b if lead < 0 else a

    winner = best(bracket(len(names)))
    assert winner is not None
    return winner


@pytest.mark.parametrize("players", [2, 3, 5, 8, 13])
@pytest.mark.parametrize("seed", range(8))
def test_a_knockout_finds_the_champion(players: int, seed: int) -> None:
    made = tournament("knockout", players, pairs=1)
    schedule = Schedule(made)
    play(schedule, by_chance(seed))
    names = [entrant.name for entrant in made.entrants]
    assert schedule.champion == champion_by_brute_force(names, by_chance(seed), 1)
    assert schedule.total == len(schedule.known)


def test_the_two_best_meet_in_the_last_round_of_a_knockout() -> None:
    schedule = Schedule(tournament("knockout", 8))
    assert schedule.total == 14
    play(schedule, stronger_wins)
    assert len(schedule.known) == 14
    assert [fixture.round for fixture in schedule.known] == [1] * 8 + [2] * 4 + [3] * 2
    assert {schedule.known[-1].first, schedule.known[-1].second} == {"p0", "p1"}
    assert schedule.champion == "p0"


def test_the_best_have_the_byes_of_a_knockout() -> None:
    schedule = Schedule(tournament("knockout", 5))
    assert meetings(schedule.known) == {("p3", "p4"): 1, ("p4", "p3"): 1}


def test_a_level_encounter_has_three_more_pairs_and_then_the_higher_seed_goes_on() -> None:
    schedule = Schedule(tournament("knockout", 2, pairs=2))
    results = play(schedule, lambda fixture: GameResult(Player.FIRST))
    assert len(results) == 2 * (2 + 3)
    assert schedule.champion == "p0"

    def second_extra_pair(fixture: Fixture) -> GameResult:
        decided = fixture.pair.endswith(" 4") and fixture.second == "p1"
        return GameResult(Player.SECOND if decided else None)

    schedule = Schedule(tournament("knockout", 2, pairs=2))
    assert len(play(schedule, second_extra_pair)) == 2 * (2 + 2)
    assert schedule.champion == "p1"


def test_the_opponent_of_a_withdrawn_player_goes_on() -> None:
    def broken_favourite(fixture: Fixture) -> GameResult:
        if "p0" in (fixture.first, fixture.second):
            winner = Player.SECOND if fixture.first == "p0" else Player.FIRST
            return GameResult(winner, fault="p0")
        return stronger_wins(fixture)

    schedule = Schedule(tournament("knockout", 4, pairs=5, withdraw_after=1))
    play(schedule, broken_favourite)
    assert schedule.champion == "p1"
    assert [fixture.second for fixture in schedule.known if fixture.round == 2][:1] == ["p3"]


def test_a_player_withdrawn_while_ahead_is_out_all_the_same() -> None:
    def ahead_then_broken(fixture: Fixture) -> GameResult:
        if fixture.pair.endswith(" 5"):
            return GameResult(None, fault="p0")
        return stronger_wins(fixture)

    schedule = Schedule(tournament("knockout", 2, pairs=5, withdraw_after=1))
    play(schedule, ahead_then_broken)
    assert schedule.champion == "p1"


# Swiss


def allowed_pairings(names: list[str], met: set[frozenset[str]], byes: set[str]) -> bool:
    """Tells by exhaustive search whether a round without rematch and second bye exists."""
    if not names:
        return True
    first, *rest = names
    return any(
        allowed_pairings([name for name in rest if name != other], met, byes)
        for other in rest
        if frozenset((first, other)) not in met
    )


def rounds_of(schedule: Schedule) -> list[set[frozenset[str]]]:
    """Returns the pairings of each round."""
    found: dict[int, set[frozenset[str]]] = {}
    for fixture in schedule.known:
        found.setdefault(fixture.round, set()).add(frozenset((fixture.first, fixture.second)))
    assert list(found) == list(range(1, len(found) + 1))
    return list(found.values())


@settings(max_examples=40, deadline=None)
@given(players=st.integers(2, 20), chance=st.integers(0, 10**6), data=st.data())
def test_nobody_meets_twice_in_a_swiss_tournament_if_that_can_be_avoided(
    players: int, chance: int, data: st.DataObject
) -> None:
    rounds = data.draw(st.one_of(st.none(), st.integers(1, players - 1)))
    schedule = Schedule(tournament("swiss", players, rounds=rounds))
    play(schedule, by_chance(chance))
    names = {f"p{i}" for i in range(players)}
    met: set[frozenset[str]] = set()
    byes: set[str] = set()
    for paired in rounds_of(schedule):
        playing = set().union(*paired)
        sitting = names - playing
        assert len(sitting) == players % 2
        assert not sitting & byes  # at most one bye each
        assert sum(map(len, paired)) == len(playing)  # exactly one encounter each
        if paired & met:
            could_sit = names - byes if players % 2 else {""}
            assert not any(allowed_pairings(sorted(names - {out}), met, byes) for out in could_sit)
        met |= paired
        byes |= sitting
    wanted = rounds or min((players - 1).bit_length() + 2, players - 1)
    assert len(rounds_of(schedule)) == wanted


@pytest.mark.parametrize("chance", range(4))
@pytest.mark.parametrize("players", [4, 9, 16])
def test_both_games_of_a_swiss_meeting_have_swapped_seats(players: int, chance: int) -> None:
    schedule = Schedule(tournament("swiss", players, pairs=2))
    play(schedule, by_chance(chance))
    seats = meetings(schedule.known)
    assert all(seats[b, a] == count for (a, b), count in seats.items())
    assert len({fixture.key for fixture in schedule.known}) == len(schedule.known)


def test_in_a_swiss_tournament_those_with_equal_points_meet() -> None:
    schedule = Schedule(tournament("swiss", 8, rounds=3))
    play(schedule, stronger_wins)
    first, second, third = rounds_of(schedule)

    def encounters(*pairs: str) -> set[frozenset[str]]:
        return {frozenset(f"p{number}" for number in pair) for pair in pairs}

    assert first == encounters("04", "15", "26", "37")
    assert second == encounters("02", "13", "46", "57")
    assert third == encounters("01", "24", "35", "67")


def test_a_swiss_tournament_of_all_rounds_is_a_round_robin() -> None:
    schedule = Schedule(tournament("swiss", 4, rounds=3))
    play(schedule, stronger_wins)
    assert set(meetings(schedule.known).values()) == {1}
    assert len(meetings(schedule.known)) == 12


def test_a_withdrawn_player_is_not_paired_again() -> None:
    def p0_breaks(fixture: Fixture) -> GameResult:
        if "p0" in (fixture.first, fixture.second):
            return GameResult(Player.SECOND if fixture.first == "p0" else Player.FIRST, "p0")
        return stronger_wins(fixture)

    schedule = Schedule(tournament("swiss", 6, pairs=2, rounds=4, withdraw_after=3))
    play(schedule, p0_breaks)
    assert {fixture.round for fixture in schedule.known if "p0" in fixture.key} == {1}
    assert schedule.known[-1].round == 4


def test_a_swiss_tournament_ends_when_one_is_left() -> None:
    def all_but_p0_break(fixture: Fixture) -> GameResult:
        broken = max(fixture.first, fixture.second)
        return GameResult(Player.FIRST if fixture.first != broken else Player.SECOND, broken)

    schedule = Schedule(tournament("swiss", 4, rounds=3, withdraw_after=1))
    play(schedule, all_but_p0_break)
    assert schedule.known[-1].round == 2


def test_a_void_game_needs_no_result() -> None:
    made = tournament("round-robin", 3, withdraw_after=1)
    schedule = Schedule(made)
    start = schedule.known[0]
    broken = start.first
    counted = {
        fixture.key: GameResult(None, broken if fixture is start else None)
        for fixture in schedule.known
        if fixture is start or broken not in (fixture.first, fixture.second)
    }
    assert len(counted) == 3
    assert schedule.is_over(counted)
    without_withdrawal = Schedule(replace(made, withdraw_after=None))
    assert not without_withdrawal.is_over(counted)


def test_a_tournament_is_over_with_its_last_game_and_not_before() -> None:
    schedule = Schedule(tournament("round-robin", 4))
    results = {fixture.key: GameResult(None) for fixture in schedule.known}
    for fixture in schedule.known:
        open = dict(results)
        del open[fixture.key]
        assert not Schedule(tournament("round-robin", 4)).is_over(open)
    assert schedule.is_over(results)


# Pairing


def can_pair_by_trying(left: frozenset[int], friends: list[list[int]]) -> bool:
    if not left:
        return True
    node = min(left)
    return any(
        can_pair_by_trying(left - {node, other}, friends)
        for other in friends[node]
        if other in left
    )


@settings(max_examples=150, deadline=None)
@given(size=st.integers(0, 10), chance=st.integers(0, 10**9), density=st.floats(0.1, 0.6))
def test_a_complete_pairing_is_found_exactly_if_there_is_one(
    size: int, chance: int, density: float
) -> None:
    coin = random.Random(chance)
    friends: list[list[int]] = [[] for _ in range(size)]
    for a, b in itertools.combinations(range(size), 2):
        if coin.random() < density:
            friends[a].append(b)
            friends[b].append(a)
    for others in friends:
        coin.shuffle(others)
    assert can_pair_all(friends) == can_pair_by_trying(frozenset(range(size)), friends)


# Invalid settings


@pytest.mark.parametrize(
    ("made", "sentence"),
    [
        (tournament("match", 2, pairs=0), "from 1 to 1000000, not “0”"),
        (tournament("match", 2, pairs=True), "from 1 to 1000000, not “True”"),
        (tournament("match", 2, withdraw_after=-1), "withdrawn must be a whole number"),
        (tournament("match", 2, rounds=3), "Leave it out for match"),
        (tournament("swiss", 4, rounds=4), "of 4 players can have 1 to 3 rounds, not “4”"),
        (tournament("swiss", 4, rounds=0), "can have 1 to 3 rounds, not “0”"),
        (tournament("round-robin", 40, pairs=1000), "1560000 games"),
    ],
    ids=lambda value: value[:20] if isinstance(value, str) else "",
)
def test_what_cannot_be_scheduled_is_refused_in_a_sentence(made: Tournament, sentence: str) -> None:
    with pytest.raises(InvalidNotation) as error:
        Schedule(made)
    assert sentence in str(error.value)


def test_asking_after_every_game_looks_at_each_game_once() -> None:
    """Advances after each of 10,000 games; results that were read must not be read again."""

    class Counting(dict[str, GameResult]):
        reads = 0

        def get(self, key: str, default: object = None) -> GameResult | None:  # type: ignore[override]
            Counting.reads += 1
            return super().get(key)

    schedule = Schedule(tournament("match", 2, pairs=5000))
    results = Counting()
    for fixture in schedule.known:
        results[fixture.key] = GameResult(None)
        schedule.is_over(results)
    assert schedule.is_over(results)
    assert Counting.reads <= 3 * len(schedule.known)

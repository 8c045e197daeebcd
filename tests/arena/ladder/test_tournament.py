"""The ladder: its tournament, its ratings, its file, and looking up opponents."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from fivefold.arena.ladder.tournament import (
    OPPONENTS,
    comparable,
    ladder_from_journal,
    ladder_tournament,
)
from fivefold.errors import InvalidNotation
from fivefold.match.series import Score
from fivefold.names import game_from, strategy_from
from fivefold.results.journal import Journal
from fivefold.results.journal_writer import append, create, event
from fivefold.results.ladder import Ladder, Rung, ladder_from, ladder_of, rating_of
from fivefold.results.schedules.schedule import Schedule
from fivefold.results.tournament import Tournament
from fivefold.strategies.levels import levels_of

GAMES = tuple(OPPONENTS)


def strengths(tournament: Tournament, step: float) -> dict[str, float]:
    """Returns true ratings: `level(1)` has 1000, each next opponent `step` more."""
    names = [entrant.name for entrant in tournament.entrants]
    anchor = names.index("level(1)")
    return {name: 1000 + step * (place - anchor) for place, name in enumerate(names)}


def played(folder: Path, tournament: Tournament, truth: dict[str, float], seed: int) -> Journal:
    """Returns a journal of random games with the scores expected from the true ratings."""
    create(folder, tournament)
    chance, start = random.Random(seed), game_from(tournament.game).start
    lines: list[dict[str, Any]] = []
    for fixture in Schedule(tournament).known:
        expected = 1 / (1 + 10 ** ((truth[fixture.second] - truth[fixture.first]) / 400))
        lines.append(
            event(
                "finished",
                key=fixture.key,
                fault=None,
                game=tournament.game,
                first=fixture.first,
                second=fixture.second,
                start=start.game.format_position(start),
                moves=[],
                winner="X" if chance.random() < expected else "O",
                ending="adjudicated",
                reason="made up",
                seconds=[],
            )
        )
    append(folder, lines)
    return Journal.open(folder)


@pytest.mark.parametrize("name", GAMES)
def test_every_opponent_plays_the_game_and_every_level_is_among_them(name: str) -> None:
    for player in OPPONENTS[name]:
        strategy_from(player, name)
    assert {f"level({n})" for n in levels_of(name)} <= set(OPPONENTS[name])


@pytest.mark.parametrize("name", GAMES)
def test_every_player_is_connected_with_every_other(name: str) -> None:
    made = ladder_tournament(game_from(name), (), pairs=1, seconds=0.1, seed=1)
    met = {frozenset((fixture.first, fixture.second)) for fixture in Schedule(made).known}
    reached = {"level(1)"}
    for _ in made.entrants:
        reached |= {player for pair in met if pair & reached for player in pair}
    assert reached == set(OPPONENTS[name])


@pytest.mark.slow
def test_the_ratings_are_the_true_ones_within_their_errors(tmp_path: Path) -> None:
    made = ladder_tournament(game_from("othello"), (), pairs=40, seconds=0.1, seed=1)
    truth = strengths(made, 60)
    outside = 0
    for seed in range(4):
        journal = played(tmp_path / str(seed), made, truth, seed)
        ladder = ladder_from_journal(journal, "today", "command")
        assert {rung.player for rung in ladder.rungs} == set(truth)
        ratings = [rung.rating for rung in ladder.rungs]
        assert ratings == sorted(ratings, reverse=True)
        assert not any(rung.apart for rung in ladder.rungs)
        assert all(rung.error95 < 130 for rung in ladder.rungs)
        anchor = next(rung for rung in ladder.rungs if rung.player == "level(1)")
        assert (anchor.rating, anchor.error95) == (1000.0, 0.0)
        outside += sum(abs(r.rating - truth[r.player]) > r.error95 for r in ladder.rungs)
    # Of 72, three or four are expected outside; they cluster, because a list shares its anchor.
    assert outside <= 8


def test_those_whom_no_result_compares_with_the_anchor_stand_apart(tmp_path: Path) -> None:
    made = ladder_tournament(game_from("gomoku"), (), pairs=10, seconds=0.1, seed=1)
    truth = dict.fromkeys(OPPONENTS["gomoku"], 1000.0)
    upper = OPPONENTS["gomoku"][4:]
    truth.update(dict.fromkeys(upper, 50_000.0))
    ladder = ladder_from_journal(played(tmp_path, made, truth, 1), "today", "command")
    assert {rung.player for rung in ladder.rungs if rung.apart} == set(upper)
    assert {rung.player for rung in ladder.rungs[: len(upper)]} == set(upper)
    # Their ratings relative to each other are accurate, however far away the anchor is.
    assert all(rung.error95 < 150 for rung in ladder.rungs)


def test_comparable_are_those_with_results_both_ways_around_corners() -> None:
    def scores(*rows: tuple[str, str, int, int]) -> dict[tuple[str, str], Score]:
        cross = {}
        for a, b, won, lost in rows:
            cross[a, b] = Score(won, 0, lost)
            cross[b, a] = Score(lost, 0, won)
        return cross

    cross = scores(("a", "b", 1, 0), ("b", "c", 1, 0), ("c", "a", 1, 0), ("d", "a", 5, 0))
    assert comparable("a", cross) == {"a", "b", "c"}
    assert comparable("d", cross) == {"d"}
    assert comparable("a", scores(("a", "b", 1, 1), ("b", "c", 3, 0))) == {"a", "b"}


def test_a_game_without_opponents_has_no_ladder() -> None:
    class Chess:
        name = "chess"

    with pytest.raises(InvalidNotation, match="no ladder for chess"):
        ladder_tournament(Chess(), (), pairs=1, seconds=1, seed=1)  # type: ignore[arg-type]


# The file

LADDER = Ladder(
    "othello(size=4, rules=standard)",
    (
        Rung("level(2)", 1234.5, 50.0, Score(3, 1, 0)),
        Rung("level(1)", 1000.0, 0.0, Score(0, 1, 3), apart=True),
    ),
    0.1,
    2,
    1,
    "2026-11-16",
    "fivefold arena ladder othello",
)


def test_a_ladder_comes_back_from_its_json() -> None:
    assert ladder_from(json.dumps(LADDER.as_json()), "x.json") == LADDER


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "“x.json” is not a ladder: it is not JSON."),
        ("[" * 100_000, "“x.json” is not a ladder: it is not JSON."),
        ("[]", "“x.json” is not a ladder: "),
        ('{"version": 2}', "Only version 1 can be read"),
        ('{"version": 1}', "“x.json” is not a ladder: "),
        (json.dumps({**LADDER.as_json(), "players": [{"player": "a"}]}), "players[1]"),
        (json.dumps({**LADDER.as_json(), "game": "chess"}), "chess"),
        (json.dumps({**LADDER.as_json(), "seconds": "soon"}), "seconds"),
    ],
    ids=range(8),
)
def test_what_is_no_ladder_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(InvalidNotation) as error:
        ladder_from(text, "x.json")
    assert sentence in str(error.value)


# Looking opponents up


@pytest.mark.parametrize("name", GAMES)
def test_every_level_has_a_rating_and_a_higher_level_a_higher_one(name: str) -> None:
    rungs = [rating_of(name, f"level({n})") for n in levels_of(name)]
    ratings = [rung.rating for rung in rungs if rung is not None]
    assert len(ratings) == len(levels_of(name))
    assert ratings[0] == 1000
    assert ratings == sorted(ratings)


@pytest.mark.parametrize(
    ("game", "one", "other"),
    [
        ("othello", "h2", "greedy( heuristic = weighted )"),
        ("othello", "level(3)", "LEVEL(n=3)"),
        ("othello", "level(3)", "level"),
        ("othello", "random", "random(seed=5)"),
        ("pentomino", "openspace", "medium"),
    ],
)
def test_an_opponent_is_found_however_it_is_written(game: str, one: str, other: str) -> None:
    assert rating_of(game, one) is not None
    assert rating_of(game, one) == rating_of(game, other)


@pytest.mark.parametrize(
    ("game", "player"),
    [
        ("othello", "minimax(depth=9)"),
        ("othello", "no_such"),
        ("othello", "./my_bot.py"),
        ("othello(size=6)", "level(3)"),
        ("gomoku(rules=standard)", "level(3)"),
    ],
)
def test_an_opponent_not_measured_on_a_board_has_no_rating(game: str, player: str) -> None:
    assert rating_of(game, player) is None


def test_a_ladder_belongs_to_one_board() -> None:
    assert ladder_of("gomoku") == ladder_of(game_from("gomoku(size=15)"))
    assert ladder_of("gomoku(size=19)") is None

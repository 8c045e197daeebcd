"""Tournaments as data: `as_json` and back, and a sentence for everything else."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fivefold.core import Limit
from fivefold.errors import FivefoldError, InvalidNotation
from fivefold.results.sprt import Sprt
from fivefold.results.tournament import DrawRule, Entrant, Tournament

TWO = (Entrant("a", "random"), Entrant("b", "level(1)"))
FULL = Tournament(
    name="all of it",
    game="gomoku(size=15, rules=freestyle)",
    format="match",
    entrants=(
        Entrant("a", "gomocup:./wine --fast", "/engines", {"memory": "1"}, Limit(0.5), "1+1"),
        Entrant("b", "level(1)", limit=Limit(depth=2, nodes=100)),
    ),
    pairs=7,
    openings=("h8 h9", "h8 i9"),
    seed=9,
    limit=Limit(seconds=2.5),
    time="10s",
    maximum=100,
    proofs=True,
    draws=DrawRule(40, 6, 10.0),
    withdraw_after=3,
    sprt=Sprt(0, 10, 0.1, 0.05, "logistic"),
    anchor="b",
    anchor_rating=1000.0,
)


@pytest.mark.parametrize(
    "tournament",
    [Tournament("t", "othello", "round-robin", TWO), FULL],
    ids=["as little as possible", "everything"],
)
def test_what_was_written_is_read_again(tournament: Tournament) -> None:
    text = json.dumps(tournament.as_json(), allow_nan=False)
    assert Tournament.from_json(json.loads(text)) == tournament


def test_what_is_left_out_has_its_default() -> None:
    bare = {"name": "t", "game": "othello", "format": "match"}
    players = [{"name": "a", "player": "random"}, {"name": "b", "player": "level(1)"}]
    assert Tournament.from_json({**bare, "entrants": players}) == Tournament(
        "t", "othello", "match", TWO
    )


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"name": None}, "tournament has no name."),
        ({"name": 3}, "tournament.name must be a string, not “3”."),
        ({"name": "\ud800"}, "tournament.name must be a string"),
        ({"game": "chess"}, "There is no game called “chess”"),
        ({"format": "arena"}, "tournament.format must be one of match, round-robin"),
        ({"entrants": {}}, "tournament.entrants must be a list of objects"),
        ({"entrants": [{"name": "a"}]}, "tournament.entrants[1] has no player."),
        ({"entrants": []}, "needs at least two players; this one has 0"),
        ({"pairs": 0}, "tournament.pairs must be a whole number of at least 1, not “0”."),
        ({"pairs": True}, "tournament.pairs must be a whole number"),
        ({"pairs": 2**60}, "tournament.pairs must be a whole number"),
        ({"seed": -1}, "tournament.seed must be a whole number of at least 0"),
        ({"seed": 1.5}, "tournament.seed must be a whole number"),
        ({"openings": ["a", 1]}, "tournament.openings must be a list of strings"),
        ({"limit": {"seconds": "1"}}, "tournament.limit.seconds must be a number"),
        ({"limit": {"seconds": float("nan")}}, "tournament.limit.seconds must be a number"),
        ({"limit": {"seconds": 0}}, "The limit seconds must be a number greater than 0"),
        ({"limit": {"minutes": 1}}, "an unknown key “minutes”"),
        ({"time": "soon"}, "“soon” is not a time"),
        ({"proofs": 1}, "tournament.proofs must be true or false"),
        (
            {"draws": {"moves": 1, "count": 0, "score": 1}},
            "count must be a whole number of at least 1",
        ),
        ({"draws": {"moves": 1, "count": 1, "score": -1}}, "not a draw rule"),
        ({"sprt": {"elo0": 5, "elo1": 0}}, "elo"),
        ({"anchor": "c"}, "The anchor “c” is not a player. Choose from a, b."),
        ({"colour": "red"}, "tournament has an unknown key “colour”"),
    ],
    ids=str,
)
def test_anything_else_is_refused_with_a_sentence(change: dict[str, Any], sentence: str) -> None:
    data = {**Tournament("t", "othello", "match", TWO).as_json(), **change}
    with pytest.raises(FivefoldError) as refusal:
        Tournament.from_json(data)
    assert sentence in str(refusal.value)


@pytest.mark.parametrize("data", [None, [], "tournament", 3, {1: 2}], ids=str)
def test_only_an_object_is_a_tournament(data: object) -> None:
    with pytest.raises(InvalidNotation, match="must be an object"):
        Tournament.from_json(data)


@pytest.mark.parametrize("name", ["", " a", "a\n", "a – b", "x" * 121, "a\x1b[31m"], ids=repr)
def test_a_name_is_one_line_that_can_stand_in_a_key(name: str) -> None:
    with pytest.raises(InvalidNotation, match="cannot be a player's name"):
        Entrant(name, "random")


def test_two_of_the_same_name_could_not_be_told_apart() -> None:
    with pytest.raises(InvalidNotation, match="Two players are called “a”"):
        Tournament("t", "othello", "round-robin", (TWO[0], TWO[0]))


def test_a_match_and_a_sequential_test_are_for_two() -> None:
    three = (*TWO, Entrant("c", "random"))
    with pytest.raises(InvalidNotation, match="A match has two players, not 3"):
        Tournament("t", "othello", "match", three)
    with pytest.raises(InvalidNotation, match="sequential test needs exactly two"):
        Tournament("t", "othello", "round-robin", three, sprt=Sprt(0, 10))
    with pytest.raises(InvalidNotation, match="sequential test needs exactly two"):
        Tournament("t", "othello", "swiss", TWO, sprt=Sprt(0, 10))


def test_a_player_can_join_where_nobody_elses_games_change() -> None:
    third = Entrant("c", "random")
    joined = Tournament("t", "othello", "round-robin", TWO).joined_by(third)
    assert joined.entrants == (*TWO, third)
    assert joined.entrant("c") == third
    for closed in (
        Tournament("t", "othello", "match", TWO),
        Tournament("t", "othello", "knockout", TWO),
        Tournament("t", "othello", "round-robin", TWO, sprt=Sprt(0, 10)),
    ):
        with pytest.raises(InvalidNotation, match="Players cannot join"):
            closed.joined_by(third)

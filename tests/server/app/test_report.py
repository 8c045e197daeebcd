"""The report of a game over HTTP: the same as in Python, from the points of the graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import fivefold
from fivefold.analysis.game_report import report_as_json
from fivefold.formats import Reading, read_moves
from fivefold.formats.records import as_tree
from fivefold.server.peers.rate_limits import RateLimits
from fivefold.words import Message

if TYPE_CHECKING:
    from tests.server.app.conftest import Served

GAMES = {
    "gomoku": "h8 h10 i8 i10 j8 j10 a1 k10 a3 l10",
    "othello": "f5 d6 c3 d3 c4 f4 f6 f3",
    "pentomino": "I a1 b1 c1 d1 e1; V a2 a3 a4 b4 c4; X d5 c6 d6 e6 d7",
}
"""Gomoku is finished: move 7 misses an open four, and White wins."""


def in_python(game: str) -> dict[str, Any]:
    start = fivefold.game(game).start
    tree = as_tree(Reading(start, read_moves(GAMES[game], start)))
    return report_as_json(fivefold.report(tree), Message.as_json)


def moves_of(game: str) -> list[str]:
    rules = fivefold.game(game)
    return [rules.format_move(move) for move in read_moves(GAMES[game], rules.start)]


@pytest.mark.parametrize("game", GAMES)
def test_a_line_has_the_same_report_as_in_python(server: Served, game: str) -> None:
    found = server.post("/api/report", {"game": game, "moves": moves_of(game)}).json()
    assert found == in_python(game)
    judged = {"game": game, "moves": moves_of(game), "from": 0, "to": len(moves_of(game))}
    values = server.post("/api/judge", judged).json()["values"]
    known = [each for each in found["values"] if each in values]
    # What the report knows more was proven by a later position.
    assert all(each["exact"] for each in found["values"] if each not in known)
    assert len(known) > len(values) / 2


def test_a_finished_match_has_a_report_with_the_time_use(server: Served) -> None:
    made = server.new(game="gomoku", first="me", second="me", moves=moves_of("gomoku"))
    match = made["match"]["id"]
    found = server.post("/api/report", {"match": match}).json()
    turn = found["turning_points"][-1]
    assert (turn["ply"], turn["side"], turn["loss"], turn["exact"]) == (7, "X", 100, True)
    assert turn["reasons"][0]["key"] == "report.why.missed_kind"
    assert turn["reasons"][0]["text"].startswith("Black missed an open four at ")
    time = found.pop("time")
    assert {key: value for key, value in in_python("gomoku").items() if key != "time"} == found
    assert set(time) <= {"X", "O"}
    assert server.post("/api/report", {"match": match}).json() == {**found, "time": time}


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "request.which_game"),
        ({"match": "nothing-like-it", "game": "gomoku"}, "request.which_game"),
        ({"game": "chess"}, "name.unknown"),
        ({"game": "gomoku", "moves": ["h8", "h8"]}, "moves.numbered"),
        ({"game": "gomoku", "moves": "h8"}, "request.invalid"),
        ({"game": "gomoku", "from": 0}, "request.invalid"),
    ],
)
def test_a_report_of_something_else_is_refused(
    server: Served, body: dict[str, Any], code: str
) -> None:
    answer = server.post("/api/report", body)
    assert 400 <= answer.status_code < 500
    assert answer.json()["error"]["code"] == code


def test_a_report_of_no_moves_is_empty(server: Served) -> None:
    bare = server.post("/api/report", {"game": "gomoku"}).json()
    assert (bare["moves"], bare["turning_points"], bare["complete"]) == ([], [], True)
    assert {each["accuracy"] for each in bare["sides"].values()} == {None}


def test_a_report_costs_as_many_judgements_as_asking_for_its_positions(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.service, "limits", RateLimits(limited=True))
    # The clock stands still, so no tokens are refilled.
    monkeypatch.setattr(server.service.limits.judgements, "_now", lambda: 0.0)
    long = {"game": "othello", "size": "4x4", "moves": ["b1"]}
    assert server.post("/api/report", long).status_code == 200
    judged = {"game": "othello", "from": 0, "to": 0}
    answers = [server.post("/api/judge", judged).status_code for _ in range(79)]
    assert set(answers) == {200}
    for refused in (server.post("/api/report", long), server.post("/api/judge", judged)):
        assert (refused.status_code, refused.json()["error"]["code"]) == (429, "question.quota")

"""Detours to an engine about a live game between people: all are refused, from ply 8 on."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from fivefold.names import game_from
from fivefold.server.matches.live_positions import LivePositions

if TYPE_CHECKING:
    from tests.server.app.conftest import Served

LINE = ["h8", "h9", "i8", "i9", "j8", "k9", "k10", "l9", "m9", "c3"]
MIRRORED = [f"{chr(ord('a') + ord('o') - ord(move[0]))}{move[1:]}" for move in LINE]


@pytest.fixture
def live(server: Served) -> Iterator[dict[str, Any]]:
    """A game between two people, ten moves old; it is over after the test."""
    made = server.new(second="open", moves=LINE)
    yield made
    path = f"/api/matches/{made['match']['id']}/resign"
    server.post(path, {"version": made["match"]["version"]}, made["secret"])


def cells_of(live: dict[str, Any]) -> str:
    return f"{live['match']['view']['cells']} X"


def eight_pieces() -> list[str]:
    """Returns the moves of a pentomino game that goes on."""
    chance, state = random.Random(5), game_from("pentomino").start
    moves = []
    for _ in range(8):
        move = chance.choice(state.legal_moves())
        moves.append(state.game.format_move(move))
        state = state.play(move)
    assert state.outcome is None
    return moves


def question(server: Served, live: dict[str, Any], **more: Any) -> Any:
    return server.post("/api/questions", {"game": "gomoku", "strategy": "random", **more})


def new_match(server: Served, live: dict[str, Any], **more: Any) -> Any:
    body = {"game": "gomoku", "first": "me", "second": "random", **more}
    return server.post("/api/matches", body)


def ask_about_another_match(server: Served, live: dict[str, Any], **more: Any) -> Any:
    match = server.new(**more)["match"]["id"]
    return server.post("/api/questions", {"match": match, "strategy": "random"})


def judge_another_match(server: Served, live: dict[str, Any], **more: Any) -> Any:
    made = server.new(**more)["match"]
    last = len(made["moves"])
    return server.post("/api/judge", {"match": made["id"], "from": last - 1, "to": last})


def seat_an_engine(server: Served, live: dict[str, Any], **more: Any) -> Any:
    made = server.new(**more)
    body = {"version": made["match"]["version"], "O": "random"}
    return server.post(f"/api/matches/{made['match']['id']}/seats", body, made["secret"])


DETOURS = (question, new_match, ask_about_another_match, judge_another_match, seat_an_engine)
WAYS: dict[str, dict[str, Any]] = {
    "its moves": {"moves": LINE},
    "mirrored": {"moves": MIRRORED},
    "under other rules": {"moves": LINE, "rules": "standard"},
    "one move later, through it": {"moves": [*LINE, "c4"]},
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("detour", DETOURS)
def test_a_detour_is_refused(server: Served, live: dict[str, Any], detour: Any, way: str) -> None:
    answer = detour(server, live, **WAYS[way])
    assert answer.status_code == 403, answer.text
    error = answer.json()["error"]
    assert error["code"] == "question.live"
    assert live["match"]["id"] not in answer.text


@pytest.mark.parametrize("detour", [question, new_match])
def test_its_bare_position_is_refused(server: Served, live: dict[str, Any], detour: Any) -> None:
    assert detour(server, live, position=cells_of(live)).status_code == 403


@pytest.mark.parametrize("detour", DETOURS)
def test_other_positions_are_answered(server: Served, live: dict[str, Any], detour: Any) -> None:
    answer = detour(server, live, moves=[*LINE[:-1], "a1"])
    assert answer.is_success, answer.text


@pytest.mark.parametrize("detour", DETOURS)
def test_the_position_is_answered_once_the_game_is_over(
    server: Served, live: dict[str, Any], detour: Any
) -> None:
    path = f"/api/matches/{live['match']['id']}/resign"
    version = live["match"]["version"]
    assert server.post(path, {"version": version}, live["secret"]).is_success
    assert detour(server, live, moves=LINE).is_success


@pytest.mark.parametrize("detour", DETOURS)
def test_a_server_that_does_not_check_is_caught(
    server: Served, live: dict[str, Any], detour: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LivePositions, "check", lambda self, states, match=None: None)
    assert detour(server, live, moves=LINE).is_success


def test_an_open_seat_may_go_to_an_engine(server: Served, live: dict[str, Any]) -> None:
    """The position is their own: nobody else plays it."""
    body = {"version": live["match"]["version"], "O": "random"}
    path = f"/api/matches/{live['match']['id']}/seats"
    assert server.post(path, body, live["secret"]).is_success


def test_people_may_set_it_up_without_an_engine(server: Served, live: dict[str, Any]) -> None:
    assert server.new(moves=LINE)["match"]["moves"] == LINE


def test_the_first_seven_moves_are_an_opening(server: Served) -> None:
    made = server.new(second="open", moves=LINE[:7])
    assert question(server, made, moves=LINE[:7]).is_success


def test_a_review_does_not_pass_through_it_either(server: Served) -> None:
    """A finished pentomino match that is a copy of a live one, up to its last move."""
    moves = eight_pieces()
    made = server.new("me", "open", "pentomino", moves=moves)
    copy = server.new("me", "me", "pentomino", moves=moves)
    path = f"/api/matches/{copy['match']['id']}"
    resigned = {"version": copy["match"]["version"]}
    assert server.post(f"{path}/resign", resigned, copy["secret"]).is_success
    assert server.get(f"{path}/hindsight").json()["error"]["code"] == "question.live"
    version = {"version": made["match"]["version"]}
    over = server.post(f"/api/matches/{made['match']['id']}/resign", version, made["secret"])
    assert over.is_success
    assert server.get(f"{path}/hindsight").is_success

"""Detours to an engine about a live game between people: all are refused, from ply 8 on."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import fivefold.server
from fivefold.core import State
from fivefold.match.replay import play_through, read_line
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


def line_played(moves: list[str]) -> State:
    """Returns the position after these moves."""
    start = game_from("gomoku").start
    return list(play_through(start, read_line(start, moves)))[-1]


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


def report_another_match(server: Served, live: dict[str, Any], **more: Any) -> Any:
    made = server.new(**more)["match"]
    return server.post("/api/report", {"match": made["id"]})


def seat_an_engine(server: Served, live: dict[str, Any], **more: Any) -> Any:
    made = server.new(**more)
    body = {"version": made["match"]["version"], "O": "random"}
    return server.post(f"/api/matches/{made['match']['id']}/seats", body, made["secret"])


DETOURS = (
    question,
    new_match,
    ask_about_another_match,
    judge_another_match,
    report_another_match,
    seat_an_engine,
)
WAYS: dict[str, dict[str, Any]] = {
    "its moves": {"moves": LINE},
    "mirrored": {"moves": MIRRORED},
    "under other rules": {"moves": LINE, "rules": "standard"},
    "one move later, through it": {"moves": [*LINE, "c4"]},
    "one line further down": {"moves": [f"{move[0]}{int(move[1:]) - 1}" for move in LINE]},
    "on a larger board": {"moves": LINE, "size": "19"},
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("detour", DETOURS)
def test_a_detour_is_refused(server: Served, live: dict[str, Any], detour: Any, way: str) -> None:
    answer = detour(server, live, **WAYS[way])
    assert answer.status_code == 403, answer.text
    error = answer.json()["error"]
    assert error["code"] == "question.live"
    assert live["match"]["id"] not in answer.text


@pytest.mark.parametrize("side", ["X", "O"])
@pytest.mark.parametrize("detour", [question, new_match])
def test_its_bare_position_is_refused_with_either_side_to_move(
    server: Served, live: dict[str, Any], detour: Any, side: str
) -> None:
    position = f"{live['match']['view']['cells']} {side}"
    assert detour(server, live, position=position).status_code == 403


def played(made: dict[str, Any], deed: str) -> str:
    return f"/api/matches/{made['match']['id']}/{deed}"


def rematch(server: Served, made: dict[str, Any]) -> Any:
    """Asks for a rematch of a match that has been resigned."""
    version, secret = made["match"]["version"], made["secret"]
    over = server.post(played(made, "resign"), {"version": version}, secret)
    assert over.is_success, over.text
    return server.post(played(made, "rematch"), {"version": version + 1}, secret)


def test_an_engine_of_an_earlier_match_gets_no_seat_in_it(server: Served) -> None:
    """The match with the engine, in which the same stones lie, is older than the live one."""
    cells = game_from("gomoku").format_position(line_played(LINE))
    order = {"position": cells, "first": "me", "second": "random"}
    for_rematch, for_swap = server.new(**order), server.new(**order)
    live = server.new(second="open", moves=LINE)
    assert rematch(server, for_rematch).json()["error"]["code"] == "question.live"
    version, secret = {"version": for_swap["match"]["version"]}, for_swap["secret"]
    path = played(for_swap, "swap")
    assert server.post(path, version, secret).json()["error"]["code"] == "question.live"
    over = {"version": live["match"]["version"]}
    assert server.post(played(live, "resign"), over, live["secret"]).is_success
    assert server.post(path, version, secret).is_success
    again = {"version": for_rematch["match"]["version"] + 1}
    assert server.post(played(for_rematch, "rematch"), again, for_rematch["secret"]).is_success


def test_a_rematch_between_people_needs_no_engine(server: Served, live: dict[str, Any]) -> None:
    cells = game_from("gomoku").format_position(line_played(LINE))
    assert rematch(server, server.new(position=cells)).is_success


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


def unguarded(source: str) -> list[str]:
    """Returns the functions that use the analysis pool without asking `live_positions` first."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            named = {each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute)}
            if named & {"pool", "_pool"} and not named & {"live_positions", "_live_positions"}:
                found.append(node.name)
    return found


def test_every_function_that_asks_an_engine_asks_here_first() -> None:
    """Search processes are reached through `pool` only; `analysis` and `matches` contain them."""
    server = Path(fivefold.server.__file__).parent
    modules = [
        file
        for file in server.rglob("*.py")
        if file.relative_to(server).parts[0] not in ("analysis", "matches", "exports")
    ]
    assert len(modules) > 50
    assert [
        f"{file.relative_to(server)}: {name}"
        for file in modules
        for name in unguarded(file.read_text(encoding="utf-8"))
    ] == []


def test_a_function_that_does_not_ask_is_caught() -> None:
    body = "async def judge(service):\n    {}return await service.pool.graph()\n"
    assert unguarded(body.format("")) == ["judge"]
    assert unguarded(body.format("service.live_positions.check([])\n    ")) == []

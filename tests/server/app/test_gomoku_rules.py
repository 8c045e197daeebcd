"""A game of renju over HTTP: a forbidden point is not offered, and rejected."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.server.app.conftest import Served

MOVES = ["h8", "a1", "i8", "c1", "j7", "e1", "j6", "g1"]


def test_the_page_can_choose_every_rule_set(server: Served) -> None:
    games = {game["name"]: game for game in server.get("/api/games").json()["games"]}
    assert games["gomoku"]["rules"] == ["freestyle", "standard", "renju", "caro", "omok"]


@pytest.mark.parametrize("rules", ["renju", "omok", "omok:threes=black"])
def test_a_forbidden_move_is_refused_and_changes_nothing(server: Served, rules: str) -> None:
    made = server.new(rules=rules, moves=MOVES)
    match, secret = made["match"]["id"], made["secret"]
    before = server.get(f"/api/matches/{match}", secret).json()["match"]
    assert before["game"]["rules"] == rules
    assert "j8" not in before["view"]["legal"]
    body = {"id": "a", "version": before["version"], "move": "j8"}
    answer = server.post(f"/api/matches/{match}/move", body, secret)
    error = answer.json()["error"]
    assert error["code"] == "gomoku.forbidden"
    assert error["message"] == ("j8 is forbidden: Black may not make a double three.")
    assert server.get(f"/api/matches/{match}", secret).json()["match"]["moves"] == MOVES
    body |= {"id": "b", "move": "j9"}
    assert server.post(f"/api/matches/{match}/move", body, secret).status_code == 200

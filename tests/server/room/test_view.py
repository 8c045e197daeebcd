"""The view of a position, and the document of a match."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

import pytest

from fivefold.errors import InvalidNotation
from fivefold.names import game_from
from fivefold.server.room import commands as do
from fivefold.server.room.view import game_as_json, view_of

if TYPE_CHECKING:
    from tests.server.room.conftest import Sit

FIVE = ("a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1")


def test_a_position_with_its_last_move(sit: Sit) -> None:
    played = sit(o="me")
    played.play("a9", "b9")
    view = played.room.view()
    assert {key: view[key] for key in view if key != "legal"} == {
        "ply": 2,
        "cells": "XO" + "." * 79,
        "to_move": "X",
        "last": [1],
        "move": "b9",
        "line": None,
        "counts": None,
        "dead": [],
        "forbidden": [],
        "passed": None,
        "swap2": None,
    }
    assert len(view["legal"]) == 79
    assert view["legal"][:2] == ["c9", "d9"]


def test_any_earlier_position_can_be_seen_and_no_other(sit: Sit) -> None:
    played = sit(o="me")
    played.play("a9", "b9")
    assert played.room.view(0)["cells"] == "." * 81
    assert played.room.view(0)["move"] is None
    assert played.room.view(0)["last"] == []
    assert played.room.view(1)["cells"] == "X" + "." * 80
    assert "legal" not in played.room.view(1, legal=False)
    assert "legal" not in played.room.view(legal=False)
    assert played.room.view(2) == played.room.view()
    for ply in (-1, 3):
        with pytest.raises(InvalidNotation) as caught:
            played.room.view(ply)
        assert caught.value.code == "match.no_ply"


@pytest.mark.parametrize("text", ["gomoku(7)", "othello(6)", "pentomino(5x6)", "pentomino"])
def test_the_legal_moves_are_those_of_the_rules_all_game_long(sit: Sit, text: str) -> None:
    chance = random.Random(5)
    played = sit(text, o="me")
    while played.room.live:
        state, view = played.room.state, played.room.view()
        assert view["legal"] == [state.game.format_move(move) for move in state.legal_moves()]
        assert view["cells"] == state.cells
        played.play(chance.choice(view["legal"]))
    assert played.room.view()["legal"] == []
    assert played.room.view()["to_move"] is None


def test_the_winning_stones_are_the_run_through_the_last(sit: Sit) -> None:
    played = sit(o="me")
    played.play(*FIVE)
    assert played.room.view()["line"] == [72, 73, 74, 75, 76]
    assert played.room.view(8)["line"] is None


def test_the_winning_stones_of_a_position_that_was_set_up_are_found(sit: Sit) -> None:
    cells = ["."] * 81
    for row in range(2, 7):
        cells[row * 9 + 4] = "O"
    cells[0] = "X"
    played = sit(o="me", start="".join(cells) + " X")
    assert played.room.view()["line"] == [22, 31, 40, 49, 58]


def test_a_full_board_has_no_line(sit: Sit) -> None:
    rows = ["XXOOX", "OOXXO", "XXOOX", "OOXXO", "XXOO."]
    played = sit("gomoku(5)", o="me", start="".join(rows) + " X")
    played.play("e1")
    assert played.room.result is not None
    assert played.room.result["winner"] is None
    assert played.room.view()["line"] is None


def test_discs_are_counted_in_othello(sit: Sit) -> None:
    played = sit("othello", o="me")
    assert played.room.view()["counts"] == {"X": 2, "O": 2}
    played.play("f5")
    assert played.room.view()["counts"] == {"X": 4, "O": 1}
    assert played.room.view(0)["counts"] == {"X": 2, "O": 2}


def test_a_finished_pentomino_marks_its_unfillable_cells(sit: Sit) -> None:
    played = sit("pentomino(2x5)", o="me")
    played.play("P a1 a2 b1 b2 c1")
    assert not played.room.live
    assert played.room.view()["dead"] == [3, 4, 7, 8, 9]
    assert played.room.view()["last"] == [0, 1, 2, 5, 6]
    assert played.room.view(0)["dead"] == []


def test_a_view_is_made_once_for_each_version(sit: Sit) -> None:
    played = sit(o="me")
    assert played.room.view() is played.room.view()
    before = played.room.view()
    played.play("e5")
    assert played.room.view() != before
    played.do(do.Resign(played.version))
    assert played.room.view()["to_move"] is None


def test_the_whole_match_as_it_is_sent(sit: Sit) -> None:
    played = sit(time="5+3", name="Ann")
    played.now += 2
    played.play("e5")
    document = played.room.document()
    assert json.loads(json.dumps(document)) == document
    view = document.pop("view")
    assert view["ply"] == 1
    assert document == {
        "id": "m1",
        "version": 2,
        "public": False,
        "created": played.at,
        "game": game_as_json(game_from("gomoku(9)")),
        "start": "." * 81 + " X",
        "swap2": None,
        "time": "5+3",
        "pace": 0,
        "seats": {
            "X": {"kind": "person", "name": "Ann"},
            "O": {"kind": "machine", "strategy": "level(1)"},
        },
        "between_people": False,
        "live": True,
        "moves": ["e5"],
        "plies": [
            {
                "ply": 1,
                "move": "e5",
                "seat": "X",
                "seconds": 2.0,
                "at": played.at,
                "forced": False,
                "decision": None,
            }
        ],
        "clocks": {
            "running": "O",
            "X": {"used": 2.0, "left": 301.0},
            "O": {"used": 0.0, "left": 300.0},
        },
        "undo_asked": None,
        "rematch": None,
        "result": None,
    }


def test_the_rules_as_they_are_sent() -> None:
    assert game_as_json(game_from("pentomino(6x10)")) == {
        "name": "pentomino",
        "rows": 6,
        "columns": 10,
        "row_one": "top",
        "rules": "normal",
        "text": "pentomino(size=6x10, rules=normal)",
        "title": {"key": "game.title.pentomino", "facts": {}, "text": "Pentomino"},
        "players": {
            "X": {"key": "seat.first", "facts": {}, "text": "First"},
            "O": {"key": "seat.second", "facts": {}, "text": "Second"},
        },
    }


def test_points_that_renju_bars_to_the_side_to_move() -> None:
    game = game_from("gomoku(rules=renju)")
    # Two open threes would meet on h8.
    black, white = ["h9", "h10", "i8", "j8"], ["a1", "c1", "e1", "g1"]
    states = [game.start]
    for pair in zip(black, white, strict=True):
        for move in pair:
            states.append(states[-1].play(game.parse_move(move)))
    assert view_of(states, 8)["forbidden"] == [game.parse_move("h8")]
    assert view_of(states, 7)["forbidden"] == []
    assert view_of(states, 8, over=True)["forbidden"] == []


def test_the_last_position_without_its_moves_is_that_of_a_match_that_is_over(sit: Sit) -> None:
    played = sit(o="me")
    played.play("a9", "b9")
    for ply in (None, 2):
        assert played.room.view(ply, legal=False)["to_move"] == "X"
    played.do(do.Resign(played.version))
    for ply in (None, 2):
        assert played.room.view(ply, legal=False)["to_move"] is None
        assert played.room.view(ply)["legal"] == []
    assert played.room.view(1, legal=False)["to_move"] == "O"


def test_only_the_last_position_has_the_next_decision_of_an_opening(sit: Sit) -> None:
    played = sit(o="me", opening_by="swap2")
    played.play("e5", "f6")
    asked = played.room.view()["swap2"]
    assert asked["stones"] == 1
    for ply, known in ((None, asked), (2, asked), (1, None)):
        assert played.room.view(ply, legal=False)["swap2"] == known
        assert played.room.view(ply)["swap2"] == known

"""The native Gomoku search through Python, checked by the Python rules."""

from __future__ import annotations

import json
import random
import threading
from pathlib import Path

import pytest

from fivefold import _native
from fivefold.core import Player
from fivefold.games.gomoku import GomokuGame, GomokuState
from fivefold.strategies import native

BOARDS = Path(__file__).parents[1] / "data" / "renju-forbidden-points.jsonl"
RULES = ["freestyle", "standard", "renju", "caro", "omok", "omok:threes=black:six=forbidden"]


@pytest.fixture(scope="module")
def searcher() -> _native.GomokuSearcher:
    return _native.GomokuSearcher(None, 4, 1)


def text_of(state: GomokuState) -> str:
    return state.game.format_position(state)


@pytest.mark.parametrize("rules", RULES)
def test_games_against_itself_are_legal_and_a_claimed_five_is_one(
    searcher: _native.GomokuSearcher, rules: str
) -> None:
    chance = random.Random(rules)
    for size in (5, 9, 15):
        state = GomokuGame.of((size, size), rules).start
        while not state.outcome and state.cells.count(".") > size * size - 60:
            report = searcher.search(text_of(state), rules, nodes=chance.choice([1, 50, 400]))
            [line] = report.lines
            move = state.game.parse_move(line.move)
            assert move in state.legal_moves()
            assert line.pv[0] == line.move
            state = state.play(move)
            if line.wins_in == 1:
                assert state.outcome is not None
                assert state.outcome.winner is not None
        if state.outcome:
            assert searcher.search(text_of(state), rules, nodes=10).lines == []


def test_forbidden_points_are_neither_threats_nor_played(
    searcher: _native.GomokuSearcher,
) -> None:
    game = GomokuGame(15, "renju")
    for line in BOARDS.read_text(encoding="utf-8").splitlines()[:60]:
        board = json.loads(line)
        cells = ["."] * 225
        for stone, colour in (("X", "black"), ("O", "white")):
            for text in game.split_moves(board[colour]):
                cells[game.parse_move(text)] = stone
        position = "".join(cells) + " X"
        forbidden = set(game.split_moves(board["forbidden"]))
        threats = _native.gomoku_threats(position, "renju")
        assert not forbidden & {cell for cell, side, _ in threats if side == "X"}
        report = searcher.search(position, "renju", depth=1, lines=0)
        assert not forbidden & {line.move for line in report.lines}


def test_threats_match_the_position() -> None:
    game = GomokuGame(9)
    state = game.start
    for text in game.split_moves("c5a1d5c1e5g1"):
        state = state.play(game.parse_move(text))
    found = native.gomoku_threats(state)
    assert found[:2] == [("b5", "X", "open_four"), ("f5", "X", "open_four")]
    assert ("e1", "O", "three") in found


def test_several_lines_come_best_first_and_each_begins_with_its_move(
    searcher: _native.GomokuSearcher,
) -> None:
    game = GomokuGame(15)
    state = game.start.play(game.parse_move("h8"))
    report = searcher.search(text_of(state), "freestyle", depth=2, lines=4)
    scores = [line.score for line in report.lines]
    assert len(scores) == 4
    assert scores == sorted(scores, reverse=True)
    assert [line.pv[0] for line in report.lines] == [line.move for line in report.lines]
    assert searcher.progress() is not None


def test_clearing_the_table_makes_a_search_repeatable() -> None:
    def ask() -> tuple[str, int, int]:
        fresh.forget()
        report = fresh.search(text_of(state), "standard", nodes=5_000)
        assert report.nodes <= 5_000
        return report.lines[0].move, report.lines[0].score, report.nodes

    fresh = _native.GomokuSearcher(None, 2, 1)
    game = GomokuGame(15, "standard")
    state = game.start
    for text in game.split_moves("h8i9h9h10i8g8"):
        state = state.play(game.parse_move(text))
    assert ask() == ask()


def test_a_search_ends_when_stopped(searcher: _native.GomokuSearcher) -> None:
    stop = threading.Event()
    stop.set()
    assert len(searcher.search("." * 225 + " X", "freestyle", stop=stop, lines=0).lines) == 1


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"position": "." * 24 + " X"}, "size 5 to 22"),
        ({"rules": "chess"}, "The Gomoku rules are"),
        ({"depth": 0}, "The depth must be at least 1"),
        ({"seconds": -1.0}, "The seconds must not be negative"),
        ({"lines": -1}, "The number of lines must not be negative"),
    ],
)
def test_bad_arguments_are_rejected_with_the_reason(
    searcher: _native.GomokuSearcher, changes: dict[str, object], reason: str
) -> None:
    question: dict[str, object] = {"position": "." * 225 + " X", "rules": "freestyle", "nodes": 1}
    with pytest.raises(ValueError, match=reason):
        searcher.search(**(question | changes))  # type: ignore[arg-type]


@pytest.mark.parametrize("weights", [b"", b"fivefold gomoku", b"x" * 30_000])
def test_invalid_weights_are_rejected(weights: bytes) -> None:
    with pytest.raises(ValueError, match="Gomoku weights file"):
        _native.GomokuSearcher(weights, 1, 1)


def test_memory_and_threads_are_checked() -> None:
    with pytest.raises(ValueError, match="The memory must"):
        _native.GomokuSearcher(None, 0, 1)
    with pytest.raises(ValueError, match="The number of threads must"):
        _native.GomokuSearcher(None, 1, 0)


def test_threats_of_both_sides_are_listed() -> None:
    found = _native.gomoku_threats("XXXX." + "." * 220 + " O", "freestyle")
    assert ("e15", Player.FIRST.value, "five") in found

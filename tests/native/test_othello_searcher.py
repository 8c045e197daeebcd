"""The native Othello engine against the Python rules: scores, lines, limits, rejections."""

from __future__ import annotations

import random
import threading
from pathlib import Path

import pytest

import fivefold
from fivefold import _native
from fivefold.core import Player, State
from fivefold.games.othello import OthelloGame

FILE = Path(fivefold.__file__).with_name("data").joinpath("othello", "weights.bin").read_bytes()
GAME = OthelloGame()
START = GAME.format_position(GAME.start)


@pytest.fixture(scope="module")
def weights() -> _native.OthelloWeights:
    return _native.OthelloWeights(FILE)


@pytest.fixture
def searcher(weights: _native.OthelloWeights) -> _native.OthelloSearcher:
    return _native.OthelloSearcher(weights, memory=4)


def random_state(chance: random.Random, empties: int) -> State:
    """Returns a position of random play where some side can move."""
    while True:
        state: State = GAME.start
        while state.outcome is None and state.cells.count(".") > empties:
            state = state.play(chance.choice(state.legal_moves()))
        if state.outcome is None:
            return state


def final_score(state: State) -> int:
    """Returns the score for X, empty cells counting for the winner."""
    margin = state.cells.count("X") - state.cells.count("O")
    empty = state.cells.count(".")
    return margin + empty if margin > 0 else margin - empty if margin < 0 else 0


def brute_force(state: State) -> int:
    """Returns the score for the side to move by brute force."""
    if state.outcome is not None:
        return final_score(state) * (1 if state.to_move is Player.FIRST else -1)
    return max(-brute_force(state.play(move)) for move in state.legal_moves())


def played(state: State, moves: list[str]) -> State:
    for move in moves:
        state = state.play(GAME.parse_move(move))
    return state


@pytest.mark.parametrize("seed", range(8))
def test_exact_scores_and_lines_match_brute_force(
    searcher: _native.OthelloSearcher, seed: int
) -> None:
    state = random_state(random.Random(seed), 6)
    report = searcher.solve(GAME.format_position(state))
    assert report.exact
    expected = brute_force(state)
    assert report.lines[0].score == expected
    end = played(state, report.lines[0].pv)
    assert end.outcome is not None
    assert final_score(end) == (expected if state.to_move is Player.FIRST else -expected)


def test_the_winner_alone_is_found_too(searcher: _native.OthelloSearcher) -> None:
    for seed in range(4):
        state = random_state(random.Random(100 + seed), 6)
        expected = brute_force(state)
        report = searcher.solve(GAME.format_position(state), win_only=True)
        assert report.exact
        assert report.lines[0].score == (expected > 0) - (expected < 0)


def test_every_legal_move_gets_a_line_of_legal_moves(searcher: _native.OthelloSearcher) -> None:
    state = random_state(random.Random(5), 40)
    report = searcher.search(GAME.format_position(state), depth=5, every_move=True)
    moves = {GAME.format_move(move) for move in state.legal_moves()}
    assert {line.move for line in report.lines} == moves
    scores = [line.score for line in report.lines]
    assert scores == sorted(scores, reverse=True)
    for line in report.lines:
        assert (line.depth, line.exact, line.pv[0]) == (5, False, line.move)
        played(state, line.pv)


def test_the_best_line_and_the_best_of_every_line_have_the_same_exact_score(
    searcher: _native.OthelloSearcher,
) -> None:
    position = GAME.format_position(random_state(random.Random(6), 13))
    best = searcher.search(position)
    every = searcher.search(position, every_move=True)
    assert best.exact
    assert every.exact
    assert best.lines[0].score == every.lines[0].score


def test_a_forced_pass_is_a_line_and_an_ended_game_has_none(
    searcher: _native.OthelloSearcher,
) -> None:
    position = "OX" + "." * 62 + " X"
    report = searcher.search(position)
    assert [line.move for line in report.lines] == ["--"]
    assert (report.lines[0].pv, report.lines[0].score) == (["--", "c1"], -64)
    over = searcher.search("X" * 64 + " O", every_move=True)
    assert (over.lines, over.exact) == ([], True)


def test_fixed_nodes_give_the_same_result_again(searcher: _native.OthelloSearcher) -> None:
    first = searcher.search(START, nodes=20_000)
    searcher.forget()
    second = searcher.search(START, nodes=20_000)
    assert (first.nodes, first.lines[0].pv) == (second.nodes, second.lines[0].pv)


def test_a_search_can_be_watched_and_stopped(
    searcher: _native.OthelloSearcher,
) -> None:
    assert searcher.progress() is None
    stop = threading.Event()
    reports: list[_native.OthelloReport] = []
    thread = threading.Thread(
        target=lambda: reports.append(searcher.search(START, stop=stop, every_move=True))
    )
    thread.start()
    while (report := searcher.progress()) is None or report.depth < 6:
        stop.wait(0.005)
    stop.set()
    thread.join()
    assert reports[0].depth >= 6
    assert not reports[0].exact
    assert len(reports[0].lines) == 4


def test_more_threads_find_the_same_exact_score(
    searcher: _native.OthelloSearcher, weights: _native.OthelloWeights
) -> None:
    position = GAME.format_position(random_state(random.Random(8), 15))
    together = _native.OthelloSearcher(weights, memory=4, threads=2)
    assert together.solve(position).lines[0].score == searcher.solve(position).lines[0].score


@pytest.mark.parametrize(
    "position", ["", "f5", "." * 36 + " X", "." * 64, "." * 64 + " Y", "Z" * 64 + " X", "\ud800"]
)
def test_positions_other_than_8x8_are_rejected(
    searcher: _native.OthelloSearcher, position: str
) -> None:
    for ask in (searcher.search, searcher.solve, searcher.evaluate):
        with pytest.raises(ValueError, match=r"\.$|surrogates"):
            ask(position)


def test_impossible_limits_and_settings_are_rejected(
    searcher: _native.OthelloSearcher, weights: _native.OthelloWeights
) -> None:
    with pytest.raises(ValueError, match="seconds"):
        searcher.search(START, seconds=-1)
    with pytest.raises(ValueError, match="depth"):
        searcher.search(START, depth=0)
    with pytest.raises(ValueError, match="memory"):
        _native.OthelloSearcher(weights, memory=0)
    with pytest.raises(ValueError, match="threads"):
        _native.OthelloSearcher(weights, threads=0)
    for damaged in (b"", FILE[:-1], FILE[:100] + b"?" + FILE[101:]):
        with pytest.raises(ValueError, match="weights"):
            _native.OthelloWeights(damaged)

"""`fivefold.analyse`: lines of a position and values of a tree, against exact solvers."""

from __future__ import annotations

import threading

import pytest
from tests.tree.strategies import shape

import fivefold
from fivefold.core import WIN, Player, State
from fivefold.errors import InvalidNotation
from fivefold.formats import Reading, read_all, read_moves
from fivefold.formats.records import as_tree
from fivefold.names import game_from
from fivefold.strategies.solve import solve
from fivefold.tree import GameTree
from fivefold.tree.node import flatten
from fivefold.tree.walk import walk

GOMOKU, OTHELLO = game_from("gomoku(size=9)"), game_from("othello(size=4)")
PENTOMINO = game_from("pentomino(size=4x5)")


def after(game: fivefold.Game, moves: str) -> State:
    state = game.start
    for move in read_moves(moves, state):
        state = state.play(move)
    return state


def tree(text: str) -> GameTree:
    return as_tree(read_all(text)[0])


STUDY = "(;GM[4]SZ[9];B[ee];W[ed]C[here](;B[fd];W[gc](;B[dd])(;B[df]))(;B[ff];W[dd]))"


def test_several_lines_have_scores_and_continuations() -> None:
    state = after(GOMOKU, "e5 e6 f6 d6")
    lines = fivefold.analyse(state, nodes=20_000, lines=3)
    assert len(lines) == 3
    scores = [line.score for line in lines if line.score is not None]
    assert scores == sorted(scores, reverse=True)
    assert len({line.move for line in lines}) == 3
    for line in lines:
        assert line.line[0] == line.move
        assert line.depth
        position = state
        for move in line.line:
            position = position.play(move)
    assert fivefold.analyse(state, nodes=20_000, lines=3) == lines


def test_a_proven_position_says_so() -> None:
    (line,) = fivefold.analyse(after(GOMOKU, "d5 a1 e5 b1 f5 c2"), nodes=20_000)
    assert line.score == WIN - 3
    assert line.proof
    assert (line.proof.claim, line.proof.plies) == ("win", 3)


@pytest.mark.parametrize("game", [OTHELLO, PENTOMINO])
def test_exact_values_equal_the_solver(game: fivefold.Game) -> None:
    moves = game.start.legal_moves()[:1]
    bare = as_tree(Reading(game.start, tuple(moves)))
    for step in walk(fivefold.analyse(bare)):
        assert step.state is not None
        (value,) = step.node.notes.values
        solved = solve(step.state).value
        assert value.exact
        assert value.side is step.state.to_move
        if isinstance(solved, int):
            assert value.score == solved
        else:
            assert (value.score > 0) == (solved == "win")


def test_a_tree_gets_a_value_at_every_node_and_keeps_everything_else() -> None:
    before = tree(STUDY)
    analysed = fivefold.analyse(before, nodes=2_000)
    values = [node.notes.values for _, node in flatten(analysed.root)]
    assert all(len(each) == 1 and each[0].by == "engine" for each in values)
    assert [value.side for (value,) in values[:3]] == [Player.FIRST, Player.SECOND, Player.FIRST]
    assert analysed.at((0, 0)).notes.comment == "here"
    assert [node.source for _, node in flatten(analysed.root)] == [
        node.source for _, node in flatten(before.root)
    ]
    # The same tree again: the values are replaced, and they are the same.
    assert shape(fivefold.analyse(analysed, nodes=2_000)) == shape(analysed)


def test_an_analysis_that_is_stopped_keeps_what_it_has() -> None:
    stop, before = threading.Event(), tree(STUDY)

    def progress(done: int, total: int) -> None:
        assert total == before.size + 1
        if done == 2:
            stop.set()

    stopped = fivefold.analyse(before, nodes=2_000, stop=stop, progress=progress)
    assert sum(bool(node.notes.values) for _, node in flatten(stopped.root)) == 2


def test_a_finished_game_has_no_lines_and_a_bad_limit_is_refused() -> None:
    over = after(GOMOKU, "a1 a2 b1 b2 c1 c2 d1 d2 e1")
    assert fivefold.analyse(over) == ()
    with pytest.raises(InvalidNotation, match="seconds must be a number greater than 0"):
        fivefold.analyse(over, seconds=0)
    with pytest.raises(InvalidNotation, match="lines must be a whole number"):
        fivefold.analyse(over, lines=0)

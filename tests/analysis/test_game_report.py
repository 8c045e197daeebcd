"""The report of a game: losses against plain solvers, accuracy, determinism, partial reports."""

from __future__ import annotations

import random
import threading
from functools import cache

import pytest

import fivefold
from fivefold.analysis import GameReport
from fivefold.analysis.game_graph import GraphPoint, graph_point
from fivefold.analysis.game_report import annotated, report_as_json, report_from
from fivefold.core import Limit, Player, State
from fivefold.formats import Reading, read_moves, read_text, write_text
from fivefold.formats.records import as_tree
from fivefold.match.record import MatchRecord
from fivefold.match.replay import play_through
from fivefold.names import game_from, strategy_from
from fivefold.tree import GameTree
from fivefold.tree.node import main_nodes


def random_states(name: str, seed: int) -> list[State]:
    states, chance = [game_from(name).start], random.Random(seed)
    while not states[-1].outcome:
        states.append(states[-1].play(chance.choice(states[-1].legal_moves())))
    return states


def tree_of(states: list[State]) -> GameTree:
    moves = tuple(state.last_move for state in states[1:])
    assert None not in moves
    return as_tree(Reading(states[0], moves))  # type: ignore[arg-type]


def game_of_levels(name: str) -> GameTree:
    players = [strategy_from(f"level({n})", name, n) for n in (3, 2)]
    states = [game_from(name).start]
    while not states[-1].outcome:
        move = players[len(states) % 2].choose(states[-1], Limit(nodes=500)).move
        assert move is not None
        states.append(states[-1].play(move))
    return tree_of(states)


@cache
def best_discs(state: State) -> int:
    """Returns the best final lead over all lines, empty squares counted for the winner."""
    if state.outcome:
        own, other = (state.cells.count(s.value) for s in (state.to_move, state.to_move.other))
        empty = state.cells.count(".")
        return own - other + empty * ((own > other) - (own < other))
    return max(-best_discs(state.play(move)) for move in state.legal_moves())


@cache
def wins(state: State) -> bool:
    """Tells whether the side to move of a pentomino game wins, by trying everything."""
    return any(not wins(state.play(move)) for move in state.legal_moves())


def test_the_losses_of_an_exact_othello_ending_are_those_of_a_plain_solver() -> None:
    lost = 0.0
    for seed in range(6):
        states = [each for each in random_states("othello", seed) if each.cells.count(".") <= 6]
        found = fivefold.report(tree_of(states))
        for move, before, after in zip(found.moves, states[:-1], states[1:], strict=True):
            assert move.exact
            assert move.loss == best_discs(before) + best_discs(after)
            assert move.counted == (len(before.legal_moves()) > 1)
        lost += sum(move.loss or 0 for move in found.moves)
    assert lost > 10


def test_the_losses_in_pentomino_are_those_of_a_plain_solver() -> None:
    mistakes = 0
    for seed in range(12):
        states = random_states("pentomino(size=4x5)", seed)
        found = fivefold.report(tree_of(states))
        for move, before, after in zip(found.moves, states[:-1], states[1:], strict=True):
            assert move.exact
            assert move.loss == float(wins(before) and wins(after))
            assert move.counted == (wins(before) and len(before.legal_moves()) > 1)
        mistakes += sum(move.mistake for move in found.moves)
        assert len(found.turning_points) == sum(move.mistake for move in found.moves)
    assert mistakes >= 3


def test_every_position_of_a_pentomino_game_is_proven() -> None:
    found = fivefold.report(tree_of(random_states("pentomino", 4)))
    assert all(move.exact for move in found.moves)


def test_a_gomoku_move_that_gives_a_proven_win_away_loses_a_hundred_points() -> None:
    # X has an open three and wins, but O gets the open four.
    moves = "h8 h10 i8 i10 j8 j10 a1"
    start = game_from("gomoku").start
    tree = as_tree(Reading(start, read_moves(f"{moves} k10 a3 l10", start)))
    found = fivefold.report(tree)
    assert [move.loss for move in found.moves[-4:]] == [100, 0, 0, 0]
    (turn,) = (each for each in found.turning_points if each.ply == 7)
    assert turn.exact
    assert turn.better in map(start.game.parse_move, ("g8", "k8"))
    # After the mistake X had nothing left to lose.
    assert [move.counted for move in found.moves[-4:]] == [True, True, False, True]


@pytest.mark.parametrize(
    ("unit", "game", "values", "accuracy"),
    [
        # X: 0 -> -20 loses 10 points, 10 -> -50 loses 30; O: -20 -> 10 loses 15, -50 -> -50 none.
        ("chance", "gomoku", [0, -20, 10, -50, -50], (80.0, 92.5)),
        # In discs: X loses 4 and 12 of them, O 6 and none.
        ("discs", "othello", [0, -4, 2, -10, -10], (20.0, 70.0)),
        # X gives a won game away, O gives it back at once.
        ("result", "pentomino", [100, -100, 100, 100, 100], (50.0, 0.0)),
    ],
)
def test_accuracy_follows_its_definition(
    unit: str, game: str, values: list[int], accuracy: tuple[float, float]
) -> None:
    states = random_states(game, 1)[: len(values)]
    points = [
        GraphPoint(
            value if state.to_move is Player.FIRST else -value,
            next(move for move in state.legal_moves() if move != played),
            abs(value) == 100,
            discs=(value if state.to_move is Player.FIRST else -value) if unit == "discs" else None,
        )
        for value, state, played in zip(
            values, states, [each.last_move for each in (*states[1:], states[0])], strict=True
        )
    ]
    found = report_from(states, points)
    assert found.unit == unit
    assert (found.sides[Player.FIRST].accuracy, found.sides[Player.SECOND].accuracy) == accuracy
    assert all(move.loss is not None and move.loss >= 0 for move in found.moves)


def test_the_best_move_loses_nothing_and_set_up_stones_are_nobodys() -> None:
    states = random_states("gomoku", 2)[:6]
    # Move 4 is another one than the best, if any is known; move 5 is the best one.
    last = states[-1].last_move
    points = [GraphPoint(0, None, False)] * 4 + [GraphPoint(90, last, False)] * 2
    found = report_from(states, points, set_up=3)
    assert [move.loss for move in found.moves[:3]] == [None, None, None]
    assert [move.loss for move in found.moves[3:]] == [45, 0]
    assert [move.counted for move in found.moves] == [False, False, False, True, True]
    assert not any(move.mistake for move in found.moves)  # no better move is known


def values_for_x(game: str, *values: int, discs: bool = False, exact: bool = False) -> GameReport:
    """Returns the report of a game with these values, in which no move was the best one."""
    states = random_states(game, 1)[: len(values)]
    points = []
    for value, state, after in zip(values, states, [*states[1:], states[0]], strict=True):
        other = next(move for move in state.legal_moves() if move != after.last_move)
        own = value if state.to_move is Player.FIRST else -value
        sign = 100 * ((own > 0) - (own < 0)) if discs else own
        points.append(GraphPoint(sign, other, exact, discs=own if discs else None))
    return report_from(states, points)


def test_the_turning_points_are_the_biggest_losses_of_each_side_in_the_order_of_the_game() -> None:
    #                                  X: 10, 2.5, 32.5 points      O: 25 points, and better
    found = values_for_x("gomoku", 0, -20, 30, 25, 5, -60).turning_points
    assert [(each.number, each.ply, each.loss) for each in found] == [
        (1, 1, 10),
        (2, 2, 25),
        (3, 5, 32.5),
    ]
    # O loses nothing here; X loses four times, and three of these are the most.
    found = values_for_x("gomoku", 90, 60, 60, 20, 20, -10, -10, -80).turning_points
    assert [(each.ply, each.loss) for each in found] == [(1, 15), (3, 20), (7, 35)]


def test_a_move_that_changes_the_proven_result_comes_first_however_little_it_costs() -> None:
    found = values_for_x("othello", 60, 40, 40, 20, 20, 2, 2, -1, discs=True, exact=True)
    assert [(each.ply, each.loss) for each in found.turning_points] == [(1, 20), (3, 20), (7, 3)]
    assert str(found.turning_points[-1].reasons[0]) == "It turned a won position into a lost one."
    # Without a proof, three discs are no mistake.
    unproven = values_for_x("othello", 60, 40, 40, 20, 20, 2, 2, -1, discs=True)
    assert [each.ply for each in unproven.turning_points] == [1, 3, 5]
    assert not unproven.moves[6].mistake


def test_a_win_that_a_later_position_proves_is_known_before_it() -> None:
    states = random_states("gomoku", 3)[:4]
    move = states[3].last_move
    assert move is not None
    lost = GraphPoint(-100, None, True, plies=8, line=(1, 2))
    points = [GraphPoint(20, 0, False), GraphPoint(0, 0, False), GraphPoint(10, 0, False), lost]
    found = report_from(states, points)
    # The side that moved third had a win; the one before it gave it away, and X lost nothing.
    assert found.points[2] == GraphPoint(100, move, True, plies=9, line=(move, 1, 2))
    assert found.points[:2] == tuple(points[:2])
    assert [each.loss for each in found.moves] == [10, 50, 0]
    # A position that is not known to be lost proves nothing, nor does a disc estimate.
    undecided = [*points[:3], GraphPoint(-90, None, False)]
    assert report_from(states, undecided).points == tuple(undecided)


@pytest.mark.parametrize("game", ["gomoku", "othello", "pentomino"])
def test_the_same_game_has_the_same_report_in_the_unit_of_the_game(game: str) -> None:
    tree = game_of_levels(game)
    found = fivefold.report(tree, nodes=4_000)
    assert found == fivefold.report(tree.main_line, nodes=4_000)
    assert found.complete
    turns = found.turning_points
    assert [turn.number for turn in turns] == list(range(1, len(turns) + 1))
    for side in Player:
        assert sum(turn.side is side for turn in turns) <= 3
    for turn in turns:
        state = tree.state((0,) * (turn.ply - 1))
        assert turn.better != turn.move
        assert turn.line[0] == turn.better
        assert play_through(state, turn.line)
        assert 1 <= len(turn.reasons) <= 2
        assert all(str(reason) for reason in (*turn.reasons, turn.instead))
    # The server builds the report from points that were sent as JSON.
    states = play_through(tree.start, tree.moves)
    limit = Limit(nodes=4_000)
    sent = [graph_point(state, limit=limit).as_json(state) for state in states]
    again = [GraphPoint.from_json(each, state) for each, state in zip(sent, states, strict=True)]
    assert report_as_json(report_from(states, again)) == report_as_json(found)


def test_a_stopped_report_says_what_is_known() -> None:
    tree, stop = tree_of(random_states("othello", 3)), threading.Event()

    def progress(done: int, total: int) -> None:
        assert total == len(tree.moves) + 1
        if done == 5:
            stop.set()

    found = fivefold.report(tree, nodes=2_000, stop=stop, progress=progress)
    assert not found.complete
    assert [move.loss is not None for move in found.moves[:5]] == [True] * 4 + [False]
    assert found.points[5:] == (None,) * (len(tree.moves) - 4)
    assert report_as_json(found)["complete"] is False


def test_time_use_is_that_of_the_record() -> None:
    record = MatchRecord(
        "gomoku", "A", "B", game_from("gomoku").format_position(game_from("gomoku").start),
        ("h8", "i9", "j8", "k9"), None, "unfinished", "", (1.5, 2.0, 4.0, 0.5),
    )  # fmt: skip
    found = fivefold.report(record, nodes=500)
    first, second = found.time[Player.FIRST], found.time[Player.SECOND]
    assert (first.total, first.longest, first.ply) == (5.5, 4.0, 3)
    assert (second.total, second.longest, second.ply) == (2.5, 2.0, 2)
    assert not fivefold.report(tree_of(random_states("pentomino(size=4x5)", 1))).time


def test_a_report_in_the_tree_keeps_what_was_there_and_survives_the_file() -> None:
    text = "(;GM[4]SZ[15];B[hh]C[Mine];W[hf];B[ih];W[if];B[jh];W[jf];B[ao]C[Hm](;W[kf]))"
    tree = as_tree(read_text(text))
    noted = annotated(tree, fivefold.report(tree))
    line = main_nodes(noted.root)
    assert noted.moves == tree.moves
    assert line[0].notes.comment == "Mine"
    assert line[6].notes.comment.startswith("Hm\n\n")
    assert "missed an open four" in line[6].notes.comment
    assert line[6].notes.glyphs == ("??",)
    assert [each.by for node in line for each in node.notes.values] == ["engine"] * len(line)
    assert len(noted.variations) == len(fivefold.report(tree).turning_points)
    again = as_tree(read_text(write_text([Reading(noted.start, noted.moves, tree=noted)], "sgf")))
    assert [node.notes for node in main_nodes(again.root)] == [node.notes for node in line]

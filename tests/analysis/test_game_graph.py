"""The values of the graph: reproducible, from X's side, exact only where proven."""

from __future__ import annotations

import itertools
import random

import pytest

from fivefold.analysis.game_graph import graph_method, graph_point
from fivefold.arena.openings.sources import openings_for, state_after
from fivefold.core import Limit, Player, State
from fivefold.names import game_from, strategy_from
from fivefold.strategies.solve import solve


def value(state: State) -> int:
    """Returns the value from X's side, as it is sent."""
    found = graph_point(state).as_json(state)["value"]
    assert isinstance(found, int)
    return found


def random_game(name: str, seed: int) -> list[State]:
    states, chance = [game_from(name).start], random.Random(seed)
    while not states[-1].outcome:
        states.append(states[-1].play(chance.choice(states[-1].legal_moves())))
    return states


@pytest.mark.parametrize("name", ["gomoku", "othello", "pentomino"])
def test_a_finished_game_is_worth_what_it_ended_with(name: str) -> None:
    for seed in range(4):
        state = random_game(name, seed)[-1]
        assert state.outcome
        wins = {Player.FIRST: 100, Player.SECOND: -100, None: 0}
        found = graph_point(state).as_json(state)
        discs = found.pop("discs", None)
        assert found == {"value": wins[state.outcome.winner], "best": None, "exact": True}
        if name == "othello":
            mine, theirs = state.cells.count("X"), state.cells.count("O")
            empty = state.cells.count(".")
            assert discs == mine - theirs + (empty if mine > theirs else -empty)
        else:
            assert discs is None


@pytest.mark.slow
@pytest.mark.parametrize("name", ["gomoku(size=9)", "othello", "othello(size=6)", "pentomino"])
def test_values_stay_in_range_repeat_and_are_full_only_when_proven(name: str) -> None:
    for state in random_game(name, 5)[::6]:
        found = graph_point(state)
        assert found == graph_point(state)
        assert -100 <= found.value <= 100
        assert abs(found.value) < 100 or found.exact
        assert found.best is None or found.best in state.legal_moves()


@pytest.mark.parametrize("name", ["othello(size=6)", "pentomino", "pentomino(size=4x6)"])
def test_what_is_called_exact_agrees_with_the_solver(name: str) -> None:
    compared = 0
    for seed in range(6):
        for state in random_game(name, seed)[-6:-1]:
            found = graph_point(state)
            if not found.exact:
                continue
            solution = solve(state, Limit(nodes=200_000))
            assert solution.exact
            lead = {"win": 1, "loss": -1, "draw": 0}
            score = solution.value
            expected = lead[score] if isinstance(score, str) else (score or 0)
            assert found.value == 100 * ((expected > 0) - (expected < 0))
            if expected > 0:
                assert found.best is not None
                assert graph_point(state.play(found.best)).value == -100
            compared += 1
    assert compared >= 15


@pytest.mark.parametrize(("name", "squares"), [("othello", 12), ("othello(size=6)", 8)])
def test_the_last_squares_of_othello_are_exact(name: str, squares: int) -> None:
    for seed in range(3):
        for state in random_game(name, seed):
            if state.cells.count(".") <= squares:
                assert graph_point(state).exact


def test_the_exact_lead_in_othello_is_that_of_the_best_play() -> None:
    for seed in range(4):
        states = [state for state in random_game("othello", seed) if state.cells.count(".") <= 6]
        found = graph_point(states[0])
        expected = best_discs(states[0])
        assert found.discs == expected
        assert found.value == 100 * ((expected > 0) - (expected < 0))


def best_discs(state: State) -> int:
    """Returns the best final lead over all lines, empty squares counted for the winner."""
    if state.outcome:
        own, other = (
            state.cells.count(side.value) for side in (state.to_move, state.to_move.other)
        )
        empty = state.cells.count(".")
        return own - other + empty * ((own > other) - (own < other))
    return max(-best_discs(state.play(move)) for move in state.legal_moves())


def test_wins_that_cannot_be_stopped_are_seen_in_gomoku() -> None:
    game = game_from("gomoku(size=9)")
    rows = ["........."] * 4 + ["..XXXX..."] + ["...OOO..."] + ["........."] * 3
    position = "".join(rows)
    for side, expected in (("X", 100), ("O", 100)):
        state = game.parse_position(f"{position} {side}")
        found = graph_point(state)
        assert (value(state), found.exact) == (expected, True)
    state = game.parse_position(f"{position} X")
    assert graph_point(state).as_json(state)["best"] in ("b5", "g5")


def test_the_side_with_the_corners_is_ahead_in_othello() -> None:
    rows = ["XXXX....", "XXXO....", "XXOO....", "XOOXO...", "...OO..."] + ["........"] * 3
    position = "".join(rows)
    for side in "XO":
        assert value(game_from("othello").parse_position(f"{position} {side}")) > 50
    mirrored = position.translate(str.maketrans("XO", "OX"))
    for side in "XO":
        assert value(game_from("othello").parse_position(f"{mirrored} {side}")) < -50


# The engine notices every mistake, so players as strong as it must make few.
@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "player"), [("gomoku", "level(3)"), ("othello", "engine(nodes=20000)")]
)
def test_the_curve_of_a_game_does_not_go_up_and_down_with_every_move(
    name: str, player: str
) -> None:
    game = game_from(name)
    states, chance = [game.start], random.Random(2)
    players = [strategy_from(player, name, seed) for seed in (1, 2)]
    while not states[-1].outcome and len(states) < 25:
        state = states[-1]
        move = players[len(states) % 2].choose(state).move
        assert move is not None
        if len(states) < 3 and name == "othello":
            move = chance.choice(state.legal_moves())
        states.append(state.play(move))
    values = [value(state) for state in states]
    steps = [b - a for a, b in itertools.pairwise(values) if max(abs(a), abs(b)) < 95]
    # A zigzag would turn at every step by more than the trend; small ripples are invisible.
    turns = [1 for a, b in itertools.pairwise(steps) if a * b < 0 and min(abs(a), abs(b)) > 15]
    assert len(turns) <= len(steps) // 4, values


def test_equal_openings_are_evaluated_as_nearly_even() -> None:
    for name in ("othello", "pentomino"):
        assert abs(value(game_from(name).start)) <= 25
    # On an empty Gomoku board Black is ahead; the balanced openings of matches are even.
    game = game_from("gomoku")
    assert 0 < value(game.start) < 60
    values = [value(state_after(game, opening)) for opening in openings_for(game, count=12)]
    assert abs(sum(values)) <= 25 * len(values)
    assert sum(map(abs, values)) <= 25 * len(values), values


def test_every_game_says_how_its_values_are_computed() -> None:
    texts = [str(graph_method(game_from(name))) for name in ("gomoku", "othello", "pentomino")]
    assert len(set(texts)) == 3
    assert str(graph_method("chess")) == "Searches 1 and 2 moves deep."

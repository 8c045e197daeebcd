"""Open space: rows P3 and P6 compared with nested loops; the overlay is the evaluation itself."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import pytest

from fivefold.core import Game, State
from fivefold.errors import InvalidNotation
from fivefold.games.pentomino import PentominoGame
from fivefold.names import strategy_from
from fivefold.strategies.base import Decision
from fivefold.strategies.teaching.openspace import OpenSpace

Wander = Callable[[Game, random.Random, int], State]
Openness = tuple[float | None, ...]


def openness(
    cells: str, rows: int, columns: int, steps: int, diagonal: float = 1
) -> list[list[float]]:
    """Returns the grid of the origin document, by nested loops."""
    old: list[list[float]] = [
        [0 if cells[row * columns + column] != "." else 1 for column in range(columns)]
        for row in range(rows)
    ]
    for _ in range(steps):
        new: list[list[float]] = [[0] * columns for _ in range(rows)]
        for row in range(rows):
            for column in range(columns):
                for down in (-1, 0, 1):
                    for right in (-1, 0, 1):
                        r, c = row + down, column + right
                        if (down, right) == (0, 0) or not (0 <= r < rows and 0 <= c < columns):
                            continue
                        new[row][column] += old[r][c] * (diagonal if down and right else 1)
        old = new
    return old


def drawn_grid(decision: Decision) -> Openness:
    (values,) = [drawn.values for drawn in decision.overlay if drawn.kind == "values"]
    assert values is not None
    return values


def positions(wander: Wander) -> list[State]:
    rng = random.Random(21)
    games = [PentominoGame(), PentominoGame(), PentominoGame(6, 10), PentominoGame(4, 5)]
    games.append(PentominoGame(3, 20))
    return [wander(game, rng, plies) for game in games for plies in (0, 1, 3, 6)]


@pytest.mark.parametrize(
    ("steps", "corner", "centre", "best", "count"),
    [(1, 3, 8, 40, 1024), (3, 105, 512, 2533, 8), (5, 4550, 29749, 146010, 8)],
)
def test_p3_known_values_on_the_empty_board(
    steps: int, corner: int, centre: int, best: int, count: int
) -> None:
    decision = OpenSpace(iterations=steps, seed=1).choose(PentominoGame().start)
    values = drawn_grid(decision)
    assert [values[cell] for cell in (0, 7, 56, 63)] == [corner] * 4
    assert [values[cell] for cell in (27, 28, 35, 36)] == [centre] * 4
    assert decision.score == best
    equals = [each.move for each in decision.candidates if each.score == best]
    assert len(equals) == count
    assert len(decision.candidates) == 2308
    if count == 8:
        assert {PentominoGame().format_move(move)[0] for move in equals} == {"P"}


def test_p3_three_and_five_steps_prefer_the_same_eight_placements() -> None:
    def best(steps: int) -> set[int]:
        decision = OpenSpace(iterations=steps, seed=1).choose(PentominoGame().start)
        return {each.move for each in decision.candidates if each.score == decision.score}

    assert best(3) == best(5)


def test_p3_the_defaults_are_the_origins() -> None:
    default = OpenSpace()
    assert (default.iterations, default.diagonal) == (3, 1)
    assert (default.adaptive, default.pieces) == (False, False)
    start = PentominoGame().start
    named = strategy_from("openspace", "pentomino", seed=4)
    assert named.choose(start) == OpenSpace(iterations=3, seed=4).choose(start)


@pytest.mark.parametrize("steps", [1, 2, 3, 5])
def test_p3_the_overlay_is_the_grid_that_every_score_is_summed_from(
    steps: int, wander: Wander
) -> None:
    for state in positions(wander):
        game = state.game
        decision = OpenSpace(iterations=steps, seed=2).choose(state)
        expected = openness(state.cells, game.rows, game.columns, steps)
        values = drawn_grid(decision)
        assert list(values) == [value for row in expected for value in row]
        assert [each.move for each in decision.candidates] == state.legal_moves()
        for each in decision.candidates:
            assert each.score == sum(values[cell] or 0 for cell in game.move_cells(each.move))
        assert decision.score == max(each.score or 0 for each in decision.candidates)
        assert decision.move in [
            each.move for each in decision.candidates if each.score == decision.score
        ]


def test_p3_covered_cells_get_values_too(wander: Wander) -> None:
    for state in positions(wander):
        if "." * len(state.cells) == state.cells:
            continue
        values = drawn_grid(OpenSpace(seed=3).choose(state))
        covered = [values[cell] for cell, mark in enumerate(state.cells) if mark != "."]
        assert any(value for value in covered)


def test_p3_ties_are_broken_at_random_among_the_best_only() -> None:
    start = PentominoGame().start
    decisions = [OpenSpace(seed=seed).choose(start) for seed in range(40)]
    best = {each.move for each in decisions[0].candidates if each.score == 2533}
    assert {decision.move for decision in decisions} == best
    for seed in (0, 7):
        assert OpenSpace(seed=seed).choose(start) == OpenSpace(seed=seed).choose(start)
    player = OpenSpace(seed=5)
    assert len({player.choose(start).move for _ in range(40)}) > 1


@pytest.mark.parametrize("diagonal", [0, 0.1, 0.5, 1, 1.1, 2, 10])
def test_p6_diagonal_neighbours_have_the_given_weight(diagonal: float, wander: Wander) -> None:
    for state in positions(wander):
        game = state.game
        decision = OpenSpace(iterations=3, diagonal=diagonal, seed=1).choose(state)
        expected = openness(state.cells, game.rows, game.columns, 3, diagonal)
        values = [value or 0 for value in drawn_grid(decision)]
        assert values == pytest.approx([value for row in expected for value in row])
        for each in decision.candidates:
            total = sum(values[cell] for cell in game.move_cells(each.move))
            assert each.score == pytest.approx(total)


@pytest.mark.parametrize("diagonal", [0.05, 0.1, 0.3, 1.1])
@pytest.mark.parametrize("steps", [3, 5])
def test_p6_fractions_do_not_break_the_ties_of_mirrored_placements(
    diagonal: float, steps: int
) -> None:
    game = PentominoGame()
    decision = OpenSpace(iterations=steps, diagonal=diagonal, seed=1).choose(game.start)
    scores = {frozenset(game.move_cells(each.move)): each.score for each in decision.candidates}
    for cells, score in scores.items():
        assert score == scores[frozenset(cell // 8 * 8 + 7 - cell % 8 for cell in cells)]
        assert score == scores[frozenset(cell % 8 * 8 + cell // 8 for cell in cells)]
    assert sum(score == decision.score for score in scores.values()) == 8


def test_p6_adaptive_adds_a_step_for_every_sixteen_covered_cells(
    wander: Wander,
) -> None:
    rng, seen = random.Random(22), set()
    for plies in range(11):
        state = wander(PentominoGame(), rng, plies)
        steps = 3 + sum(mark != "." for mark in state.cells) // 16
        decision = OpenSpace(adaptive=True, seed=1).choose(state)
        expected = openness(state.cells, 8, 8, steps)
        assert list(drawn_grid(decision)) == [value for row in expected for value in row]
        (label,) = [str(drawn.label) for drawn in decision.overlay if drawn.kind == "values"]
        assert f"{steps} diffusion steps" in label
        seen.add(steps)
    assert seen >= {3, 4, 5}


def test_p6_pieces_adds_a_point_for_each_placement_that_remains(wander: Wander) -> None:
    for state in positions(wander)[1::2]:
        decision = OpenSpace(pieces=True, seed=1).choose(state)
        values = drawn_grid(decision)
        for each in decision.candidates[::7]:
            total = sum(values[cell] or 0 for cell in state.game.move_cells(each.move))
            assert each.score == total + len(state.play(each.move).legal_moves())


def test_a_high_sum_is_a_number_and_not_a_forced_win() -> None:
    decision = OpenSpace(iterations=20, diagonal=10, seed=1).choose(PentominoGame().start)
    assert "win" not in str(decision.text)
    assert not any("win" in str(each.note) for each in decision.candidates)
    dusty = OpenSpace(iterations=2, diagonal=0.1, seed=1).choose(PentominoGame().start)
    assert "(+96.8);" in str(dusty.text)


@pytest.mark.parametrize(("name", "iterations"), [("easy", 1), ("medium", 3), ("Hard", 5)])
def test_p4_open_space_is_available_as_easy_medium_and_hard(name: str, iterations: int) -> None:
    player = strategy_from(name, "pentomino")
    assert isinstance(player, OpenSpace)
    assert player.iterations == iterations


def test_p7_a_move_on_the_empty_board_takes_under_ten_milliseconds() -> None:
    player, start = OpenSpace(seed=1), PentominoGame().start
    player.choose(start)
    spent = []
    for _ in range(15):
        before = time.thread_time()
        player.choose(start)
        spent.append(time.thread_time() - before)
    assert min(spent) < 0.010


@pytest.mark.parametrize(
    "text",
    [
        "openspace(iterations=0)",
        "openspace(iterations=21)",
        "openspace(iterations=2.5)",
        "openspace(diagonal=-1)",
        "openspace(diagonal=11)",
        "openspace(seed=-1)",
    ],
)
def test_parameters_out_of_range_are_rejected_in_one_sentence(text: str) -> None:
    with pytest.raises(InvalidNotation) as refused:
        strategy_from(text, "pentomino")
    assert str(refused.value).endswith(".")
    assert "\n" not in str(refused.value)

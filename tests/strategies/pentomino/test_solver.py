"""The native solver compared with an exhaustive search in Python."""

from __future__ import annotations

import random
import threading
from functools import cache

import pytest

from fivefold.core import Limit
from fivefold.games.pentomino import PentominoGame, PentominoState, board_of, members
from fivefold.strategies.pentomino.solver import PentominoSolver


@cache
def wins(rows: int, columns: int, live: int, misere: bool) -> bool:
    """Tells whether the side to move wins, by searching every line without any tricks."""
    if not live:
        return misere
    conflicts = board_of(rows, columns).conflicts
    return any(not wins(rows, columns, live & ~conflicts[move], misere) for move in members(live))


def positions(size: tuple[int, int], most_live: int, count: int) -> list[PentominoState]:
    """Returns positions of random games with at most `most_live` placements left."""
    rng = random.Random(f"{size} {most_live}")
    found: list[PentominoState] = []
    while len(found) < count:
        state = PentominoGame(*size).start
        while state.live and len(found) < count:
            if state.live.bit_count() <= most_live:
                found.append(state)
            state = state.play(rng.choice(state.legal_moves()))
    return found


SIZES = [(8, 8), (7, 9), (4, 16), (3, 21), (6, 7), (5, 5), (4, 8), (8, 3), (10, 3), (2, 22), (1, 8)]


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_every_verdict_matches_exhaustive_search(size: tuple[int, int], misere: bool) -> None:
    solver = PentominoSolver(PentominoGame(*size), memory=1, misere=misere)
    for state in positions(size, 60, 100):
        verdict = solver.solve(state)
        assert verdict.value == ("win" if wins(*size, state.live, misere) else "loss")
        if verdict.move is not None:
            assert not wins(*size, state.play(verdict.move).live, misere)
        assert (verdict.move is None) == (verdict.value == "loss")


@pytest.mark.parametrize("size", SIZES)
def test_the_value_of_every_move(size: tuple[int, int]) -> None:
    solver = PentominoSolver(PentominoGame(*size), memory=1)
    for state in positions(size, 50, 15):
        truth = {
            move: not wins(*size, state.play(move).live, False) for move in state.legal_moves()
        }
        assert solver.values(state).values == truth


@pytest.mark.parametrize("size", [(5, 5), (4, 6), (3, 8), (4, 5), (2, 10), (3, 9)])
def test_whole_boards(size: tuple[int, int]) -> None:
    game = PentominoGame(*size)
    for misere in (False, True):
        verdict = PentominoSolver(game, misere=misere).solve(game.start)
        assert (verdict.value == "win") == wins(*size, game.start.live, misere)


def test_over_two_thousand_positions_were_compared() -> None:
    assert 2 * 100 * len(SIZES) > 2_000


def middle(pieces: int, seed: int = 5) -> PentominoState:
    rng, state = random.Random(seed), PentominoGame().start
    for _ in range(pieces):
        state = state.play(rng.choice(state.legal_moves()))
    return state


def test_values_and_verdict_agree_on_positions_too_hard_for_python() -> None:
    solver, state = PentominoSolver(PentominoGame()), middle(5)
    values = solver.values(state).values
    assert set(values) == set(state.legal_moves())
    for move, won in values.items():
        fresh = PentominoSolver(PentominoGame(), memory=1).solve(state.play(move))
        assert won == (fresh.value == "loss")


def test_the_table_size_does_not_change_the_result() -> None:
    states = [middle(4, seed) for seed in range(4)]
    large = PentominoSolver(PentominoGame(), memory=256)
    small = PentominoSolver(PentominoGame(), memory=1)
    assert [large.solve(state).value for state in states] == [
        small.solve(state).value for state in states
    ]


def test_the_same_search_costs_the_same_nodes() -> None:
    state = middle(3)
    counts = {PentominoSolver(PentominoGame()).solve(state).nodes for _ in range(2)}
    assert len(counts) == 1


def test_a_search_out_of_nodes_resumes_where_it_stopped() -> None:
    state, solver = middle(3, seed=2), PentominoSolver(PentominoGame())
    whole = PentominoSolver(PentominoGame()).solve(state)
    assert solver.solve(state, Limit(nodes=whole.nodes // 2)).value is None
    rest = solver.solve(state)
    assert rest.value == whole.value
    assert rest.nodes < whole.nodes


def test_a_limit_or_stop_flag_ends_a_long_search() -> None:
    solver, start = PentominoSolver(PentominoGame()), PentominoGame().start
    assert solver.solve(start, Limit(seconds=0.05)).value is None
    assert set(solver.values(start, Limit(seconds=0.05)).values.values()) == {None}
    stop = threading.Event()
    threading.Timer(0.1, stop.set).start()
    assert solver.solve(start, stop=stop).value is None
    assert solver.solve(start, Limit(nodes=5_000)).nodes < 10_000


def test_the_end_of_a_game_has_a_value_and_no_move() -> None:
    state = next(state for state in positions((2, 5), 99, 20) if state.live)
    while state.live:
        state = state.play(state.legal_moves()[0])
    for misere, value in ((False, "loss"), (True, "win")):
        verdict = PentominoSolver(state.game, misere=misere).solve(state)
        assert (verdict.value, verdict.move, verdict.nodes) == (value, None, 0)


@pytest.mark.parametrize("memory", [0, -1, 1 << 21])
def test_impossible_memory_is_rejected(memory: int) -> None:
    with pytest.raises(ValueError, match="1 to 1048576 MiB"):
        PentominoSolver(PentominoGame(), memory=memory)

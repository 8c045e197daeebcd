"""Move ordering and candidates, row G4."""

from __future__ import annotations

import random
from collections.abc import Callable

from fivefold.core import Game, Move, State
from fivefold.games.gomoku import GomokuGame, GomokuState
from fivefold.strategies.teaching.ordering import by_threats, candidates

Wander = Callable[[Game, random.Random, int], State]
Crowded = Callable[[random.Random, int, str], GomokuState]
Late = Callable[[random.Random, int], State]


def test_g4_the_order_is_wins_blocks_threats_then_cells_near_stones() -> None:
    drawn = """
        . . . . . . . . .
        X X X X . . . . .
        . . . . . . . . .
        . O O O O . . . .
        . . . . . . . . .
        . . . . X . X . .
        . . . . . X . . .
        . . . . . . . . .
        . . . . . . . . .
    """
    state = GomokuGame(9).parse_position(drawn + "X")
    moves = by_threats(state, candidates(state))
    names = [state.game.format_move(move) for move in moves]
    assert names[0] == "e8"  # wins
    assert set(names[1:3]) == {"a6", "f6"}  # block
    assert sorted(moves) == candidates(state)


def test_g4_candidates_touch_a_stone_or_are_all_cells_of_an_empty_board(
    crowded_gomoku: Crowded,
) -> None:
    rng = random.Random(17)
    assert candidates(GomokuGame(7).start) == list(range(49))
    for _ in range(20):
        state = crowded_gomoku(rng, 8, "freestyle")
        expected: list[Move] = []
        for cell, mark in enumerate(state.cells):
            near = any(
                state.cells[other] != "."
                for other in range(64)
                if max(abs(cell // 8 - other // 8), abs(cell % 8 - other % 8)) == 1
            )
            if mark == "." and near:
                expected.append(cell)
        assert candidates(state) == expected

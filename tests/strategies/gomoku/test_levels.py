"""The Gomoku levels, row G2: centre, win, block, fork, near, look ahead."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import pytest

from fivefold.core import Game, Limit, Player, State
from fivefold.games.gomoku import GomokuGame, GomokuState
from fivefold.strategies.base import Decision
from fivefold.strategies.gomoku.levels import fork_cells, most_urgent, winning_cells
from fivefold.strategies.levels import Level
from fivefold.strategies.teaching.negamax import Negamax
from fivefold.strategies.teaching.ordering import candidates

Wander = Callable[[Game, random.Random, int], State]

Crowded = Callable[[random.Random, int, str], GomokuState]

RULES = ("freestyle", "standard")
QUICK = Limit(nodes=400)


def play(level: int, state: State, seed: int = 1) -> Decision:
    """Returns the level's decision, checking that its text names the level."""
    decision = Level(level, seed=seed).choose(state, QUICK)
    assert str(decision.text).startswith(f"Level {level}. ")
    assert decision.move in state.legal_moves()
    return decision


def makes_five(state: State, cell: int, stone: str) -> bool:
    """Tells whether a stone there makes five, by checking every line through it."""
    assert isinstance(state.game, GomokuGame)
    size, cells = state.game.size, list(state.cells)
    cells[cell] = stone
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        run = 1
        for sign in (1, -1):
            row, column = cell // size + sign * down, cell % size + sign * right
            while 0 <= row < size and 0 <= column < size and cells[row * size + column] == stone:
                run += 1
                row, column = row + sign * down, column + sign * right
        if run == 5 or (run > 5 and state.game.rules == "freestyle"):
            return True
    return False


def wins_of(state: State, player: Player) -> list[int]:
    free = [cell for cell, mark in enumerate(state.cells) if mark == "."]
    return [cell for cell in free if makes_five(state, cell, player.value)]


def forks_of(state: State, player: Player) -> list[int]:
    """Returns the moves that give the player two different winning cells on the next turn."""
    forks = []
    for cell in (cell for cell, mark in enumerate(state.cells) if mark == "."):
        cells = state.cells[:cell] + player.value + state.cells[cell + 1 :]
        after = state.game.parse_position(f"{cells} {player.value}")
        if len(wins_of(after, player)) >= 2:
            forks.append(cell)
    return forks


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
@pytest.mark.parametrize(("size", "centre"), [(9, "e5"), (15, "h8"), (19, "j10"), (6, "d3")])
def test_g2_the_first_move_is_the_centre_at_all_levels(level: int, size: int, centre: str) -> None:
    state = GomokuGame(size).start
    decision = play(level, state)
    assert state.game.format_move(decision.move or 0) == centre
    assert "centre" in str(decision.text)
    if level > 1:
        second = play(level, state.play(decision.move or 0))
        assert "centre" not in str(second.text)


def test_g2_level_1_is_random_even_when_it_could_win() -> None:
    state = GomokuGame(9).parse_position("XXXX." + "." * 76 + "X")
    moves = {play(1, state, seed).move for seed in range(40)}
    assert len(moves) > 20
    assert "picked at random from 77" in str(play(1, state).text)


@pytest.mark.parametrize("level", [2, 3, 4, 5])
def test_g2_a_win_comes_first_then_a_block_then_from_level_3_the_fork(
    level: int, crowded_gomoku: Crowded
) -> None:
    rng, seen = random.Random(level), set()
    for _ in range(120):
        state = crowded_gomoku(rng, rng.choice((7, 9)), rng.choice(RULES))
        wins, blocks = wins_of(state, state.to_move), wins_of(state, state.to_move.other)
        if not (wins or blocks) and level >= 4 and "search" in seen:
            continue
        decision = play(level, state)
        text = str(decision.text)
        if wins:
            rule, expected = "wins", wins
        elif blocks:
            rule, expected = "blocks", blocks
        elif level >= 3 and (forks := forks_of(state, state.to_move)):
            rule, expected = "fork", forks
        elif level <= 3:
            rule, expected = "neither side can make five", candidates(state)
        else:
            seen.add("search")
            assert decision.depth is not None
            continue
        assert rule in text
        assert decision.move in expected
        assert [each.move for each in decision.candidates] == expected
        (cells,) = [drawn.cells for drawn in decision.overlay if drawn.kind == "cells"]
        assert cells == tuple(expected)
        if len(expected) > 1 and rule == "wins":
            assert state.game.format_move(expected[1]) in text
        seen.add(rule)
    assert {"wins", "blocks"} <= seen


def test_g2_wins_and_forks_match_a_naive_definition(
    crowded_gomoku: Crowded,
) -> None:
    rng, forks = random.Random(6), 0
    for _ in range(60):
        state = crowded_gomoku(rng, rng.choice((6, 7, 9)), rng.choice(RULES))
        assert isinstance(state, GomokuState)
        for player in Player:
            wins = wins_of(state, player)
            assert winning_cells(state, player) == wins
            if not wins:
                expected = forks_of(state, player)
                assert fork_cells(state, player) == expected
                forks += len(expected)
    assert forks > 10


def test_g2_level_3_plays_the_fork_and_level_2_does_not_look_for_it() -> None:
    drawn = """
        . . . . . . . . .
        . . O . X X X . .
        . . . . . . . . .
        . . . . . . . X .
        . . . . . . . X .
        . . . . . . . X .
        . . . . . . . O .
        . O . O . . . . .
        . . O . . . . . .
    """
    state = GomokuGame(9).parse_position(drawn + "X")
    decision = play(3, state)
    assert "fork" in str(decision.text)
    assert decision.move in forks_of(state, Player.FIRST)
    assert state.game.parse_move("h8") in forks_of(state, Player.FIRST)
    assert "fork" not in str(play(2, state).text)


@pytest.mark.parametrize("level", [2, 3])
def test_g2_otherwise_it_plays_next_to_the_last_move(level: int) -> None:
    game = GomokuGame(15)
    state = game.start.play(game.parse_move("h8")).play(game.parse_move("c3"))
    beside = {game.parse_move(name) for name in game.split_moves("b2 b3 b4 c2 c4 d2 d3 d4")}
    decisions = [play(level, state, seed) for seed in range(60)]
    assert {decision.move for decision in decisions} == beside
    assert "beside the last stone" in str(decisions[0].text)
    corner = state.play(game.parse_move("a1"))
    assert play(level, corner).move in {game.parse_move(name) for name in ("a2", "b1", "b2")}


@pytest.mark.parametrize("level", [2, 3])
def test_g2_without_a_known_last_move_it_plays_next_to_a_stone(level: int) -> None:
    state = GomokuGame(9).parse_position("." * 40 + "X" + "." * 40 + "O")
    assert {play(level, state, seed).move for seed in range(50)} == set(candidates(state))


@pytest.mark.parametrize(("level", "deepest"), [(4, 5), (5, 6)])
def test_g2_levels_4_and_5_search_up_to_level_plus_one_plies(level: int, deepest: int) -> None:
    game = GomokuGame(5)
    state = game.start.play(game.parse_move("a1")).play(game.parse_move("e5"))
    decision = Level(level).choose(state)
    assert decision.depth is not None
    assert decision.depth <= deepest
    for depth in (1, 2, 3):
        limited = Level(level).choose(state, Limit(depth=depth))
        assert limited.depth == depth
    assert (Level(level).choose(state, Limit(depth=50, nodes=2_000)).depth or 0) <= deepest


def test_g2_level_4_is_negamax_without_the_values_of_the_other_moves(
    crowded_gomoku: Crowded,
) -> None:
    rng = random.Random(8)
    compared = 0
    while compared < 8:
        state = crowded_gomoku(rng, 6, rng.choice(RULES))
        decision = Level(4).choose(state, Limit(depth=2))
        if decision.depth is None:
            continue  # decided by a rule
        expected = Negamax(depth=2).choose(state)
        assert (decision.move, decision.score) == (expected.move, expected.score)
        compared += 1


def test_g2_level_5_searches_only_the_most_urgent_cells_and_proves_nothing(
    crowded_gomoku: Crowded,
) -> None:
    rng, searched = random.Random(9), 0
    while searched < 6:
        state = crowded_gomoku(rng, 9, rng.choice(RULES))
        decision = Level(5).choose(state, Limit(depth=2))
        if decision.depth is None:
            continue
        searched += 1
        assert [each.move for each in decision.candidates] == most_urgent(state)
        assert len(decision.candidates) <= 10
        assert decision.proof is None


@pytest.mark.parametrize("level", [4, 5])
def test_g2_they_answer_under_the_smallest_limits(level: int) -> None:
    game = GomokuGame(15)
    state = game.start.play(game.parse_move("h8"))
    for nodes in (1, 2, 7, 8, 9, 100):
        decision = Level(level).choose(state, Limit(nodes=nodes))
        assert decision.move in state.legal_moves()
        assert (decision.nodes or 0) <= nodes


def test_g2_level_4_sees_a_win_that_needs_three_stones() -> None:
    # An open three becomes a four open at both ends; of level 3's rules only the fork sees it.
    drawn = """
        . . . . . . . . .
        . . . . . . . . .
        . . . . X . . . .
        . . . . . X . . .
        . . . . . . X . .
        . O . . . . . . .
        . O O . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    """
    state = GomokuGame(9).parse_position(drawn + "X")
    for level in (3, 4, 5):
        assert "fork" in str(play(level, state).text)
    threatened = GomokuGame(9).parse_position(drawn + "O")
    for level in (4, 5):
        decision = Level(level).choose(threatened, Limit(depth=4))
        assert forks_of(threatened.play(decision.move or 0), Player.FIRST) == []


@pytest.mark.long
@pytest.mark.parametrize("level", [4, 5])
@pytest.mark.parametrize("size", [9, 15, 19])
def test_g2_levels_4_and_5_take_at_most_five_seconds_by_default(level: int, size: int) -> None:
    rng = random.Random(size)
    for share in (0.01, 0.05, 0.15, 0.25):
        state: State = GomokuGame(size).start
        while state.cells.count(".") > (1 - share) * size * size:
            after = state.play(rng.choice(state.legal_moves()))
            state = after if not after.outcome else GomokuGame(size).start
        before = time.thread_time()
        Level(level).choose(state)
        assert time.thread_time() - before <= 5 * 1.1 + 0.05

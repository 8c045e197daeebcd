"""The search behind negamax: alpha-beta, order and table change no value (rows O6, G3, errata 2).

The oracle is a plain recursion without any of them.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable

import pytest

from fivefold.core import Game, Limit, Move, State
from fivefold.games.gomoku import GomokuGame, GomokuState
from fivefold.games.othello import OthelloGame
from fivefold.strategies.budget import Budget
from fivefold.strategies.teaching.evaluate import evaluation_named
from fivefold.strategies.teaching.negamax_search import (
    EXACT,
    LOWER,
    UPPER,
    Entry,
    NegamaxSearch,
    Table,
    end_score,
)
from fivefold.strategies.teaching.ordering import candidates

Wander = Callable[[Game, random.Random, int], State]
Crowded = Callable[[random.Random, int, str], GomokuState]
Positions = list[tuple[State, int]]
Late = Callable[[random.Random, int], State]


@pytest.fixture(scope="module")
def random_positions(
    wander: Wander, crowded_gomoku: Crowded, late_pentomino: Late
) -> list[tuple[State, int]]:
    """Returns positions of all three games, each with a depth feasible for plain search."""
    rng = random.Random(3)
    found: list[tuple[State, int]] = []
    for _ in range(4):
        found.append((wander(OthelloGame(4), rng, rng.randrange(12)), 4))
        found.append((wander(OthelloGame(6), rng, rng.randrange(32)), 3))
        found.append((crowded_gomoku(rng, rng.choice((5, 6)), "freestyle"), 3))
        found.append((late_pentomino(rng, 20), 4))
    return found


def search(state: State, table: Table, **settings: bool) -> NegamaxSearch:
    evaluate = evaluation_named(None, state.game.name)
    found = NegamaxSearch(state, evaluate, Budget(Limit()), table)
    for name, value in settings.items():
        setattr(found, name, value)
    return found


def plain_value(state: State, depth: int, ply: int = 0) -> float:
    """Returns the value by its definition, without window, ordering or table."""
    if state.outcome:
        return end_score(state, ply)
    if depth == 0:
        return evaluation_named(None, state.game.name)(state)
    return max(-plain_value(state.play(move), depth - 1, ply + 1) for move in candidates(state))


def plain_root_values(state: State, depth: int) -> dict[Move, float]:
    if (state, depth) not in KNOWN:
        KNOWN[state, depth] = {
            move: -plain_value(state.play(move), depth - 1, 1) for move in candidates(state)
        }
    return KNOWN[state, depth]


KNOWN: dict[tuple[State, int], dict[Move, float]] = {}
"""Plain values are slow to compute; the eight settings below share them."""


@pytest.mark.slow
@pytest.mark.parametrize("settings", [*itertools.product((False, True), repeat=3)], ids=str)
def test_o6_alpha_beta_order_and_table_change_no_value_and_only_save_nodes(
    settings: tuple[bool, bool, bool], random_positions: Positions
) -> None:
    alpha_beta, sort, with_table = settings
    saved = 0
    for state, depth in random_positions:
        entries = 100_000 if with_table else 0
        chosen = search(state, Table(entries), alpha_beta=alpha_beta, sort=sort)
        without = search(state, Table(entries), alpha_beta=False, sort=sort)
        iteration, plain = chosen.deepen(depth), without.deepen(depth)
        assert iteration.values == plain_root_values(state, depth)
        assert iteration.values == plain.values
        assert iteration.best == plain.best
        assert chosen.budget.nodes <= without.budget.nodes
        saved += without.budget.nodes - chosen.budget.nodes
    assert (saved > 0) == alpha_beta


def test_o6_bounds_at_the_root_change_neither_the_best_move_nor_its_value(
    random_positions: Positions,
) -> None:
    bounded = 0
    for state, depth in random_positions:
        exact = search(state, Table(100_000)).deepen(depth)
        quick = search(state, Table(100_000), every_value=False)
        for d in range(1, depth + 1):
            iteration = quick.deepen(d)
        assert iteration.best == exact.best
        assert iteration.values[exact.best] == exact.values[exact.best]
        for move, value in exact.values.items():
            if move in iteration.at_most:
                assert value <= iteration.values[move] <= exact.values[exact.best]
            else:
                assert value == iteration.values[move]
        bounded += len(iteration.at_most)
    assert bounded > 0


def test_errata_2_every_table_entry_is_a_true_bound_of_its_position(
    random_positions: Positions,
) -> None:
    seen = set()
    for state, depth in random_positions:
        table = Table(100_000)
        quick = search(state, table, every_value=False)
        for d in range(1, depth + 1):
            quick.deepen(d)
        entries = list(table.entries.items())
        for position, entry in random.Random(6).sample(entries, min(12, len(entries))):
            # A complete entry also holds at greater depths.
            for deeper in (0, 1, 2) if entry.complete else (0,):
                value = plain_value(position, entry.depth + deeper)
                assert {
                    EXACT: value == entry.score,
                    LOWER: value >= entry.score,
                    UPPER: value <= entry.score,
                }[entry.bound], (position, entry)
            seen.add((entry.bound, entry.complete))
    assert {bound for bound, _ in seen} == {EXACT, LOWER, UPPER}
    assert {complete for _, complete in seen} == {False, True}


def test_errata_2_a_deeper_entry_does_not_stand_in_for_a_shallower_search(
    random_positions: Positions,
) -> None:
    for state, depth in random_positions[:8]:
        both = search(state, Table(100_000))
        both.deepen(depth)
        assert both.deepen(depth - 2).values == plain_root_values(state, depth - 2)


def test_errata_2_the_table_distinguishes_the_side_to_move() -> None:
    table = Table(10)
    game = GomokuGame(5)
    black = game.parse_position("X" + "." * 24 + "X")
    white = game.parse_position("X" + "." * 24 + "O")
    table.put(black, Entry(3, EXACT, 7, None, False))
    assert table.get(white) is None
    assert table.get(black) == Entry(3, EXACT, 7, None, False)
    standard = GomokuGame(5, "standard").parse_position("X" + "." * 24 + "X")
    assert table.get(standard) is None


class WatchedTable(Table):
    """A table that records its maximum fill."""

    fullest = 0

    def put(self, state: State, entry: Entry) -> None:
        super().put(state, entry)
        self.fullest = max(self.fullest, len(self.entries))


@pytest.mark.parametrize("capacity", [0, 1, 2, 7, 100])
def test_g3_the_table_never_exceeds_its_size_and_its_size_changes_no_value(
    capacity: int, random_positions: Positions
) -> None:
    for state, depth in random_positions[:8]:
        table = WatchedTable(capacity)
        small, large = search(state, table), search(state, Table(100_000))
        for d in range(1, depth + 1):
            assert small.deepen(d).values == large.deepen(d).values
        assert table.fullest <= capacity
        if len(large.table.entries) > capacity:
            assert table.fullest == capacity


def test_g3_the_oldest_entry_is_evicted_and_a_known_one_replaced_in_place(
    crowded_gomoku: Crowded,
) -> None:
    rng, table = random.Random(8), Table(2)
    first, second, third = (crowded_gomoku(rng, 5, "freestyle") for _ in range(3))
    entry = Entry(1, EXACT, 0, None, False)
    table.put(first, entry)
    table.put(second, entry)
    table.put(second, Entry(2, EXACT, 0, None, False))
    assert len(table.entries) == 2
    table.put(third, entry)
    assert table.get(first) is None
    assert table.get(second) == Entry(2, EXACT, 0, None, False)

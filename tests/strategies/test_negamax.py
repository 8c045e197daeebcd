"""Negamax: the answer of plain minimax on every game, and the errata of the Gomoku plan.

Rows G3, G4, O6 and P6. The oracles are `minimax` (held to an oracle of its own in test_minimax.py)
and a plain recursion without alpha-beta, order or table.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from functools import cache

import pytest

from fivefold.core import WIN, Game, Limit, Move, Player, State
from fivefold.games.gomoku import GomokuGame, GomokuState
from fivefold.games.othello import OthelloGame
from fivefold.games.pentomino import PentominoGame
from fivefold.strategies.base import Decision
from fivefold.strategies.budget import Budget
from fivefold.strategies.evaluate import evaluation_named, evaluations_for
from fivefold.strategies.minimax import Minimax
from fivefold.strategies.negamax import Negamax
from fivefold.strategies.negamax_search import (
    EXACT,
    LOWER,
    UPPER,
    Entry,
    NegamaxSearch,
    Table,
    end_score,
)
from fivefold.strategies.ordering import by_threats, candidates

Wander = Callable[[Game, random.Random, int], State]

SURE = WIN - 1_000


def crowded_gomoku(chance: random.Random, size: int, rules: str = "freestyle") -> GomokuState:
    """Returns an unfinished position with a cluster of stones, often with fours and threes."""
    while True:
        share = chance.uniform(0.1, 0.7)
        cells = ["."] * (size * size)
        for cell in range(size * size):
            if chance.random() < share:
                cells[cell] = chance.choice("XO")
        if not any(stone != "." for stone in cells):
            continue
        text = "".join(cells) + chance.choice("XO")
        try:
            state = GomokuGame(size, rules).parse_position(text)
        except ValueError:
            continue  # fives of both sides
        if not state.outcome:
            return state


def late_pentomino(wander: Wander, chance: random.Random, most: int) -> State:
    """Returns an unfinished position with at most that many placements left."""
    game = PentominoGame(*chance.choice(((3, 5), (4, 4), (4, 5), (5, 5), (3, 8), (8, 8))))
    while True:
        state = wander(game, chance, chance.randrange(12))
        if len(state.legal_moves()) <= most:
            return state


def assert_equal(state: State, depth: int, evaluate: str | None = None) -> Decision:
    plain = Minimax(depth=depth, evaluate=evaluate).choose(state)
    quick = Negamax(depth=depth, evaluate=evaluate).choose(state)
    assert (quick.move, quick.score) == (plain.move, plain.score), state.cells
    assert quick.depth is not None
    at_its_depth = Minimax(depth=quick.depth, evaluate=evaluate).choose(state)
    assert [(each.move, each.score) for each in quick.candidates] == [
        (each.move, each.score) for each in at_its_depth.candidates
    ]
    assert value_after(state, quick.pv, evaluate) == quick.score
    return quick


def value_after(state: State, line: tuple[Move, ...], evaluate: str | None) -> float:
    """Returns the value at the end of the expected line, for the side that begins it."""
    last = state
    for move in line:
        last = last.play(move)
    if last.outcome:
        value = end_score(last, len(line))
    else:
        value = evaluation_named(evaluate, state.game.name)(last)
    return value if last.to_move is state.to_move else -value


@pytest.mark.parametrize("evaluate", list(evaluations_for("othello")))
@pytest.mark.parametrize("size", [4, 6, 8])
def test_errata_5_it_equals_minimax_in_othello(size: int, evaluate: str, wander: Wander) -> None:
    chance = random.Random(size)
    for depth, count in ((1, 6), (2, 6), (3, 3), (4, 1 if size == 8 else 2)):
        for _ in range(count):
            plies = chance.randrange(size * size)
            if size == 8 and depth == 4:
                plies = chance.choice((0, 1, 2, 52, 54, 56))
            assert_equal(wander(OthelloGame(size), chance, plies), depth, evaluate)


@pytest.mark.parametrize("rules", ["freestyle", "standard"])
@pytest.mark.parametrize("size", [5, 6, 7, 8, 9])
def test_errata_5_it_equals_minimax_in_gomoku(size: int, rules: str, wander: Wander) -> None:
    chance = random.Random(size)
    for depth, count in ((1, 8), (2, 4), (3, 1 if size < 7 else 0)):
        for _ in range(count):
            assert_equal(crowded_gomoku(chance, size, rules), depth)
    for depth in (1, 2, 3):
        assert_equal(wander(GomokuGame(size, rules), chance, chance.randrange(1, 3)), min(depth, 2))
    nearly_full = wander(GomokuGame(size, rules), chance, size * size - 6)
    if nearly_full.cells.count(".") <= 8:
        assert_equal(nearly_full, 4)


@pytest.mark.parametrize("evaluate", list(evaluations_for("pentomino")))
def test_errata_5_it_equals_minimax_in_pentomino(evaluate: str, wander: Wander) -> None:
    chance = random.Random(2)
    for depth, most, count in ((1, 400, 8), (2, 60, 8), (3, 20, 6), (4, 15, 6)):
        for _ in range(count):
            assert_equal(late_pentomino(wander, chance, most), depth, evaluate)
    assert_equal(PentominoGame().start, 1, evaluate)


def random_positions(wander: Wander) -> list[tuple[State, int]]:
    """Returns positions of all three games, each with a depth that plain search can afford."""
    chance = random.Random(3)
    found: list[tuple[State, int]] = []
    for _ in range(4):
        found.append((wander(OthelloGame(4), chance, chance.randrange(12)), 4))
        found.append((wander(OthelloGame(6), chance, chance.randrange(32)), 3))
        found.append((crowded_gomoku(chance, chance.choice((5, 6))), 3))
        found.append((late_pentomino(wander, chance, 20), 4))
    return found


def search(state: State, table: Table, **settings: bool) -> NegamaxSearch:
    evaluate = evaluation_named(None, state.game.name)
    found = NegamaxSearch(state, evaluate, Budget(Limit()), table)
    for name, value in settings.items():
        setattr(found, name, value)
    return found


def plain_value(state: State, depth: int, ply: int = 0) -> float:
    """Returns the value by its definition: no window, no order, no table."""
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
"""Plain values take long; the eight settings below share them."""


@pytest.mark.parametrize("settings", [*itertools.product((False, True), repeat=3)], ids=str)
def test_o6_alpha_beta_order_and_table_change_no_value_and_only_save_nodes(
    settings: tuple[bool, bool, bool], wander: Wander
) -> None:
    alpha_beta, sort, with_table = settings
    saved = 0
    for state, depth in random_positions(wander):
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


def test_o6_bounds_at_the_root_change_neither_the_best_move_nor_its_value(wander: Wander) -> None:
    bounded = 0
    for state, depth in random_positions(wander):
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


def test_errata_1_scores_are_from_the_side_to_move(wander: Wander) -> None:
    chance = random.Random(5)
    for _ in range(10):
        state = crowded_gomoku(chance, 6)
        swapped = state.game.parse_position(
            state.cells.translate(str.maketrans("XO", "OX")) + state.to_move.other.value
        )
        mine, yours = Negamax(depth=2).choose(state), Negamax(depth=2).choose(swapped)
        assert (mine.move, mine.score) == (yours.move, yours.score)
    for colour in "XO":
        text = "." * 15 + colour * 4 + "." * 6
        for side in "XO":
            decision = Negamax(depth=2).choose(GomokuGame(5).parse_position(text + side))
            assert decision.score is not None
            assert (decision.score > SURE) == (side == colour)


def test_errata_2_every_table_entry_is_a_true_bound_of_its_position(wander: Wander) -> None:
    seen = set()
    for state, depth in random_positions(wander):
        table = Table(100_000)
        quick = search(state, table, every_value=False)
        for d in range(1, depth + 1):
            quick.deepen(d)
        entries = list(table.entries.items())
        for position, entry in random.Random(6).sample(entries, min(12, len(entries))):
            # What is complete holds at greater depths too.
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


def test_errata_2_a_deeper_entry_does_not_stand_in_for_a_shallower_search(wander: Wander) -> None:
    for state, depth in random_positions(wander)[:8]:
        both = search(state, Table(100_000))
        both.deepen(depth)
        assert both.deepen(depth - 2).values == plain_root_values(state, depth - 2)


def test_errata_2_the_table_tells_the_side_to_move_apart() -> None:
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
    """A table that remembers how full it ever was."""

    fullest = 0

    def put(self, state: State, entry: Entry) -> None:
        super().put(state, entry)
        self.fullest = max(self.fullest, len(self.entries))


@pytest.mark.parametrize("most", [0, 1, 2, 7, 100])
def test_g3_the_table_never_exceeds_its_size_and_its_size_changes_no_value(
    most: int, wander: Wander
) -> None:
    for state, depth in random_positions(wander)[:8]:
        table = WatchedTable(most)
        small, large = search(state, table), search(state, Table(100_000))
        for d in range(1, depth + 1):
            assert small.deepen(d).values == large.deepen(d).values
        assert table.fullest <= most
        if len(large.table.entries) > most:
            assert table.fullest == most


def test_g3_the_oldest_entry_gives_way_and_a_known_one_is_replaced_in_place() -> None:
    chance, table = random.Random(8), Table(2)
    first, second, third = (crowded_gomoku(chance, 5) for _ in range(3))
    entry = Entry(1, EXACT, 0, None, False)
    table.put(first, entry)
    table.put(second, entry)
    table.put(second, Entry(2, EXACT, 0, None, False))
    assert len(table.entries) == 2
    table.put(third, entry)
    assert table.get(first) is None
    assert table.get(second) == Entry(2, EXACT, 0, None, False)


# X is to move. At a5 it makes five; the open three in the second row would win later.
QUICK_WIN = """
    . X X X X . .
    . . . . . . .
    . . X X X . .
    . . . . . . .
    . . . . . . .
    O O . O . . .
    O . . O . . O
"""
# O is to move. X has a four with one free end, and an open three that wins two plies later.
SLOW_LOSS = """
    O X X X X . .
    . . . . . . .
    . . . . . . .
    . . X X X . .
    . . . . . . .
    . . . . . . .
    . . . O . . O
"""


def test_errata_4_the_quicker_win_is_preferred() -> None:
    state = GomokuGame(7).parse_position(QUICK_WIN + "X")
    for depth in (1, 2, 3):
        decision = Negamax(depth=depth).choose(state)
        assert decision.score == WIN - 1
        assert state.game.format_move(decision.move or 0) == "a7"
    slower = search(state, Table(1_000)).deepen(3).values
    assert slower[state.game.parse_move("b5")] == WIN - 3


def test_errata_4_the_slower_loss_is_preferred() -> None:
    state = GomokuGame(7).parse_position(SLOW_LOSS + "O")
    decision = Negamax(depth=4).choose(state)
    assert decision.score == -(WIN - 4)
    assert state.game.format_move(decision.move or 0) == "f7"
    others = {each.score for each in decision.candidates if each.move != decision.move}
    assert others == {-(WIN - 2)}


def test_a_forced_win_scores_win_minus_the_plies_to_it(wander: Wander) -> None:
    chance, wins, losses = random.Random(10), 0, 0
    for _ in range(25):
        state = late_pentomino(wander, chance, 14)
        decision = Negamax(depth=12).choose(state)
        assert decision.score is not None
        plies = WIN - abs(decision.score)
        assert decision.proof is not None
        assert decision.proof.plies == plies
        assert plies % 2 == (decision.score > 0)
        wins, losses = wins + (decision.score > 0), losses + (decision.score < 0)
        # The expected line is best play: it ends the game after exactly so many plies.
        assert len(decision.pv) == plies
        last = state
        for move in decision.pv:
            last = last.play(move)
        assert last.outcome
    assert wins > 0
    assert losses > 0


@cache
def wins_within(state: GomokuState, plies: int) -> bool:
    """Tells whether the side to move can force a win in that many plies, whatever is played."""
    return not state.outcome and any(
        loses_within(state.play(move), plies - 1) for move in state.legal_moves()
    )


@cache
def loses_within(state: GomokuState, plies: int) -> bool:
    if state.outcome:
        return state.outcome.winner is state.to_move.other
    if plies <= 0:
        return False
    return all(wins_within(state.play(move), plies - 1) for move in state.legal_moves())


def test_proofs_in_gomoku_hold_against_every_reply_not_only_those_searched() -> None:
    chance, claims = random.Random(11), set()
    for _ in range(60):
        state = crowded_gomoku(
            chance, chance.choice((5, 6)), chance.choice(("freestyle", "standard"))
        )
        for strategy in (Minimax(depth=2), Negamax(depth=3)):
            decision = strategy.choose(state)
            assert decision.score is not None
            plies = WIN - abs(decision.score)
            if decision.proof is None:
                assert plies > 3 or abs(decision.score) <= SURE
                continue
            claims.add((decision.proof.claim, plies))
            assert decision.proof.plies == plies <= 3
            if decision.proof.claim == "win":
                assert wins_within(state, int(plies))
            else:
                assert decision.proof.claim == "loss"
                assert loses_within(state, int(plies))
        wins_within.cache_clear()
        loses_within.cache_clear()
    assert {("win", 1), ("win", 3), ("loss", 2)} <= claims


def test_nothing_is_proven_in_gomoku_by_a_search_that_left_cells_out() -> None:
    state = GomokuGame(7).parse_position(SLOW_LOSS + "O")
    decision = Negamax(depth=4).choose(state)
    assert decision.score == -(WIN - 4)
    assert decision.proof is None
    draw = GomokuGame(5).parse_position("XOXOX XOXOX OXOXO OXOXO XOX.. X")
    played_out = Negamax(depth=9).choose(draw)
    assert played_out.score == 0
    assert played_out.proof is None


def last_piece_wins(state: State) -> bool:
    return any(not last_piece_wins(state.play(move)) for move in state.legal_moves())


def test_proofs_in_pentomino_are_true(wander: Wander) -> None:
    chance, claims = random.Random(12), set()
    for _ in range(60):
        state = late_pentomino(wander, chance, 10)
        proof = Negamax(depth=12).choose(state).proof
        assert proof is not None
        assert (proof.claim == "win") == last_piece_wins(state)
        claims.add(proof.claim)
    assert claims == {"win", "loss"}


def final_lead(state: State, root: Player) -> int:
    if state.outcome:
        lead = state.cells.count("X") - state.cells.count("O")
        return lead if root is Player.FIRST else -lead
    values = [final_lead(state.play(move), root) for move in state.legal_moves()]
    return max(values) if state.to_move is root else min(values)


def test_proofs_in_othello_are_exact_and_their_line_reaches_the_score(wander: Wander) -> None:
    chance = random.Random(13)
    for size, plies in [(4, 8), (6, 30), (8, 58)] * 8:
        state = wander(OthelloGame(size), chance, plies)
        if state.cells.count(".") > 6:
            continue
        decision = Negamax(depth=20).choose(state)
        assert decision.proof is not None
        assert (decision.proof.claim, decision.proof.score) == ("exact", decision.score)
        assert decision.score == final_lead(state, state.to_move)
        last = state
        for move in decision.proof.line:
            last = last.play(move)
        assert last.outcome
        assert final_lead(last, state.to_move) == decision.score


def test_nothing_is_proven_by_a_search_that_reached_its_depth(wander: Wander) -> None:
    chance = random.Random(14)
    for plies in range(0, 40, 5):
        assert Negamax(depth=2).choose(wander(OthelloGame(), chance, plies)).proof is None


@pytest.mark.parametrize(
    "game", [GomokuGame(9), GomokuGame(5), OthelloGame(), PentominoGame()], ids=repr
)
def test_g3_iterative_deepening_always_has_a_move_ready(game: Game, wander: Wander) -> None:
    chance = random.Random(15)
    for plies in (0, 1, 4, 9):
        state = wander(game, chance, plies)
        for nodes in (1, 2, 3, 4, 5, 6, 7, 8, 15, 16, 17, 60, 300, 3_000):
            decision = Negamax().choose(state, Limit(nodes=nodes))
            assert decision.move in state.legal_moves()
            assert str(decision.text)
            assert decision.nodes is not None
            assert decision.nodes <= nodes


@pytest.mark.parametrize("game", [GomokuGame(7), OthelloGame(6), PentominoGame(5, 5)], ids=repr)
def test_runs_limited_by_nodes_or_depth_repeat_exactly(game: Game, wander: Wander) -> None:
    state = wander(game, random.Random(16), 4)
    for limit in (Limit(nodes=37), Limit(nodes=700), Limit(depth=2), Limit(depth=3, nodes=999)):
        assert Negamax().choose(state, limit) == Negamax().choose(state, limit)
        shallower = Negamax(depth=1).choose(state, limit)
        assert shallower.depth is not None
        assert shallower.depth <= 1


def test_the_tightest_depth_holds() -> None:
    start = OthelloGame().start
    assert Negamax(depth=5).choose(start, Limit(depth=2)).depth == 2
    assert Negamax(depth=2).choose(start, Limit(depth=5)).depth == 2
    assert Negamax().choose(start).depth == 3


class RaisedAfter:
    """A flag that is set once it has been looked at so many times."""

    def __init__(self, looks: int) -> None:
        self.looks = looks

    def is_set(self) -> bool:
        self.looks -= 1
        return self.looks < 0


@pytest.mark.parametrize("looks", [0, 1, 5, 50])
def test_it_stops_soon_after_it_is_asked_to(looks: int) -> None:
    for game in (GomokuGame(), OthelloGame(), PentominoGame()):
        state: State = game.start
        decision = Negamax(depth=60).choose(state, stop=RaisedAfter(looks))
        assert decision.move in state.legal_moves()
        assert decision.nodes is not None
        assert decision.nodes <= 16 * (looks + 1)


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


def test_g4_candidates_touch_a_stone_and_are_all_cells_when_there_is_none(wander: Wander) -> None:
    chance = random.Random(17)
    assert candidates(GomokuGame(7).start) == list(range(49))
    for _ in range(20):
        state = crowded_gomoku(chance, 8)
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

"""Forced wins of the native solver, each verified by an independent checker."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from fivefold.core import Player
from fivefold.games.gomoku import GomokuGame, GomokuState
from fivefold.strategies import native
from fivefold.strategies.gomoku.proof import check
from fivefold.strategies.gomoku.proof_text import tree_from_texts

RULES = ["freestyle", "standard", "renju", "caro", "omok", "omok:threes=black:fours=black:six=win"]
SIZES = {5: 5, 6: 6, 8: 8, 15: 9, 22: 10}
"""Board sizes, and the size of the central part that gets stones."""


def positions(rules: str, size: int, seed: int) -> Iterator[GomokuState]:
    """Yields positions with stones scattered over the centre of the board."""
    chance, spread = random.Random(f"{rules} {size} {seed}"), SIZES[size]
    first = (size - spread) // 2
    spots = [row * size + column for row in range(spread) for column in range(spread)]
    while True:
        cells = ["."] * (size * size)
        most = min(len(spots) - 2, 36)
        for count, spot in enumerate(chance.sample(spots, chance.randrange(6, most))):
            cells[spot + first * size + first] = "XO"[count % 2]
        game, text = GomokuGame(size, rules), "".join(cells)
        fives = {text[cell] for cell in range(len(cells)) if has_five(game, text, cell)}
        if not fives:
            state = game.parse_position(f"{text} {chance.choice('XO')}")
            if not state.outcome:
                yield state


def has_five(game: GomokuGame, cells: str, cell: int) -> bool:
    return cells[cell] != "." and bool(game.five_through(cells, cell))


def check_many(rules: str, size: int, count: int, seed: int) -> int:
    """Checks every claimed win in this many positions; returns the number of wins."""
    solver, wins = native.gomoku_threat_solver(8), 0
    everything = positions(rules, size, seed)
    for _ in range(count):
        state = next(everything)
        text = state.game.format_position(state)
        for kind in ("vcf", "vct"):
            proof = solver.solve(text, rules, kind, nodes=10_000)
            assert not (proof.found and proof.complete)
            if not proof.found:
                assert (proof.tree, proof.line, proof.plies) == (None, [], 0)
                continue
            wins += 1
            tree = tree_from_texts(proof.tree, state.game)
            verdict = check(state, tree)
            assert verdict.flaw is None, (text, rules, kind)
            assert proof.plies == tree.plies == len(proof.line)
            at = state
            for move in proof.line:
                at = at.play(state.game.parse_move(move))
            assert at.outcome is not None
            assert at.outcome.winner is state.to_move
    return wins


@pytest.mark.parametrize("rules", RULES)
def test_every_claimed_win_is_real(rules: str) -> None:
    assert sum(check_many(rules, size, 4, seed=1) for size in SIZES) > 5


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("rules", RULES)
def test_every_claimed_win_of_many_is_real(rules: str, size: int) -> None:
    assert check_many(rules, size, 200, seed=2) > 20


def wins_by_fours(state: GomokuState) -> bool:
    """Returns whether the side to move wins by threatening five with every move."""
    for move in state.legal_moves():
        after = state.play(move)
        if after.outcome:
            if after.outcome.winner is state.to_move:
                return True
            continue
        fives = five_cells(after, state.to_move)
        if fives and all(answers(after.play(reply), fives) for reply in after.legal_moves()):
            return True
    return False


def answers(state: GomokuState, fives: list[int]) -> bool:
    """Returns whether the attacker, who threatened five on those cells, wins anyway."""
    if state.outcome:
        return False
    makes_five = any(
        state.cells[cell] == "." and state.play(cell).outcome for cell in fives
    ) and bool(five_cells(state, state.to_move))
    return makes_five or wins_by_fours(state)


def five_cells(state: GomokuState, player: Player) -> list[int]:
    """Returns the free cells where that side makes five."""
    found = []
    for cell, stone in enumerate(state.cells):
        if stone == ".":
            cells = state.cells[:cell] + player.value + state.cells[cell + 1 :]
            if state.game.five_through(cells, cell):
                found.append(cell)
    return found


@pytest.mark.parametrize("rules", RULES)
def test_wins_by_fours_are_found_exactly_where_brute_force_finds_them(rules: str) -> None:
    solver, found = native.gomoku_threat_solver(1), set()
    for state, _ in zip(positions(rules, 6, seed=3), range(24), strict=False):
        if state.cells.count(".") > 16:
            continue
        proof = solver.solve(state.game.format_position(state), rules, "vcf")
        assert proof.found == wins_by_fours(state), state
        assert proof.complete == (not proof.found)
        found.add(proof.found)
    assert found == {True, False}


OPEN_TWOS = "h8 a1 i8 o1 j9 a15 j10 o15"


def after(moves: str, rules: str = "freestyle") -> str:
    game = GomokuGame(15, rules)
    state = game.start
    for move in game.split_moves(moves):
        state = state.play(game.parse_move(move))
    return game.format_position(state)


def test_the_shortest_win_by_fours_comes_first() -> None:
    solver = native.gomoku_threat_solver(1)
    assert solver.solve(after("h8 a1 i8 o1 j8 a15"), "freestyle", "vcf").plies == 3
    assert solver.solve(after("h8 a1 i8 o1 j8 a15 k8 o15"), "freestyle", "vcf").plies == 1


def test_threes_find_what_fours_do_not() -> None:
    solver = native.gomoku_threat_solver(1)
    fours = solver.solve(after(OPEN_TWOS), "freestyle", "vcf")
    assert (fours.found, fours.complete) == (False, True)
    threes = solver.solve(after(OPEN_TWOS), "freestyle", "vct")
    assert (threes.found, threes.plies, threes.line[0]) == (True, 5, "j8")


def test_limits_hold() -> None:
    solver, text = native.gomoku_threat_solver(1), after(OPEN_TWOS)
    assert solver.solve(text, "freestyle", "vct", nodes=3).nodes <= 3
    none = solver.solve(text, "freestyle", "vct", most_plies=3)
    assert (none.found, none.complete) == (False, True)
    late = solver.solve(text, "freestyle", "vct", seconds=0)
    assert not late.complete or late.found


def test_stop_ends_a_search() -> None:
    stop = threading.Event()
    stop.set()
    proof = native.gomoku_threat_solver(1).solve(after(OPEN_TWOS), "freestyle", "vct", stop=stop)
    assert proof.nodes < 1_000_000


@pytest.mark.parametrize(
    "arguments",
    [
        {"kind": "vcx"},
        {"rules": "renj"},
        {"position": "X"},
        {"position": "\ud800"},
        {"seconds": -1.0},
        {"most_plies": 0},
    ],
)
def test_bad_arguments_are_rejected(arguments: dict[str, Any]) -> None:
    usual: dict[str, Any] = {"position": after(""), "rules": "freestyle", "kind": "vcf"}
    with pytest.raises(ValueError, match=r".+"):
        native.gomoku_threat_solver(1).solve(**(usual | arguments))


@pytest.mark.parametrize("memory", [0, -1, 1 << 30])
def test_a_bad_table_size_is_rejected(memory: int) -> None:
    with pytest.raises(ValueError, match="memory"):
        native.gomoku_threat_solver(memory)

"""The claims "win by fours and threes" and "there is none", against searches without shapes.

`wins_in` plays every move and every reply by the Python rules. `wins_by_threats` is the definition
in docs/explanation/gomoku-proofs.md: every move of the attacker is a threat, that is, if the
defender passed, the attacker would win by fours.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from fivefold.core import Player
from fivefold.games.gomoku import GomokuGame, GomokuState
from fivefold.strategies import native
from fivefold.strategies.gomoku.proof import ProofTree, check
from fivefold.strategies.gomoku.proof_text import tree_from_texts

RULES = ["freestyle", "standard", "renju", "caro", "omok"]
Search = Callable[[GomokuState, int], bool]
LINES = [(1, 0), (0, 1), (1, 1), (1, -1)]


def with_stone(cells: str, cell: int, player: Player) -> str:
    return cells[:cell] + player.value + cells[cell + 1 :]


def five_cells(state: GomokuState, player: Player) -> list[int]:
    """Returns the free cells where that side makes five."""
    return [
        cell
        for cell, stone in enumerate(state.cells)
        if stone == "." and state.game.five_through(with_stone(state.cells, cell, player), cell)
    ]


class Oracle:
    """Naive searches; remembers the positions it has decided."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, GomokuState, int], bool] = {}

    def wins_in(self, state: GomokuState, plies: int) -> bool:
        """Returns whether the side to move can force five within the plies, by any moves."""
        if five_cells(state, state.to_move):
            return True
        return plies >= 3 and self._known_or("all", state, plies, self._every_move)

    def wins_by_threats(self, state: GomokuState, plies: int) -> bool:
        """Returns whether the side to move wins within the plies if every move is a threat."""
        if five_cells(state, state.to_move):
            return True
        return plies >= 3 and self._known_or("threats", state, plies, self._every_threat)

    def wins_by_fours(self, state: GomokuState, plies: int) -> bool:
        """Returns whether the side to move wins within the plies if every move makes a four."""
        if five_cells(state, state.to_move):
            return True
        return plies >= 3 and self._known_or("fours", state, plies, self._every_four)

    def _known_or(self, what: str, state: GomokuState, plies: int, search: Search) -> bool:
        key = what, state, plies
        if key not in self._known:
            self._known[key] = search(state, plies)
        return self._known[key]

    def _every_move(self, state: GomokuState, plies: int) -> bool:
        best_replies: list[int] = []
        return any(
            self._answers_all(state.play(move), plies, self.wins_in, best_replies)
            for move in state.legal_moves()
        )

    def _every_threat(self, state: GomokuState, plies: int) -> bool:
        best_replies: list[int] = []
        for move in state.legal_moves():
            after = state.play(move)
            if after.outcome:
                continue
            passed = replace(after, to_move=state.to_move)
            if self.wins_by_fours(passed, plies - 2) and self._answers_all(
                after, plies, self.wins_by_threats, best_replies
            ):
                return True
        return False

    def _every_four(self, state: GomokuState, plies: int) -> bool:
        best_replies: list[int] = []
        for move in state.legal_moves():
            cells = with_stone(state.cells, move, state.to_move)
            after = replace(state, cells=cells, to_move=state.to_move.other)
            if five_cells(after, state.to_move) and self._answers_all(
                state.play(move), plies, self.wins_by_fours, best_replies
            ):
                return True
        return False

    def _answers_all(
        self, after: GomokuState, plies: int, wins: Search, best_replies: list[int]
    ) -> bool:
        """Returns whether the attacker wins after every legal reply."""
        if after.outcome:
            return False
        replies = after.legal_moves()
        for reply in [*(r for r in best_replies if r in replies), *replies]:
            replied = after.play(reply)
            if replied.outcome or not wins(replied, plies - 2):
                if reply not in best_replies:
                    best_replies.insert(0, reply)
                return False
        return True


def positions(rules: str, size: int, free: range, seed: str) -> Iterator[GomokuState]:
    """Yields positions in which the defender has a three or a broken four to answer with."""
    chance = random.Random(f"{rules} {size} {seed}")
    game = GomokuGame(size, rules)
    while True:
        cells = ["."] * (size * size)
        side = chance.choice("XO")
        for stone, count in ((("O", "X")[side == "O"], 3), (side, chance.randrange(2, 4))):
            across, down = chance.choice(LINES)
            row, column = chance.randrange(size), chance.randrange(size)
            spots = [(row + down * n, column + across * n) for n in range(5)]
            for y, x in chance.sample(spots, count):
                if 0 <= y < size and 0 <= x < size:
                    cells[y * size + x] = stone
        empty = [cell for cell, stone in enumerate(cells) if stone == "."]
        wanted = chance.choice(free)
        for number, cell in enumerate(chance.sample(empty, max(len(empty) - wanted, 0))):
            cells[cell] = "XO"[number % 2]
        text = "".join(cells)
        if any(stone != "." and game.five_through(text, n) for n, stone in enumerate(text)):
            continue
        state = game.parse_position(f"{text} {side}")
        if not state.outcome:
            yield state


def quiet_blocks(state: GomokuState, tree: ProofTree) -> int:
    """Counts the answers to counter-fours in the proof that make no four themselves."""
    found = 0
    after = state.play(tree.move)
    for reply, answer in tree.replies.items():
        if after.outcome or after.cells[reply] != "." or reply in after.forbidden:
            continue
        replied = after.play(reply)
        if five_cells(replied, replied.to_move.other) and not five_cells(replied, state.to_move):
            blocked = replied.play(answer.move)
            found += not five_cells(blocked, state.to_move)
        found += quiet_blocks(replied, answer)
    return found


def compare(rules: str, count: int, seed: str) -> dict[str, int]:
    """Compares every claim about some positions with the oracles; returns what was seen."""
    solver, oracle = native.gomoku_threat_solver(8), Oracle()
    seen = {"wins": 0, "none": 0}
    boards = (5, range(9, 17), 5), (6, range(12, 19), 5), (6, range(7, 11), 7)
    for size, free, plies in boards:
        for state, _ in zip(positions(rules, size, free, seed), range(count), strict=False):
            text = state.game.format_position(state)
            for kind, wins in (("vcf", oracle.wins_by_fours), ("vct", oracle.wins_by_threats)):
                proof = solver.solve(text, rules, kind, most_plies=plies)
                assert proof.complete == (not proof.found), text
                assert proof.found == wins(state, plies), (text, kind)
            if plies == 5 or proof.found:
                assert proof.found == oracle.wins_in(state, plies), text
            seen["wins" if proof.found else "none"] += 1
            if proof.found:
                tree = tree_from_texts(proof.tree, state.game)
                assert check(state, tree).flaw is None, text
    return seen


def countered_wins(rules: str, free: range, wanted: int) -> list[GomokuState]:
    """Returns won positions in which a counter-four is stopped by a quiet move."""
    solver, found = native.gomoku_threat_solver(8), list[GomokuState]()
    for _, state in zip(range(1500 * wanted), positions(rules, 7, free, "counters"), strict=False):
        text = state.game.format_position(state)
        proof = solver.solve(text, rules, "vct", most_plies=7, nodes=20_000)
        if proof.found:
            tree = tree_from_texts(proof.tree, state.game)
            if quiet_blocks(state, tree) > 0:
                assert check(state, tree).flaw is None, text
                found.append(state)
        if len(found) == wanted:
            break
    return found


@pytest.mark.parametrize("rules", RULES)
def test_claims_agree_with_searches_that_know_no_shapes(rules: str) -> None:
    seen = compare(rules, 8, "some")
    assert min(seen["wins"], seen["none"]) > 3, seen


@pytest.mark.parametrize("rules", RULES)
def test_wins_against_counter_fours_are_found(rules: str) -> None:
    assert len(countered_wins(rules, range(24, 34), 3)) == 3


@pytest.mark.parametrize("rules", ["freestyle", "standard"])
def test_a_win_against_a_counter_four_agrees_with_the_definition(rules: str) -> None:
    (state,) = countered_wins(rules, range(14, 21), 1)
    assert Oracle().wins_by_threats(state, 7)


@pytest.mark.long
@pytest.mark.parametrize("rules", RULES)
def test_many_wins_against_counter_fours_are_found(rules: str) -> None:
    assert len(countered_wins(rules, range(24, 34), 60)) == 60


@pytest.mark.long
@pytest.mark.parametrize("rules", RULES)
def test_many_claims_agree_with_searches_that_know_no_shapes(rules: str) -> None:
    seen = compare(rules, 150, "many")
    assert min(seen.values()) > 50, seen


def after(moves: str, rules: str = "freestyle", size: int = 15) -> GomokuState:
    state = GomokuGame(size, rules).start
    for move in state.game.split_moves(moves):
        state = state.play(state.game.parse_move(move))
    return state


COUNTERED = "f9h9k6h7h6f7g7i5g8g6i8h8h5f4f5e5j6g4l6i6e4e8k5d6c7e7n6"


def test_a_counter_four_does_not_refute_an_attack_by_itself() -> None:
    # Black answers with fours, and White's blocks make no threat of their own.
    state = after(COUNTERED)
    solver = native.gomoku_threat_solver(16)
    proof = solver.solve(state.game.format_position(state), "freestyle", "vct", nodes=500_000)
    assert proof.found
    tree = tree_from_texts(proof.tree, state.game)
    assert check(state, tree).flaw is None
    assert tree.plies <= 15
    assert quiet_blocks(state, tree) > 0

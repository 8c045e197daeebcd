"""The checker of forced wins: it accepts true proofs and rejects every kind of false one.

The oracle is the definition: play every legal reply by the Python rules, and check that the tree
leads to five. It is slow, so the boards are small.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from fivefold.core import Player
from fivefold.games.gomoku import GomokuGame, GomokuState
from fivefold.strategies.gomoku.proof import ProofTree, check
from fivefold.strategies.gomoku.proof_text import (
    WrittenProof,
    read_proof,
    tree_from_texts,
    write_proof,
)


def wins_by_definition(state: GomokuState, tree: ProofTree | None) -> bool:
    """Tells whether the side to move wins by the tree, playing every legal reply."""
    if tree is None or tree.move not in state.legal_moves():
        return False
    after = state.play(tree.move)
    if after.outcome:
        return after.outcome.winner is state.to_move
    for reply in after.legal_moves():
        replied = after.play(reply)
        if replied.outcome:
            return False
        if not wins_by_definition(replied, tree.replies.get(reply, tree.otherwise)):
            return False
    return True


def position(rules: str, rows: str, side: str = "X") -> GomokuState:
    """Returns the position with these rows in the top left corner of an empty board."""
    lines = rows.split()
    size = max(len(lines), *map(len, lines))
    cells = "".join(line.ljust(size, ".") for line in lines).ljust(size * size, ".")
    return GomokuGame(size, rules).parse_position(f"{cells} {side}")


def tree_of(state: GomokuState, text: str) -> ProofTree:
    """Returns the tree written as `c3 (b3: d3, d3: b3, else: b3)`, in board notation."""
    words = text.replace("(", " ( ").replace(")", " ) ").replace(",", " , ").split()

    def read() -> ProofTree:
        move, replies, otherwise = state.game.parse_move(words.pop(0)), {}, None
        if words and words[0] == "(":
            while words.pop(0) in ("(", ","):
                reply = words.pop(0).removesuffix(":")
                if reply == "else":
                    otherwise = read()
                else:
                    replies[state.game.parse_move(reply)] = read()
        return ProofTree(move, replies, otherwise)

    return read()


def verdict(rules: str, rows: str, text: str, side: str = "X") -> str | None:
    """Returns the key of the flaw that the checker finds, or None, and checks the definition."""
    state = position(rules, rows, side)
    tree = tree_of(state, text)
    flaw = check(state, tree).flaw
    assert (flaw is None) == wins_by_definition(state, tree)
    return None if flaw is None else flaw.reason.key


BOARD_OF_SEVEN = """.......
.......
.......
{}
.......
.......
......."""


def row(text: str) -> str:
    """Returns a board of 7x7 with this row in the middle."""
    return BOARD_OF_SEVEN.format(text)


@pytest.mark.parametrize("rules", ["freestyle", "standard", "caro", "omok"])
def test_an_open_three_wins_by_an_open_four(rules: str) -> None:
    assert verdict(rules, row("..XXX.."), "f4 (b4: g4, g4: b4, else: g4)") is None
    assert verdict(rules, row("..XXX.."), "f4 (g4: b4, else: g4)") is None
    assert verdict(rules, row("..XXX.."), "f4 (else: g4)") == "gomoku.proof.taken"
    assert verdict(rules, row("..XXX.."), "f4 (g4: b4)") == "gomoku.proof.no_answer"
    assert verdict(rules, row("..XXX.."), "f4 (g4: b4, else: a4)") == "gomoku.proof.no_five"
    assert verdict(rules, row("..XXX.."), "f4") == "gomoku.proof.no_five"
    assert verdict(rules, row("..XXX.."), "e4 (else: b4)") == "gomoku.proof.taken"


def test_a_five_needs_no_answers() -> None:
    assert verdict("freestyle", row(".XXXX.."), "f4") is None
    assert verdict("freestyle", row(".XXXX.."), "a4") is None
    assert verdict("freestyle", row(".XXXX.."), "g4") == "gomoku.proof.no_five"


def test_an_overline_is_not_a_five_under_exact_rules() -> None:
    for rules, key in {"freestyle": None, "standard": "no_five", "renju": "forbidden"}.items():
        found = verdict(rules, row("XXX.XX."), "d4")
        assert found == (key and f"gomoku.proof.{key}")
    claim = "f4 (g4: b4, else: g4)"  # b4 makes six, so the four is open at one end only
    assert verdict("freestyle", row("X.XXX.."), claim) is None
    assert verdict("standard", row("X.XXX.."), claim) == "gomoku.proof.no_five"


def test_a_five_blocked_at_both_ends_does_not_count_in_caro() -> None:
    assert verdict("standard", row("OXXXX.O"), "f4") is None
    assert verdict("caro", row("OXXXX.O"), "f4") == "gomoku.proof.no_five"
    # Both ends of the four are free, yet g4 stops both: then b4 makes a five between O and O.
    claim = "f4 (b4: g4, else: b4)"
    assert verdict("standard", row("O.XXX.."), claim) is None
    assert verdict("caro", row("O.XXX.."), claim) == "gomoku.proof.no_five"


def test_an_intervening_five_of_the_defender_is_a_flaw() -> None:
    rows = "OOOO...\n.......\n.......\n..XXX..\n.......\n.......\n.......\n"
    assert verdict("freestyle", rows, "f4 (b4: g4, else: b4)") == "gomoku.proof.their_five"


def test_an_intervening_four_of_the_defender_is_a_flaw() -> None:
    # Black has two open threes and the move, but must answer the fours that White's three makes.
    rows = """OOO....
.......
..XXX..
.......
.......
..XXX..
......."""
    upper, lower = "f5 (b5: g5, else: b5)", "f2 (b2: g2, else: b2)"
    threes = f"b2: {upper}, f2: {upper}, g2: {upper}, else: {lower}"
    state = position("freestyle", rows)
    flaw = check(state, tree_of(state, f"a1 ({threes})")).flaw
    assert flaw is not None
    assert flaw.reason.key == "gomoku.proof.their_five"
    assert state.game.format_move(flaw.moves[1]) in ("d7", "e7")
    answered = tree_of(state, f"a1 (d7: e7 ({threes}), e7: d7 ({threes}), {threes})")
    assert check(state, answered).flaw is None
    half = tree_of(state, f"a1 (d7: e7 ({threes}), {threes})")
    assert check(state, half).flaw is not None


def test_the_attacker_may_not_use_forbidden_points() -> None:
    rows = ".......\n...X...\n...X...\n.XX....\n.......\n.......\n......."
    claim = "d4 (else: e4)"
    assert verdict("renju", rows, claim) == "gomoku.proof.forbidden"
    assert verdict("freestyle", rows, claim) == "gomoku.proof.no_five"


def test_a_forbidden_defence_needs_no_answer() -> None:
    # White's four can only be stopped on f5, where Black makes six.
    board = """.....X..
.....X..
.....X..
XOOO....
.....X..
.....X..
........
........"""
    assert verdict("freestyle", board, "e5 (else: f5)", "O") == "gomoku.proof.their_five"
    assert verdict("standard", board, "e5 (else: f5)", "O") == "gomoku.proof.taken"
    assert verdict("renju", board, "e5 (else: f5)", "O") is None


def test_a_finished_game_has_nothing_to_prove() -> None:
    state = position("freestyle", row("XXXXX.."), "O")
    flaw = check(state, ProofTree(0)).flaw
    assert flaw is not None
    assert flaw.reason.key == "gomoku.proof.over"


def test_a_draw_is_not_a_win() -> None:
    # Apart from the attacker's, one free point is left: the defender takes it and fills the board.
    cells = "".join("XO"[(cell // 5 + cell % 5 // 2) % 2] for cell in range(25))
    state = GomokuGame(5).parse_position(f"..{cells[2:]} X")
    assert check(state, ProofTree(0, {}, ProofTree(1))).flaw is not None
    state = GomokuGame(5).parse_position(f".{cells[1:]} X")
    flaw = check(state, ProofTree(0, {}, ProofTree(1))).flaw
    assert flaw is not None
    assert flaw.reason.key == "gomoku.proof.draw"


def test_a_flaw_tells_the_moves_that_lead_to_it() -> None:
    state = position("freestyle", row("..XXX.."))
    flaw = check(state, tree_of(state, "f4 (b4: a4, else: b4)")).flaw
    assert flaw is not None
    assert [state.game.format_move(move) for move in flaw.moves] == ["f4", "b4", "a4"]
    assert str(flaw.reason) == "The proof ends here without a five."


def test_the_length_is_that_of_the_longest_line() -> None:
    state = position("freestyle", row("..XXX.."))
    assert tree_of(state, "f4 (b4: g4, else: b4)").plies == 3
    assert tree_of(state, "f4").plies == 1
    assert tree_of(state, "f4 (b4: g4 (else: a1), else: b4)").plies == 5


def test_a_proof_round_trips_through_its_file() -> None:
    state = position("renju", row("..XXX.."))
    tree = tree_of(state, "f4 (b4: g4, g4: b4, else: b4)")
    text = write_proof(WrittenProof(state, "vcf", tree, (tree.move,)))
    read = read_proof(text)
    assert (read.state, read.kind, read.tree) == (state, "vcf", tree)
    assert text.count('["b4", {}, null]') == 1  # equal nodes are written once


def test_subtrees_shared_by_the_native_solver_stay_shared() -> None:
    five: tuple[str, dict[str, object], None] = ("g4", {}, None)
    tree = tree_from_texts(("f4", {"b4": five, "a1": five}, ("b4", {}, None)), GomokuGame(7))
    first, second = tree.replies.values()
    assert first is second
    assert tree.plies == 3


def random_positions(rules: str, size: int, seed: int) -> Iterator[GomokuState]:
    """Yields positions with some stones in the middle, so that wins are close."""
    rng = random.Random(seed)
    while True:
        cells = ["."] * (size * size)
        spots = rng.sample(range(size * size), rng.randrange(size, 3 * size))
        for count, spot in enumerate(spots):
            cells[spot] = "XO"[count % 2]
        game = GomokuGame(size, rules)
        state = game.parse_position("".join(cells) + " " + rng.choice("XO"))
        if not state.outcome:
            yield state


def fives(state: GomokuState, player: Player) -> list[int]:
    """Returns the cells where this side makes five."""
    found = []
    for move, stone in enumerate(state.cells):
        if stone == ".":
            after = state.cells[:move] + player.value + state.cells[move + 1 :]
            if state.game.five_through(after, move):
                found.append(move)
    return found


def short_claims(state: GomokuState, rng: random.Random) -> Iterator[ProofTree]:
    """Yields true and false claims of a winning four: one answer, and another where that fails."""
    for move in state.legal_moves():
        cells = state.cells[:move] + state.to_move.value + state.cells[move + 1 :]
        after = GomokuState(state.game, cells, state.to_move.other)
        wins = fives(after, state.to_move)
        if wins:
            answer, other = wins[0], wins[-1]
            claim = ProofTree(move, {answer: ProofTree(other)}, ProofTree(answer))
            yield claim
            for before in rng.sample(state.legal_moves(), 2):
                yield ProofTree(before, {}, claim)  # a threat that may or may not hold
                yield ProofTree(before, {move: claim}, claim)


@pytest.mark.parametrize("rules", ["freestyle", "standard", "renju", "caro", "omok"])
def test_the_checker_agrees_with_the_definition_on_random_claims(rules: str) -> None:
    rng, seen = random.Random(8), {True: 0, False: 0}
    for state in random_positions(rules, 6, seed=len(rules)):
        for tree in short_claims(state, rng):
            flaw = check(state, tree).flaw
            assert (flaw is None) == wins_by_definition(state, tree), (state, tree, flaw)
            seen[flaw is None] += 1
        if min(seen.values()) > 5:
            break

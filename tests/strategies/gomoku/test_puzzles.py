"""The bundled puzzles: all are readable; some are solved and their proofs checked."""

from __future__ import annotations

import pytest

from fivefold.strategies.gomoku.forced_wins import find_forced
from fivefold.strategies.gomoku.puzzles import (
    HALVES,
    Puzzle,
    format_puzzles,
    installed_puzzles,
    parse_puzzles,
)


def test_both_halves_have_puzzles_of_both_kinds_and_share_none() -> None:
    puzzles = installed_puzzles()
    counts = {
        (half, kind): sum((p.half, p.kind) == (half, kind) for p in puzzles)
        for half in HALVES
        for kind in ("vcf", "vct")
    }
    assert min(counts.values()) >= 50
    assert len({(puzzle.rules, puzzle.moves) for puzzle in puzzles}) == len(puzzles)
    assert {puzzle.rules for puzzle in puzzles} == {"freestyle", "standard", "renju"}
    assert not any(puzzle.state.outcome for puzzle in puzzles[::10])


def test_the_file_is_written_as_it_is_read() -> None:
    puzzles = installed_puzzles()
    assert tuple(parse_puzzles(format_puzzles(puzzles))) == puzzles


@pytest.mark.parametrize("kind", ["vcf", "vct"])
def test_short_puzzles_are_solved_and_the_proof_is_accepted(kind: str) -> None:
    short = [p for p in installed_puzzles() if (p.half, p.kind) == ("tuning", kind)][:12:4]
    for puzzle in short:
        found = find_forced(puzzle.state, memory=4)
        assert found.kind == kind
        assert found.tree is not None
        assert found.tree.plies <= puzzle.plies
        assert found.checked > 0


def test_a_file_of_another_kind_is_rejected() -> None:
    with pytest.raises(ValueError, match="pentomino"):
        parse_puzzles("fivefold pentomino book 1\n")


def test_a_puzzle_is_one_line() -> None:
    puzzle = Puzzle("test", "vcf", 5, "renju", ("h8", "a1", "i8", "o1", "j8", "a15"))
    assert str(puzzle) == "test vcf 5 renju h8a1i8o1j8a15"
    assert puzzle.state.cells.count("X") == 3

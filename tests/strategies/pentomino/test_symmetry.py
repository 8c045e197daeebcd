"""Board symmetries compared with images computed here from the cells of each piece."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from fivefold.games.pentomino import Placement, board_of
from fivefold.strategies.pentomino.symmetry import symmetry_of

BOARDS = [(8, 8), (5, 6), (6, 5), (5, 5)]
Cells = frozenset[complex]


def turns(rows: int, columns: int) -> list[tuple[complex, bool]]:
    """Returns the symmetries as (rotation factor, whether to mirror first)."""
    factors = [1, 1j, -1, -1j] if rows == columns else [1, -1]
    return [(factor, mirror) for factor in factors for mirror in (False, True)]


def cells_of(placement: Placement, rows: int, columns: int) -> Cells:
    """Returns the cells as points relative to the centre of the board, in half cells."""
    points = (divmod(cell, columns) for cell in placement.cells)
    return frozenset(complex(2 * c - columns + 1, 2 * r - rows + 1) for r, c in points)


def turned(cells: Cells, turn: tuple[complex, bool]) -> Cells:
    factor, mirror = turn
    return frozenset(factor * (point.conjugate() if mirror else point) for point in cells)


@pytest.mark.parametrize(("rows", "columns"), BOARDS)
def test_the_number_of_first_moves_matches_burnsides_lemma(rows: int, columns: int) -> None:
    places = [cells_of(each, rows, columns) for each in board_of(rows, columns).placements]
    symmetries = turns(rows, columns)
    fixed = sum(turned(cells, turn) == cells for cells in places for turn in symmetries)
    symmetry = symmetry_of(rows, columns)
    assert len(symmetry.images) == len(symmetries)
    assert len(symmetry.first_moves) * len(symmetries) == fixed
    if (rows, columns) == (8, 8):
        assert len(symmetry.first_moves) == 296


@pytest.mark.parametrize(("rows", "columns"), BOARDS)
def test_the_images_of_a_move_match_the_images_of_its_cells(rows: int, columns: int) -> None:
    placements = board_of(rows, columns).placements
    places = [cells_of(each, rows, columns) for each in placements]
    symmetry = symmetry_of(rows, columns)
    for move in random.Random(1).sample(range(len(places)), 60):
        expected = {turned(places[move], turn) for turn in turns(rows, columns)}
        images = {image[move] for image in symmetry.images}
        assert {places[image] for image in images} == expected
        assert {placements[image].letter for image in images} == {placements[move].letter}
        assert symmetry.canonical[move] == min(images)
        for way, image in enumerate(symmetry.images):
            assert symmetry.back(way, image[move]) == move
            assert (way in symmetry.ways[move]) is (image[move] == min(images))


@pytest.mark.parametrize(("rows", "columns"), BOARDS)
def test_all_images_of_a_pair_have_one_canonical_image(rows: int, columns: int) -> None:
    board = board_of(rows, columns)
    number = {cells_of(each, rows, columns): move for move, each in enumerate(board.placements)}
    places = {move: cells for cells, move in number.items()}
    symmetry = symmetry_of(rows, columns)
    rng = random.Random(2)
    some = rng.sample(range(len(places)), 30)
    pairs = [(a, b) for a, b in combinations(some, 2) if not board.conflicts[a] >> b & 1]
    assert len(pairs) > 10
    for pair in rng.sample(pairs, 10):
        images = [
            tuple(sorted(number[turned(places[move], turn)] for move in pair))
            for turn in turns(rows, columns)
        ]
        for one, other in images:
            assert symmetry.pair(one, other) == symmetry.pair(other, one) == min(images)
            canonical, way = symmetry.placed(one, other)
            moved = (symmetry.images[way][one], symmetry.images[way][other])
            assert tuple(sorted(moved)) == canonical

"""Board cells: names, neighbours, lines and diagrams."""

from __future__ import annotations

import pytest

from fivefold.errors import IllegalMove, InvalidNotation
from fivefold.games import grid
from fivefold.words import say

ROWS, COLUMNS = 3, 4
# a1 b1 c1 d1     0  1  2  3
# a2 b2 c2 d2     4  5  6  7
# a3 b3 c3 d3     8  9 10 11


@pytest.mark.parametrize(
    ("cell", "around"),
    [
        (0, (1, 4, 5)),
        (1, (0, 2, 4, 5, 6)),
        (3, (2, 6, 7)),
        (4, (0, 1, 5, 8, 9)),
        (6, (1, 2, 3, 5, 7, 9, 10, 11)),
        (7, (2, 3, 6, 10, 11)),
        (8, (4, 5, 9)),
        (10, (5, 6, 7, 9, 11)),
        (11, (6, 7, 10)),
    ],
)
def test_neighbours_are_the_surrounding_cells_on_the_board(
    cell: int, around: tuple[int, ...]
) -> None:
    assert grid.neighbours(ROWS, COLUMNS)[cell] == around
    assert len(grid.neighbours(ROWS, COLUMNS)) == ROWS * COLUMNS


def test_rays_run_from_a_cell_to_the_edge_both_ways() -> None:
    rays = grid.rays(ROWS, COLUMNS)
    assert len(rays) == ROWS * COLUMNS
    #                  →               ↓            ↘              ↙
    assert rays[5] == (((6, 7), (4,)), ((9,), (1,)), ((10,), (0,)), ((8,), (2,)))
    assert rays[0] == (((1, 2, 3), ()), ((4, 8), ()), ((5, 10), ()), ((), ()))
    assert rays[11] == (((), (10, 9, 8)), ((), (7, 3)), ((), (6, 1)), ((), ()))


@pytest.mark.parametrize(
    ("style", "bottom_up", "picture"),
    [
        ("plain", False, "  a b c d\n1 . X O .\n2 . . . .\n3 . . . X"),
        ("plain", True, "  a b c d\n3 . X O .\n2 . . . .\n1 . . . X"),
        ("numbers", True, " | 0 1 2 3\n0| - X O -\n1| - - - -\n2| - - - X"),
    ],
)
def test_a_diagram_is_drawn_in_one_of_two_styles(style: str, bottom_up: bool, picture: str) -> None:
    cells = ".XO........X"
    assert grid.diagram(cells, ROWS, COLUMNS, style, bottom_up=bottom_up) == picture


@pytest.mark.parametrize(("side", "width"), [(9, 1), (10, 2)])
def test_rows_of_two_digits_make_a_plain_diagram_wider(side: int, width: int) -> None:
    head, first, *_, last = grid.diagram(
        "." * side * side, side, side, "plain", bottom_up=False
    ).split("\n")
    assert head == " " * width + " " + " ".join("abcdefghij"[:side])
    assert first == "1".rjust(width) + " ." * side
    assert last == str(side) + " ." * side


@pytest.mark.parametrize(("rows", "columns", "width"), [(10, 2, 1), (11, 2, 2), (2, 11, 2)])
def test_numbers_of_two_digits_make_every_column_wider(rows: int, columns: int, width: int) -> None:
    head, first, *_ = grid.diagram(
        "." * rows * columns, rows, columns, "numbers", bottom_up=False
    ).split("\n")
    numbers = [str(column).rjust(width) for column in range(columns)]
    assert head == " " * width + "| " + " ".join(numbers)
    assert first == "0".rjust(width) + "| " + " ".join(["-".rjust(width)] * columns)


@pytest.mark.parametrize(
    ("cell", "from_the_top", "from_the_bottom"),
    [(0, "a1", "a3"), (3, "d1", "d3"), (5, "b2", "b2"), (11, "d3", "d1")],
)
def test_a_cell_has_one_name_per_row_order(
    cell: int, from_the_top: str, from_the_bottom: str
) -> None:
    for name, bottom_up in ((from_the_top, False), (from_the_bottom, True)):
        assert grid.format_cell(cell, ROWS, COLUMNS, bottom_up=bottom_up) == name
        assert grid.parse_cell(name, ROWS, COLUMNS, bottom_up=bottom_up) == cell


@pytest.mark.parametrize("name", ["e1", "a0", "a4", "a999"])
@pytest.mark.parametrize("bottom_up", [True, False])
def test_a_name_off_the_board_is_rejected_with_the_board_limits(name: str, bottom_up: bool) -> None:
    with pytest.raises(IllegalMove, match="columns a–d, rows 1–3"):
        grid.parse_cell(name, ROWS, COLUMNS, bottom_up=bottom_up)


@pytest.mark.parametrize("name", ["", "b", "2b", "b1000", "bb2", "б2"])
def test_an_unreadable_name_is_rejected_with_an_example_from_the_middle(name: str) -> None:
    with pytest.raises(InvalidNotation, match="such as c2"):
        grid.parse_cell(name, ROWS, COLUMNS, bottom_up=False)


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("f5d6, c3 (2, 4) --", ["f5", "d6", "c3", "(2, 4)", "--"]),
        ("f12d6", ["f12", "d6"]),
        ("f123d6", ["f123d6"]),
        ("f5dd", ["f5dd"]),
        ("(2,4", ["(", "2", "4"]),
    ],
)
def test_a_line_of_play_is_split_where_a_cell_ends(text: str, moves: list[str]) -> None:
    assert grid.split_cells(text) == moves


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("XO XO O", 4),  # rows and the side
        ("XO XO x", 4),
        ("XO X O", 4),  # single cells: the last is not taken for a side
        ("XXOOX O", 5),
        ("XXOOX", 5),
    ],
)
def test_a_side_after_the_rows_is_not_counted_as_a_cell(text: str, count: int) -> None:
    with pytest.raises(InvalidNotation) as refused:
        grid.read_position(text, "othello", (4, 6), say("position.length.othello"))
    assert (refused.value.code, refused.value.count) == ("position.length", count)

"""The page on the solved pentomino game agrees with the book and the rectangle data.

The rectangles are compared with an independent search, which grows its own pieces cell by cell,
represents a position by covered cells and used pieces, and tries everything.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from fivefold.games.pentomino import LETTERS, PentominoGame
from fivefold.strategies import native
from fivefold.strategies.pentomino.book import packaged

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "explanation" / "pentomino-solved.md"
DATA = ROOT / "docs" / "explanation" / "data" / "pentomino-rectangles.txt"
QUICK, SLOW = 28, 36
"""Every rectangle up to this many cells is compared: in `make test`, and in `make test-long`."""


def script(folder: str, name: str) -> ModuleType:
    """Imports a script from outside the package."""
    place = str(ROOT / folder)
    sys.path.insert(0, place)
    try:
        return import_module(name)
    finally:
        sys.path.remove(place)


@pytest.fixture(scope="module")
def maker() -> ModuleType:
    return script("tools/pictures", "make_pentomino")


# The page.


def test_the_page_is_the_output_of_its_script(
    maker: ModuleType,
) -> None:
    page = PAGE.read_text(encoding="utf-8")
    made = maker.renewed(page, maker.openings(maker.book()), maker.read_rectangles())
    assert page == made, "run .venv/bin/python tools/pictures/make_pentomino.py"


def test_the_pictures_are_the_output_of_the_script(maker: ModuleType) -> None:
    for name, drawing in maker.drawings(maker.openings(maker.book())).items():
        drawn = (ROOT / "docs" / "pictures" / name).read_text(encoding="utf-8")
        assert drawn == drawing + "\n", "run .venv/bin/python tools/pictures/make_pentomino.py"


def test_a_page_with_changed_numbers_is_detected(maker: ModuleType) -> None:
    page = PAGE.read_text(encoding="utf-8")
    altered = re.sub(r"^\| all \| 296 \| (\d+)", r"| all | 296 | 9\1", page, flags=re.MULTILINE)
    made = maker.renewed(altered, maker.openings(maker.book()), maker.read_rectangles())
    assert altered != page
    assert made == page


def book_lines() -> list[list[str]]:
    """Returns the first moves in the packaged file, parsed here: move, outcome, proof."""
    lines = packaged().read_text(encoding="utf-8").splitlines()[1:-1]
    return [line.split(" : ") for line in lines]


def test_the_totals_are_those_of_the_file_line_by_line() -> None:
    page, found = PAGE.read_text(encoding="utf-8"), Counter[tuple[str, str]]()
    for move, outcome, _ in book_lines():
        found[move[0], outcome] += 1
    for letter in LETTERS:
        row = re.search(rf"^\| {letter} \| (\d+) \| (\d+) \| (\d+) \|$", page, re.MULTILINE)
        assert row
        every, wins, losses = map(int, row.groups())
        assert (wins, losses) == (found[letter, "win"], found[letter, "loss"])
        assert every == wins + losses


def test_every_decided_first_move_is_in_a_table_with_its_proof() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for move, outcome, proof in book_lines():
        reply = f" `{proof}` |" if outcome == "loss" else ""
        assert re.search(rf"\| `{move}` \|{re.escape(reply)}", page), (move, outcome)


def test_the_moves_orman_searched_have_the_outcomes_she_found() -> None:
    known = {move: (outcome, proof) for move, outcome, proof in book_lines()}
    assert known["N d3 d4 e4 e5 e6"][0] == "win"
    assert known["L d3 e3 d4 d5 d6"][0] == "loss"
    assert known["L d3 e3 d4 d5 d6"][1].startswith("I ")


def test_a_picture_distinguishes_the_outcomes_without_colour(maker: ModuleType) -> None:
    wall = import_module("pentomino_wall")
    shown = maker.openings(maker.book())[:3]
    outcomes = ("win", "loss", "open")
    samples = [
        wall.Opening(f"F{n}", shown[n].move, outcome, reply=shown[2].move if n == 1 else None)
        for n, outcome in enumerate(outcomes)
    ]
    drawing = wall.wall("F", samples)
    assert [mark in drawing for mark in ("F0 ✓", "F1 ✗ F", "F2 ?")] == [True] * 3
    assert drawing.count('fill="url(#hatch)"') == 1


# The rectangles.

Cells = frozenset[tuple[int, int]]


def variants(cells: Cells) -> set[Cells]:
    """Returns the rotations and reflections of the shape, each moved to the corner."""
    found, now = set(), cells
    for _ in range(4):
        now = frozenset((column, -row) for row, column in now)
        for each in (now, frozenset((row, -column) for row, column in now)):
            top, left = min(r for r, _ in each), min(c for _, c in each)
            found.add(frozenset((r - top, c - left) for r, c in each))
    return found


@cache
def pentominoes() -> list[set[Cells]]:
    """Returns every shape of five cells, grown from one cell."""
    shapes: set[Cells] = {frozenset([(0, 0)])}
    for size in range(2, 6):
        grown = {
            shape | {(row + down, column + right)}
            for shape in shapes
            for row, column in shape
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
        }
        shapes = {min(variants(shape), key=sorted) for shape in grown if len(shape) == size}
    return [variants(shape) for shape in sorted(shapes, key=sorted)]


Placement = tuple[int, int]
"""The number of a piece, and the cells it covers as bits."""


def placements(rows: int, columns: int) -> list[Placement]:
    return [
        (number, sum(1 << (row + top) * columns + column + left for row, column in shape))
        for number, turned in enumerate(pentominoes())
        for shape in turned
        for top in range(rows - max(row for row, _ in shape))
        for left in range(columns - max(column for _, column in shape))
    ]


class BruteForce:
    """Finds the winner by trying every move of every position once."""

    def __init__(self, misere: bool) -> None:
        self.misere = misere
        self.known: dict[tuple[int, int], bool] = {}

    def wins(self, left: list[Placement], covered: int = 0, used: int = 0) -> bool:
        if not left:
            return self.misere
        key = covered, used
        if key not in self.known:
            self.known[key] = any(
                not self.wins(
                    [each for each in left if each[0] != number and not each[1] & cells],
                    covered | cells,
                    used | 1 << number,
                )
                for number, cells in left
            )
        return self.known[key]


def solved(smallest: int, largest: int) -> Iterator[tuple[int, int, str, str, str]]:
    """Yields rectangles of the data by number of cells: rows, columns, rule, winner, move."""
    for line in DATA.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            size, rule, winner, _, _, move = line.split(" ", 5)
            rows, columns = map(int, size.split("x"))
            if smallest <= rows * columns <= largest:
                yield rows, columns, rule, winner, move


def check(rows: int, columns: int, rule: str, winner: str, move: str) -> None:
    every = placements(rows, columns)
    search = BruteForce(misere=rule == "misere")
    assert search.wins(every) == (winner == "first"), (rows, columns, rule)
    assert (move != "-") == (winner == "first")
    if move != "-":
        game = PentominoGame(rows, columns)
        cells = sum(1 << cell for cell in game.move_cells(game.parse_move(move)))
        number = next(number for number, covered in every if covered == cells)
        left = [each for each in every if each[0] != number and not each[1] & cells]
        assert not search.wins(left, cells, 1 << number), (rows, columns, rule, move)


def test_the_brute_force_search_has_twelve_pieces_in_63_orientations() -> None:
    assert [len(pentominoes()), sum(map(len, pentominoes()))] == [12, 63]
    assert len(placements(8, 8)) == 2308


def test_small_rectangles_agree_with_brute_force() -> None:
    for rectangle in solved(1, QUICK):
        check(*rectangle)


@pytest.mark.long
def test_larger_rectangles_agree_with_brute_force() -> None:
    for rectangle in solved(QUICK + 1, SLOW):
        check(*rectangle)


def is_confirmed(rows: int, columns: int, winner: str, move: str) -> bool:
    """Asks the book's verifier: the winner's move has to leave a lost position."""
    free = {row * 8 + column for row in range(rows) for column in range(columns)}
    pieces = set(LETTERS)
    if winner == "first":
        game = PentominoGame(rows, columns)
        cells = game.move_cells(game.parse_move(move))
        free -= {cell // columns * 8 + cell % columns for cell in cells}
        pieces -= {move[0]}
    left = sum(1 << LETTERS.index(letter) for letter in pieces)
    return native.pentomino_checker(256).is_lost(sum(1 << cell for cell in free), left) is True


def within_8x8(smallest: int, largest: int) -> Iterator[tuple[int, int, str, str]]:
    """Yields the rectangles that the verifier supports: normal play, sides up to eight."""
    for rows, columns, rule, winner, move in solved(smallest, largest):
        if rule == "normal" and columns <= 8:
            yield rows, columns, winner, move


def test_the_verifier_confirms_rectangles_within_8x8() -> None:
    confirmed = [is_confirmed(*each) for each in within_8x8(1, 36)]
    assert len(confirmed) > 20
    assert all(confirmed)


@pytest.mark.long
def test_the_verifier_confirms_larger_rectangles_within_8x8() -> None:
    confirmed = [is_confirmed(*each) for each in within_8x8(37, 49)]
    assert len(confirmed) == 4  # 5x8, 6x7, 6x8, 7x7
    assert all(confirmed)


def test_the_verifier_does_not_confirm_a_wrong_outcome() -> None:
    assert not is_confirmed(4, 5, "second", "-")
    assert not is_confirmed(4, 4, "first", "P a1 b1 a2 b2 a3")


def test_a_wrong_outcome_of_a_rectangle_is_detected() -> None:
    with pytest.raises(AssertionError):
        check(4, 4, "normal", "first", "P a1 b1 a2 b2 a3")
    with pytest.raises(AssertionError):
        check(2, 7, "normal", "first", "P a1 b1 a2 b2 c2")


def test_no_rectangle_is_missing_up_to_forty_cells() -> None:
    module = script("tools", "pentomino_rectangles")
    known = module.answered(DATA)
    small = [each for each in module.questions() if each[0] * each[1] <= 40]
    assert set(small) <= known
    lines = DATA.read_text(encoding="utf-8").splitlines()
    assert len(known) == len(lines) - 1, "a rectangle is in the file twice"


def test_a_line_truncated_by_a_kill_is_replaced(tmp_path: Path) -> None:
    module, path = script("tools", "pentomino_rectangles"), tmp_path / "rectangles.txt"
    module.append(path, "2x3 normal first 1 0.00 P a1 b1 a2 b2 a3\n")
    with path.open("a", encoding="utf-8") as file:
        file.write("2x3 misere sec")
    assert module.answered(path) == {(2, 3, "normal")}
    module.append(path, "2x3 misere second 1 0.00 -\n")
    assert module.answered(path) == {(2, 3, "normal"), (2, 3, "misere")}
    assert len(path.read_text(encoding="utf-8").splitlines()) == 3


# The length of a game.


@pytest.mark.parametrize("size", [(2, 5), (2, 6), (3, 4), (3, 5), (4, 4)])
def test_the_shortest_game_on_a_small_board_matches_brute_force(
    size: tuple[int, int],
) -> None:
    ends = script("tools", "pentomino_lengths").Ends(*size)
    live = PentominoGame(*size).start.live
    lengths = [count for count in range(1, 5) if next(ends.games(live, live, count), None)]
    assert lengths[0] == shortest(placements(*size))


def shortest(left: list[Placement]) -> int:
    """Returns the length of the shortest game from here."""
    if not left:
        return 0
    return 1 + min(
        shortest([each for each in left if each[0] != number and not each[1] & cells])
        for number, cells in left
    )

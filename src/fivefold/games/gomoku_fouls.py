"""Forbidden points in Gomoku: overline, double four, double three.

In one line, a stone on the free cell * makes

    five            X X * X X        wins, whatever else it makes
    overline        X X * X X X      six or more
    a four          O X X * X .      one more stone makes five; an unbroken four open at both ends
                    X . X * X . X    is one four, any other two ways to five are two fours
    a three         . X * X . .      one more stone makes an unbroken four open at both ends (a
                    . X . * X .      straight four); that stone is allowed and makes no five

Over all its lines, it makes a double four (at least two fours, possibly in one line) or a double
three (a three in at least two lines). Whether the stone that completes the straight four is allowed
depends on the same definition in the position after *. Each step adds a stone, so the recursion
ends.

Cost: a line is a slice of the board string, and the shapes in a line are cached, so a 15x15 board
takes 72 look-ups. The recursion runs only for cells with two threes.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Literal, NamedTuple

from fivefold.core import Move
from fivefold.games import grid
from fivefold.games.gomoku_rules import SideRules

Foul = Literal["six", "fours", "threes"]
CACHED_LINES = 1 << 16
"""Maximum number of cached lines: far more than one game needs, and bounded over many games."""
REACH = 5
"""How far a stone's influence reaches along a line: a five through it, and the cell beyond."""


class Shape(NamedTuple):
    """What a stone on one free cell makes in one line."""

    wins: bool = False
    six: bool = False
    fours: int = 0
    straight: tuple[int, ...] = ()
    """Offsets along the line where one more stone makes a straight four; if allowed, a three."""


class Line(NamedTuple):
    """A row, column or diagonal: its slice of the board string, and its cells."""

    text: slice
    cells: range


NOTHING = Shape()


Verdict = Foul | Literal["five"] | None


def foul(cells: str, cell: Move, size: int, stone: str, rules: SideRules) -> Foul | None:
    """Returns the foul that a stone on the free cell commits, or None."""
    verdict = _verdict(cells, cell, size, stone, rules)
    return None if verdict == "five" else verdict


def fouls(cells: str, size: int, stone: str, rules: SideRules) -> dict[Move, Foul]:
    """Returns every free cell where a stone commits a foul, in reading order."""
    if not rules.has_fouls:
        return {}
    made: dict[Move, list[tuple[int, Shape]]] = {}
    for line in board_lines(size):
        for place, shape in shapes(cells[line.text], stone, rules.six_wins).items():
            made.setdefault(line.cells[place], []).append((line.cells.step, shape))
    found = {}
    for cell, shapes_here in sorted(made.items()):
        (_, shape), *others = shapes_here
        if not others and not shape.six and shape.fours < 2:
            continue  # most cells: one line alone makes no other foul
        verdict = _sum_up(shapes_here, cells, cell, size, stone, rules)
        if verdict and verdict != "five":
            found[cell] = verdict
    return found


def _verdict(cells: str, cell: Move, size: int, stone: str, rules: SideRules) -> Verdict:
    """Returns whether a stone on the free cell makes five or a foul; five takes precedence."""
    made = [
        (line.cells.step, shape)
        for line, place in lines_through(size)[cell]
        if (shape := shapes(cells[line.text], stone, rules.six_wins).get(place))
    ]
    return _sum_up(made, cells, cell, size, stone, rules)


def _sum_up(
    made: list[tuple[int, Shape]], cells: str, cell: Move, size: int, stone: str, rules: SideRules
) -> Verdict:
    """Returns the verdict on a stone that makes these shapes, each with the step of its line."""
    if any(shape.wins for _, shape in made):
        return "five"
    if rules.no_six and any(shape.six for _, shape in made):
        return "six"
    if rules.no_fours and sum(shape.fours for _, shape in made) > 1:
        return "fours"
    completions = [[cell + offset * step for offset in shape.straight] for step, shape in made]
    if rules.no_threes and sum(map(bool, completions)) > 1:
        after = cells[:cell] + stone + cells[cell + 1 :]
        threes = sum(
            any(_verdict(after, next_cell, size, stone, rules) is None for next_cell in in_line)
            for in_line in completions
        )
        if threes > 1:
            return "threes"
    return None


@lru_cache(maxsize=CACHED_LINES)
def shapes(line: str, stone: str, six_wins: bool) -> dict[int, Shape]:
    """Returns the shape that a stone makes on each free place of the line, if any."""
    if line.count(stone) < 2:
        return {}
    seen = line.translate(_AS_SEEN_BY[stone])
    edge = "O" * REACH
    padded = edge + seen + edge
    found = {
        place: _shape(padded[place : place + 2 * REACH + 1], six_wins)
        for place, mark in enumerate(line)
        if mark == "." and seen.count("X", max(0, place - 4), place + 5) > 1
    }
    return {place: shape for place, shape in found.items() if shape != NOTHING}


_AS_SEEN_BY = {"X": str.maketrans("", ""), "O": str.maketrans("XO", "OX")}


@lru_cache(maxsize=CACHED_LINES)
def _shape(around: str, six_wins: bool) -> Shape:
    """Returns the shape that an X in the middle makes; cells beyond the edge count as O."""
    line = _put(around, REACH)
    row = _row_through(line, REACH)
    if len(row) >= 5:
        return Shape(wins=True) if len(row) == 5 or six_wins else Shape(six=True)
    if fives := len(_ways_to_five(line, row, six_wins)):
        return Shape(fours=1 if len(row) == 4 else fives)
    straight = []
    for end in _free_ends(line, row):
        after = _put(line, end)
        longer = _row_through(after, end)
        if len(longer) == 4 and len(_ways_to_five(after, longer, six_wins)) == 2:
            straight.append(end - REACH)
    return Shape(straight=tuple(straight))


def _ways_to_five(line: str, row: range, six_wins: bool) -> list[int]:
    """Returns the free places next to the row where one more stone wins."""
    found = []
    for end in _free_ends(line, row):
        length = len(_row_through(_put(line, end), end))
        if length == 5 or (length > 5 and six_wins):
            found.append(end)
    return found


def _row_through(line: str, place: int) -> range:
    """Returns the unbroken row of X that contains `place`."""
    first, last = place, place
    while first > 0 and line[first - 1] == "X":
        first -= 1
    while last + 1 < len(line) and line[last + 1] == "X":
        last += 1
    return range(first, last + 1)


def _free_ends(line: str, row: range) -> list[int]:
    """Returns the free places directly before and after the row, which never touches the edge."""
    return [end for end in (row[0] - 1, row[-1] + 1) if line[end] == "."]


def _put(line: str, place: int) -> str:
    return line[:place] + "X" + line[place + 1 :]


@cache
def board_lines(size: int) -> tuple[Line, ...]:
    """Returns every row, column and diagonal of at least five cells."""
    found = {line.cells: line for lines in lines_through(size) for line, _ in lines}
    return tuple(found.values())


@cache
def lines_through(size: int) -> tuple[tuple[tuple[Line, int], ...], ...]:
    """Returns, by cell, the lines of at least five cells through it, with its index in each."""
    found = []
    for cell, directions in enumerate(grid.rays(size, size)):
        lines = []
        for (ahead, behind), (down, right) in zip(directions, grid.DIRECTIONS, strict=True):
            if len(ahead) + len(behind) >= 4:
                bounds = (cell, *behind)[-1], (cell, *ahead)[-1] + 1, down * size + right
                lines.append((Line(slice(*bounds), range(*bounds)), len(behind)))
        found.append(tuple(lines))
    return tuple(found)

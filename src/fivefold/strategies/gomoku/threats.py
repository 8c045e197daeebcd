"""Threats in Gomoku: fours and open threes, found by the rules alone.

    four        O X X X X *     one more stone, on *, makes five
                X * X X X       the same with a gap
    open four   * X X X X *     two ways to five in one line: one stone cannot stop both
                X * X X X * X
    open three  . * X X X * .   one more stone, on *, makes an open four

The rule set defines which rows win, so six in a row and a five blocked at both ends are handled
correctly under each. A three whose every * is forbidden to its side does not count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from fivefold.core import Move, Player
from fivefold.games.gomoku import GomokuGame
from fivefold.games.gomoku_fouls import CACHED_LINES, Line, board_lines, lines_through
from fivefold.games.gomoku_rules import SideRules
from fivefold.words import Message, say

Row = Literal["open_four", "four", "three"]
Kind = Literal["five", "open_four", "double_four", "four_three", "four", "double_three", "three"]
KINDS: tuple[Kind, ...] = (
    "five",
    "open_four",
    "double_four",
    "four_three",
    "four",
    "double_three",
    "three",
)
"""The kinds of threat that a stone can make, strongest first."""
WINNING: tuple[Kind, ...] = ("five", "open_four", "double_four", "four_three", "double_three")
"""The kinds that the opponent usually cannot stop with one stone."""


@dataclass(frozen=True)
class Threat:
    """A row of one side: its stones, and the cells where one more makes five or an open four."""

    kind: Row
    stones: tuple[Move, ...]
    gains: tuple[Move, ...]
    step: int
    """The index difference between neighbouring cells of its line."""

    @property
    def cells(self) -> tuple[Move, ...]:
        """The stones and the gain cells, from one end to the other."""
        return tuple(sorted((*self.stones, *self.gains)))


class _Found(NamedTuple):
    """A threat in one line, as indices into its string."""

    kind: Row
    stones: tuple[int, ...]
    gains: tuple[int, ...]


def threats(game: GomokuGame, cells: str, player: Player) -> list[Threat]:
    """Returns the fours and open threes of a side, fours first."""
    return _among(game, cells, player, board_lines(game.size))


def threats_through(game: GomokuGame, cells: str, cell: Move, player: Player) -> list[Threat]:
    """Returns the fours and open threes of a side in the four lines through a cell."""
    return _among(game, cells, player, (line for line, _ in lines_through(game.size)[cell]))


def _among(game: GomokuGame, cells: str, player: Player, lines: Iterable[Line]) -> list[Threat]:
    rules = game.rules_for(player)
    found = []
    for line in lines:
        for row in _rows(cells[line.text], player.value, rules):
            gains = tuple(line.cells[place] for place in row.gains)
            if row.kind == "three" and rules.has_fouls:
                gains = tuple(gain for gain in gains if not game.foul(cells, gain, player))
            if gains:
                stones = tuple(line.cells[place] for place in row.stones)
                found.append(Threat(row.kind, stones, gains, line.cells.step))
    return sorted(found, key=lambda threat: threat.kind == "three")


def threats_made(game: GomokuGame, cells: str, cell: Move, player: Player) -> list[Threat]:
    """Returns the threats that the player makes by a stone on the free cell."""
    rules, after = game.rules_for(player), with_stone(cells, cell, player)
    found = []
    for line, place in lines_through(game.size)[cell]:
        for row in _made(after[line.text], place, player.value, rules):
            gains = tuple(line.cells[each] for each in row.gains)
            if row.kind == "three" and rules.has_fouls:
                gains = tuple(gain for gain in gains if not game.foul(after, gain, player))
            if gains:
                stones = tuple(line.cells[each] for each in row.stones)
                found.append(Threat(row.kind, stones, gains, line.cells.step))
    return sorted(found, key=lambda threat: threat.kind == "three")


def kind_of(game: GomokuGame, cells: str, cell: Move, player: Player) -> Kind | None:
    """Returns the strongest kind that a stone on the free cell makes; None for a foul."""
    if game.five_through(with_stone(cells, cell, player), cell):
        return "five"
    if game.foul(cells, cell, player):
        return None
    return combined_kind(threats_made(game, cells, cell, player))


def combined_kind(made: Iterable[Threat]) -> Kind | None:
    """Returns the kind that the rows made by one stone add up to; one line counts only once."""
    rows = list(made)
    if any(row.kind == "open_four" for row in rows):
        return "open_four"
    fours = {row.step for row in rows if row.kind == "four"}
    threes = {row.step for row in rows} - fours
    if len(fours) > 1:
        return "double_four"
    if fours:
        return "four_three" if threes else "four"
    if threes:
        return "double_three" if len(threes) > 1 else "three"
    return None


def with_stone(cells: str, cell: Move, player: Player) -> str:
    """Returns the board with a stone of the player on the cell."""
    return cells[:cell] + player.value + cells[cell + 1 :]


def where(game: GomokuGame, threat: Threat) -> Message:
    """Returns the line of a threat in words: row 8, column h or the diagonal."""
    cell, size = threat.stones[0], game.size
    if threat.step == 1:
        return say("lines.row", row=size - cell // size)
    if threat.step == size:
        return say("lines.column", column=game.format_cell(cell)[0])
    return say("lines.diagonal")


@lru_cache(maxsize=CACHED_LINES)
def _rows(line: str, stone: str, rules: SideRules) -> tuple[_Found, ...]:
    """Returns the threats of a side in one line."""
    if line.count(stone) < 3:
        return ()
    return (*_fours(line, stone, rules), *_threes(line, stone, rules))


@lru_cache(maxsize=CACHED_LINES)
def _made(line: str, place: int, stone: str, rules: SideRules) -> tuple[_Found, ...]:
    """Returns what the stone on `place` makes in its line: fours, or otherwise an open three."""
    if line.count(stone, max(0, place - 4), place + 5) < 3:
        return ()
    fives = {each: row for each, row in _fives(line, stone, rules).items() if place in row}
    if fives:
        return tuple(_as_fours(line, stone, rules, fives))
    gains: list[int] = []
    stones: set[int] = set()
    for gain in (each for each, mark in enumerate(line) if mark == "."):
        after = _put(line, gain, stone)
        made = {
            each: row
            for each, row in _fives(after, stone, rules).items()
            if gain in row and place in row
        }
        if _is_open(after, stone, rules, made):
            gains.append(gain)
            stones |= {each for row in made.values() for each in row if line[each] == stone}
    return (_Found("three", tuple(sorted(stones)), tuple(gains)),) if gains else ()


def _fours(line: str, stone: str, rules: SideRules) -> Iterator[_Found]:
    fives = _fives(line, stone, rules)
    left = dict(fives)
    while left:
        place, row = left.popitem()
        together = {place: row}
        stones = set(row) - {place}
        for other in [each for each in left if stones & set(left[each])]:
            together[other] = left.pop(other)
        yield from _as_fours(line, stone, rules, together)


def _as_fours(line: str, stone: str, rules: SideRules, fives: dict[int, range]) -> Iterator[_Found]:
    """Yields connected fives as one open four, or otherwise each as a four."""
    if _is_open(line, stone, rules, fives):
        stones = {each for row in fives.values() for each in row} - set(fives)
        yield _Found("open_four", tuple(sorted(stones)), tuple(sorted(fives)))
        return
    for gain, row in sorted(fives.items()):
        yield _Found("four", tuple(each for each in row if each != gain), (gain,))


def _threes(line: str, stone: str, rules: SideRules) -> Iterator[_Found]:
    fives = _fives(line, stone, rules)
    in_fours = {each for row in fives.values() for each in row}
    found: dict[tuple[int, ...], list[int]] = {}
    for place in (place for place, mark in enumerate(line) if mark == "."):
        if place in fives or line.count(stone, max(0, place - 4), place + 5) < 3:
            continue
        after = _put(line, place, stone)
        made = {each: row for each, row in _fives(after, stone, rules).items() if place in row}
        if _is_open(after, stone, rules, made):
            stones = {each for row in made.values() for each in row} - {place, *made}
            found.setdefault(tuple(sorted(stones)), []).append(place)
    for stones_of, gains in found.items():
        if in_fours.isdisjoint(stones_of):  # otherwise the four already covers it
            yield _Found("three", stones_of, tuple(gains))


def _is_open(line: str, stone: str, rules: SideRules, fives: dict[int, range]) -> bool:
    """Tells whether no single stone in this line stops all of these fives."""
    if len(fives) < 2:
        return False
    if not rules.needs_an_end:
        return True
    other = "O" if stone == "X" else "X"
    return all(
        any(place != reply and _five(after, place, stone, rules) for place in fives)
        for reply, mark in enumerate(line)
        if mark == "." and (after := _put(line, reply, other))
    )


def _fives(line: str, stone: str, rules: SideRules) -> dict[int, range]:
    """Returns, by free place, the row of five that a stone there makes."""
    return {
        place: row
        for place, mark in enumerate(line)
        if mark == "." and (row := _five(line, place, stone, rules))
    }


def _five(line: str, place: int, stone: str, rules: SideRules) -> range | None:
    """Returns the row that a stone on the free place makes, if that row wins."""
    row = _run(_put(line, place, stone), place)
    if not rules.wins_by(len(row)):
        return None
    ends = [line[end] for end in (row[0] - 1, row[-1] + 1) if 0 <= end < len(line)]
    closed = len(ends) == 2 and "." not in ends
    return None if rules.needs_an_end and closed else row


def _run(line: str, place: int) -> range:
    """Returns the unbroken row of one colour that contains `place`."""
    stone, first, last = line[place], place, place
    while first > 0 and line[first - 1] == stone:
        first -= 1
    while last + 1 < len(line) and line[last + 1] == stone:
        last += 1
    return range(first, last + 1)


def _put(line: str, place: int, stone: str) -> str:
    return line[:place] + stone + line[place + 1 :]

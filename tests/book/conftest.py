"""The outcome of positions on small boards, by exhaustive search."""

from __future__ import annotations

from functools import cache

import pytest

from fivefold.games.pentomino import board_of


class Oracle:
    """Exhaustive search that knows only the cells and letters of the placements."""

    def __init__(self, rows: int, columns: int) -> None:
        self.size = (rows, columns)
        pieces = [(each.letter, set(each.cells)) for each in board_of(*self.size).placements]
        self.moves = range(len(pieces))
        self._fits = [
            sum(
                1 << other
                for other, (name, place) in enumerate(pieces)
                if name != letter and not place & cells
            )
            for letter, cells in pieces
        ]
        self._memory: dict[int, bool] = {}

    def replies(self, *played: int) -> list[int]:
        """Returns the possible moves after those."""
        left = self._left(played)
        return [move for move in self.moves if left >> move & 1]

    def wins(self, *played: int) -> bool:
        """Tells whether the side to move wins after those moves."""
        return self._wins(self._left(played))

    def _left(self, played: tuple[int, ...]) -> int:
        left = (1 << len(self.moves)) - 1
        for move in played:
            left &= self._fits[move]
        return left

    def _wins(self, left: int) -> bool:
        if left not in self._memory:
            rest, found = left, False
            while rest and not found:
                found = not self._wins(left & self._fits[rest.bit_length() - 1])
                rest &= ~(1 << rest.bit_length() - 1)
            self._memory[left] = found
        return self._memory[left]


@cache
def oracle(rows: int, columns: int) -> Oracle:
    return Oracle(rows, columns)


@pytest.fixture(params=["4x4", "4x5", "3x7"])
def brute(request: pytest.FixtureRequest) -> Oracle:
    """The oracles of some small boards; on 4x4 every first move loses."""
    rows, columns = map(int, request.param.split("x"))
    return oracle(rows, columns)


@pytest.fixture
def five() -> Oracle:
    """The oracle of 5x5."""
    return oracle(5, 5)


@pytest.fixture
def five_by_six() -> Oracle:
    """The oracle of 5x6, which takes some seconds."""
    return oracle(5, 6)

"""The key of a position: the same for its images, either side to move, under any rules."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

from fivefold.core import State
from fivefold.games.gomoku import GomokuState
from fivefold.games.pentomino import PentominoState
from fivefold.server.room.room import Room

OPENING_PLIES = 8
"""Shorter games are openings: anyone may ask about them, even while two people play one."""
SIGNATURE_BYTES = 8
"""The start of a key: game, board and number of occupied cells. It is cheap to compute."""
_SWAPPED = str.maketrans("XO", "OX")


def is_hidden(room: Room) -> bool:
    """Whether two people are playing this position now, so that nobody may analyse it."""
    return room.live and room.between_people and len(room.plies) >= OPENING_PLIES


def position_key(state: State) -> bytes:
    """Returns a hash of the position up to symmetry, the same in every process.

    In Gomoku the place of the stones on the board and the size of the board do not matter.
    """
    columns = state.game.columns
    rows = [state.cells[start : start + columns] for start in range(0, len(state.cells), columns)]
    if isinstance(state, GomokuState):
        rows = _cropped(rows)
    images = set(_images(rows))
    if not isinstance(state, PentominoState):  # whose pieces have no owner
        images |= {image.translate(_SWAPPED) for image in images}
    return signature(state) + hashlib.blake2b(min(images).encode(), digest_size=16).digest()


def signature(state: State) -> bytes:
    """Returns the start of the position's key."""
    game, cells = state.game, state.cells
    sides = [] if isinstance(state, GomokuState) else sorted((game.rows, game.columns))
    text = f"{game.name} {sides} {len(cells) - cells.count('.')}"
    return hashlib.blake2b(text.encode(), digest_size=SIGNATURE_BYTES).digest()


def _cropped(rows: Sequence[str]) -> list[str]:
    """Returns the smallest part of the board that has all the stones."""
    used = [number for number, row in enumerate(rows) if row.strip(".")]
    if not used:
        return []
    kept = rows[used[0] : used[-1] + 1]
    left = min(len(row) - len(row.lstrip(".")) for row in kept)
    right = max(len(row.rstrip(".")) for row in kept)
    return [row[left:right] for row in kept]


def _images(rows: Sequence[str]) -> Iterator[str]:
    """Yields the eight symmetries of the board."""
    for turned in (list(rows), ["".join(column) for column in zip(*rows, strict=True)]):
        for image in ("/".join(turned), "/".join(reversed(turned))):
            yield image
            yield image[::-1]

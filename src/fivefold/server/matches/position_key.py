"""The key of a position: the same for its mirror images, for swapped colours, under any rules."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from functools import lru_cache
from operator import itemgetter

from fivefold.core import Player, State
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
    """Returns a hash of the position up to symmetry, the same in every process."""
    cells = state.cells
    if state.to_move is Player.SECOND and not isinstance(state, PentominoState):
        cells = cells.translate(_SWAPPED)  # a pentomino has no owner
    images = ("".join(image(cells)) for image in _images(state.game.rows, state.game.columns))
    return signature(state) + hashlib.blake2b(min(images).encode(), digest_size=16).digest()


def signature(state: State) -> bytes:
    """Returns the start of the position's key."""
    game, cells = state.game, state.cells
    sides = sorted((game.rows, game.columns))
    text = f"{game.name} {sides} {len(cells) - cells.count('.')}"
    return hashlib.blake2b(text.encode(), digest_size=SIGNATURE_BYTES).digest()


@lru_cache(64)
def _images(rows: int, columns: int) -> tuple[Callable[[str], Iterable[str]], ...]:
    """Returns the symmetries of the board, each as a reading order of its cells.

    A rectangle and the same one turned have the same eight orders of cells, so that it does not
    matter which of its sides is called the rows.
    """
    found = []
    for down in (range(rows), range(rows - 1, -1, -1)):
        for right in (range(columns), range(columns - 1, -1, -1)):
            found.append([row * columns + column for row in down for column in right])
            found.append([row * columns + column for column in right for row in down])
    return tuple(itemgetter(*order) for order in found)

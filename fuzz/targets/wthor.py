"""WTHOR: the bytes of the Othello database, games and names."""

from __future__ import annotations

from functools import partial

from fivefold.formats.wthor import WTHOR
from fivefold.formats.wthor_layout import (
    PLAYER_BYTES,
    TOURNAMENT_BYTES,
    games_in,
    names_bytes,
    names_in,
    squares_of,
)
from fuzz.checking import read_all, tried

NOWHERE = "/nowhere/fuzz.wtb"


def check(data: bytes) -> None:
    WTHOR.is_like(data, NOWHERE)
    for width in (PLAYER_BYTES, TOURNAMENT_BYTES):
        names = tried(partial(names_in, data, NOWHERE, width))
        if names is not None and all(name.isascii() and len(name) < width for name in names):
            written = names_bytes(names, width, (2000, 1, 1))
            assert names_in(written, NOWHERE, width) == names
    games = tried(lambda: list(games_in(data, NOWHERE, ["Ann"], ["Open"])))
    for game in games or ():
        assert len(squares_of(game.moves)) == len(game.moves)
    readings = read_all(each for each in WTHOR.read(data, NOWHERE, None)) if games else None
    if readings:
        files = tried(lambda: WTHOR.files(readings, NOWHERE))
        if files is not None:
            again = tuple(WTHOR.read(files[NOWHERE], NOWHERE, None))
            assert [each.moves for each in again] == [each.moves for each in readings]

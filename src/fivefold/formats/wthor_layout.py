"""The binary layout of WTHOR, the database of Othello tournaments: games, players, tournaments.

    header, 16 bytes                          game, 68 bytes
    0  century, year, month, day              0  tournament
    4  number of games                        2  Black         indices into the name files
    8  number of names                        4  White
    10 year of the games                      6  Black's discs, empty squares to the winner
    12 board size, 0 means 8                  7  Black's discs under perfect play
    13 kind, 0 means games                    8  60 moves: row * 10 + column from 1, 0 is none
    14 empty squares when solved              Passes are not stored.

Numbers are little-endian. Names are zero-terminated Latin-1: 20 bytes for a player in `.JOU`, 26
for a tournament in `.TRN`.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fivefold.core import Move
from fivefold.errors import InvalidNotation, RulesError
from fivefold.games.othello import OthelloGame
from fivefold.words import Message, quoted, say

HEADER = struct.Struct("<4BIHHBBBx")
GAME = struct.Struct("<HHHBB60s")
PLAYER_BYTES, TOURNAMENT_BYTES = 20, 26
ENCODING = "latin-1"
SQUARES = 64
MOST_MOVES = 60
MOST_NAMES = 65_535

_NO_CELL = 255
_NAMES = [OthelloGame().format_cell(cell) for cell in range(SQUARES)]
_SQUARE_OF_CELL = bytes((cell // 8 + 1) * 10 + cell % 8 + 1 for cell in range(SQUARES))
_CELL_OF_SQUARE = bytes(
    _SQUARE_OF_CELL.index(square) if square in _SQUARE_OF_CELL else _NO_CELL
    for square in range(256)
)


class Header(NamedTuple):
    """The header of a file of games or names; `made` is year, month and day."""

    made: tuple[int, int, int] = (0, 0, 0)
    games: int = 0
    names: int = 0
    year: int = 0
    side: int = 8
    kind: int = 0
    solved_from: int = 0


class WthorGame(NamedTuple):
    """A game as stored: moves are cells 0 to 63, row by row from a1, without passes."""

    black: str
    white: str
    tournament: str
    year: int
    black_discs: int
    """Black's discs in the official result, with empty squares given to the winner."""
    best_black_discs: int
    """Black's discs under perfect play by both sides from `solved_from` empty squares on."""
    solved_from: int
    moves: tuple[Move, ...]
    offset: int
    """The byte offset of the game in the file."""

    @property
    def score(self) -> int:
        """Black's lead in the result."""
        return 2 * self.black_discs - SQUARES

    @property
    def best_score(self) -> int:
        """Black's lead under perfect play by both sides from `solved_from` empty squares on."""
        return 2 * self.best_black_discs - SQUARES

    @property
    def notation(self) -> str:
        """The moves run together, `f5d6c3…`, without passes."""
        return "".join([_NAMES[move] for move in self.moves])


def read_header(content: bytes, path: str) -> Header:
    """Returns the header of a WTHOR file; raises `InvalidNotation` if the file is too short."""
    if len(content) < HEADER.size:
        raise file_error(path, len(content), say("wthor.short", least=HEADER.size))
    century, year, month, day, games, names, played, side, kind, depth = HEADER.unpack_from(content)
    return Header((century * 100 + year, month, day), games, names, played, side or 8, kind, depth)


def games_in(
    content: bytes, path: str, players: Sequence[str], tournaments: Sequence[str]
) -> Iterator[WthorGame]:
    """Returns an iterator over the games; errors of the file as a whole are raised at once."""
    header = read_header(content, path)
    if header.side != 8:
        raise file_error(path, 12, say("wthor.side", side=header.side))
    if header.kind:
        raise file_error(path, 13, say("wthor.kind"))
    expected = HEADER.size + header.games * GAME.size
    if len(content) != expected:
        facts = {"count": header.games, "expected": expected, "found": len(content)}
        raise file_error(path, 4, say("wthor.games", **facts))
    return _games(content, path, header, players, tournaments)


def _games(
    content: bytes, path: str, header: Header, players: Sequence[str], tournaments: Sequence[str]
) -> Iterator[WthorGame]:
    year, depth, offset = header.year, header.solved_from, HEADER.size
    for event, black, white, discs, best, squares in GAME.iter_unpack(content[offset:]):
        cells = squares.rstrip(b"\0").translate(_CELL_OF_SQUARE)
        if _NO_CELL in cells:
            place = cells.index(_NO_CELL)
            where, value = offset + GAME.size - MOST_MOVES + place, squares[place]
            raise file_error(path, where, say("wthor.square", number=place + 1, value=value))
        if discs > SQUARES or best > SQUARES:
            where, value = (offset + 6, discs) if discs > SQUARES else (offset + 7, best)
            raise file_error(path, where, say("wthor.discs", value=value))
        yield WthorGame(
            players[black] if black < len(players) else f"#{black}",
            players[white] if white < len(players) else f"#{white}",
            tournaments[event] if event < len(tournaments) else f"#{event}",
            year,
            discs,
            best,
            depth,
            tuple(cells),
            offset,
        )
        offset += GAME.size


def names_in(content: bytes, path: str, width: int) -> list[str]:
    """Returns the names in a file of players or tournaments; a name's index is its number."""
    count = read_header(content, path).names
    expected = HEADER.size + count * width
    if len(content) != expected:
        facts = {"count": count, "expected": expected, "found": len(content)}
        raise file_error(path, 8, say("wthor.names", **facts))
    return [
        " ".join(_printable(content[place : place + width].partition(b"\0")[0]).split())
        for place in range(HEADER.size, expected, width)
    ]


def _printable(name: bytes) -> str:
    return "".join(mark if mark.isprintable() else " " for mark in name.decode(ENCODING))


def header_bytes(header: Header) -> bytes:
    """Returns the header as bytes."""
    (year, month, day), *rest = header
    return HEADER.pack(year // 100, year % 100, month, day, *rest)


def squares_of(moves: Sequence[Move]) -> bytes:
    """Returns cells in the encoding of a stored game."""
    return bytes(moves).translate(_SQUARE_OF_CELL + bytes(256 - SQUARES))


def names_bytes(names: Sequence[str], width: int, made: tuple[int, int, int]) -> bytes:
    """Returns the content of a name file; each name has at most `width` - 1 characters."""
    cells = [name.encode(ENCODING).ljust(width, b"\0") for name in names]
    return header_bytes(Header(made, names=len(names))) + b"".join(cells)


def file_error(
    path: str, offset: int, reason: Message, kind: type[RulesError] = InvalidNotation
) -> RulesError:
    """Returns the error for a file, with the byte offset and the reason."""
    return kind("wthor.refused", path=quoted(path, 200), offset=offset, reason=reason)

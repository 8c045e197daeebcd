"""Reads and writes WTHOR: games in a `.WTB` file, names of players and tournaments next to it.

    for game in read_games("WTH_1999.wtb"):         fast: the games are not replayed
        print(game.black, game.white, game.notation, game.score)

The names for `any.wtb` are in `any.JOU` and `any.TRN`, or in `WTH.JOU` and `WTH.TRN`, which all
years share. Writing creates the first pair and leaves the shared pair unchanged. A player without a
name is shown as a number, `#345`.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from fivefold.core import Game, Move, Player
from fivefold.errors import InvalidNotation, RulesError
from fivefold.formats.details import Details
from fivefold.formats.files import read_bytes
from fivefold.formats.reading import Reading
from fivefold.formats.records import record_of
from fivefold.formats.wthor_layout import (
    ENCODING,
    GAME,
    HEADER,
    MOST_MOVES,
    MOST_NAMES,
    PLAYER_BYTES,
    SQUARES,
    TOURNAMENT_BYTES,
    Header,
    WthorGame,
    file_error,
    games_in,
    header_bytes,
    names_bytes,
    names_in,
    read_header,
    squares_of,
)
from fivefold.games.othello import PASS, OthelloGame, OthelloState, board_of, flips, placements
from fivefold.match.record import Ending, MatchRecord
from fivefold.match.replay import read_line
from fivefold.names import format_game
from fivefold.words import say

__all__ = ["WTHOR", "WthorGame", "read_games"]

_START = OthelloGame().start
_BOARD = board_of(8)
_YEAR = re.compile(r"(?<![0-9])[12][0-9]{3}(?![0-9])")
SHARED = "WTH"
"""The stem of the name files shared by all years."""


def read_games(path: str | os.PathLike[str]) -> Iterator[WthorGame]:
    """Yields the games of a `.WTB` file as stored, without replaying them.

    An error in the file is raised at once, an error in a game when the iterator reaches it. Both
    give the byte offset.
    """
    text = os.fspath(path)
    return _games(read_bytes(text), text)


def _games(content: bytes, path: str) -> Iterator[WthorGame]:
    players = _companion_names(path, ".jou", PLAYER_BYTES)
    tournaments = _companion_names(path, ".trn", TOURNAMENT_BYTES)
    return games_in(content, path, players, tournaments)


def _companion_names(path: str, ending: str, width: int) -> list[str]:
    """Returns the names from the file next to a file of games, or [] if there is none."""
    if path == "-":
        return []
    file = Path(path)
    wanted = [f"{stem}{ending}".lower() for stem in (file.stem, SHARED)]
    try:
        beside = {each.name.lower(): each for each in sorted(file.parent.iterdir())}
    except OSError:
        return []
    found = next((beside[name] for name in wanted if name in beside), None)
    return [] if found is None else names_in(read_bytes(str(found)), str(found), width)


class WthorFormat:
    """Any number of 8x8 Othello games from the standard start, in binary form."""

    extensions: ClassVar[tuple[str, ...]] = (".wtb",)
    name_files: ClassVar[tuple[str, ...]] = (".jou", ".trn")

    def is_like(self, content: bytes, path: str) -> bool:
        """Recognizes the files by extension, or by a header that matches the file size."""
        if Path(path).suffix.lower() in (*self.extensions, *self.name_files):
            return True
        if b"\0" not in content or len(content) < HEADER.size:
            return False
        return len(content) == HEADER.size + read_header(content, path).games * GAME.size

    def read(self, content: bytes, path: str, game: Game | None) -> Iterator[Reading]:
        """Yields the games with their passes; an impossible game is reported by byte offset."""
        if game is not None and game.name != OthelloGame.name:
            raise InvalidNotation("record.other_game", other=OthelloGame.name, game=game.name)
        if Path(path).suffix.lower() in self.name_files:
            raise file_error(path, 0, say("wthor.only_names"))
        if not read_header(content, path).games:
            raise file_error(path, 4, say("record.no_games"))
        return (_reading(each, path) for each in _games(content, path))

    def files(self, readings: Sequence[Reading], path: str) -> dict[str, bytes]:
        """Returns the content of each file to write: the names first, then the games."""
        if path == "-":
            raise InvalidNotation("wthor.no_stream")
        players, tournaments = _Names(PLAYER_BYTES), _Names(TOURNAMENT_BYTES)
        years: dict[int, int] = {}
        solved_from = {each.details.solved_from for each in readings}
        depth = solved_from.pop() or 0 if len(solved_from) == 1 else 0
        written = []
        for number, reading in enumerate(readings, start=1):
            try:
                written.append(_game_bytes(reading, players, tournaments, knows_best=depth > 0))
            except RulesError as error:
                raise type(error)("wthor.unwritable", number=number, reason=error.message) from None
            if year := _YEAR.search(reading.details.date):
                years.setdefault(int(year[0]), number)
        if len(years) > 1:
            raise InvalidNotation("wthor.years", years=sorted(years))
        made = time.localtime()[:3]
        header = Header(made, len(written), 0, next(iter(years), 0), 8, 0, depth)
        stem = Path(path).with_suffix("")
        return {
            f"{stem}.JOU": names_bytes(players.names, PLAYER_BYTES, made),
            f"{stem}.TRN": names_bytes(tournaments.names, TOURNAMENT_BYTES, made),
            path: header_bytes(header) + b"".join(written),
        }


def _reading(game: WthorGame, path: str) -> Reading:
    try:
        moves, state = replayed(game.moves)
    except RulesError as error:
        raise file_error(path, game.offset, error.message, type(error)) from error
    record = MatchRecord(
        game=format_game(_START.game),
        first=game.black,
        second=game.white,
        start=_START.game.format_position(_START),
        moves=tuple(_START.game.format_move(move) for move in moves),
        winner=None,
        ending="adjudicated",
        reason="",
    )
    details = Details(
        place=game.tournament,
        date=str(game.year) if game.year else "",
        discs=game.black_discs,
        best_discs=game.best_black_discs if game.solved_from else None,
        solved_from=game.solved_from or None,
    )
    return Reading(_START, moves, _with_result(record, state, game.score), details)


def _with_result(record: MatchRecord, state: OthelloState, score: int) -> MatchRecord:
    """Returns the record with the result on the board, or in the file if the game is unfinished."""
    outcome = state.outcome
    ending: Ending = "normal" if outcome else "adjudicated"
    if outcome:
        winner, reason = outcome.winner, outcome.reason
    elif score:
        winner = Player.FIRST if score > 0 else Player.SECOND
        reason = say("sgf.says_won", winner=state.game.player_name(winner))
    else:
        winner, reason = None, say("sgf.says_draw")
    return replace(record, winner=winner, ending=ending, reason=str(reason))


def replayed(cells: Sequence[Move]) -> tuple[tuple[Move, ...], OthelloState]:
    """Returns the moves with passes inserted, and the final position; raises for an illegal move.

    Several times as fast as playing state by state: it looks for a pass only if a move flips
    nothing.
    """
    own, other = _START.own_and_other
    player, moves = _START.to_move, list[Move]()
    for cell in cells:
        turned = 0 if (own | other) >> cell & 1 else flips(cell, own, other, _BOARD)
        if not turned:
            if not placements(own, other, _BOARD):
                own, other, player = other, own, player.other
                moves.append(PASS)
                turned = 0 if (own | other) >> cell & 1 else flips(cell, own, other, _BOARD)
            if not turned:
                texts = [_START.game.format_move(each) for each in cells]
                read_line(_START, texts, passes_left_out=True)
        moves.append(cell)
        own, other, player = other & ~turned, own | turned | 1 << cell, player.other
    black, white = (own, other) if player is Player.FIRST else (other, own)
    return tuple(moves), OthelloState(_START.game, black, white, player)


class _Names:
    """Names in order of first use, each shortened to fit and kept unique."""

    def __init__(self, width: int) -> None:
        self._longest = width - 1
        self._numbers: dict[str, int] = {}
        self._taken: set[str] = set()
        self.names: list[str] = []

    def number_of(self, name: str) -> int:
        """Returns the number of the name, adding it if it is new."""
        if name not in self._numbers:
            if len(self.names) == MOST_NAMES:
                raise InvalidNotation("wthor.many_names", most=MOST_NAMES)
            self._numbers[name] = len(self.names)
            self.names.append(self._shortened(name))
        return self._numbers[name]

    def _shortened(self, name: str) -> str:
        plain = name.encode(ENCODING, "replace").decode(ENCODING).replace("\0", " ")
        plain = " ".join(plain.split())
        short, copies = plain[: self._longest].rstrip(), 1
        while short in self._taken:
            copies += 1
            mark = f"~{copies}"
            short = plain[: self._longest - len(mark)].rstrip() + mark
        self._taken.add(short)
        return short


def _game_bytes(
    reading: Reading, players: _Names, tournaments: _Names, *, knows_best: bool
) -> bytes:
    if reading.start != _START:
        raise InvalidNotation("wthor.start")
    record, details = reading.record or record_of(reading), reading.details
    cells = [move for move in reading.moves if move != PASS]
    assert len(cells) <= MOST_MOVES
    discs = _black_discs(reading, record) if details.discs is None else details.discs
    best = details.best_discs if knows_best and details.best_discs is not None else discs
    return GAME.pack(
        tournaments.number_of(details.place),
        players.number_of(record.first),
        players.number_of(record.second),
        discs,
        best,
        squares_of(cells),
    )


def _black_discs(reading: Reading, record: MatchRecord) -> int:
    """Returns Black's discs, with empty squares given to the winner, or shared after a draw.

    A win that the board does not show, such as a win on time, counts as all squares.
    """
    cells = reading.state.cells
    black, white = cells.count("X"), cells.count("O")
    empty = SQUARES - black - white
    if record.winner is None:
        return black + empty // 2 if record.ending == "normal" else SQUARES // 2
    leads = black > white if record.winner is Player.FIRST else white > black
    if record.ending != "normal" or not leads:
        return SQUARES if record.winner is Player.FIRST else 0
    return black + empty if record.winner is Player.FIRST else black


WTHOR = WthorFormat()

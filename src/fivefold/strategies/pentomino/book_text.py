"""The file format of the pentomino book: one line for each decided first move.

    fivefold pentomino book 1 8x8
    L d3 d4 d5 d6 e6 : loss : I a1 a2 a3 a4 a5
    N d4 e4 f4 c5 d5 : win : <answers>
    sha256 <of all lines above>

A losing first move is followed by the reply that refutes it. A winning one is followed by an answer
to every legal reply, in the order of the replies: the index of the third move in 12 bits,
big-endian, padded with zero bits to whole bytes, in base64.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from math import ceil
from typing import Literal

from fivefold.core import Move
from fivefold.errors import DamagedBook, FivefoldError
from fivefold.games.pentomino import PentominoGame, PentominoState, board_of
from fivefold.strategies.pentomino.symmetry import symmetry_of
from fivefold.words import Message, say

VERSION = 1
BITS = 12
"""Bits per answer: no board has more than 2,308 placements."""

_HEADER = re.compile(r"fivefold pentomino book ([1-9]\d{0,8}) ([1-9]\d?)x([1-9]\d?)")
_LAST = re.compile(rb"sha256 ([0-9a-f]{64})\n")


class Damage(Exception):
    """What is wrong with a book, as part of an error message."""

    def __init__(self, key: str, **facts: object) -> None:
        self.reason: Message = say(key, **facts)
        super().__init__(str(self.reason))


@dataclass(frozen=True)
class FirstMove:
    """The entry of a canonical first move; `outcome` is from its player's point of view."""

    game: PentominoGame
    move: Move
    outcome: Literal["win", "loss"]
    refutation: Move | None = None
    """The reply that refutes a losing move."""
    packed: str = ""
    """The answers of a winning move, as encoded in the file."""

    @cached_property
    def answers(self) -> dict[Move, Move] | None:
        """The winning third move by reply, or None for a losing first move; unpacked on demand."""
        if self.outcome == "loss":
            return None
        after = self.game.start.play(self.move)
        replies = after.legal_moves()
        try:
            thirds = unpack(self.packed, len(replies))
            _check_thirds(after, replies, thirds)
        except Damage as damage:
            move = self.game.format_move(self.move)
            raise DamagedBook("book.damaged_move", move=move, reason=damage.reason) from damage
        return dict(zip(replies, thirds, strict=True))


def winning(game: PentominoGame, move: Move, answers: Mapping[Move, Move]) -> FirstMove:
    """Returns the entry of a winning first move, from an answer to every reply."""
    replies = game.start.play(move).legal_moves()
    return FirstMove(game, move, "win", packed=pack([answers[reply] for reply in replies]))


def losing(game: PentominoGame, move: Move, refutation: Move) -> FirstMove:
    """Returns the entry of a first move that loses to this reply."""
    return FirstMove(game, move, "loss", refutation)


def pack(moves: list[Move]) -> str:
    """Returns the moves as text, 12 bits each."""
    bits, size = 0, ceil(len(moves) * BITS / 8)
    for move in moves:
        bits = bits << BITS | move
    bits <<= size * 8 - len(moves) * BITS
    return b64encode(bits.to_bytes(size, "big")).decode()


def unpack(text: str, count: int) -> list[Move]:
    """Returns `count` moves from their text, or raises `Damage`."""
    check_length(text, count)
    try:
        data = b64decode(text, validate=True)
    except ValueError:
        raise Damage("book.not_base64") from None
    bits, spare = int.from_bytes(data, "big"), len(data) * 8 - count * BITS
    moves = [bits >> place & (1 << BITS) - 1 for place in _places(count, spare)]
    if pack(moves) != text:
        raise Damage("book.not_base64")
    return moves


def _places(count: int, spare: int) -> range:
    return range(spare + (count - 1) * BITS, spare - 1, -BITS)


def check_length(text: str, count: int) -> None:
    """Raises `Damage` unless the text encodes exactly `count` moves."""
    size = len(text) * 3 // 4 - text[-2:].count("=")
    if len(text) % 4 or size != ceil(count * BITS / 8):
        raise Damage("book.count", count=max(0, size * 8 // BITS), expected=count)


def _check_thirds(after: PentominoState, replies: list[Move], thirds: list[Move]) -> None:
    conflicts = board_of(after.game.rows, after.game.columns).conflicts
    for reply, third in zip(replies, thirds, strict=True):
        if not (after.live & ~conflicts[reply]) >> third & 1:
            raise Damage("book.answer", reply=after.game.format_move(reply))


def format_book(game: PentominoGame, first_moves: Mapping[Move, FirstMove]) -> bytes:
    """Returns the whole file."""
    lines = [f"fivefold pentomino book {VERSION} {game.rows}x{game.columns}\n"]
    for move, known in sorted(first_moves.items()):
        refutation = known.refutation
        proof = known.packed if refutation is None else game.format_move(refutation)
        lines.append(f"{game.format_move(move)} : {known.outcome} : {proof}\n")
    data = "".join(lines).encode("ascii")
    return data + f"sha256 {sha256(data).hexdigest()}\n".encode("ascii")


def parse_book(data: bytes) -> tuple[PentominoGame, dict[Move, FirstMove]]:
    """Returns the board and its decided first moves, or raises `Damage`."""
    game = _parse_header(data)
    body, _, _ = data[:-1].rpartition(b"\n")
    last = _LAST.fullmatch(data[len(body) + 1 :])
    if last is None:
        raise Damage("book.cut_off")
    if sha256(data[: len(body) + 1]).hexdigest().encode() != last[1]:
        raise Damage("book.checksum")
    found: dict[Move, FirstMove] = {}
    latest = -1
    for number, line in enumerate(body.decode("ascii").split("\n")[1:], start=2):
        try:
            known = _parse_line(game, line)
            if known.move <= latest:
                raise Damage("book.order")
        except Damage as damage:
            raise Damage("book.line", line=number, reason=damage.reason) from None
        latest = known.move
        found[known.move] = known
    return game, found


def _parse_header(data: bytes) -> PentominoGame:
    if not data:
        raise Damage("book.empty")
    try:
        text = data.decode("ascii")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Damage("book.not_ascii", line=line) from None
    head, newline, _ = text.partition("\n")
    found = _HEADER.fullmatch(head)
    if found is None or not newline:
        raise Damage("book.no_header")
    if int(found[1]) != VERSION:
        raise Damage("book.version", version=int(found[1]), ours=VERSION)
    try:
        return PentominoGame.of((int(found[2]), int(found[3])))
    except FivefoldError as error:
        raise Damage("book.board", board=f"{found[2]}x{found[3]}") from error


def _parse_line(game: PentominoGame, line: str) -> FirstMove:
    parts = line.split(" : ")
    if len(parts) != 3:
        raise Damage("book.parts")
    move_text, outcome, proof = parts
    move = _parse_move(game, move_text)
    if symmetry_of(game.rows, game.columns).canonical[move] != move:
        raise Damage("book.not_canonical", move=move_text)
    after = game.start.play(move)
    if outcome == "loss":
        reply = _parse_move(game, proof)
        if not after.live >> reply & 1:
            raise Damage("book.illegal", reply=proof, move=move_text)
        return losing(game, move, reply)
    if outcome != "win":
        raise Damage("book.no_outcome")
    check_length(proof, after.live.bit_count())
    return FirstMove(game, move, "win", packed=proof)


def _parse_move(game: PentominoGame, text: str) -> Move:
    """Reads a move in canonical spelling; raises `Damage` for any other."""
    try:
        move = game.parse_move(text)
    except FivefoldError:
        raise Damage("book.no_move") from None
    if game.format_move(move) != text:
        raise Damage("book.no_move")
    return move

"""The claims of a book, read without the code that wrote it, and checked for completeness.

    N d4 e4 f4 c5 d5 : win : <an answer to each reply, 12 bits each, in base64>
    L d3 d4 d5 d6 e6 : loss : I a1 a2 a3 a4 a5

The final claims are left to the search: after a winning first move, any reply and its answer, the
side to move has lost; and after a losing first move and the reply that refutes it too.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from dataclasses import dataclass, field
from hashlib import sha256
from typing import NamedTuple

from fivefold.book.verify_board import LONGEST, Board, board_of
from fivefold.words import Message, quoted, say

_HEADER = re.compile(r"fivefold pentomino book 1 ([1-9]\d?)x([1-9]\d?)")
_LAST = re.compile(rb"sha256 ([0-9a-f]{64})\n")
_BITS = 12


class Claim(NamedTuple):
    """Claims that the side to move has lost, or won, with exactly these pieces on the board."""

    first: int
    reply: int
    third: int | None = None
    is_lost: bool = True

    @property
    def moves(self) -> tuple[int, ...]:
        given = (self.first, self.reply, self.third)
        return tuple(move for move in given if move is not None)


class Fault(NamedTuple):
    """A claim that does not hold: its first move and the reply it is about."""

    reason: Message
    first: str | None = None
    reply: str | None = None


class _Wrong(Exception):
    """An invalid line; `reply` is the one it is wrong about."""

    def __init__(self, key: str, reply: str | None = None, **facts: object) -> None:
        self.reason, self.reply = say(key, **facts), reply
        super().__init__(key)


class Opening(NamedTuple):
    """A first move, whether it wins, and the claims behind that."""

    first: int
    wins: bool
    claims: list[Claim]

    def parts(self, board: Board) -> list[Claim]:
        """Returns claims that are quick to search.

        The one claim of a losing first move says that no third move wins against the refutation; it
        is split into one part per third move.
        """
        if self.wins:
            return self.claims
        first, reply, *_ = self.claims[0]
        return [Claim(first, reply, third, is_lost=False) for third in board.after(first, reply)]


@dataclass
class Contents:
    """The content of a book; the openings are those without faults."""

    board: Board | None = None
    openings: list[Opening] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)


def read_claims(data: bytes) -> Contents:
    """Returns every claim of a book, and every fault visible without a search.

    If the checksum or the first line is wrong, the rest is not read.
    """
    contents = Contents()
    body, _, _ = data[:-1].rpartition(b"\n")
    body += b"\n"
    last = _LAST.fullmatch(data[len(body) :])
    if last is None:
        contents.faults.append(Fault(say("verify.cut_off")))
    elif sha256(body).hexdigest().encode() != last[1]:
        contents.faults.append(Fault(say("verify.checksum")))
    else:
        _read_lines(body.decode("ascii", "replace").removesuffix("\n").split("\n"), contents)
    return contents


def _read_lines(lines: list[str], contents: Contents) -> None:
    head = _HEADER.fullmatch(lines[0])
    if head is None:
        contents.faults.append(Fault(say("verify.header")))
        return
    rows, columns = int(head[1]), int(head[2])
    if max(rows, columns) > LONGEST:
        contents.faults.append(Fault(say("verify.board", board=f"{rows}x{columns}", most=LONGEST)))
        return
    contents.board = board_of(rows, columns)
    latest = -1
    for line in lines[1:]:
        text = line.partition(" : ")[0]
        try:
            opening = _read_line(contents.board, line)
            if opening.first <= latest:
                raise _Wrong("verify.twice" if opening.first == latest else "verify.order")
        except _Wrong as wrong:
            contents.faults.append(Fault(wrong.reason, quoted(text), wrong.reply))
        else:
            latest = opening.first
            contents.openings.append(opening)


def _read_line(board: Board, line: str) -> Opening:
    text, *rest = line.split(" : ")
    if len(rest) != 2:
        raise _Wrong("verify.line")
    outcome, proof = rest
    first = _number(board, text)
    if board.canonical(first) != (first,):
        raise _Wrong("verify.not_canonical")
    if outcome == "win":
        return Opening(first, True, _answers(board, first, proof))
    if outcome != "loss":
        raise _Wrong("verify.outcome", outcome=quoted(outcome))
    reply = _number(board, proof)
    if board.placements[first].used & board.placements[reply].used:
        raise _Wrong("verify.impossible_reply", proof)
    return Opening(first, False, [Claim(first, reply)])


def _number(board: Board, text: str) -> int:
    if text not in board.numbers:
        raise _Wrong("verify.no_move", move=quoted(text))
    return board.numbers[text]


def _answers(board: Board, first: int, proof: str) -> list[Claim]:
    """Returns a claim for every reply; raises if one has no answer or an impossible one."""
    replies = board.after(first)
    numbers = _unpacked(proof)
    if len(numbers) != len(replies):
        raise _Wrong("verify.uncovered", count=len(numbers), replies=len(replies))
    for reply, answer in zip(replies, numbers, strict=True):
        used = board.used_by((first, reply))
        if answer >= len(board.placements) or used & board.placements[answer].used:
            raise _Wrong("verify.impossible_answer", board.placements[reply].text)
    return [Claim(first, *pair) for pair in zip(replies, numbers, strict=True)]


def _unpacked(proof: str) -> list[int]:
    try:
        data = b64decode(proof, validate=True)
    except ValueError:
        raise _Wrong("verify.base64") from None
    bits = "".join(f"{byte:08b}" for byte in data)
    count, spare = divmod(len(bits), _BITS)
    fill = bits[len(bits) - spare :]  # padding of the last byte
    if b64encode(data).decode() != proof or len(fill) >= 8 or "1" in fill:
        raise _Wrong("verify.base64")
    return [int(bits[_BITS * i : _BITS * (i + 1)], 2) for i in range(count)]

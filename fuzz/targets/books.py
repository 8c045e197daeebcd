"""Books of solved openings, the journals they are built from, and written proofs."""

from __future__ import annotations

from functools import partial
from hashlib import sha256

from fivefold.book.journal import Journal
from fivefold.book.pairs import SolvedPairs
from fivefold.book.verify_board import board_of
from fivefold.book.verify_claims import read_claims
from fivefold.book.verify_journal import VerifyJournal
from fivefold.games.pentomino import PentominoGame
from fivefold.strategies.gomoku.proof_text import read_proof, write_proof
from fivefold.strategies.pentomino.book_text import Damage, format_book, parse_book
from fuzz.checking import check_sentence, own_folder, text_of, tried

GAME = PentominoGame(4, 5)
FILE = own_folder() / "journal"


def check(data: bytes) -> None:
    kind, content = data[:1], data[1:]
    if kind == b"p":
        proof = tried(lambda: read_proof(text_of(content)))
        if proof is not None:
            assert write_proof(read_proof(write_proof(proof))) == write_proof(proof)
    elif kind == b"j":
        FILE.write_bytes(content)
        tried(_read_pairs)
    elif kind == b"v":
        FILE.write_bytes(content)
        tried(_read_verified)
    else:
        # A fuzzer cannot guess a checksum: most books get a correct one.
        if kind != b"b":
            content += f"sha256 {sha256(content).hexdigest()}\n".encode()
        _check_book(content)


def _check_book(data: bytes) -> None:
    for fault in read_claims(data).faults:
        check_sentence(fault.reason)
    try:
        game, first_moves = parse_book(data)
    except Damage as damage:
        check_sentence(damage.reason)
        return
    assert format_book(game, first_moves) == data
    for known in first_moves.values():
        tried(partial(getattr, known, "answers"))


def _read_pairs() -> None:
    journal = Journal(FILE, GAME)
    try:
        journal.read_into(SolvedPairs(GAME))
    finally:
        journal.close()


def _read_verified() -> None:
    VerifyJournal(FILE, board_of(GAME.rows, GAME.columns)).close()

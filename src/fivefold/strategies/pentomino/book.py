"""The book of pentomino openings: computed once, then looked up.

A first move wins if every reply has an answer: a third move that leaves the side to move lost. It
loses if one reply has no answer. So the book knows who wins with zero, one or two pieces on the
board, in every symmetric image, as far as it has been computed. `fivefold book pentomino build`
extends it; `docs/explanation/pentomino-solved.md` tells the story.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Literal

from fivefold.core import Move, State
from fivefold.errors import DamagedBook
from fivefold.games.pentomino import PentominoGame, board_of
from fivefold.strategies.pentomino.book_text import Damage, FirstMove, parse_book
from fivefold.strategies.pentomino.symmetry import symmetry_of
from fivefold.words import quoted


@dataclass(frozen=True)
class BookAnswer:
    """The value for the side to move and, for a win, a winning move."""

    value: Literal["win", "loss"]
    move: Move | None


@dataclass(frozen=True)
class Book:
    """The decided first moves of a board, as canonical images."""

    game: PentominoGame
    first_moves: dict[Move, FirstMove]
    sha256: str = ""
    """The hash of the file without its last line."""
    size: int = 0
    """The size of the file in bytes."""

    def lookup(self, state: State) -> BookAnswer | None:
        """Returns who wins, or None; the book covers at most two pieces on the board."""
        game = state.game
        if not isinstance(game, PentominoGame) or game != self.game:
            return None
        down = _pieces_down(game, state.cells)
        if not down:
            return self._start()
        if len(down) == 1:
            return self._after_one(down[0])
        if len(down) == 2:
            one, other = down
            return self._after_two(one, other) or self._after_two(other, one)
        return None

    def answers(self, state: State) -> dict[Move, Move]:
        """Returns the answer to each reply after a winning first move; otherwise {}."""
        down = _pieces_down(self.game, state.cells) if state.game == self.game else []
        if len(down) != 1:
            return {}
        symmetry = symmetry_of(self.game.rows, self.game.columns)
        known = self.first_moves.get(symmetry.canonical[down[0]])
        if known is None or known.answers is None:
            return {}
        way = symmetry.ways[down[0]][0]
        return {
            symmetry.back(way, reply): symmetry.back(way, third)
            for reply, third in known.answers.items()
        }

    def _start(self) -> BookAnswer | None:
        for move, known in self.first_moves.items():
            if known.outcome == "win":
                return BookAnswer("win", move)
        every = symmetry_of(self.game.rows, self.game.columns).first_moves
        return BookAnswer("loss", None) if len(self.first_moves) == len(every) else None

    def _after_one(self, first: Move) -> BookAnswer | None:
        symmetry = symmetry_of(self.game.rows, self.game.columns)
        known = self.first_moves.get(symmetry.canonical[first])
        if known is None:
            return None
        if known.refutation is None:
            return BookAnswer("loss", None)
        return BookAnswer("win", symmetry.back(symmetry.ways[first][0], known.refutation))

    def _after_two(self, first: Move, reply: Move) -> BookAnswer | None:
        """Returns what the entry for `first` implies about the pair."""
        symmetry = symmetry_of(self.game.rows, self.game.columns)
        known = self.first_moves.get(symmetry.canonical[first])
        if known is None:
            return None
        if known.answers is not None:
            way = symmetry.ways[first][0]
            third = known.answers[symmetry.images[way][reply]]
            return BookAnswer("win", symmetry.back(way, third))
        images = {symmetry.images[way][reply] for way in symmetry.ways[first]}
        return BookAnswer("loss", None) if known.refutation in images else None


def _pieces_down(game: PentominoGame, cells: str) -> list[Move]:
    """Returns the placements on the board by letter, at most three; the book covers only two."""
    by_cells = board_of(game.rows, game.columns).by_cells
    return [
        by_cells[tuple(cell for cell, mark in enumerate(cells) if mark == letter)]
        for letter in sorted(set(cells) - {"."})[:3]
    ]


def packaged() -> Traversable:
    """Returns the file of the bundled book."""
    return resources.files("fivefold").joinpath("data", "pentomino", "book.txt")


@cache
def book() -> Book:
    """Returns the bundled book for 8x8; raises `DamagedBook` with the reason."""
    return read_book(packaged())


def read_book(file: Traversable) -> Book:
    """Returns the book in a file or at a path; raises `DamagedBook` with the reason."""
    shown = quoted(str(file), 200)
    try:
        data = file.read_bytes()
    except FileNotFoundError:
        raise DamagedBook("book.missing", file=shown) from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise DamagedBook("book.unreadable", file=shown, reason=reason) from error
    try:
        game, first_moves = parse_book(data)
    except Damage as damage:
        raise DamagedBook("book.damaged", file=shown, reason=damage.reason) from damage
    covered = data[: data.rindex(b"sha256 ")]
    return Book(game, first_moves, sha256(covered).hexdigest(), len(data))

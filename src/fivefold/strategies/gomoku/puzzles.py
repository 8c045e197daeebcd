"""The bundled Gomoku puzzles: positions in which the side to move has a forced win.

    fivefold gomoku puzzles 1
    test vcf 9 freestyle h8i9g7…

A line is a half, a kind, the length of the win, the rules and the moves that lead to the position.
A `vcf` is won by fours alone, a `vct` needs threes as well; the length counts moves of both sides
until five. Solvers are tuned on the half `tuning` only and measured on `test`.
`bench/gomoku_puzzles.py` generated the puzzles from games between our own players.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from fivefold.games.gomoku import GomokuGame, GomokuState

HALVES = ("tuning", "test")
_HEADER = "fivefold gomoku puzzles 1"


@dataclass(frozen=True)
class Puzzle:
    """A position, given by the moves that lead to it."""

    half: str
    kind: str
    plies: int
    rules: str
    moves: tuple[str, ...]

    @property
    def state(self) -> GomokuState:
        """The position to solve."""
        game = GomokuGame.of(None, self.rules)
        state = game.start
        for move in self.moves:
            state = state.play(game.parse_move(move))
        return state

    def __str__(self) -> str:
        return f"{self.half} {self.kind} {self.plies} {self.rules} {''.join(self.moves)}"


def format_puzzles(puzzles: Iterable[Puzzle]) -> str:
    """Returns the file, sorted by half and kind, short wins first."""
    order = sorted(puzzles, key=lambda p: (HALVES.index(p.half), p.kind, p.rules, p.plies, p.moves))
    return "\n".join([_HEADER, *map(str, order)]) + "\n"


def parse_puzzles(text: str) -> list[Puzzle]:
    """Returns the puzzles in a file of this format."""
    header, *lines = text.splitlines()
    if header != _HEADER:
        raise ValueError(header)
    found = []
    for line in lines:
        half, kind, plies, rules, moves = line.split()
        found.append(Puzzle(half, kind, int(plies), rules, tuple(GomokuGame().split_moves(moves))))
    return found


@cache
def installed_puzzles() -> tuple[Puzzle, ...]:
    """Returns the puzzles that come with Fivefold."""
    file = files("fivefold") / "data" / "gomoku" / "puzzles.txt"
    return tuple(parse_puzzles(file.read_text(encoding="utf-8")))

"""Compares immutable Gomoku states in Python with a board changed in place.

    .venv/bin/python bench/immutable_states.py

Playouts: random games on 15x15. Expansion: making all children of a position once. The alternatives
are a list changed and restored in place, and a deep copy of that list per move.
"""

from __future__ import annotations

import copy
import random
import time
from collections.abc import Callable

from fivefold.games.gomoku import GomokuGame

GAME = GomokuGame(15)
SECONDS = 3.0


class Changing:
    """The same rules on a list: `push` places a stone, `pop` removes it."""

    def __init__(self) -> None:
        self.cells = ["."] * 225
        self.stone = "X"
        self.history: list[int] = []

    def push(self, move: int) -> bool:
        """Places a stone and returns whether that ends the game."""
        self.cells[move] = self.stone
        self.history.append(move)
        self.stone = "O" if self.stone == "X" else "X"
        # The same scan as the immutable game's, so that only the state handling differs.
        won = bool(GAME.five_through(self.cells, move))  # type: ignore[arg-type]
        return won or len(self.history) == 225

    def pop(self) -> None:
        self.cells[self.history.pop()] = "."
        self.stone = "O" if self.stone == "X" else "X"

    def moves(self) -> list[int]:
        return [cell for cell, stone in enumerate(self.cells) if stone == "."]


def immutable_playout(chance: random.Random) -> None:
    state = GAME.start
    while not state.outcome:
        state = state.play(chance.choice(state.legal_moves()))


def changing_playout(chance: random.Random) -> None:
    board, over = Changing(), False
    while not over:
        over = board.push(chance.choice(board.moves()))


def immutable_children(chance: random.Random) -> None:
    state = GAME.start.play(112)
    for move in state.legal_moves():
        state.play(move)


def changing_children(chance: random.Random) -> None:
    board = Changing()
    board.push(112)
    for move in board.moves():
        board.push(move)
        board.pop()


def copied_children(chance: random.Random) -> None:
    board = Changing()
    board.push(112)
    for move in board.moves():
        copy.deepcopy(board).push(move)


def speed(work: Callable[[random.Random], None]) -> float:
    """Returns how often the work runs per CPU second."""
    chance, times, began = random.Random(1), 0, time.process_time()
    while time.process_time() - began < SECONDS:
        work(chance)
        times += 1
    return times / (time.process_time() - began)


def main() -> None:
    playout, changing = speed(immutable_playout), speed(changing_playout)
    print(f"playouts/s: immutable {playout:.0f}, changed in place {changing:.0f}")
    children = speed(immutable_children)
    print(f"expansions/s: immutable {children:.0f}", end="")
    for name, work in (("changed and back", changing_children), ("deep copies", copied_children)):
        other = speed(work)
        print(f", {name} {other:.0f} ({other / children:.2f} of immutable)", end="")
    print()


if __name__ == "__main__":
    main()

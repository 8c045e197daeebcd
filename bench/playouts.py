"""Measures random games per second through Python, compared with OpenSpiel.

    .venv/bin/python bench/playouts.py

OpenSpiel is a development dependency (`make test` installs it). CPU seconds of this process; the
last column is our speed divided by OpenSpiel's. "In one call" plays many games of Othello in C++
with one call from Python.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import pyspiel

from fivefold.core import Game, State
from fivefold.games.gomoku import GomokuGame
from fivefold.games.othello import OthelloGame
from fivefold.games.pentomino import PentominoGame
from fivefold.strategies.native import othello_playouts

SECONDS = 4.0
BATCH = 10_000
"""Games per call."""


def ours(game: Game) -> Callable[[random.Random], int]:
    """Returns a function that plays one random game of fivefold and returns its plies."""

    def play(chance: random.Random) -> int:
        state: State = game.start
        plies = 0
        while not state.outcome:
            state = state.play(chance.choice(state.legal_moves()))
            plies += 1
        return plies

    return play


def theirs(name: str) -> Callable[[random.Random], int]:
    """Returns a function that plays one random game of OpenSpiel and returns its plies."""
    game = pyspiel.load_game(name)

    def play(chance: random.Random) -> int:
        state = game.new_initial_state()
        plies = 0
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
            plies += 1
        return plies

    return play


def speed(play: Callable[[random.Random], int]) -> tuple[float, float]:
    """Returns (games, plies) per CPU second."""
    chance = random.Random(1)
    play(chance)
    games = plies = 0
    began = time.process_time()
    while time.process_time() - began < SECONDS:
        plies += play(chance)
        games += 1
    spent = time.process_time() - began
    return games / spent, plies / spent


def batch_speed() -> tuple[float, float]:
    """Returns (games, plies) per CPU second for Othello games played in one call."""
    games = plies = 0
    began = time.process_time()
    while time.process_time() - began < SECONDS:
        plies += othello_playouts(OthelloGame().start, BATCH, seed=games).plies
        games += BATCH
    spent = time.process_time() - began
    return games / spent, plies / spent


def main() -> None:
    rivals: dict[str, tuple[Game, list[str]]] = {
        "othello": (OthelloGame(), ["othello"]),
        "gomoku": (GomokuGame(15), ["gomoku", "mnk(m=15,n=15,k=5)"]),
        "pentomino": (PentominoGame(), []),
    }
    print("| game | games/s | plies/s | theirs / ours |")
    print("|---|---|---|---|")
    for name, (game, others) in rivals.items():
        own, plies = speed(ours(game))
        print(f"| fivefold {name} | {own:,.0f} | {plies:,.0f} | |", flush=True)
        if name == "othello":
            games, plies = batch_speed()
            print(f"| fivefold {name}, in one call | {games:,.0f} | {plies:,.0f} | |", flush=True)
        for other in others:
            games, plies = speed(theirs(other))
            print(
                f"| OpenSpiel {other} | {games:,.0f} | {plies:,.0f} | {games / own:.2f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()

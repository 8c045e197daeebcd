"""Positions for checking a strategy: early and late, with a single move, with a forced pass.

They come from random games with a fixed seed, so they are the same for all strategies. Every second
game delays its end as long as possible, because random Gomoku games never fill the board.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from fivefold.core import Game, State

GAMES = 24
POSITIONS = 60
OF_A_KIND = 4
"""Number of positions of each special kind."""
NEAR_THE_END = 3
"""Plies before the end that count as near the end."""
LONGEST_GAME = 1000
"""Maximum plies: a plug-in's game may never end."""


@dataclass(frozen=True)
class Samples:
    """Unfinished positions of a game by kind; a kind that was not found is empty."""

    any: tuple[State, ...]
    """Anywhere in a game; the start only if there is nothing else."""
    single: tuple[State, ...]
    """A single legal move, not a pass."""
    passes: tuple[State, ...]
    """The only move is a pass."""
    ends: tuple[State, ...]
    """Close to the end of the game."""


def sample(game: Game, seed: int = 1) -> Samples:
    """Returns positions of the game, the same for the same seed."""
    chance = random.Random(f"{game.name} {seed}")
    single, passes, ends, played = list[State](), list[State](), list[State](), list[State]()
    for number in range(GAMES):
        line = []
        for state in _random_game(game, chance, prolonged=number % 2 == 1):
            moves = state.legal_moves()
            if moves == [game.pass_move]:
                passes.append(state)
                continue
            line.append(state)
            if len(moves) == 1:
                single.append(state)
        ends.append(chance.choice(line[-NEAR_THE_END:]))
        played += line[1:]
    step = max(1, len(played) // POSITIONS)
    return Samples(
        any=tuple(dict.fromkeys(played[::step]))[:POSITIONS] or (game.start,),
        single=_few([*single, *_nearly_full(game)]),
        passes=_few(passes),
        ends=_few(ends),
    )


def _nearly_full(game: Game) -> list[State]:
    """Returns Gomoku boards with one free cell, which random games on large boards never reach.

    XXOOXXOO   the pairs shift by two from row to row,
    OOXXOOXX   so there are never three in a row
    """
    if game.name != "gomoku":
        return []
    places = [(row, column) for row in range(game.rows) for column in range(game.columns)]
    full = "".join("XO"[(column + 2 * row) % 4 // 2] for row, column in places)
    free = (0, len(full) // 2, len(full) - 1)
    return [game.parse_position(f"{full[:cell]}.{full[cell + 1 :]} X") for cell in free]


def _few(states: list[State]) -> tuple[State, ...]:
    return tuple(dict.fromkeys(states))[:OF_A_KIND]


def _random_game(game: Game, chance: random.Random, *, prolonged: bool) -> list[State]:
    """Returns the unfinished positions of a random game."""
    line = [game.start]
    while len(line) < LONGEST_GAME:
        state = line[-1]
        moves = state.legal_moves()
        after = state.play(chance.choice(moves))
        if after.outcome and prolonged:
            chance.shuffle(moves)
            others = (state.play(move) for move in moves)
            after = next((other for other in others if other.outcome is None), after)
        if after.outcome:
            break
        line.append(after)
    return line

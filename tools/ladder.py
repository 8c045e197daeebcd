"""Plays neighbouring levels against each other and prints the table for the docs.

    .venv/bin/python tools/ladder.py                    all games, 100 paired games per pair
    .venv/bin/python tools/ladder.py pentomino --games 20

Openings are a few random plies, each played from both seats. Levels that search get 0.2 s per move
instead of five seconds. Two pairs are played at a time: run it on an idle machine.
"""

from __future__ import annotations

import argparse
import asyncio
import random
from concurrent.futures import ProcessPoolExecutor

from fivefold.core import Limit, State
from fivefold.games import GAMES
from fivefold.match.series import Score, play_series
from fivefold.strategies.levels import levels_of
from fivefold.strategies.teaching.ordering import near_stones

RANDOM_PLIES = {"gomoku": 2, "othello": 6, "pentomino": 1}


def opening(game: str, chance: random.Random) -> State:
    """Returns a random opening; Gomoku's stones start in the centre and stay together."""
    state = GAMES[game].of().start
    if game == "gomoku":
        state = state.play(len(state.cells) // 2)
    for _ in range(RANDOM_PLIES[game]):
        moves = near_stones(state) if game == "gomoku" else state.legal_moves()
        state = state.play(chance.choice(moves))
    return state


def play_pair(game: str, level: int, games: int, seconds: float, seed: int) -> Score:
    """Returns the score of level + 1 against level."""
    chance = random.Random(f"{seed}/{game}")
    openings = [opening(game, chance) for _ in range((games + 1) // 2)]
    series = play_series(
        GAMES[game].of().start,
        f"level({level + 1})",
        f"level({level})",
        games=games,
        openings=openings,
        seed=seed,
        limit=Limit(seconds=seconds),
    )
    return asyncio.run(series).score


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", choices=sorted(GAMES))
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    pairs = [
        (game, level)
        for game in ([options.game] if options.game else sorted(GAMES))
        for level in levels_of(game)[:-1]
    ]
    print("| game | higher | lower | won | drawn | lost | score |")
    print("|---|---|---|---|---|---|---|")
    with ProcessPoolExecutor(2) as pool:
        results = [
            pool.submit(play_pair, game, level, options.games, options.seconds, options.seed)
            for game, level in pairs
        ]
        for (game, level), result in zip(pairs, results, strict=True):
            score = result.result()
            share = f"{100 * score.points / score.games:.1f} %"
            row = (game, level + 1, level, score.wins, score.draws, score.losses, share)
            print("| " + " | ".join(map(str, row)) + " |", flush=True)


if __name__ == "__main__":
    main()

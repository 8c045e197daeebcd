"""Plays `perfect` as first player on 8x8 against open space and random, and counts its wins.

    .venv/bin/python bench/pentomino_perfect.py                     500 games against each
    .venv/bin/python bench/pentomino_perfect.py --games 20 --seconds 2

All games run in one process; the opponents use the seeds 1, 2, 3, … Games that are not won are
printed with their moves, and the exit code is then 1.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass, field

from fivefold.core import Player
from fivefold.games.pentomino import PentominoGame, PentominoState
from fivefold.names import strategy_from
from fivefold.strategies.base import Strategy
from fivefold.strategies.native_engine import NativeEngine

OPPONENTS = ("openspace", "random")


@dataclass
class Account:
    """The results against one opponent."""

    games: int = 0
    wins: int = 0
    moves: int = 0
    unproven: int = 0
    seconds: list[float] = field(default_factory=list)
    """Seconds of every engine move."""


def play(engine: NativeEngine, other: Strategy, account: Account) -> list[int]:
    """Plays one game with the engine moving first; returns its moves."""
    state: PentominoState = PentominoGame().start
    moves: list[int] = []
    while state.live:
        began = time.perf_counter()
        is_ours = state.to_move is Player.FIRST
        decision = (engine if is_ours else other).choose(state)
        if is_ours:
            account.seconds.append(time.perf_counter() - began)
            account.unproven += decision.proof is None
        assert decision.move is not None
        moves.append(decision.move)
        state = state.play(decision.move)
    account.games += 1
    account.moves += len(moves)
    account.wins += state.to_move is Player.SECOND
    return moves


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1000, help="against each opponent")
    parser.add_argument("--seconds", type=float, default=10.0, help="for a move, at most")
    parser.add_argument("--seed", type=int, default=1, help="of the first game")
    options = parser.parse_args()
    accounts = {name: Account() for name in OPPONENTS}
    for name, account in accounts.items():
        engine = NativeEngine(seconds=options.seconds)
        for number in range(options.games):
            won = account.wins
            seed = options.seed + number
            moves = play(engine, strategy_from(name, "pentomino", seed), account)
            if account.wins == won:
                line = "; ".join(map(PentominoGame().format_move, moves))
                print(f"Not won against {name}, seed {seed}: {line}", flush=True)
            if account.games % 50 == 0:
                print(f"{name}: {account.wins} of {account.games} won", file=sys.stderr, flush=True)
    print("| opponent | games | won | moves a game | not proven | mean s | worst s |")
    print("|---|---|---|---|---|---|---|")
    for name, each in accounts.items():
        length, mean = each.moves / each.games, sum(each.seconds) / len(each.seconds)
        row = (name, each.games, each.wins, f"{length:.1f}", each.unproven)
        print("| " + " | ".join(map(str, row)) + f" | {mean:.3f} | {max(each.seconds):.2f} |")
    sys.exit(any(each.wins < each.games for each in accounts.values()))


if __name__ == "__main__":
    main()

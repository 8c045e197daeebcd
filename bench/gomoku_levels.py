"""Prints the time per move of each level, and the nodes that each search technique saves.

.venv/bin/python bench/gomoku_levels.py             a few minutes
.venv/bin/python bench/gomoku_levels.py --trials 2
"""

from __future__ import annotations

import argparse
import random
import time
from dataclasses import dataclass

from fivefold.core import Limit, State
from fivefold.games.gomoku import GomokuGame
from fivefold.strategies.budget import Budget
from fivefold.strategies.levels import Level
from fivefold.strategies.teaching.evaluate.patterns import patterns
from fivefold.strategies.teaching.negamax_search import NegamaxSearch, Table
from fivefold.strategies.teaching.ordering import near_stones

SIZES = (9, 15, 19)
LEVELS = (3, 4, 5)


def seconds_per_move(size: int, level: int, trials: int) -> tuple[float, float]:
    """Returns (mean, longest) seconds per move in a game against random nearby replies."""
    chance, player = random.Random(size), Level(level, seed=1)
    state: State = GomokuGame(size).start.play(size * size // 2)
    times: list[float] = []
    while len(times) < trials and not state.outcome:
        began = time.perf_counter()
        move = player.choose(state).move
        times.append(time.perf_counter() - began)
        assert move is not None
        state = state.play(move)
        if not state.outcome:
            state = state.play(chance.choice(near_stones(state)))
    return sum(times) / len(times), max(times)


@dataclass(frozen=True)
class Idea:
    """A search technique, added to those before it."""

    name: str
    alpha_beta: bool = True
    sort: bool = True
    table: int = 0
    deepening: bool = False


IDEAS = (
    Idea("plain minimax", alpha_beta=False, sort=False),
    Idea("+ alpha-beta", sort=False),
    Idea("+ ordering"),
    Idea("+ table", table=1_000_000),
    Idea("+ deepening", table=1_000_000, deepening=True),
)


def positions(count: int) -> list[State]:
    """Returns positions of six stones near the centre of 15x15."""
    found = []
    for seed in range(count):
        chance = random.Random(seed)
        state: State = GomokuGame(15).start.play(112)
        for _ in range(5):
            state = state.play(chance.choice(near_stones(state)))
        found.append(state)
    return found


def cost(idea: Idea, states: list[State], depth: int) -> tuple[int, float, list[int]]:
    """Returns (nodes, seconds, moves chosen) of searching the positions to this depth."""
    nodes, moves, began = 0, [], time.perf_counter()
    for state in states:
        budget = Budget(Limit())
        search = NegamaxSearch(state, patterns, budget, Table(idea.table))
        search.alpha_beta, search.sort = idea.alpha_beta, idea.sort
        search.every_value = not idea.alpha_beta
        for each in range(1 if idea.deepening else depth, depth + 1):
            iteration = search.deepen(each)
        moves.append(iteration.best)
        nodes += budget.nodes
    return nodes, time.perf_counter() - began, moves


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--trials", type=int, default=5, help="moves timed for each level")
    parser.add_argument("--depth", type=int, default=4)
    parser.add_argument("--positions", type=int, default=2)
    options = parser.parse_args()
    print("| size | level | seconds per move | longest |")
    print("|---|---|---|---|")
    for size in SIZES:
        for level in LEVELS:
            mean, longest = seconds_per_move(size, level, options.trials)
            print(f"| {size} | {level} | {mean:.3f} | {longest:.3f} |", flush=True)
    print(f"\n| search to depth {options.depth} | nodes | seconds | of plain nodes |")
    print("|---|---|---|---|")
    states, plain, chosen = positions(options.positions), 0, None
    for idea in IDEAS:
        nodes, seconds, moves = cost(idea, states, options.depth)
        plain, chosen = plain or nodes, chosen or moves
        assert moves == chosen, "a technique changed the move"
        share = f"{100 * nodes / plain:.1f} %"
        print(f"| {idea.name} | {nodes:,} | {seconds:.2f} | {share} |", flush=True)


if __name__ == "__main__":
    main()

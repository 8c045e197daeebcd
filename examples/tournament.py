"""A round-robin tournament: every pair plays from both sides, and the points are added up."""

import asyncio
from itertools import combinations

from fivefold import game
from fivefold.match.series import play_series

PLAYERS = ["random", "methodical", "h1", "h2", "minimax(depth=2)"]


async def round_robin(start, players, games=2, seed=1):
    points = dict.fromkeys(players, 0.0)
    for a, b in combinations(players, 2):
        series = await play_series(start, a, b, games=games, seed=seed)
        points[a] += series.score.points
        points[b] += games - series.score.points
        print(f"{a} – {b}: {series.score.points:g}–{games - series.score.points:g}")
    return points


if __name__ == "__main__":
    standings = asyncio.run(round_robin(game("othello").start, PLAYERS))
    print()
    ranking = sorted(standings.items(), key=lambda entry: -entry[1])
    for place, (player, points) in enumerate(ranking, start=1):
        print(f"{place}. {player:18} {points:g}")

"""The data of the arena page's charts: bounded, however many games were played."""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Sequence
from statistics import median
from typing import Any

from fivefold.core import Player
from fivefold.results.journal import Finished

POINTS = 48
"""Points on each curve."""
BINS = 12


def score_over_time(games: Sequence[Finished], names: Sequence[str]) -> dict[str, Any]:
    """Returns each player's share of points over time; None before their first game."""
    shown = _places(len(games))
    points: dict[str, float] = defaultdict(float)
    played: Counter[str] = Counter()
    scores: dict[str, list[float | None]] = {name: [] for name in names}
    for number, game in enumerate(games, start=1):
        for name, seat in ((game.first, Player.FIRST), (game.second, Player.SECOND)):
            played[name] += 1
            points[name] += 0.5 if game.winner is None else float(game.winner is seat)
        if number in shown:
            for name, curve in scores.items():
                curve.append(round(points[name] / played[name], 3) if played[name] else None)
    return {
        "games": sorted(shown),
        "players": [{"name": name, "scores": curve} for name, curve in scores.items()],
    }


def _places(count: int) -> set[int]:
    """Returns evenly spread numbers from 1 to the count, ending with it."""
    return {round(count * part / POINTS) for part in range(1, POINTS + 1)} - {0}


def game_lengths(games: Sequence[Finished]) -> dict[str, Any] | None:
    """Returns a histogram of moves per game, in bins of equal width."""
    plies = [game.plies for game in games]
    if not plies:
        return None
    width = _width(min(plies), max(plies))
    counts = Counter(each // width for each in plies)
    bins = range(min(counts), max(counts) + 1)
    return {
        "shortest": min(plies),
        "longest": max(plies),
        "median": median(plies),
        "width": width,
        "bins": [{"from": each * width, "count": counts[each]} for each in bins],
    }


def _width(least: int, most: int) -> int:
    """Returns the smallest of 1, 2, 5, 10, 20 … that leaves few bins.

    >>> _width(9, 20), _width(30, 60), _width(20, 225)
    (1, 5, 20)
    """
    scale = 1
    while True:
        for each in (1, 2, 5):
            if most // (each * scale) - least // (each * scale) < BINS:
                return each * scale
        scale *= 10


def seconds_per_move(games: Sequence[Finished], names: Sequence[str]) -> list[dict[str, Any]]:
    """Returns each player's average seconds per move."""
    seconds: dict[str, float] = defaultdict(float)
    moves: Counter[str] = Counter()
    for game in games:
        for name, spent, count in (
            (game.first, game.seconds[0], (game.plies + 1) // 2),
            (game.second, game.seconds[1], game.plies // 2),
        ):
            seconds[name] += spent
            moves[name] += count
    return [
        {"name": name, "seconds": round(seconds[name] / moves[name], 6), "moves": moves[name]}
        for name in names
        if moves[name]
    ]


def seconds_left(games: Sequence[Finished], left: int | None, recent: int = 200) -> float | None:
    """Returns the seconds that `left` games will take at the pace of the last ones.

    A gap far longer than the others is a pause and is left out.
    """
    if left is None or len(games) < 3:
        return None
    ends = sorted(game.at for game in games)[-recent:]
    gaps = [after - before for before, after in itertools.pairwise(ends)]
    longest = max(60.0, 20 * median(gaps))
    usual = [gap for gap in gaps if gap <= longest]
    return round(left * sum(usual) / len(usual), 1) if usual else None

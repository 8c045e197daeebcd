"""Ratings of many players from all their games: a Bradley-Terry model, fitted by likelihood.

A player rated d above an opponent expects the score 1 / (1 + 10^(-d/400)); a draw is half a win and
half a loss. The ratings maximize the likelihood of all results together, so the strength of the
opponents counts as much as the score. Formulas: docs/reference/statistics.md.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from fivefold.match.series import Score
from fivefold.results.elo import TWO_SIDED_95

SCALE = 400 / math.log(10)
"""Elo per factor of e in the odds."""

TINY = 1e-12
"""Minimum of a pivot, so that rounding cannot make it negative."""

MAX_STEPS = 100
MAX_STEP = 2.0
"""Maximum Newton step in natural units; longer ones may diverge."""


@dataclass(frozen=True)
class Rating:
    """A rating and half the width of its 95 % interval, relative to the anchor or to the mean.

    `swept`: the player is in a set that won or lost everything against the others. The distance
    between them has no upper bound, and the number assumes one drawn game that was not played.
    Players of different `group`s never met, even indirectly, so their ratings cannot be compared.
    """

    rating: float
    error95: float
    swept: bool = False
    group: int = 0


def rate(
    cross: Mapping[tuple[str, str], Score],
    anchor: str | None = None,
    anchor_rating: float = 1500.0,
) -> dict[str, Rating]:
    """Returns the rating of every player with games; `cross` holds the score of a against b, both
    ways.

    The anchor is rated `anchor_rating` without error; in a group without it, the mean is. Where the
    likeliest ratings are infinite, because some won everything against others, each such pair gets
    a fraction of a drawn game, at most one game per player: someone who won 100 of 100 is rated as
    if it had lost half a point in 101.
    """
    points = {pair: score.points for pair, score in cross.items() if score.games}
    ratings: dict[str, Rating] = {}
    groups = _components({name for pair in points for name in pair}, points)
    # The group of the anchor comes first, or else the largest one; order within a group is
    # arbitrary.
    groups.sort(key=lambda group: (anchor not in group, -len(group), min(group)))
    for number, group in enumerate(groups):
        ratings |= _rate_group(sorted(group), points, anchor, anchor_rating, number)
    return ratings


def _rate_group(
    names: Sequence[str],
    all_points: Mapping[tuple[str, str], float],
    anchor: str | None,
    anchor_rating: float,
    number: int,
) -> dict[str, Rating]:
    points = {pair: value for pair, value in all_points.items() if pair[0] in set(names)}
    components = _components(names, [pair for pair, value in points.items() if value > 0])
    component_of = {name: index for index, component in enumerate(components) for name in component}
    _add_draws(points, component_of)
    largest = max(map(len, components))
    alone_largest = sum(len(component) == largest for component in components) == 1
    strengths, covariance = _fit(names, points)
    place = names.index(anchor) if anchor in names else None
    found = {}
    for i, name in enumerate(names):
        lead, variance = strengths[i], covariance[i][i]
        if place is not None:
            lead -= strengths[place]
            variance += covariance[place][place] - 2 * covariance[i][place]
        found[name] = Rating(
            anchor_rating + SCALE * lead,
            TWO_SIDED_95 * SCALE * math.sqrt(max(0.0, variance)),
            swept=len(components[component_of[name]]) < largest or not alone_largest,
            group=number,
        )
    return found


def _add_draws(points: dict[tuple[str, str], float], component_of: Mapping[str, int]) -> None:
    """Adds fractions of a drawn game between components where one won everything.

    Within a strongly connected component the likeliest ratings are finite (Ford 1957); between
    components they are not.
    """
    crossing = [(a, b) for a, b in points if component_of[a] != component_of[b]]
    met = dict.fromkeys(component_of, 0)
    for a, _ in crossing:
        met[a] += 1
    for a, b in crossing:
        points[a, b] += 0.5 / max(met[a], met[b])


def _components(names: Iterable[str], edges: Iterable[tuple[str, str]]) -> list[set[str]]:
    """Returns the strongly connected components (Kosaraju's algorithm).

    A second search, against the edges and in reverse order of leaving, collects one component at a
    time.
    """
    onward: dict[str, list[str]] = {name: [] for name in names}
    back: dict[str, list[str]] = {name: [] for name in onward}
    for a, b in edges:
        onward[a].append(b)
        back[b].append(a)
    seen: set[str] = set()
    left = [name for start in onward for name in _leaving_order(start, onward, seen)]
    seen.clear()
    found = (set(_leaving_order(start, back, seen)) for start in reversed(left))
    return [component for component in found if component]


def _leaving_order(start: str, onward: Mapping[str, list[str]], seen: set[str]) -> list[str]:
    """Returns the unseen names reachable from `start`, each after everything it leads to."""
    if start in seen:
        return []
    seen.add(start)
    order, path = [], [(start, iter(onward[start]))]
    while path:
        name, rest = path[-1]
        step = next((other for other in rest if other not in seen), None)
        if step is None:
            order.append(name)
            path.pop()
        else:
            seen.add(step)
            path.append((step, iter(onward[step])))
    return order


def _fit(
    names: Sequence[str], points: Mapping[tuple[str, str], float]
) -> tuple[list[float], list[list[float]]]:
    """Returns the likeliest strengths, with mean 0, and their covariance, in natural units.

    Newton's method on a concave log-likelihood. The covariance is the inverse of the Fisher
    information without the direction in which all strengths rise together.
    """
    place = {name: i for i, name in enumerate(names)}
    games = [(place[a], place[b], value, points[b, a]) for (a, b), value in points.items() if a < b]
    size = len(names)
    strengths = [0.0] * size
    for _ in range(MAX_STEPS):
        slope = [0.0] * size
        for i, j, won, lost in games:
            rest = won - (won + lost) * _expected(strengths[i] - strengths[j])
            slope[i] += rest
            slope[j] -= rest
        step = _solve(_factor(_information(games, strengths)), slope)
        apart = max(abs(step[i] - step[j]) for i, j, _, _ in games)
        longest = min(apart, max(map(abs, step)))
        # The first steps may overshoot; shortened ones still climb a concave function.
        share = min(1.0, MAX_STEP / longest) if longest else 1.0
        strengths = [old + share * change for old, change in zip(strengths, step, strict=True)]
        if apart < 1e-10:
            break
    factor = _factor(_information(games, strengths))
    covariance = [_solve(factor, [float(i == j) for j in range(size)]) for i in range(size)]
    return strengths, [[value - 1 / size for value in row] for row in covariance]


def _information(
    games: Iterable[tuple[int, int, float, float]], strengths: Sequence[float]
) -> list[list[float]]:
    """Returns the Fisher information plus 1/n everywhere, which fixes the mean."""
    size = len(strengths)
    matrix = [[1 / size] * size for _ in range(size)]
    for i, j, won, lost in games:
        expected = _expected(strengths[i] - strengths[j])
        weight = (won + lost) * expected * (1 - expected)
        matrix[i][i] += weight
        matrix[j][j] += weight
        matrix[i][j] -= weight
        matrix[j][i] -= weight
    return matrix


def _expected(lead: float) -> float:
    return (1 + math.tanh(lead / 2)) / 2  # 1 / (1 + e^-lead) without overflow


def _factor(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Returns the Cholesky factor: the lower triangle L with L Lᵀ = matrix."""
    rows: list[list[float]] = []
    for i, given in enumerate(matrix):
        row: list[float] = []
        for j in range(i):
            rest = given[j] - _dot(row, rows[j])
            row.append(rest / rows[j][j])
        row.append(math.sqrt(max(given[i] - _dot(row, row), TINY)))
        rows.append(row)
    return rows


def _solve(factor: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Returns x with L Lᵀ x = right."""
    middle: list[float] = []
    for row, value in zip(factor, right, strict=True):
        middle.append((value - _dot(middle, row)) / row[-1])
    for i in reversed(range(len(middle))):
        middle[i] /= factor[i][i]
        for j in range(i):
            middle[j] -= factor[i][j] * middle[i]
    return middle


def _dot(short: Sequence[float], long: Sequence[float]) -> float:
    return sum(map(float.__mul__, short, long))

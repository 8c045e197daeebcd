"""How long a strategy is expected to think: instantly, about a second, or longer."""

from __future__ import annotations

from functools import lru_cache

from fivefold.core import Limit
from fivefold.errors import FivefoldError
from fivefold.names import FromFile, parse_player, strategy_from
from fivefold.server.analysis.fair_schedule import Duration
from fivefold.strategies.levels import Level
from fivefold.strategies.teaching.greedy import Greedy
from fivefold.strategies.teaching.methodical import Methodical
from fivefold.strategies.teaching.openspace import OpenSpace
from fivefold.strategies.teaching.random_move import Random
from fivefold.strategies.teaching.reactive import Reactive

SHORT_SECONDS = 1.0
INSTANT_LEVEL = 2
"""The highest level that answers by rule."""
SHORT_LEVELS = {
    "gomoku": frozenset({3, 6, 7, 8}),
    "othello": frozenset({3, *range(6, 12)}),
    "pentomino": frozenset({3}),
}
"""Levels that look ahead a fixed, small number of positions."""


def duration_of(strategy: str, game: str, limit: Limit) -> Duration:
    """Returns the expected duration of an answer within the limit."""
    duration, seconds = _declared(strategy, game)
    most = min(each for each in (seconds, limit.most_seconds, float("inf")) if each is not None)
    return min(duration, Duration.SHORT) if most <= SHORT_SECONDS else duration


@lru_cache(1_000)
def _declared(strategy: str, game: str) -> tuple[Duration, float | None]:
    """Returns what the strategy's text says: its duration, and its own limit in seconds."""
    try:
        if isinstance(parse_player(strategy), FromFile):
            return Duration.LONG, None
        player = strategy_from(strategy, game)
    except FivefoldError:
        return Duration.INSTANT, None  # refused without thinking
    if isinstance(player, Level):
        if player.n <= INSTANT_LEVEL:
            return Duration.INSTANT, None
        is_short = player.n in SHORT_LEVELS.get(game, ())
        return Duration.SHORT if is_short else Duration.LONG, None
    if isinstance(player, Random | Methodical | Greedy | Reactive):
        return Duration.INSTANT, None
    if isinstance(player, OpenSpace):
        return Duration.SHORT, None
    seconds = getattr(player, "seconds", None)
    return Duration.LONG, seconds if isinstance(seconds, int | float) else None

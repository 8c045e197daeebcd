"""The expected duration of an answer, by which machines share the processes."""

from __future__ import annotations

import pytest

from fivefold.core import Limit
from fivefold.server.analysis.durations import duration_of
from fivefold.server.analysis.fair_schedule import Duration

INSTANT, SHORT, LONG = Duration
TEN = Limit(seconds=10)

EXPECTED = [
    ("level(1)", "gomoku", TEN, INSTANT),
    ("level(2)", "pentomino", TEN, INSTANT),
    ("level(3)", "othello", TEN, SHORT),
    ("level(5)", "othello", TEN, LONG),
    ("level(6)", "gomoku", TEN, SHORT),
    ("level(12)", "othello", TEN, LONG),
    ("random", "gomoku", TEN, INSTANT),
    ("h1", "othello", TEN, INSTANT),
    ("hard", "pentomino", TEN, SHORT),
    ("engine", "gomoku", TEN, LONG),
    ("engine(seconds=10)", "gomoku", TEN, LONG),
    ("engine(seconds=1)", "gomoku", TEN, SHORT),
    ("negamax(seconds=0.5)", "othello", TEN, SHORT),
    ("minimax(depth=6)", "othello", TEN, LONG),
    ("engine", "gomoku", Limit(seconds=0.2), SHORT),
    ("engine", "gomoku", Limit(seconds=0.5, longest=3.0), LONG),
    ("nonsense", "gomoku", TEN, INSTANT),
    ("./bot.py:Bot", "gomoku", TEN, LONG),
]


@pytest.mark.parametrize(("strategy", "game", "limit", "expected"), EXPECTED)
def test_what_a_strategy_says_about_its_time(
    strategy: str, game: str, limit: Limit, expected: Duration
) -> None:
    assert duration_of(strategy, game, limit) is expected

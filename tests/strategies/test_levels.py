"""What the levels of all games share."""

from __future__ import annotations

import pytest

from fivefold.errors import InvalidNotation
from fivefold.games.othello import OthelloGame
from fivefold.names import strategy_from
from fivefold.strategies.levels import Level


@pytest.mark.parametrize("text", ["level(0)", "level(6)", "level(-1)", "level(2.5)", "level(x)"])
@pytest.mark.parametrize("game", ["gomoku", "othello", "pentomino"])
def test_levels_that_do_not_exist_are_refused_in_one_sentence(text: str, game: str) -> None:
    with pytest.raises(InvalidNotation) as refused:
        strategy_from(text, game)
    sentence = str(refused.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert "n must be a" in sentence


def test_the_middle_level_is_the_default() -> None:
    start = OthelloGame().start
    assert strategy_from("level", "othello").choose(start).text == Level(3).choose(start).text
    assert str(strategy_from("level(2)", "othello").choose(start).text).startswith("Level 2.")

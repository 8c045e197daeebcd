"""Levels: properties common to all games."""

from __future__ import annotations

import pytest

from fivefold.core import Game
from fivefold.errors import InvalidNotation
from fivefold.games.gomoku import GomokuGame
from fivefold.games.othello import OthelloGame
from fivefold.games.pentomino import PentominoGame
from fivefold.names import strategy_from
from fivefold.strategies.levels import HIGHEST, Level, levels_of


@pytest.mark.parametrize("text", ["level(0)", "level(13)", "level(-1)", "level(2.5)", "level(x)"])
@pytest.mark.parametrize("game", ["gomoku", "othello", "pentomino"])
def test_unknown_levels_are_rejected_in_one_sentence(text: str, game: str) -> None:
    with pytest.raises(InvalidNotation) as refused:
        strategy_from(text, game)
    sentence = str(refused.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert "n must be a" in sentence


@pytest.mark.parametrize("game", [GomokuGame(), OthelloGame(), PentominoGame()], ids=repr)
def test_each_game_has_its_own_highest_level(game: Game) -> None:
    highest = levels_of(game.name)[-1]
    strategy_from(f"level({highest})", game)
    message = f"n must be a whole number from 1 to {highest}"
    if highest < max(HIGHEST.values()):
        with pytest.raises(InvalidNotation, match=message):
            strategy_from(f"level({highest + 1})", game)
        with pytest.raises(InvalidNotation, match=message):
            Level(highest + 1).choose(game.start)


def test_the_middle_level_is_the_default() -> None:
    start = OthelloGame().start
    assert strategy_from("level", "othello").choose(start).text == Level(3).choose(start).text
    assert str(strategy_from("level(2)", "othello").choose(start).text).startswith("Level 2.")

"""Time management: time is spread over the remaining moves and never runs out."""

from __future__ import annotations

import random

import pytest

from fivefold.core import Game, Player, State
from fivefold.games.gomoku import GomokuGame
from fivefold.games.othello import OthelloGame
from fivefold.games.pentomino import PentominoGame
from fivefold.match.clock import Clock, TimeControl
from fivefold.strategies.time_management import DEFAULT_MOVES_TO_GO, moves_to_go


@pytest.mark.parametrize("game", [OthelloGame(), OthelloGame(4), PentominoGame()], ids=repr)
def test_moves_to_go_never_exceeds_the_moves_left(game: Game) -> None:
    rng = random.Random(95)
    state: State = game.start
    fills = 5 if game.name == "pentomino" else 1
    while not state.outcome:
        left = state.cells.count(".") // fills
        assert 1 <= moves_to_go(state) <= max(1, (left + 1) // 2)
        state = state.play(rng.choice(state.legal_moves()))


def test_gomoku_uses_the_default_number_of_moves() -> None:
    assert moves_to_go(GomokuGame().start) == DEFAULT_MOVES_TO_GO


class FakeTime:
    """A time source that the test advances."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


@pytest.mark.parametrize(
    "control", [TimeControl(60), TimeControl(60, 2), TimeControl(0, 1)], ids=str
)
def test_the_time_of_an_othello_game_is_used_and_lasts(control: TimeControl) -> None:
    rng, now = random.Random(96), FakeTime()
    clock = Clock(control, now)
    state: State = OthelloGame().start
    shares = []
    while not state.outcome:
        player = state.to_move
        clock.start(player)
        seconds = clock.budget(player, moves_to_go(state))
        assert seconds is not None
        shares.append(seconds)
        now.seconds += seconds * 1.1 + 0.05
        assert clock.flag is None
        clock.stop()
        state = state.play(rng.choice(state.legal_moves()))
    if control.base:
        assert (clock.left(Player.FIRST) or 0) < control.base / 3
        assert max(shares) < control.base / 4

"""Garbage collection is paused during short moves."""

from __future__ import annotations

import asyncio
import gc

import pytest

from fivefold.core import Limit, State
from fivefold.engines.base import Engine
from fivefold.games.gomoku import GomokuGame
from fivefold.match.gc_pause import SHORT, left_alone
from fivefold.match.play import play_match
from fivefold.strategies.base import Decision

SHORT_MOVE = Limit(seconds=SHORT / 2)


class Observer(Engine):
    """Plays the first legal move, and records whether garbage collection is enabled."""

    def __init__(self) -> None:
        self.seen: list[bool] = []

    @property
    def name(self) -> str:
        return "observer"

    async def choose(self, state: State, limit: Limit = Limit()) -> Decision:
        self.seen.append(gc.isenabled())
        return Decision(state.legal_moves()[0])


def seen(limit: Limit) -> set[bool]:
    """Returns the recorded states, after checking the state between the moves."""
    observer = Observer()
    between: list[bool] = []
    game = play_match(
        GomokuGame(5).start,
        observer,
        observer,
        limit=limit,
        maximum=4,
        on_move=lambda ply: between.append(gc.isenabled()),
    )
    asyncio.run(game)
    assert between == [True] * 4
    assert gc.isenabled()
    return set(observer.seen)


@pytest.mark.parametrize(
    ("limit", "looks"),
    [(SHORT_MOVE, False), (Limit(seconds=10 * SHORT), True), (Limit(depth=1), True)],
)
def test_only_short_moves_put_it_off(limit: Limit, looks: bool) -> None:
    assert seen(limit) == {looks}


def test_it_waits_for_the_last_of_several_short_moves() -> None:
    with left_alone(SHORT_MOVE):
        with left_alone(SHORT_MOVE), left_alone(Limit()):
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_who_wants_no_collector_at_all_keeps_to_that() -> None:
    gc.disable()
    try:
        with left_alone(SHORT_MOVE):
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()

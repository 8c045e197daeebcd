"""What a search has found so far, asked of the strategies that can tell."""

from __future__ import annotations

import pytest

from fivefold.core import Limit
from fivefold.names import game_from, strategy_from
from fivefold.strategies.base import Strategy

OPENING = {"gomoku": "h8 i9 g9", "othello": "f5 d6 c3"}


@pytest.mark.parametrize("game", OPENING)
@pytest.mark.parametrize("name", ["negamax(depth=3)", "level(4)"])
def test_after_its_last_depth_a_search_has_found_what_it_plays(game: str, name: str) -> None:
    rules = game_from(game)
    state = rules.start
    for move in rules.split_moves(OPENING[game]):
        state = state.play(rules.parse_move(move))
    strategy: Strategy = strategy_from(name, rules, 1)
    assert strategy.progress(state) is None
    decision = strategy.choose(state, Limit(seconds=60))
    found = strategy.progress(state)
    assert found is not None
    assert (found.move, found.depth, found.score) == (decision.move, decision.depth, decision.score)
    # About another position it has found nothing.
    assert decision.move is not None
    assert strategy.progress(state.play(decision.move)) is None


def test_strategies_that_do_not_search_tell_nothing() -> None:
    rules = game_from("othello")
    for name in ("random", "h2", "level(2)"):
        strategy = strategy_from(name, rules, 1)
        strategy.choose(rules.start)
        assert strategy.progress(rules.start) is None

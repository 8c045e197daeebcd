"""Checks of reasons: valid ones pass, each fault has its own sentence."""

from __future__ import annotations

from typing import Any

import pytest

from fivefold.match.decision_checks import nonsense_in
from fivefold.names import game_from, strategy_from
from fivefold.strategies.base import Candidate, Decision, Overlay

START = game_from("othello").start
D3, E6, A1 = 19, 44, 0


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        (
            {"candidates": (Candidate(D3), Candidate(A1))},
            "candidates include a1, which is not legal",
        ),
        ({"pv": (E6, D3)}, "starts with e6, but the move is d3"),
        ({"pv": (D3, D3)}, "Move 2 of the expected line (pv) cannot be played: d3 is taken"),
        ({"overlay": (Overlay("values", "v", values=(1, 2)),)}, "2 values, but the board has 64"),
        ({"overlay": (Overlay("values", "v"),)}, "0 values"),
        ({"overlay": (Overlay("cells", "c"),)}, "names no cells"),
        ({"overlay": (Overlay("stars", "s", cells=(1,)),)}, "the kinds are values, cells, line"),  # type: ignore[arg-type]
        ({"overlay": (Overlay("cells", "s", "sad", cells=(1,)),)}, "the tones are good, bad"),  # type: ignore[arg-type]
    ],
)
def test_nonsense_is_named(parts: dict[str, Any], reason: str) -> None:
    assert reason in str(nonsense_in(Decision(D3, **parts), START))


@pytest.mark.parametrize(
    ("game", "who"),
    [
        ("othello", "negamax(depth=3)"),
        ("othello", "h2"),
        ("gomoku", "reactive"),
        ("gomoku", "level(3)"),
        ("pentomino", "openspace"),
        ("pentomino", "random"),
    ],
)
def test_our_own_strategies_talk_sense(game: str, who: str) -> None:
    state = game_from(game).start
    for _ in range(6):
        decision = strategy_from(who, game, 1).choose(state)
        assert nonsense_in(decision, state) is None
        assert decision.move is not None
        state = state.play(decision.move)


def test_a_bare_move_needs_no_reasons() -> None:
    assert nonsense_in(Decision(D3), START) is None

"""Questions and answers survive the round trip as data."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fivefold.core import Game, Limit
from fivefold.engines.wire import (
    decision_from_json,
    limit_from_json,
    readable,
    reason_of,
    state_as_json,
    state_from_json,
)
from fivefold.names import game_from, strategy_from
from fivefold.strategies.base import Candidate, Decision, Overlay, Proof, decision_as_json

GAMES = [game_from(text) for text in ("gomoku(size=9)", "othello", "pentomino(size=6x10)")]


def crossed(data: Any) -> Any:
    return json.loads(json.dumps(data, allow_nan=False))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_decision_with_everything_in_it_comes_back(game: Game) -> None:
    moves = tuple(game.start.legal_moves()[:3])
    decision = Decision(
        move=moves[0],
        score=2.5,
        depth=3,
        nodes=1000,
        pv=moves,
        candidates=(Candidate(moves[0], 7, "good", moves, 3), Candidate(moves[1])),
        overlay=(
            Overlay("values", "heat", values=tuple([1, None, 2.5] + [0] * 20)),
            Overlay("cells", "threat", "bad", cells=(0, 5, 9), means="four"),
        ),
        proof=Proof("win", moves, "vcf", 999_997, 3),
        text="because",
    )
    assert decision_from_json(crossed(decision_as_json(decision, game)), game) == decision


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("name", ["random", "minimax(depth=1)", "level(1)"])
def test_the_decisions_of_our_own_strategies_come_back(game: Game, name: str) -> None:
    decision = strategy_from(name, game.name, 1).choose(game.start, Limit())
    data = crossed(decision_as_json(decision, game))
    again = decision_from_json(data, game)
    assert again.move == decision.move
    assert decision_as_json(again, game) == data


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_position_comes_back_with_its_last_move(game: Game) -> None:
    state = game.start
    for _ in range(4):
        again = state_from_json(crossed(state_as_json(state)), game)
        assert again == state
        assert again.last_move == state.last_move
        state = state.play(state.legal_moves()[-1])


def test_a_pass_as_the_last_move_comes_back() -> None:
    game = game_from("othello(size=4)")
    state = game.start
    for text in ("a2", "a3", "b4", "c1", "a4", "--"):
        state = state.play(game.parse_move(text))
    assert state_from_json(state_as_json(state), game).last_move == -1


def test_a_limit_comes_back() -> None:
    for limit in (Limit(), Limit(seconds=0.5), Limit(depth=3, nodes=100)):
        data = {"seconds": limit.seconds, "depth": limit.depth, "nodes": limit.nodes}
        assert limit_from_json(crossed(data)) == limit


class Silent(Exception):
    def __str__(self) -> str:
        raise ValueError


def test_the_reason_for_any_exception_is_one_printable_line() -> None:
    assert reason_of(ValueError("two\nlines \x1b[31m")) == "ValueError: two lines \ufffd[31m"
    assert reason_of(KeyError()) == "KeyError"
    assert reason_of(Silent()) == "Silent"
    assert len(reason_of(ValueError("x" * 10_000))) < 320
    assert readable("a\tb\n\nc") == "a b c"

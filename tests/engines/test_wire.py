"""Questions and answers survive the round trip as data."""

from __future__ import annotations

import json
import textwrap
from pathlib import Path
from typing import Any

import pytest

import fivefold
from fivefold.core import Game, Limit
from fivefold.engines.wire import (
    as_decision,
    decision_from_json,
    limit_from_json,
    own_traceback,
    readable,
    reason_of,
    state_as_json,
    state_from_json,
)
from fivefold.errors import EngineCrashed, ProtocolError
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


def test_a_traceback_has_the_frames_of_the_bot_alone(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text(
        textwrap.dedent("""
        import random
        from fivefold import Strategy
        class Bot(Strategy):
            def choose(self, state, limit=None, stop=None):
                if state.to_move.value == "X":
                    return state.play(9999)
                try:
                    random.Random(1).choice([])
                except IndexError as error:
                    raise ValueError("no idea") from error
        """)
    )
    game = game_from("gomoku")
    strategy = strategy_from(str(file), game)
    ours = str(Path(fivefold.__file__).parent)
    texts = []
    for state in (game.start, game.start.play(0)):
        with pytest.raises(ValueError, match=r"."):
            strategy.choose(state)
        try:
            strategy.choose(state)
        except ValueError as error:
            texts.append(own_traceback(error))
    assert all(ours not in text for text in texts)
    assert all(f'File "{file}", line' in text for text in texts)
    assert texts[0].splitlines()[-1].startswith("fivefold.errors.IllegalMove: ")
    # What the bot called is its own affair: the frame inside random stays.
    assert "random.py" in texts[1]
    assert texts[1].index("IndexError") < texts[1].index("ValueError: no idea")


def test_an_error_of_ours_has_no_traceback() -> None:
    with pytest.raises(ProtocolError) as caught:
        as_decision("nonsense", game_from("gomoku").start, "bot")
    assert own_traceback(caught.value) == ""


def test_the_traceback_of_a_file_that_cannot_be_loaded_names_its_line(tmp_path: Path) -> None:
    for text, shown in (("x = 1\ndef (", "line 2"), ("x = 1\nimport no_such_thing", "line 2")):
        file = tmp_path / "bot.py"
        file.write_text(text)
        with pytest.raises(EngineCrashed) as caught:
            strategy_from(str(file), "gomoku")
        trace = own_traceback(caught.value)
        assert f'File "{file}", {shown}' in trace
        assert "importlib" not in trace

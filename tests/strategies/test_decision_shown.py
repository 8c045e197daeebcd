"""Decisions at a prompt and in a notebook: they know their position, print and draw themselves."""

from __future__ import annotations

import inspect
import xml.etree.ElementTree as ET
from typing import Any

from fivefold.core import Limit, State
from fivefold.games.gomoku import GomokuGame
from fivefold.games.othello import OthelloGame
from fivefold.names import strategy_from
from fivefold.strategies.base import GAME_OVER, Decision, Finding, Stop, Strategy
from fivefold.words import Message, plain

START = OthelloGame().start


class Table(Strategy):
    """Answers every question with the same object, as a table of answers does."""

    ANSWER = Decision(19, text=plain("As in the book."))

    def choose(self, state: State, limit: Limit = Limit(), stop: Stop | None = None) -> Decision:
        return self.ANSWER


class Bare(Strategy):
    """Returns a bare move, as a bot of a beginner may."""

    def choose(self, state: State, *rest: Any, **named: Any) -> Any:
        return state.legal_moves()[0]


def test_a_decision_knows_its_position_and_prints_its_move() -> None:
    decision = strategy_from("greedy", "othello").choose(START)
    assert decision.state is START
    assert str(decision).startswith(f"{START.game.format_move(decision.move or 0)}: ")
    assert isinstance(decision.text, str)
    assert isinstance(decision.text, Message)


def test_a_decision_draws_the_board_with_its_candidates() -> None:
    decision = strategy_from("minimax(depth=2)", "othello").choose(START)
    shown = decision._repr_mimebundle_()
    assert ET.fromstring(shown["image/svg+xml"]).tag.endswith("svg")
    assert shown["text/plain"] == str(decision)
    assert shown["image/svg+xml"] != START._repr_svg_()


def test_a_decision_that_is_returned_again_keeps_each_position_apart() -> None:
    strategy, later = Table(), START.play("f5")
    first, second = strategy.choose(START), strategy.choose(later)
    assert (first.state, second.state) == (START, later)
    assert first == second
    assert hash(first) == hash(second)


def test_a_decision_without_a_position_has_no_picture() -> None:
    decision = Decision(19, text="Nobody asked.")
    assert decision._repr_svg_() is None
    assert decision._repr_mimebundle_() == {"text/plain": "19: Nobody asked."}
    assert str(GAME_OVER) == str(GAME_OVER.text)


def test_other_answers_and_signatures_stay_as_written() -> None:
    move: object = Bare().choose(START)
    assert move == START.legal_moves()[0]
    assert list(inspect.signature(Table.choose).parameters) == ["self", "state", "limit", "stop"]


def test_a_finding_prints_depth_move_and_score() -> None:
    assert str(Finding(19, 4, -2.5, state=START)) == " 4  d3  −2.5"
    assert str(Finding(0, 12, 3, state=GomokuGame().start)) == "12  a15  +3"
    assert str(Finding(19, 4, 0)) == " 4  19  +0"

"""Decisions as plain data, and the smallest custom strategy."""

from __future__ import annotations

import json
import math

from fivefold.core import Limit, State
from fivefold.games.othello import PASS, OthelloGame
from fivefold.strategies.base import (
    Candidate,
    Decision,
    Overlay,
    Proof,
    Stop,
    Strategy,
    decision_as_json,
)
from fivefold.words import say


def test_moves_are_written_as_notation_and_messages_as_english() -> None:
    decision = Decision(
        19,
        3,
        1,
        4,
        (19, PASS),
        (Candidate(19, 3, say("note.wins")), Candidate(26, math.inf, "mine")),
        (
            Overlay("values", "v", values=(None, 1, math.nan)),
            Overlay("cells", "c", "bad", cells=(0,), means="four"),
        ),
        Proof("exact", (19,), score=3),
        "a plain string",
    )
    assert decision_as_json(decision, OthelloGame()) == {
        "move": "d3",
        "score": 3,
        "depth": 1,
        "nodes": 4,
        "pv": ["d3", "--"],
        "candidates": [
            {"move": "d3", "score": 3, "note": "wins", "pv": ["d3", "--"], "depth": 1},
            {"move": "c4", "score": None, "note": "mine", "pv": [], "depth": None},
        ],
        "overlay": [
            {"kind": "values", "label": "v", "tone": "neutral", "values": [None, 1, None]},
            {"kind": "cells", "label": "c", "tone": "bad", "cells": ["a1"], "means": "four"},
        ],
        "proof": {"claim": "exact", "score": 3, "line": ["d3"], "by": "search"},
        "text": "a plain string",
    }


def test_moves_can_be_written_in_another_form() -> None:
    data = decision_as_json(
        Decision(PASS, pv=(PASS, 4), proof=Proof("win", (4,), plies=1)), OthelloGame(), lambda m: m
    )
    assert (data["move"], data["pv"]) == (-1, [-1, 4])
    assert data["proof"] == {"claim": "win", "plies": 1, "line": [4], "by": "search"}


def test_infinities_and_nan_are_written_as_null() -> None:
    decision = Decision(19, -math.inf, candidates=(Candidate(19, math.nan),))
    json.dumps(decision_as_json(decision, OthelloGame()), allow_nan=False)


def test_a_custom_strategy_is_one_class_with_one_method() -> None:
    class Last(Strategy):
        def choose(
            self, state: State, limit: Limit = Limit(), stop: Stop | None = None
        ) -> Decision:
            return Decision(state.legal_moves()[-1])

    assert Last().choose(OthelloGame().start).move == 44

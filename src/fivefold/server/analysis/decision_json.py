"""The JSON form of a decision: sentences as messages, only the best candidates."""

from __future__ import annotations

from typing import Any

from fivefold.core import Game
from fivefold.strategies.base import Candidate, Decision, Finding, Words, decision_as_json
from fivefold.words import Message, plain, quoted

MAX_CANDIDATES = 60
MAX_OVERLAYS = 20
MAX_LINE = 200
"""Maximum moves of the expected line."""
MAX_SENTENCE = 2_000
"""Maximum characters of a path bot's sentence."""


def answer_as_json(decision: Decision, game: Game, strategy: str, seconds: float) -> dict[str, Any]:
    """Returns the keys of `choose --json` plus `compared`, `strategy` and `seconds`."""
    best = best_first(decision)[:MAX_CANDIDATES]
    overlay = decision.overlay[:MAX_OVERLAYS]
    sent = Decision(
        decision.move,
        decision.score,
        decision.depth,
        decision.nodes,
        decision.pv[:MAX_LINE],
        tuple(best),
        overlay,
        decision.proof,
    )
    data = decision_as_json(sent, game)
    for written, candidate in zip(data["candidates"], best, strict=True):
        written["note"] = words_as_json(candidate.note)
    for written, drawn in zip(data["overlay"], overlay, strict=True):
        written["label"] = words_as_json(drawn.label)
    return {
        **data,
        "text": words_as_json(decision.text),
        "compared": len(decision.candidates),
        "strategy": strategy,
        "seconds": round(seconds, 3),
    }


def finding_as_json(found: Finding, game: Game, lines: int = 0) -> dict[str, Any]:
    """Returns what a search has found so far; with `lines`, that many of the best moves too."""
    move = game.format_move(found.move)
    data: dict[str, Any] = {"move": move, "depth": found.depth, "score": found.score}
    if lines:
        data["lines"] = [line_as_json(each, game) for each in found.lines[:lines]]
        data["nodes"] = found.nodes
    return data


def line_as_json(candidate: Candidate, game: Game) -> dict[str, Any]:
    """Returns a move with its score, its depth and its expected line."""
    return {
        "move": game.format_move(candidate.move),
        "score": candidate.score,
        "depth": candidate.depth,
        "pv": [game.format_move(move) for move in candidate.pv[:MAX_LINE]],
    }


def best_first(decision: Decision) -> list[Candidate]:
    """Returns the candidates by descending score, unscored ones last; the chosen move wins ties.

    Otherwise the order is kept: reading order, or the order in which the strategy tried them.
    """

    def place(candidate: Candidate) -> tuple[bool, float, bool]:
        unknown = candidate.score is None
        return unknown, -(candidate.score or 0), candidate.move != decision.move

    return sorted(decision.candidates, key=place)


def words_as_json(words: Words | None) -> dict[str, Any] | None:
    """Returns a message, or plain text wrapped as one, as JSON; None for no text."""
    if words is None or words == "":
        return None
    if isinstance(words, Message):
        return words.as_json()
    return plain(quoted(str(words), MAX_SENTENCE)[1:-1]).as_json()

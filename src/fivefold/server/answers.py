"""A decision as it is sent to a browser: sentences as messages, the best candidates only."""

from __future__ import annotations

from typing import Any

from fivefold.core import Game
from fivefold.strategies.base import Candidate, Decision, Words, decision_as_json
from fivefold.words import Message, plain, quoted

MOST_CANDIDATES = 60
MOST_OVERLAYS = 20
LONGEST_LINE = 200
"""Moves of an expected line that are sent."""
LONGEST_SENTENCE = 2_000
"""Characters of what somebody's own strategy says."""


def answer_as_json(decision: Decision, game: Game, strategy: str, seconds: float) -> dict[str, Any]:
    """Returns the keys of `choose --json`, with messages, `compared` and the `strategy` asked."""
    best = best_first(decision)[:MOST_CANDIDATES]
    overlay = decision.overlay[:MOST_OVERLAYS]
    sent = Decision(
        decision.move,
        decision.score,
        decision.depth,
        decision.nodes,
        decision.pv[:LONGEST_LINE],
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


def best_first(decision: Decision) -> list[Candidate]:
    """Returns the candidates by falling score, those without one last; of equals the chosen first.

    Otherwise their order stays: it is reading order or what the strategy tried first.
    """

    def place(candidate: Candidate) -> tuple[bool, float, bool]:
        unknown = candidate.score is None
        return unknown, -(candidate.score or 0), candidate.move != decision.move

    return sorted(decision.candidates, key=place)


def words_as_json(words: Words | None) -> dict[str, Any] | None:
    """Returns the message, a plain text as a message too, or None where nothing is said."""
    if words is None or words == "":
        return None
    if isinstance(words, Message):
        return words.as_json()
    return plain(quoted(str(words), LONGEST_SENTENCE)[1:-1]).as_json()

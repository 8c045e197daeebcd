"""The `Strategy` interface, and the `Decision` with which a strategy explains its move.

Your own strategy is one class with one method:

>>> class First(Strategy):
...     def choose(self, state, limit=Limit(), stop=None):
...         return Decision(state.legal_moves()[0])
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import Any, ClassVar, Literal, Protocol

from fivefold.core import Game, Limit, Move, State
from fivefold.words import Message

Score = int | float
Words = Message | str
"""Fivefold's own sentences are messages; a user's strategy may use plain strings."""

Kind = Literal["values", "cells", "line", "move"]
Meaning = Literal[
    "four",
    "three",
    "sequence",
    "five",
    "open_four",
    "double_four",
    "four_three",
    "double_three",
]
"""The stroke of a drawn line, or what a stone on the drawn cells would make."""
Tone = Literal["good", "bad", "neutral"]
Claim = Literal["win", "loss", "draw", "exact"]
ProvedBy = Literal["search", "book", "vcf", "vct"]


@dataclass(frozen=True)
class Candidate:
    """A move that was considered, with its score and a short note.

    `pv` is the expected line, beginning with the move, searched to `depth`; empty if unknown.
    """

    move: Move
    score: Score | None = None
    note: Words | None = None
    pv: tuple[Move, ...] = ()
    depth: int | None = None


@dataclass(frozen=True)
class Overlay:
    """Something to draw on the board: a value per cell, a set of cells, a line or a move."""

    kind: Kind
    label: Words
    tone: Tone = "neutral"
    values: tuple[Score | None, ...] | None = None
    cells: tuple[int, ...] | None = None
    means: Meaning | None = None


@dataclass(frozen=True)
class Proof:
    """A claim that holds whatever the opponent does, and the line that demonstrates it."""

    claim: Claim
    line: tuple[Move, ...]
    by: ProvedBy = "search"
    score: Score | None = None
    plies: int | None = None


@dataclass(frozen=True)
class Decision:
    """The chosen move, and everything the strategy knew when it chose.

    Scores are from the point of view of the side to move. `move` is None only if the game is over.
    """

    move: Move | None
    score: Score | None = None
    depth: int | None = None
    nodes: int | None = None
    pv: tuple[Move, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    overlay: tuple[Overlay, ...] = ()
    proof: Proof | None = None
    text: Words = ""
    state: State | None = field(default=None, compare=False, repr=False)
    """The position it is about, if `Strategy.choose` or an engine returned it."""

    def __str__(self) -> str:
        """Returns the move and the sentence, such as `f5: Flips the most discs.`"""
        move = self.move
        name = move if move is None or self.state is None else self.state.game.format_move(move)
        return ": ".join(str(part) for part in (name, self.text) if part not in (None, ""))

    def _repr_svg_(self) -> str | None:
        from fivefold.drawing import board_svg  # only notebooks draw

        return None if self.state is None else board_svg(self.state, self)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        picture = self._repr_svg_()
        return {"text/plain": str(self), **({} if picture is None else {"image/svg+xml": picture})}

    def with_line(self, candidate: Candidate) -> Candidate:
        """Returns the candidate with its expected line, if the decision knows it."""
        if candidate.pv or candidate.move != self.move:
            return candidate
        return replace(candidate, pv=self.pv, depth=self.depth)


@dataclass(frozen=True)
class Finding:
    """What a search has found so far; scores are from the point of view of the side to move.

    `lines` are the best moves with their lines, best first, if the search compares several.
    """

    move: Move
    depth: int
    score: Score
    lines: tuple[Candidate, ...] = ()
    nodes: int | None = None
    state: State | None = field(default=None, compare=False, repr=False)
    """The position it is about, if it is known."""

    def __str__(self) -> str:
        """Returns depth, move and score, such as `12  f5  +3`."""
        name = self.move if self.state is None else self.state.game.format_move(self.move)
        return f"{self.depth:2}  {name}  {self.score:+.6g}".replace("-", "−")


class Stop(Protocol):
    """A flag that another thread may set to end a search, such as a `threading.Event`."""

    def is_set(self) -> bool: ...


class Strategy(ABC):
    """Chooses moves. Its parameters are the keyword arguments of the constructor.

    `choose` is synchronous and does no input or output. With a seed it is deterministic unless time
    runs out.
    """

    games: ClassVar[tuple[str, ...] | None] = None
    """The games it plays; None means every game."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "choose" in vars(cls):
            cls.choose = _about_its_state(cls.choose)  # type: ignore[method-assign]

    def check_game(self, game: str) -> None:  # noqa: B027 - most accept every game they play
        """Raises if the parameters do not fit the game."""

    def prepare(self, game: Game) -> None:  # noqa: B027 - most need no preparation
        """Does slow set-up ahead of the first move; calling it is optional."""

    def progress(self, state: State) -> Finding | None:
        """Returns what `choose`, running in another thread, has found so far, or None.

        Only strategies that can tell override it.
        """
        return None

    @abstractmethod
    def choose(self, state: State, limit: Limit = Limit(), stop: Stop | None = None) -> Decision:
        """Returns a legal move and its reasons, within the limit and soon after `stop` is set."""


def _about_its_state(choose: Callable[..., Decision]) -> Callable[..., Decision]:
    """Returns `choose` so that its decision knows the position."""

    @wraps(choose)
    def chosen(self: Strategy, state: State, *limits: Any, **named: Any) -> Decision:
        decision = choose(self, state, *limits, **named)
        if isinstance(decision, Decision) and decision.state is not state:
            if decision.state is not None:  # a decision that it has returned before
                return replace(decision, state=state)
            object.__setattr__(decision, "state", state)
        return decision

    return chosen


GAME_OVER = Decision(None, text=Message("decision.over"))


def decision_as_json(
    decision: Decision, game: Game, write_move: Callable[[Move | None], Any] | None = None
) -> dict[str, Any]:
    """Returns the decision as plain data: moves as notation, messages as English."""

    def notation(move: Move | None) -> Any:
        return None if move is None else game.format_move(move)

    write = write_move or notation
    return {
        "move": write(decision.move),
        "score": _number(decision.score),
        "depth": decision.depth,
        "nodes": decision.nodes,
        "pv": [write(move) for move in decision.pv],
        "candidates": [
            {
                "move": write(candidate.move),
                "score": _number(candidate.score),
                "note": None if candidate.note is None else str(candidate.note),
                "pv": [write(move) for move in candidate.pv],
                "depth": candidate.depth,
            }
            for candidate in map(decision.with_line, decision.candidates)
        ],
        "overlay": [_overlay_as_json(overlay, game) for overlay in decision.overlay],
        "proof": None if decision.proof is None else _proof_as_json(decision.proof, write),
        "text": str(decision.text),
    }


def _number(score: Score | None) -> Score | None:
    return score if score is not None and math.isfinite(score) else None


def _overlay_as_json(overlay: Overlay, game: Game) -> dict[str, Any]:
    data: dict[str, Any] = {"kind": overlay.kind, "label": str(overlay.label), "tone": overlay.tone}
    if overlay.values is not None:
        data["values"] = [_number(value) for value in overlay.values]
    if overlay.cells is not None:
        data["cells"] = [game.format_cell(cell) for cell in overlay.cells]
    if overlay.means is not None:
        data["means"] = overlay.means
    return data


def _proof_as_json(proof: Proof, write: Callable[[Move | None], Any]) -> dict[str, Any]:
    data: dict[str, Any] = {"claim": proof.claim}
    if proof.score is not None:
        data["score"] = _number(proof.score)
    if proof.plies is not None:
        data["plies"] = proof.plies
    return {**data, "line": [write(move) for move in proof.line], "by": proof.by}

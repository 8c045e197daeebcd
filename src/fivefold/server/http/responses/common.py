"""Response models that several routes share."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict


class Answer(BaseModel):
    """An answer with at least these fields; later versions may add more."""

    model_config = ConfigDict(extra="allow")


class Words(Answer):
    """A sentence: its key in the catalogue, its facts, and the English text."""

    key: str
    facts: dict[str, Any]
    text: str


class Problem(Answer):
    code: str
    message: str
    facts: dict[str, Any] = {}
    field: str | None = None
    expected_version: int | None = None


class ErrorAnswer(Answer):
    error: Problem


class GameDocument(Answer):
    name: str
    rows: int
    columns: int
    row_one: Literal["top", "bottom"]
    rules: str
    text: str
    title: Words
    players: dict[str, Words]


class Asked(Answer):
    """The next decision in a swap2 opening that is not settled."""

    asked: Literal["opener", "responder"] | None
    seat: Literal["X", "O"] | None
    stones: int
    may: list[Literal["black", "white", "two"]]


class View(Answer):
    """A position as a board draws it."""

    ply: int
    cells: str
    to_move: Literal["X", "O"] | None
    legal: list[str] | None = None
    last: list[int]
    move: str | None
    line: list[int] | None
    counts: dict[str, int] | None
    dead: list[int]
    forbidden: list[int]
    passed: Literal["X", "O"] | None
    swap2: Asked | None = None


class Decision(Answer):
    """The move a strategy chose, and its reasons."""

    move: str | None
    score: float | None
    depth: int | None
    nodes: int | None
    pv: list[str]
    candidates: list[dict[str, Any]]
    overlay: list[dict[str, Any]]
    proof: dict[str, Any] | None
    text: Words | None
    compared: int
    strategy: str
    seconds: float

"""Response models of the study routes."""

from __future__ import annotations

from typing import Any, Literal

from fivefold.server.http.responses.common import Answer, GameDocument, View


class End(Answer):
    """The result of a game that is over at a node."""

    winner: Literal["X", "O"] | None
    margin: int | None


class StudyNode(Answer):
    """A node; fields that say nothing are left out."""

    id: int
    parent: int | None
    move: str | None = None
    set: list[str | int] | None = None
    end: End | None = None
    comment: str | None = None
    glyphs: list[str] | None = None
    marks: list[list[str]] | None = None
    labels: list[list[str]] | None = None
    arrows: list[list[str]] | None = None
    clocks: list[list[str | float]] | None = None
    seconds: float | None = None
    values: list[dict[str, Any]] | None = None
    proof: dict[str, Any] | None = None
    refused: bool | None = None


class StudyResult(Answer):
    """The result of the main line; `text` is as the file has it, such as `B+R`."""

    winner: Literal["X", "O"] | None
    ending: str
    reason: str
    text: str


class StudyDocument(Answer):
    """A study as anyone with its address may see it."""

    id: str
    version: int
    created: float
    updated: float
    game: GameDocument
    start: str
    cells: str
    to_move: Literal["X", "O"]
    headers: dict[str, str]
    result: StudyResult
    nodes: list[StudyNode]
    undo: int | None
    redo: int | None


class StudyAnswer(Answer):
    study: StudyDocument
    can_edit: bool


class NewStudyAnswer(StudyAnswer):
    secret: str


class NodeAnswer(Answer):
    node: int
    path: list[int]
    view: View


class EditAnswer(Answer):
    version: int
    node: int | None

"""Models of what clients send about studies."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from fivefold.errors import InvalidNotation
from fivefold.server.http.fields import (
    Depth,
    GameText,
    Id,
    MatchId,
    MoveTexts,
    PositionText,
    Rules,
    Seconds,
    Secret,
    Size,
    Strict,
    Version,
)
from fivefold.server.study import edits as do
from fivefold.tree.node import Glyph
from fivefold.words import say

StudyId = Annotated[str, Field(max_length=64)]
NodeId = Annotated[int, Field(ge=0, le=2**31)]
Header = Annotated[str, Field(max_length=300)]
CellText = Annotated[str, Field(max_length=8)]
Lines = Annotated[int, Field(ge=1, le=10)]
Number = Annotated[float, Field(ge=-1e9, le=1e9)]
Player = Literal["X", "O"]
MAX_MARKS = 400


class NewStudyBody(Strict):
    """A study to create, from exactly one source."""

    game: GameText | None = None
    size: Size | None = None
    rules: Rules | None = None
    position: PositionText | None = None
    moves: MoveTexts | None = None
    text: Annotated[str, Field(max_length=1_000_000)] | None = None
    file: Annotated[str, Field(max_length=1_000_000, description="Base64.")] | None = None
    name: Annotated[str, Field(max_length=200)] | None = None
    match: MatchId | None = None
    study: StudyId | None = None
    title: Header | None = None


class ValueNote(Strict):
    """What an engine said about a node, for `side`."""

    score: Number
    side: Player
    depth: Annotated[int, Field(ge=0, le=10_000)] | None = None
    exact: bool = False
    line: Annotated[MoveTexts, Field(max_length=200)] = Field(default_factory=list)
    by: Annotated[str, Field(max_length=200)] = ""


class ProofNote(Strict):
    """A proof about a node."""

    claim: Literal["win", "loss", "draw", "exact"]
    line: Annotated[MoveTexts, Field(max_length=400)]
    by: Literal["search", "book", "vcf", "vct"] = "search"
    score: Number | None = None
    plies: Annotated[int, Field(ge=0, le=10_000)] | None = None


class NotesBody(Strict):
    """The notes of a node; those that are named are replaced."""

    comment: Annotated[str, Field(max_length=10_000)] = ""
    glyphs: Annotated[list[Glyph], Field(max_length=6)] = Field(default_factory=list)
    marks: Annotated[
        list[Annotated[list[CellText], Field(min_length=2, max_length=2)]],
        Field(max_length=MAX_MARKS),
    ] = Field(default_factory=list)
    labels: Annotated[
        list[
            Annotated[list[Annotated[str, Field(max_length=40)]], Field(min_length=2, max_length=2)]
        ],
        Field(max_length=MAX_MARKS),
    ] = Field(default_factory=list)
    arrows: Annotated[
        list[Annotated[list[CellText], Field(min_length=2, max_length=2)]],
        Field(max_length=MAX_MARKS),
    ] = Field(default_factory=list)
    clocks: Annotated[
        list[Annotated[list[Player | Number], Field(min_length=2, max_length=2)]],
        Field(max_length=2),
    ] = Field(default_factory=list)
    seconds: Annotated[float, Field(ge=0, le=1e9)] | None = None
    values: Annotated[list[ValueNote], Field(max_length=8)] = Field(default_factory=list)
    proof: ProofNote | None = None


Headers = dict[Annotated[str, Field(max_length=40)], Header]
Operation = Literal["add", "delete", "promote", "annotate", "headers", "undo"]


class EditBody(Strict):
    """An edit of a study; each operation has its own fields."""

    id: Id
    version: Version
    op: Operation
    node: NodeId | None = None
    moves: MoveTexts | None = None
    main: bool | None = None
    notes: Annotated[dict[str, Any], Field(max_length=20)] | None = None
    headers: Annotated[Headers, Field(max_length=20)] | None = None
    edit: Version | None = None


_FIELDS: dict[str, tuple[set[str], set[str]]] = {
    "add": ({"node", "moves"}, set()),
    "delete": ({"node"}, set()),
    "promote": ({"node"}, {"main"}),
    "annotate": ({"node", "notes"}, set()),
    "headers": ({"headers"}, set()),
    "undo": ({"edit"}, set()),
}
"""The fields that each operation needs, and those that it may have."""


def edit_of(body: EditBody) -> do.Edit:
    """Returns the edit of a body. Raises `InvalidNotation` for missing or unknown fields."""
    needed, allowed = _FIELDS[body.op]
    given = {
        name
        for name in ("node", "moves", "main", "notes", "headers", "edit")
        if getattr(body, name) is not None
    }
    for field in sorted(needed - given):
        raise _invalid(field, "missing")
    for field in sorted(given - needed - allowed):
        raise _invalid(field, "unknown")
    return do.Edit(body.id, body.version, _change(body))


def _change(body: EditBody) -> do.Change:
    node = body.node or 0
    if body.op == "add":
        if not body.moves:
            raise InvalidNotation(
                "request.invalid", field="moves", wanted=say("request.wanted.longer", n=1)
            )
        return do.Add(node, tuple(body.moves))
    if body.op == "delete":
        return do.Delete(node)
    if body.op == "promote":
        return do.Promote(node, bool(body.main))
    if body.op == "annotate":
        notes = NotesBody.model_validate(body.notes)
        return do.Annotate(node, notes.model_dump(exclude_unset=True))
    if body.op == "headers":
        return do.SetHeaders(body.headers or {})
    return do.Undo(body.edit or 0)


def _invalid(field: str, wanted: str) -> InvalidNotation:
    return InvalidNotation("request.invalid", field=field, wanted=say(f"request.wanted.{wanted}"))


class Follow(Strict):
    type: Literal["follow"]
    study: StudyId
    secret: Secret | None = None
    since: Version | None = None


class EditFrame(EditBody):
    type: Literal["edit"]


class Look(Strict):
    type: Literal["look"]
    id: Id
    node: NodeId
    legal: bool = True


class Analyse(Strict):
    """Engine lines at a node of the study, or in a position that is in no study."""

    type: Literal["analyse"]
    id: Id
    node: NodeId | None = None
    game: GameText | None = None
    size: Size | None = None
    rules: Rules | None = None
    position: PositionText | None = None
    moves: MoveTexts | None = None
    lines: Lines = 3
    seconds: Seconds | None = None
    depth: Depth | None = None

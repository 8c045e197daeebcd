"""The edits of a study. Each names the last version that its editor has seen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Add:
    """Plays moves from a node. Moves that the study already has are followed."""

    node: int
    moves: tuple[str, ...]


@dataclass(frozen=True)
class Delete:
    """Deletes a node and everything that follows it."""

    node: int


@dataclass(frozen=True)
class Promote:
    """Makes a node the first among its siblings; with `main`, everything above it too."""

    node: int
    main: bool = False


@dataclass(frozen=True)
class Annotate:
    """Replaces these fields of a node's notes, in the form of `formats.tree_json`."""

    node: int
    notes: Mapping[str, Any]


@dataclass(frozen=True)
class SetHeaders:
    """Replaces these headers."""

    headers: Mapping[str, str]


@dataclass(frozen=True)
class Undo:
    """Undoes the edit with this version. Undoing an undo is a redo."""

    edit: int


Change = Add | Delete | Promote | Annotate | SetHeaders | Undo


@dataclass(frozen=True)
class Edit:
    """A change, the id that makes it safe to send twice, and the version it was made at."""

    id: str
    version: int
    change: Change

"""The steps that an edit consists of. Taking one returns the step that takes it back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Detach:
    """Deletes a node and all that follow it."""

    node: int


@dataclass(frozen=True)
class Attach:
    """Takes a deletion back: the node returns to its place among its siblings."""

    node: int
    place: int


@dataclass(frozen=True)
class Place:
    """Gives a node another place among its siblings."""

    node: int
    place: int


@dataclass(frozen=True)
class Write:
    """Replaces fields of a node's notes. Taking it back needs those that it wrote."""

    node: int
    notes: Mapping[str, Any]
    written: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Head:
    """Replaces headers. Taking it back needs those that it wrote."""

    headers: Mapping[str, str]
    written: Mapping[str, str] = field(default_factory=dict)


Step = Detach | Attach | Place | Write | Head


@dataclass
class Applied:
    """What an event did to the study."""

    inverse: tuple[Step, ...] = ()
    """What takes it back, in order."""
    node: int | None = None
    """The node that the edit was about."""
    nodes: set[int] = field(default_factory=set)
    """Nodes with other notes."""
    parts: set[int] = field(default_factory=set)
    """The first node of each part that is new or came back."""
    parents: set[int] = field(default_factory=set)
    """Nodes with other children."""
    headers: bool = False
    can_be_undone: bool = True
    is_undone: bool = False

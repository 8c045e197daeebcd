"""The other processes of the same server, as a house sees them; here: there are none.

A house asks its neighbours whatever one process cannot know. Alone, each answer is the trivial
one; with several workers it comes from the noticeboard that they share (`noticeboard.py`).
"""

from __future__ import annotations

import os
from collections.abc import Collection
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Worker:
    """A process that serves now, and how much it has to do."""

    number: int
    pid: int
    matches: int = 0
    sockets: int = 0


@dataclass(frozen=True)
class Elsewhere:
    """What the other workers know of a match that they have in memory too."""

    version: int = 0
    """The last one that any of them has taken in."""
    turn: float | None = None
    """When the turn at that version began, on the clock that all processes share."""
    since: float | None = None
    """Since when one of them has had it in memory."""
    watching: int = 0
    strangers: int = 0
    here: frozenset[str] = frozenset()
    """Who holds a seat and is connected."""
    seen: dict[str, float] = field(default_factory=dict)
    """When somebody who holds a seat was last seen."""


NOWHERE = Elsewhere()


@dataclass(frozen=True)
class Note:
    """What this worker tells the others of a match."""

    version: int
    turn: float | None
    since: float
    watching: int
    strangers: int
    hidden: bytes | None
    """The position, if two people play it and nobody may ask about it."""


class Neighbours:
    """Nobody: this process serves alone."""

    several = False

    def close(self) -> None:
        """Leaves."""

    # Matches

    def note(self, match: str, note: Note) -> None:
        """Tells the others how the match stands here."""

    def met(self, match: str, holder: str, seen: float, *, here: bool) -> None:
        """Tells the others that somebody who holds a seat is here, or was."""

    def dropped(self, match: str) -> None:
        """Tells the others that the match is no longer in memory here."""

    def elsewhere(self, match: str) -> Elsewhere:
        """Returns what the others know of the match."""
        return NOWHERE

    def version(self, match: str) -> int:
        """Returns the last version that any of the others has taken in."""
        return 0

    def hidden(self) -> Collection[bytes]:
        """Returns the positions that people play at the others' and nobody may ask about."""
        return ()

    # Machines

    def keep(self, match: str, version: int) -> bool:
        """Tells whether the machine to move at that version is to think here."""
        return True

    def let_go(self, match: str) -> None:
        """Lets another think for this match."""

    # How much there is

    def count(self, matches: int, sockets: int) -> None:
        """Tells the others how many matches are in memory here, and how many look."""

    def others(self) -> list[Worker]:
        """Returns the other workers that live."""
        return []

    def workers(self) -> list[Worker]:
        """Returns every worker that lives."""
        return [Worker(1, os.getpid())]

    # Questions

    def ask(self, client: str, id: str) -> bool:
        """Notes a question with its id; False when one of that id waits already."""
        return True

    def asking(self, client: str) -> int:
        """Returns how many questions of the client wait elsewhere."""
        return 0

    def answered(self, client: str, id: str) -> None:
        """Forgets a question."""

    def withdraw(self, client: str, id: str) -> bool:
        """Asks the worker that has the question to give it up; False when there is none."""
        return False

    def withdrawn(self, client: str) -> list[str]:
        """Returns the ids of the client's questions here that were withdrawn elsewhere."""
        return []

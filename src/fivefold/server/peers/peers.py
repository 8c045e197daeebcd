"""The other worker processes of the same server, as one worker sees them.

`Peers` itself is a server with a single process: every answer is the trivial one. With several
workers `shared_state.SharedState` answers from the file that they share.
"""

from __future__ import annotations

import os
from collections.abc import Collection
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Worker:
    """A live worker process and its load."""

    number: int
    pid: int
    matches: int = 0
    sockets: int = 0


@dataclass(frozen=True)
class Elsewhere:
    """What the other workers know of a match that they have in memory too."""

    version: int = 0
    """The latest version any of them has applied."""
    turn: float | None = None
    """When the turn at that version began, on the monotonic clock of the machine."""
    since: float | None = None
    """When the first of them loaded the match."""
    watching: int = 0
    spectators: int = 0
    here: frozenset[str] = frozenset()
    """The holders of seats that are connected."""
    seen: dict[str, float] = field(default_factory=dict)
    """When each holder of a seat was last seen."""


NOWHERE = Elsewhere()


@dataclass(frozen=True)
class MatchStatus:
    """What this worker tells the others of a match."""

    version: int
    turn: float | None
    since: float | None
    watching: int
    spectators: int
    hidden: bytes | None
    """The key of the position if two people play it, so that nobody may analyse it."""


def dormant_status(version: int, turn: float) -> MatchStatus:
    """Returns the status of a match of which a worker keeps only the flag timer."""
    return MatchStatus(version, turn, None, 0, 0, None)


class Peers:
    """No other workers: this process serves alone."""

    several = False

    def close(self) -> None:
        """Leaves the other workers."""

    # Matches

    def publish(self, match: str, status: MatchStatus) -> None:
        """Tells the others how the match stands here."""

    def seen(self, match: str, holder: str, at: float, *, here: bool) -> None:
        """Tells the others when the holder of a seat was last seen, and whether they are here."""

    def dropped(self, match: str) -> None:
        """Tells the others that the match is no longer in memory here."""

    def elsewhere(self, match: str) -> Elsewhere:
        """Returns what the others know of the match."""
        return NOWHERE

    def version(self, match: str) -> int:
        """Returns the latest version any of the others has applied."""
        return 0

    def hidden(self, besides: str | None = None) -> Collection[bytes]:
        """Returns the keys of the positions that people play at the other workers.

        Leaves out the match `besides`.
        """
        return ()

    # Machines

    def claim(self, match: str, version: int) -> bool:
        """Returns whether this worker thinks for the machine to move at that version."""
        return True

    def release(self, match: str) -> None:
        """Lets another worker think for the machines of this match."""

    # Load

    def count_matches(self, count: int) -> None:
        """Tells the others how many matches are in memory here."""

    def count_sockets(self, count: int) -> None:
        """Tells the others how many connections are open here."""

    def count_sockets_of(self, key: str, count: int) -> None:
        """Tells the others how many connections a client or network has open here."""

    def sockets_of(self, key: str) -> int:
        """Returns how many connections a client or network has open at the other workers."""
        return 0

    def others(self) -> list[Worker]:
        """Returns the other live workers."""
        return []

    def workers(self) -> list[Worker]:
        """Returns every live worker."""
        return [Worker(1, os.getpid())]

    # Exports

    def export_waits(self, client: str, id: str, before: int | None) -> None:
        """Tells the others how many files come before this one; None once it is complete."""

    def export_before(self, client: str, id: str) -> int | None:
        """Returns how many files come before this one at another worker; None if none has it."""
        return None

    # Questions

    def ask(self, client: str, id: str) -> bool:
        """Registers a question; returns False if the client has one with that id in progress."""
        return True

    def asking(self, client: str) -> int:
        """Returns the number of the client's questions in progress at other workers."""
        return 0

    def answered(self, client: str, id: str) -> None:
        """Removes a question."""

    def withdraw(self, client: str, id: str) -> bool:
        """Asks the worker that has the question to stop it; returns False if none has it."""
        return False

    def withdrawn(self, client: str) -> list[str]:
        """Returns the ids of the client's questions here that were withdrawn elsewhere."""
        return []

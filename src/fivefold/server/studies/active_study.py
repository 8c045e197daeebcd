"""A study in memory."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from fivefold.server.matches.subscribers import Subscriber
from fivefold.server.room.events import Event
from fivefold.server.studies.frames import edited_frame, study_text
from fivefold.server.study.study import Study

LARGE = 2_000
"""Studies with more nodes are encoded in a worker thread."""
MAX_MISSED = 300
"""A follower that missed more events gets the whole study instead."""


@dataclass(eq=False)
class ActiveStudy:
    """A study in memory: its state, its log, and those who follow it.

    A change holds `lock` from the decision to the last frame.
    """

    study: Study
    events: list[Event]
    used: float
    """When it was used last, on the monotonic clock."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    followers: set[Subscriber] = field(default_factory=set)
    is_open: bool = True
    """False once the study has left the memory; its log may then grow elsewhere."""
    _text: tuple[int, str] | None = None
    """A version, and the whole study as JSON then."""

    @property
    def id(self) -> str:
        return self.study.id

    @property
    def is_busy(self) -> bool:
        """Whether somebody follows it or changes it now."""
        return bool(self.followers) or self.lock.locked()

    async def text(self) -> str:
        """Returns the whole study as JSON; the caller holds the lock."""
        study = self.study
        if self._text is None or self._text[0] != study.version:
            if len(study.nodes) > LARGE:
                text = await asyncio.to_thread(study_text, study)
            else:
                text = study_text(study)
            self._text = study.version, text
        return self._text[1]

    def apply(self, events: Sequence[Event]) -> None:
        """Applies events that are on disk, and sends each to the followers."""
        for event in events:
            done = self.study.apply(event)
            self.events.append(event)
            if self.followers:
                self.send(edited_frame(self.study, [event], [done], is_new=True))

    def send(self, frame: str) -> None:
        """Queues the frame for every follower."""
        for follower in tuple(self.followers):
            follower.offer(frame)

    def missed(self, since: int) -> str | None:
        """Returns the frame with the events after a version; None if the whole study is due."""
        study = self.study
        if not 0 < since <= study.version or study.version - since > MAX_MISSED:
            return None
        return edited_frame(study, self.events[since:], study.log[since:])

"""A socket's part in studies: the one it follows, its edits, and its engine lines."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from fivefold.core import State
from fivefold.errors import InvalidNotation, Refused
from fivefold.server.http.parsing import positions_of
from fivefold.server.http.study_requests import Analyse, EditFrame, Follow, Look, edit_of
from fivefold.server.matches.service import holder_of
from fivefold.server.matches.subscribers import Subscriber
from fivefold.server.studies.active_study import ActiveStudy
from fivefold.server.studies.frames import lines_frame, look_frame
from fivefold.server.studies.service import StudyService

StudyFrame = Follow | EditFrame | Look | Analyse
Send = Callable[[dict[str, Any]], None]
Refuse = Callable[[str | None, BaseException], None]


class StudySession:
    """What one socket does with studies; `send` and `refuse` queue a frame for its client."""

    def __init__(
        self,
        studies: StudyService,
        subscriber: Subscriber,
        client: str,
        send: Send,
        refuse: Refuse,
    ) -> None:
        self._studies = studies
        self._subscriber = subscriber
        self._client = client
        self._send = send
        self._refuse = refuse
        self._active: ActiveStudy | None = None
        self._lines: tuple[str, asyncio.Task[None]] | None = None

    @property
    def is_following(self) -> bool:
        return self._active is not None

    @property
    def may_edit(self) -> bool:
        """Whether the socket belongs to an editor of the study."""
        return self._active is not None and self._active.study.is_editor(self._subscriber.holder)

    async def find(self, asked: Follow) -> ActiveStudy:
        """Returns the study to follow. Raises `NotFound`."""
        return await self._studies.find(asked.study, asked.since)

    async def follow(self, active: ActiveStudy, asked: Follow) -> None:
        """Follows a study; the socket has left what it followed before."""
        self._subscriber.holder = holder_of(asked.secret)
        followers = self._studies.followers
        await followers.follow(active, self._subscriber, self._client, asked.since)
        self._active = active

    def leave(self) -> None:
        """Stops following, and stops the engine."""
        self.cancel()
        if self._active is not None:
            self._studies.followers.leave(self._active, self._subscriber)
            self._active = None

    def cancel(self, id: str | None = None) -> bool:
        """Stops the engine lines with that id, or any; returns whether there were some."""
        if self._lines is None or (id is not None and self._lines[0] != id):
            return False
        running = not self._lines[1].done()
        self._lines[1].cancel()
        self._lines = None
        return running

    async def handle(self, asked: EditFrame | Look | Analyse) -> None:
        """Answers a frame."""
        if isinstance(asked, EditFrame):
            study = self._followed().id
            holder = self._subscriber.holder
            done = await self._studies.execute(study, edit_of(asked), holder, self._client)
            answer = {"version": done.version, "node": done.node}
            self._send({"type": "ack", "id": asked.id, **answer})
        elif isinstance(asked, Look):
            shown = self._followed().study
            shown.nodes.live(asked.node)
            self._send(look_frame(asked.id, shown, asked.node, legal=asked.legal))
        else:
            await self._analyse(asked)

    def _followed(self) -> ActiveStudy:
        if self._active is None:
            raise Refused("request.not_following")
        return self._active

    async def _analyse(self, asked: Analyse) -> None:
        states = await self._states(asked)
        self.cancel()
        id, node = asked.id, asked.node
        task = self._studies.lines.start(
            self._client,
            states,
            lambda facts: self._send(lines_frame(id, node, facts)),
            lambda error: self._refuse(id, error),
            count=asked.lines,
            seconds=asked.seconds,
            depth=asked.depth,
        )
        self._lines = id, task

    async def _states(self, asked: Analyse) -> list[State]:
        """Returns the positions from the root to a node, or those of a line in the frame."""
        if (asked.node is None) == (asked.game is None):
            raise InvalidNotation("study.which_position")
        if asked.node is not None:
            study = self._followed().study
            study.nodes.live(asked.node)
            return study.nodes.positions(asked.node)
        assert asked.game is not None
        line = await asyncio.to_thread(
            positions_of, asked.game, asked.size, asked.rules, asked.position, asked.moves
        )
        return list(line)

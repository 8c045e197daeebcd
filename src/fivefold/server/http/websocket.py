"""The WebSocket at /api/live: one per browser tab, subscribed to one match or study at a time."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from fivefold.errors import InvalidNotation, NotFound, Refused
from fivefold.server.http import requests as frame
from fivefold.server.http.commands import command_for
from fivefold.server.http.dependencies import NO_CLIENT
from fivefold.server.http.errors import answer_to
from fivefold.server.http.study_requests import Analyse, EditFrame, Follow, Look
from fivefold.server.http.study_session import StudySession
from fivefold.server.matches.active_match import ActiveMatch
from fivefold.server.matches.queries import MAX_AT_ONCE, AnalysisQueries, states_of
from fivefold.server.matches.service import MatchService, holder_of
from fivefold.server.matches.subscribers import Subscriber
from fivefold.server.strict_json import write_json
from fivefold.server.studies.service import StudyService

GOING_AWAY, TOO_SLOW, TOO_MUCH = 1001, 1008, 1013


async def live(socket: WebSocket) -> None:
    """Serves one socket until either side closes it."""
    service: MatchService = socket.app.state.service
    await socket.accept()
    try:
        service.connections.check_space(_client(socket))
    except Refused as error:
        await socket.close(TOO_MUCH, error.code)
        return
    session = Session(service, socket.app.state.queries, socket.app.state.studies, socket)
    await session.run()


def _client(socket: WebSocket) -> str:
    return socket.client.host if socket.client else NO_CLIENT


class Session:
    """One socket: its subscription and its questions in progress."""

    def __init__(
        self,
        service: MatchService,
        queries: AnalysisQueries,
        studies: StudyService,
        socket: WebSocket,
    ) -> None:
        self._service = service
        self._queries = queries
        self._socket = socket
        self._client = _client(socket)
        self._subscriber = Subscriber()
        self._active: ActiveMatch | None = None
        self._study = StudySession(
            studies, self._subscriber, self._client, self._send, self._refuse
        )
        self._asked: dict[str, asyncio.Task[None]] = {}
        self._received = time.monotonic()
        self._code = TOO_SLOW

    async def run(self) -> None:
        """Reads and writes frames until either side closes the socket."""
        service, subscriber = self._service, self._subscriber
        on_trial = service.connections.is_crowded
        service.connections.open(subscriber, self._client)
        tasks = {
            asyncio.ensure_future(self._until_unwanted(on_trial)),
            asyncio.ensure_future(self._read()),
            asyncio.ensure_future(
                subscriber.pump(self._socket.send_text, service.settings.slow_seconds)
            ),
            asyncio.ensure_future(subscriber.gone.wait()),
            asyncio.ensure_future(subscriber.until_sent(service.tasks.closing)),
        }
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (*tasks, *self._asked.values()):
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._leave()
            await self._close()
            service.connections.close(subscriber)
        for task in done:
            error = None if task.cancelled() else task.exception()
            if error is not None and not isinstance(error, WebSocketDisconnect | RuntimeError):
                raise error

    async def _until_unwanted(self, on_trial: bool) -> None:
        """Returns when the socket only takes the place of others."""
        settings = self._service.settings
        if on_trial:
            await asyncio.sleep(settings.trial_seconds)
            if not self._is_player:
                self._code = TOO_MUCH
                return
        while True:
            silent = time.monotonic() - self._received
            is_idle = self._active is None and not self._study.is_following
            if is_idle and silent >= settings.silent_seconds:
                return
            left = settings.silent_seconds - silent
            await asyncio.sleep(left if left > 0 else settings.silent_seconds)

    @property
    def _is_player(self) -> bool:
        """Whether the socket belongs to somebody who holds a seat, or edits a study."""
        held = self._active is not None and self._active.room.held_by(self._subscriber.holder)
        return bool(held) or self._study.may_edit

    async def _close(self) -> None:
        code = GOING_AWAY if self._service.tasks.closing.is_set() else self._code
        if self._socket.application_state is not WebSocketState.CONNECTED:
            return
        if self._socket.client_state is not WebSocketState.CONNECTED:
            return
        with contextlib.suppress(Exception):
            async with asyncio.timeout(1):
                await self._socket.close(code)

    async def _read(self) -> None:
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            self._received = time.monotonic()
            text = message.get("text")
            pings = message.get("control_frames", 0)
            try:
                if not self._service.limits.commands.take(self._client, pings or 1):
                    raise Refused("request.too_fast")
                if pings:
                    continue
                if text is None:
                    raise InvalidNotation("request.binary")
                await self._handle(frame.read_frame(text))
            except Exception as error:  # a bad frame must not close the socket
                self._refuse(None if text is None else frame.id_in(text), error)

    def _refuse(self, id: str | None, error: BaseException) -> None:
        _, body = answer_to(error)
        self._service.metrics.errors[body["error"]["code"]] += 1
        self._send({"type": "error", **({} if id is None else {"id": id}), **body})

    def _send(self, data: dict[str, Any]) -> None:
        self._subscriber.offer(write_json(data))

    async def _handle(self, asked: frame.Frame) -> None:
        if isinstance(asked, frame.Ping):
            self._send({"type": "pong", **({} if asked.id is None else {"id": asked.id})})
        elif isinstance(asked, frame.Watch):
            await self._watch(asked)
        elif isinstance(asked, frame.Ask):
            self._ask(asked)
        elif isinstance(asked, Follow):
            await self._follow(asked)
        elif isinstance(asked, EditFrame | Look | Analyse):
            await self._study.handle(asked)
        elif isinstance(asked, frame.Cancel):
            if self._study.cancel(asked.id):
                return
            if asked.id not in self._asked:
                raise NotFound("question.missing")
            self._asked[asked.id].cancel()  # answered with `question.cancelled`
        else:
            await self._command(asked)

    async def _watch(self, asked: frame.Watch) -> None:
        active = await self._service.find(asked.match, asked.since, self._client)
        self._leave()
        self._subscriber.holder = holder_of(asked.secret)
        self._service.connections.subscribe(active, self._subscriber, asked.since)
        self._active = active

    async def _follow(self, asked: Follow) -> None:
        active = await self._study.find(asked)
        self._leave()
        await self._study.follow(active, asked)

    def _leave(self) -> None:
        """Leaves the match or the study."""
        self._study.leave()
        if self._active is not None:
            self._service.connections.unsubscribe(self._active, self._subscriber)
            self._active = None

    async def _command(self, asked: Any) -> None:
        match = self._watched().id
        command = await command_for(asked.type, asked, self._service, match)
        holder = self._subscriber.holder
        result = await self._service.execute(match, command, holder, self._client)
        self._send({"type": "ack", "id": asked.id, **result.as_json()})

    def _watched(self) -> ActiveMatch:
        if self._active is None:
            raise Refused("request.not_watching")
        return self._active

    def _ask(self, asked: frame.Ask) -> None:
        states = states_of(self._watched(), asked.ply)
        if asked.id in self._asked:
            raise Refused("question.twice")
        if len(self._asked) >= MAX_AT_ONCE:
            raise Refused("question.quota")

        async def think() -> None:
            try:
                # No id: those of different tabs may be equal, and only this socket can cancel it.
                decision = await self._queries.ask(
                    self._client, None, asked.strategy, states, asked.seconds
                )
                self._send({"type": "answer", "id": asked.id, "decision": decision})
            except asyncio.CancelledError:
                self._refuse(asked.id, Refused("question.cancelled"))
            except Exception as error:
                self._refuse(asked.id, error)
            finally:
                self._asked.pop(asked.id, None)

        self._asked[asked.id] = asyncio.ensure_future(think())

"""Server-sent events: the frames of a match as a stream, for scripts."""

from __future__ import annotations

import asyncio
import contextlib
import re
from typing import Annotated

from fastapi import Header, Query
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from fivefold.errors import Refused
from fivefold.server.http.dependencies import (
    Client,
    Holder,
    TheService,
    new_router,
    until_disconnected,
)
from fivefold.server.matches.active_match import ActiveMatch
from fivefold.server.matches.service import MatchService
from fivefold.server.matches.subscribers import Subscriber

HEARTBEAT_SECONDS = 15.0
_VERSION = re.compile(r'"version":(\d+)\}$')

router = new_router()


@router.get(
    "/matches/{match}/events",
    response_class=Response,
    responses={200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}},
)
async def events(
    match: str,
    service: TheService,
    holder: Holder,
    client: Client,
    since: Annotated[int | None, Query(ge=0, le=2**53 - 1)] = None,
    last_event_id: Annotated[int | None, Header(ge=0, le=2**53 - 1)] = None,
) -> Response:
    """Streams the match and every change as `text/event-stream`.

    `since` is the last version seen; a client that reconnects sends it as `Last-Event-ID`.
    """
    if last_event_id is not None:
        since = last_event_id
    active = await service.find(match, since, client)
    service.connections.check_space(client)
    if service.connections.is_crowded and not active.room.held_by(holder):
        raise Refused("request.too_many")
    return EventStream(service, active, Subscriber(holder), client, since)


class EventStream(Response):
    """A response that goes on until the client disconnects or stops reading."""

    media_type = "text/event-stream"

    def __init__(
        self,
        service: MatchService,
        active: ActiveMatch,
        subscriber: Subscriber,
        client: str,
        since: int | None,
    ) -> None:
        super().__init__(headers={"Cache-Control": "no-store"})
        del self.headers["content-length"]
        self._service = service
        self._active = active
        self._subscriber = subscriber
        self._client = client
        self._since = since

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        service, subscriber = self._service, self._subscriber

        async def send_event(frame: str | None) -> None:
            body = _as_event(frame).encode()
            await send({"type": "http.response.body", "body": body, "more_body": True})

        service.connections.open(subscriber, self._client)
        slow = service.settings.slow_seconds
        try:
            # Before the first byte: a refusal is still an ordinary answer.
            service.connections.subscribe(self._active, subscriber, self._since)
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            tasks = {
                asyncio.ensure_future(subscriber.pump(send_event, slow, HEARTBEAT_SECONDS)),
                asyncio.ensure_future(until_disconnected(receive)),
                asyncio.ensure_future(subscriber.gone.wait()),
                asyncio.ensure_future(subscriber.until_sent(service.tasks.closing)),
            }
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        finally:
            service.connections.unsubscribe(self._active, subscriber)
            service.connections.close(subscriber)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(1):
                await send({"type": "http.response.body", "body": b"", "more_body": False})


def _as_event(frame: str | None) -> str:
    """Returns the frame in the format of event streams; None becomes a heartbeat."""
    if frame is None:
        return ":\n\n"
    version = _VERSION.search(frame, max(0, len(frame) - 40))
    head = f"id: {version[1]}\n" if version else ""
    return f"{head}data: {frame}\n\n"

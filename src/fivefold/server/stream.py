"""The events of a match as a stream for scripts: the frames of the socket, one way only."""

from __future__ import annotations

import asyncio
import contextlib
import re
from typing import Annotated

from fastapi import Header, Query
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from fivefold.errors import Refused
from fivefold.server.api import Holder, TheHouse, new_router
from fivefold.server.house import House
from fivefold.server.table import Table
from fivefold.server.watchers import Watcher

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
    house: TheHouse,
    holder: Holder,
    since: Annotated[int | None, Query(ge=0, le=2**53 - 1)] = None,
    last_event_id: Annotated[int | None, Header(ge=0, le=2**53 - 1)] = None,
) -> Response:
    """Everything that happens in the match, as it happens: text/event-stream.

    `since` is the last version seen; who comes back says it as `Last-Event-ID`.
    """
    if last_event_id is not None:
        since = last_event_id
    table = await house.find(match, since)
    if house.attendance.is_full:
        raise Refused("request.too_many")
    return EventStream(house, table, Watcher(holder), since)


class EventStream(Response):
    """A response without an end; whoever stops reading it is let go."""

    media_type = "text/event-stream"

    def __init__(self, house: House, table: Table, watcher: Watcher, since: int | None) -> None:
        super().__init__(headers={"Cache-Control": "no-store"})
        del self.headers["content-length"]
        self._house = house
        self._table = table
        self._watcher = watcher
        self._since = since

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        house, watcher = self._house, self._watcher
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})

        async def send_event(frame: str | None) -> None:
            body = _as_event(frame).encode()
            await send({"type": "http.response.body", "body": body, "more_body": True})

        house.attendance.enter(watcher)
        slow = house.settings.slow_seconds
        try:
            house.watch(self._table, watcher, self._since)
            tasks = {
                asyncio.ensure_future(watcher.pump(send_event, slow, HEARTBEAT_SECONDS)),
                asyncio.ensure_future(_until_gone(receive)),
                asyncio.ensure_future(watcher.gone.wait()),
                asyncio.ensure_future(watcher.until_sent(house.closing)),
            }
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        finally:
            house.leave(self._table, watcher)
            house.attendance.exit(watcher)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(1):
                await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _as_event(frame: str | None) -> str:
    """Returns the frame as it goes over the wire; none is a sign of life."""
    if frame is None:
        return ":\n\n"
    version = _VERSION.search(frame, max(0, len(frame) - 40))
    head = f"id: {version[1]}\n" if version else ""
    return f"{head}data: {frame}\n\n"

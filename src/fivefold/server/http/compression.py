"""Compression of answers to GET requests.

Compression lets an attacker who can put text into an answer and watch its length guess the secrets
beside that text (BREACH). The secrets of seats are only in answers to POST requests, so these are
never compressed; a test holds every route to that.
"""

from __future__ import annotations

import asyncio
import gzip

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import Message, Scope, Send

MIN_BYTES = 600
"""Smaller answers fit a packet anyway."""
BLOCKING_BYTES = 64 * 1024
"""Larger answers are compressed outside the event loop."""
LEVEL = 6
TYPES = (
    "application/json",
    "application/x-go-sgf",
    "image/svg+xml",
    "text/html",
    "text/plain",
)


def compressing(scope: Scope, send: Send) -> Send:
    """Returns a `send` that compresses the answer if it may be and the client can read it."""
    if scope["method"] != "GET" or not _accepts_gzip(Headers(scope=scope)):
        return send
    start: Message | None = None

    async def compressed(message: Message) -> None:
        nonlocal start
        if message["type"] == "http.response.start" and _may_be(message):
            start = message
            return
        if start is None:
            await send(message)
            return
        begun, start = start, None
        headers = MutableHeaders(raw=begun["headers"])
        headers.add_vary_header("Accept-Encoding")
        body = message.get("body", b"")
        if not message.get("more_body", False) and len(body) >= MIN_BYTES:
            message = {**message, "body": await _compress(body)}
            headers["Content-Encoding"] = "gzip"
            headers["Content-Length"] = str(len(message["body"]))
        await send(begun)
        await send(message)

    return compressed


def _may_be(start: Message) -> bool:
    headers = Headers(raw=start["headers"])
    kind = headers.get("content-type", "").partition(";")[0]
    return kind in TYPES and "content-encoding" not in headers and start["status"] == 200


def _accepts_gzip(headers: Headers) -> bool:
    """Whether the client accepts gzip; `gzip;q=0` means that it does not."""
    for part in headers.get("accept-encoding", "").split(","):
        name, _, weight = part.partition(";")
        if name.strip().lower() == "gzip":
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


async def _compress(body: bytes) -> bytes:
    if len(body) < BLOCKING_BYTES:
        return gzip.compress(body, LEVEL, mtime=0)
    return await asyncio.to_thread(gzip.compress, body, LEVEL, mtime=0)

"""Security middleware: checks host, origin and body size, and adds safe headers.

Plain ASGI, because the framework's middleware classes do not cover WebSockets.
"""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fivefold.errors import FivefoldError, InvalidNotation, Refused
from fivefold.server.http.compression import compressing
from fivefold.server.http.errors import answer_to
from fivefold.server.settings import Settings, is_this_machine
from fivefold.server.strict_json import write_json

MAX_BODY_BYTES = 64 * 1024
MAX_TEXT_BYTES = 1024 * 1024
WHOLE_FILES = ("/api/read", "/api/studies")
"""These paths take whole files, of at most `MAX_TEXT_BYTES`."""
BODY_SECONDS = 15.0
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
SAFE_HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
FRAMED = "/embed/"
"""Pages below this path may be shown in the pages of other sites. They only show a game."""
FRAMED_HEADERS = {
    **SAFE_HEADERS,
    "Content-Security-Policy": POLICY.replace("frame-ancestors 'none'", "frame-ancestors *"),
    "Cross-Origin-Resource-Policy": "cross-origin",
}


class SecurityMiddleware:
    """Rejects foreign origins, foreign host names and bodies that are too large."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        try:
            self._check_host(headers)
            if scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS:
                self._check_origin(headers)
            if scope["type"] == "http":
                receive = await _with_body(scope, headers, receive)
        except FivefoldError as error:
            await _refuse(error, scope, _guarded(scope, send))
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
        else:
            await self._answer(scope, receive, compressing(scope, _guarded(scope, send)))

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Runs the application; an unexpected error becomes a JSON error too."""
        started = False

        async def watched(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self.app(scope, receive, watched)
        except Exception as error:
            if started:
                raise
            await _refuse(error, scope, send)

    def _check_host(self, headers: Headers) -> None:
        """Raises `Refused` for a host name that is not this machine's: DNS rebinding."""
        if not self.settings.is_loopback:
            return
        name = _name_of(headers.get("host", ""))
        known = {_name_of(urlsplit(origin).netloc) for origin in self.settings.origins}
        if not is_this_machine(name) and name not in known:
            raise Refused("request.host")

    def _check_origin(self, headers: Headers) -> None:
        origin = headers.get("origin")
        if origin is None or origin in self.settings.origins:
            return
        if _place_of(origin) != headers.get("host") or origin == "null":
            raise Refused("request.origin")


def _place_of(origin: str) -> str | None:
    """Returns the host and port of an origin; None if it is invalid."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def _name_of(host: str) -> str:
    """Returns the host without its port or IPv6 brackets."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].lower()


async def _with_body(scope: Scope, headers: Headers, receive: Receive) -> Receive:
    """Returns a `receive` that replays the body, read completely and within the limit."""
    most = MAX_TEXT_BYTES if scope["path"] in WHOLE_FILES else MAX_BODY_BYTES
    length = headers.get("content-length", "0")
    if length.isdecimal() and int(length[:20]) > most:
        raise InvalidNotation("request.too_large", most=most // 1024)
    if scope["method"] in SAFE_METHODS and length == "0" and "transfer-encoding" not in headers:
        return receive
    body = bytearray()
    more, gone = True, False
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while more:  # missing, so False, in a disconnect message
                message = await receive()
                gone = message["type"] == "http.disconnect"
                body += message.get("body", b"")
                more = message.get("more_body", False)
                if len(body) > most:
                    raise InvalidNotation("request.too_large", most=most // 1024)
    except TimeoutError:
        raise InvalidNotation("request.slow", seconds=int(BODY_SECONDS)) from None
    read = False

    async def replay() -> Message:
        nonlocal read
        if read or gone:
            return await receive()
        read = True
        return {"type": "http.request", "body": bytes(body), "more_body": False}

    return replay


def _guarded(scope: Scope, send: Send) -> Send:
    safe = FRAMED_HEADERS if scope["path"].startswith(FRAMED) else SAFE_HEADERS

    async def with_headers(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            headers = MutableHeaders(raw=message.setdefault("headers", []))
            for name, value in safe.items():
                headers[name] = value
            headers.setdefault("Cache-Control", "no-store")
        await send(message)

    return with_headers


async def _refuse(error: Exception, scope: Scope, send: Send) -> None:
    """Sends the error as the response; a WebSocket handshake is rejected."""
    status, body = answer_to(error)
    scope["app"].state.service.metrics.refused(scope, body["error"]["code"])
    kind = "http.response"
    if scope["type"] == "websocket":
        if "websocket.http.response" not in scope.get("extensions", {}):
            await send({"type": "websocket.close", "code": 1008})
            return
        kind = "websocket.http.response"
    content = write_json(body).encode()
    headers = [(b"content-type", b"application/json"), (b"connection", b"close")]
    headers.append((b"content-length", str(len(content)).encode()))
    await send({"type": f"{kind}.start", "status": status, "headers": headers})
    await send({"type": f"{kind}.body", "body": content, "more_body": False})

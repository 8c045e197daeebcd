"""The server's log on stderr: unexpected errors always, requests on demand, secrets never.

A request is logged with the pattern of its path, so that the log has no ids of private matches and
no query strings. The traceback of an unexpected error is logged as it is; its message may quote
user input, so secrets are removed from it first. What the host's own strategies print, and the
tracebacks of their crashes, are logged with their names.
"""

from __future__ import annotations

import json
import logging
import queue
import re
import sys
import threading
import time
import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from starlette.routing import Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fivefold.errors import InvalidNotation
from fivefold.match.clock import Now
from fivefold.server.settings import Settings
from fivefold.words import quoted

FORMATS = ("text", "json")
MAX_QUEUED = 10_000
"""Lines that may wait to be written; a slower reader loses some."""
FLUSH_SECONDS = 2.0
WARNING_SECONDS = 10.0
MAX_CAUSES = 10
METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
HIDDEN = "***"

_requests = logging.getLogger("fivefold.requests")
_bots = logging.getLogger("fivefold.bots")

_SECRETS = (
    # postgresql://user:password@host
    (re.compile(r"(?<=://)([^\s:/@]*):\S*@"), rf"\1:{HIDDEN}@"),
    (re.compile(r"\b(bearer|basic)\s+[^\s'\"]+", re.IGNORECASE), rf"\1 {HIDDEN}"),
    (
        re.compile(
            r"\b(password|passwd|secret|token|cookie|authorization)"
            r"(['\"]?\s*[=:]\s*)(?:'[^']*'|\"[^\"]*\"|[^\s,;&'\"]+)",
            re.IGNORECASE,
        ),
        rf"\1\2{HIDDEN}",
    ),
    # Match ids, seat secrets and their hashes: long, and not only lower-case letters.
    (re.compile(r"(?<![\w-])(?=[\w-]*[A-Z0-9-])[\w-]{20,}(?![\w-])"), HIDDEN),
)


def checked_format(name: str | None) -> str | None:
    """Returns the name of a log format. Raises `InvalidNotation` for an unknown one."""
    if name is not None and name not in FORMATS:
        raise InvalidNotation("serve.log", format=quoted(name, 100), names=list(FORMATS))
    return name


def without_secrets(text: str) -> str:
    """Returns the text with everything that looks like a secret replaced.

    >>> without_secrets("no seat for Bearer abc at postgresql://me:pw@host/games?password=pw")
    'no seat for Bearer *** at postgresql://me:***@host/games?password=***'
    """
    for pattern, instead in _SECRETS:
        text = pattern.sub(instead, text)
    return text


def report(error: BaseException) -> str:
    """Returns the traceback of an error and its causes, the first cause first."""
    chain: list[BaseException] = []
    cause: BaseException | None = error
    while cause is not None and len(chain) < MAX_CAUSES:
        chain.append(cause)
        hidden = cause.__cause__ is None and cause.__suppress_context__
        cause = cause.__cause__ or (None if hidden else cause.__context__)
    parts = []
    for each in reversed(chain):
        lines = "".join(traceback.format_tb(each.__traceback__))
        said = without_secrets(str(each))
        parts.append(f"{lines}{type(each).__module__}.{type(each).__qualname__}: {said}")
    return "\n".join(parts)


class LogFormatter(logging.Formatter):
    """Formats an entry as one line, of JSON or of text; as text, a traceback follows below."""

    def __init__(self, kind: str, worker: int | None) -> None:
        super().__init__()
        self._kind = kind
        self._worker = worker

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC)
        facts: dict[str, Any] = {
            "time": at.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname.lower(),
        }
        if self._worker is not None:
            facts["worker"] = self._worker
        asked: dict[str, Any] | None = getattr(record, "request", None)
        if asked is None:
            facts |= {"logger": record.name, "message": without_secrets(record.getMessage())}
            error = record.exc_info[1] if record.exc_info else None
            if error is not None:
                facts["error"] = report(error)
        else:
            facts |= asked
        if self._kind == "json":
            return json.dumps(facts)
        below = facts.pop("error", None)
        if asked is not None:
            facts["ms"] = f"{facts['ms']} ms"
        line = " ".join(str(fact) for fact in facts.values())
        return line if below is None else f"{line}\n{below}"


class LogHandler(logging.Handler):
    """Queues lines for a thread that writes them, so that a slow reader blocks nothing."""

    def __init__(self, max_queued: int = MAX_QUEUED) -> None:
        super().__init__()
        self._lines: queue.Queue[str | None] = queue.Queue(max_queued)
        self._lost = 0
        self._thread = threading.Thread(target=self._write, name="fivefold-log", daemon=True)
        self._thread.start()

    def emit(self, record: logging.LogRecord) -> None:
        try:
            self._lines.put_nowait(self.format(record))
        except queue.Full:
            self._lost += 1

    def finish(self) -> None:
        """Returns when everything is written, after some seconds at the latest."""
        try:
            self._lines.put(None, timeout=FLUSH_SECONDS)
        except queue.Full:
            return
        self._thread.join(FLUSH_SECONDS)

    def _write(self) -> None:
        while (line := self._lines.get()) is not None:
            lost, self._lost = self._lost, 0
            try:
                sys.stderr.write(f"{line}\n")
                if lost:
                    sys.stderr.write(f"{self.format(_missing(lost))}\n")
                sys.stderr.flush()
            except (OSError, ValueError):
                return  # stderr is closed


def _missing(lines: int) -> logging.LogRecord:
    facts = {"name": __name__, "levelname": "WARNING", "msg": f"{lines} lines missed"}
    return logging.makeLogRecord(facts)


class OccasionalLog:
    """Logs one warning per `seconds` at most; the next one counts those left out.

    For warnings that a client can cause at will.
    """

    def __init__(
        self, logger: logging.Logger, seconds: float = WARNING_SECONDS, now: Now = time.monotonic
    ) -> None:
        self._logger = logger
        self._seconds = seconds
        self._now = now
        self._next: float | None = None
        self._left_out = 0

    def warning(self, text: str) -> None:
        """Logs the text, unless a warning was logged a moment ago."""
        now = self._now()
        if self._next is not None and now < self._next:
            self._left_out += 1
            return
        more = f" ({self._left_out} more since the last line)" if self._left_out else ""
        self._next, self._left_out = now + self._seconds, 0
        self._logger.warning("%s%s", text, more)


@contextmanager
def writing_logs(settings: Settings) -> Iterator[None]:
    """Writes everything that is logged to stderr."""
    pipe = LogHandler()
    worker = settings.worker if settings.workers > 1 else None
    pipe.setFormatter(LogFormatter(settings.log or "text", worker))
    root = logging.getLogger()
    levels = _requests.level, _bots.level
    root.addHandler(pipe)
    _bots.setLevel(logging.INFO)
    if settings.log is not None:
        _requests.setLevel(logging.INFO)
    try:
        yield
    finally:
        root.removeHandler(pipe)
        for logger, level in zip((_requests, _bots), levels, strict=True):
            logger.setLevel(level)
        pipe.finish()


class RequestLog:
    """Logs each request when it is answered, and each socket when it closes."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or not _requests.isEnabledFor(logging.INFO):
            await self.app(scope, receive, send)
            return
        started = time.perf_counter()
        status = 0
        root = scope.get("root_path", "")  # mounting the static files changes it

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                status = message["status"]
            elif message["type"] == "websocket.accept":
                status = 101
            await send(message)

        try:
            await self.app(scope, receive, watched)
        finally:
            ms = round(1000 * (time.perf_counter() - started), 1)
            _requests.info("", extra={"request": _entry(scope, root, status, ms)})


def _entry(scope: Scope, root: str, status: int, ms: float) -> dict[str, Any]:
    method = "SOCKET" if scope["type"] == "websocket" else scope["method"]
    entry = {
        "method": method if method in METHODS or method == "SOCKET" else HIDDEN,
        "path": _pattern(scope, root),
        "status": status,
        "ms": ms,
    }
    code = scope.get("fivefold.code")
    return entry if code is None else {**entry, "code": code}


def _routes(known: Iterable[Any]) -> Iterator[Any]:
    """Yields every route, including those inside routers."""
    for each in known:
        inner = getattr(each, "original_router", None)
        yield from (each,) if inner is None else _routes(inner.routes)


def _pattern(scope: Scope, root: str) -> str:
    """Returns the pattern of the path, without the values in it."""
    route = scope.get("route")
    if route is None and "app" in scope:
        plain = {**scope, "root_path": root, "path_params": {}}
        known = _routes(scope["app"].router.routes)
        route = next((each for each in known if each.matches(plain)[0] is Match.FULL), None)
    path = getattr(route, "path", None)
    return HIDDEN if path is None else str(path)

"""What the server writes to stderr: surprises always, each request if asked; never a secret.

A request is logged by the pattern of its path, so neither the address of a private match nor
anything after a question mark is in the log. Of a surprise the lines of the program are written as
they are; what it says about itself may quote somebody's input and is searched for secrets first.
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
from fivefold.server.settings import Settings
from fivefold.words import quoted

FORMATS = ("text", "json")
MOST_WAITING = 10_000
"""Lines that wait for whoever reads the log; who reads slower than that misses some."""
LAST_SECONDS = 2.0
MOST_CAUSES = 10
METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
HIDDEN = "***"

_requests = logging.getLogger("fivefold.requests")

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
    # The id of a match, what holds a seat and the hash of it: long, with more than small letters.
    (re.compile(r"(?<![\w-])(?=[\w-]*[A-Z0-9-])[\w-]{20,}(?![\w-])"), HIDDEN),
)


def checked_format(name: str | None) -> str | None:
    """Returns the name of a format; raises for one that there is not."""
    if name is not None and name not in FORMATS:
        raise InvalidNotation("serve.log", format=quoted(name, 100), names=list(FORMATS))
    return name


def without_secrets(text: str) -> str:
    """Returns the text with everything replaced that looks like a secret.

    >>> without_secrets("no seat for Bearer abc at postgresql://me:pw@host/games?password=pw")
    'no seat for Bearer *** at postgresql://me:***@host/games?password=***'
    """
    for pattern, instead in _SECRETS:
        text = pattern.sub(instead, text)
    return text


def report(error: BaseException) -> str:
    """Returns where an error was raised and why, with its causes, the first one first."""
    chain: list[BaseException] = []
    cause: BaseException | None = error
    while cause is not None and len(chain) < MOST_CAUSES:
        chain.append(cause)
        hidden = cause.__cause__ is None and cause.__suppress_context__
        cause = cause.__cause__ or (None if hidden else cause.__context__)
    parts = []
    for each in reversed(chain):
        lines = "".join(traceback.format_tb(each.__traceback__))
        said = without_secrets(str(each))
        parts.append(f"{lines}{type(each).__module__}.{type(each).__qualname__}: {said}")
    return "\n".join(parts)


class Lines(logging.Formatter):
    """One line for each entry, as JSON or for people; for people a surprise has lines below."""

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


class Pipe(logging.Handler):
    """Hands lines to a thread that writes them: nobody waits for whoever reads the log."""

    def __init__(self, most: int = MOST_WAITING) -> None:
        super().__init__()
        self._lines: queue.Queue[str | None] = queue.Queue(most)
        self._missed = 0
        self._thread = threading.Thread(target=self._write, name="fivefold-log", daemon=True)
        self._thread.start()

    def emit(self, record: logging.LogRecord) -> None:
        try:
            self._lines.put_nowait(self.format(record))
        except queue.Full:
            self._missed += 1

    def finish(self) -> None:
        """Returns when everything is written, soon in any case."""
        try:
            self._lines.put(None, timeout=LAST_SECONDS)
        except queue.Full:
            return
        self._thread.join(LAST_SECONDS)

    def _write(self) -> None:
        while (line := self._lines.get()) is not None:
            missed, self._missed = self._missed, 0
            try:
                sys.stderr.write(f"{line}\n")
                if missed:
                    sys.stderr.write(f"{self.format(_missing(missed))}\n")
                sys.stderr.flush()
            except (OSError, ValueError):
                return  # nobody reads it any more


def _missing(lines: int) -> logging.LogRecord:
    facts = {"name": __name__, "levelname": "WARNING", "msg": f"{lines} lines missed"}
    return logging.makeLogRecord(facts)


@contextmanager
def writing_logs(settings: Settings) -> Iterator[None]:
    """Has everything that is logged written to stderr meanwhile."""
    pipe = Pipe()
    worker = settings.worker if settings.workers > 1 else None
    pipe.setFormatter(Lines(settings.log or "text", worker))
    root = logging.getLogger()
    level = _requests.level
    root.addHandler(pipe)
    if settings.log is not None:
        _requests.setLevel(logging.INFO)
    try:
        yield
    finally:
        root.removeHandler(pipe)
        _requests.setLevel(level)
        pipe.finish()


class RequestLog:
    """Logs each request when it is answered, each socket when it is over."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or not _requests.isEnabledFor(logging.INFO):
            await self.app(scope, receive, send)
            return
        started = time.perf_counter()
        status = 0
        root = scope.get("root_path", "")  # a folder of files moves it

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
    """Yields the routes, those of the routers among them too."""
    for each in known:
        inner = getattr(each, "original_router", None)
        yield from (each,) if inner is None else _routes(inner.routes)


def _pattern(scope: Scope, root: str) -> str:
    """Returns the path as the program knows it, nothing of what was filled in."""
    route = scope.get("route")
    if route is None and "app" in scope:
        plain = {**scope, "root_path": root, "path_params": {}}
        known = _routes(scope["app"].router.routes)
        route = next((each for each in known if each.matches(plain)[0] is Match.FULL), None)
    path = getattr(route, "path", None)
    return HIDDEN if path is None else str(path)

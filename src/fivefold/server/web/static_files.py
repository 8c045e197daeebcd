"""Static files: compressed once; under the content hash kept by browsers for ever."""

from __future__ import annotations

import asyncio

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from fivefold.server.web.assets import HASH, Assets, Stored

FOR_EVER = "public, max-age=31536000, immutable"


class StaticFiles:
    """Serves `/HASH/path` as the pages load it, and `/path` as the file is.

    An address with an old hash, from a page that was open during an update, gives the current file.
    """

    def __init__(self, assets: Assets) -> None:
        self._assets = assets
        self._raw: dict[str, tuple[tuple[int, int], Stored]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        if request.method not in ("GET", "HEAD"):
            raise HTTPException(405, headers={"Allow": "GET, HEAD"})
        path = scope["path"].removeprefix(scope.get("root_path", "")).lstrip("/")
        first, _, rest = path.partition("/")
        caching = "no-cache"
        if HASH.fullmatch(first):
            # Joining the scripts takes some milliseconds, the first time.
            stored = await asyncio.to_thread(self._assets.find, rest)
            if self._assets.is_current(first):
                caching = FOR_EVER
        else:
            stored = self._find_raw(path)
        if stored is None:
            raise HTTPException(404)
        await _answer(request, stored, caching)(scope, receive, send)

    def _find_raw(self, path: str) -> Stored | None:
        file = self._assets.file(path)
        if file is None:
            return None
        status = file.stat()
        stamp = status.st_mtime_ns, status.st_size
        name = str(file)
        known = self._raw.get(name)
        if known is None or known[0] != stamp:
            known = self._raw[name] = stamp, Stored.of(name, file.read_bytes())
        return known[1]


def _answer(request: Request, stored: Stored, caching: str) -> Response:
    headers = {"ETag": stored.tag, "Cache-Control": caching, "Vary": "Accept-Encoding"}
    if stored.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    content = stored.content
    if "gzip" in request.headers.get("accept-encoding", ""):
        content, headers["Content-Encoding"] = stored.compressed, "gzip"
    return Response(content, headers=headers, media_type=stored.media_type)

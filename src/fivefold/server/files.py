"""The files of the pages: compressed once, and sent only when the browser's copy is not right."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

# Systems differ in what they know, and a browser runs no module of the wrong type.
TYPES = {".js": "text/javascript", ".css": "text/css", ".webmanifest": "application/manifest+json"}


@dataclass(frozen=True)
class Stored:
    """A file in memory, as it is and compressed, with the mark that tells its versions apart."""

    stamp: tuple[int, int]
    content: bytes
    compressed: bytes
    media_type: str
    tag: str

    @classmethod
    def read(cls, path: Path, stamp: tuple[int, int]) -> Stored:
        content = path.read_bytes()
        kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0]
        digest = hashlib.sha256(content).hexdigest()[:20]
        return cls(
            stamp,
            content,
            gzip.compress(content, mtime=0),
            kind or "application/octet-stream",
            f'W/"{digest}"',
        )


class Files:
    """Serves a folder and nothing outside it; a file that changes on disk is read again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()
        self._stored: dict[Path, Stored] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        if request.method not in ("GET", "HEAD"):
            raise HTTPException(405, headers={"Allow": "GET, HEAD"})
        stored = self._find(scope["path"].removeprefix(scope.get("root_path", "")))
        await self._answer(request, stored)(scope, receive, send)

    def _find(self, path: str) -> Stored:
        try:
            file = (self._folder / path.lstrip("/")).resolve()
            if not file.is_relative_to(self._folder) or not file.is_file():
                raise HTTPException(404)
            status = file.stat()
        except (OSError, ValueError):  # a name no system can have
            raise HTTPException(404) from None
        stamp = status.st_mtime_ns, status.st_size
        stored = self._stored.get(file)
        if stored is None or stored.stamp != stamp:
            stored = self._stored[file] = Stored.read(file, stamp)
        return stored

    def _answer(self, request: Request, stored: Stored) -> Response:
        headers = {"ETag": stored.tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if stored.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        content = stored.content
        if "gzip" in request.headers.get("accept-encoding", ""):
            content, headers["Content-Encoding"] = stored.compressed, "gzip"
        return Response(content, headers=headers, media_type=stored.media_type)

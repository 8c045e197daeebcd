"""Static files: compressed once, and sent only if the browser's copy is out of date."""

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

# Set here because systems disagree, and browsers reject modules of the wrong type.
TYPES = {".js": "text/javascript", ".css": "text/css", ".webmanifest": "application/manifest+json"}


@dataclass(frozen=True)
class Stored:
    """A file in memory, plain and compressed, with its ETag."""

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


class StaticFiles:
    """Serves the files of one folder; a file that changes on disk is read again."""

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
        except (OSError, ValueError):  # not a valid file name on this system
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

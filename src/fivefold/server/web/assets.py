"""What the pages load: scripts and styles joined, and the words of each page, under a content hash.

The hash covers all of it, so an address never changes its content, and browsers keep it for ever.
Everything is made from the sources when first asked for; a file that changes gives a new hash.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import posixpath
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from fivefold.server.strict_json import write_json
from fivefold.server.web.bundles import LATER, Module, Modules
from fivefold.server.web.page_words import page_words
from fivefold.words import CATALOGUES

STATIC = Path(__file__).parent / "static"
# Set here because systems disagree, and browsers reject modules of the wrong type.
TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
MAX_KEPT = 1_000
"""Files in memory; there are fewer, but styles can be asked for in any order."""
HASH = re.compile(r"[0-9a-f]{16}")
_STYLE_COMMENT = re.compile(r"""("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|/\*.*?\*/""", re.DOTALL)
_WORDS = re.compile(r"words/(\w+)/(.+)\.json")


@dataclass(frozen=True)
class Stored:
    """A file in memory, plain and compressed, with its ETag."""

    content: bytes
    compressed: bytes
    media_type: str
    tag: str

    @classmethod
    def of(cls, name: str, content: bytes) -> Stored:
        suffix = Path(name).suffix
        kind = TYPES.get(suffix) or mimetypes.guess_type(name)[0]
        digest = hashlib.sha256(content).hexdigest()[:20]
        packed = gzip.compress(content, mtime=0)
        return cls(content, packed, kind or "application/octet-stream", f'W/"{digest}"')


class Assets:
    """The files of a folder as the pages load them."""

    def __init__(self, folder: Path = STATIC) -> None:
        self.folder = folder.resolve()
        self._stamps: dict[str, tuple[int, int]] = {}
        self._forget()

    def _forget(self) -> None:
        self._hash = ""
        self._made: dict[str, Stored] = {}
        self.modules = Modules(self._text)

    def current_hash(self) -> str:
        """Returns the hash of all files and words, computed again if a file has changed."""
        stamps = {}
        for path in self.folder.rglob("*"):
            status = path.stat()
            stamps[str(path)] = status.st_mtime_ns, status.st_size
        if stamps != self._stamps or not self._hash:
            self._forget()
            self._stamps = stamps
            digest = hashlib.sha256(_made_by())
            for name in sorted(stamps):
                if Path(name).is_file():
                    digest.update(name.encode() + b"\0" + Path(name).read_bytes() + b"\0")
            self._hash = digest.hexdigest()[:16]
        return self._hash

    def is_current(self, found: str) -> bool:
        """Whether that is the hash of the files now."""
        return found == self._hash or found == self.current_hash()

    def find(self, path: str) -> Stored | None:
        """Returns the file for an address below the hash; None if there is none."""
        known = self._made
        stored = known.get(path)
        if stored is None:
            content = None if path != posixpath.normpath(path) else self._make(path)
            if content is None:
                return None
            stored = Stored.of(path, content)
            if len(known) < MAX_KEPT:
                known[path] = stored
        return stored

    def _make(self, path: str) -> bytes | None:
        words = _WORDS.fullmatch(path)
        if words and words[1] in CATALOGUES and self.file(f"{words[2]}.js"):
            known = page_words(self.modules_of(f"{words[2]}.js"), words[1])
            return write_json({"language": words[1], "words": known}).encode()
        entry = f"{path.removesuffix(LATER)}.js"
        if path.endswith(LATER) and self.file(entry):
            return self.modules.later_bundle(entry).encode()
        if path.endswith(".css"):
            return self._styles(path)
        file = self.file(path)
        if file is None:
            return None
        if path.endswith(".js"):
            return self.modules.bundle(path).encode()
        return file.read_bytes()

    def modules_of(self, entry: str) -> list[Module]:
        """Returns every module of a page that starts with this script."""
        paths = [*self.modules.needed(entry), *self.modules.later(entry)]
        return [self.modules[path] for path in paths]

    def loads_words(self, entry: str) -> bool:
        """Whether the page that starts with this script loads its words."""
        return any("loadWords()" in module.text for module in self.modules_of(entry))

    def _styles(self, path: str) -> bytes | None:
        """Returns styles joined: `css/base+game.css` is css/base.css, then css/game.css."""
        folder, _, names = path.removesuffix(".css").rpartition("/")
        each = names.split("+")
        files = [self.file(f"{folder}/{name}.css") for name in dict.fromkeys(each)]
        if None in files or len(files) < len(each):
            return None
        text = "".join(file.read_text(encoding="utf-8") for file in files if file)
        text = _STYLE_COMMENT.sub(r"\1", text)
        text = re.sub(r"\s*\n\s*", "\n", text).strip()
        return re.sub(r" ?([{};]) ?", r"\1", text).encode() + b"\n"

    def file(self, path: str) -> Path | None:
        """Returns the file in the folder with that path; None if there is none."""
        try:
            file = (self.folder / path.lstrip("/")).resolve()
            return file if file.is_relative_to(self.folder) and file.is_file() else None
        except (OSError, ValueError):  # not a valid file name on this system
            return None

    def _text(self, path: str) -> str:
        return (self.folder / path).read_text(encoding="utf-8")


@cache
def _made_by() -> bytes:
    """Returns what besides the files decides the content: the words, and how files are joined."""
    words = {language: dict(CATALOGUES[language]) for language in CATALOGUES}
    sources = [path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py"))]
    return write_json(words).encode() + b"".join(sources)

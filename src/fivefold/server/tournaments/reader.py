"""The tournaments shown by `fivefold serve --arena`: found in a folder, read from journals.

One thread at a time reads a journal, at most once a second however many clients ask; in between,
everyone gets the same bytes.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from fivefold.errors import FivefoldError, NotFound, StorageUnavailable, UnknownName
from fivefold.match.record import MatchRecord
from fivefold.results.journal import FILE as JOURNAL
from fivefold.results.journal import Finished, Journal
from fivefold.server.strict_json import write_json
from fivefold.server.tournaments.document import TournamentDocument, game_row
from fivefold.words import Message, quoted, say

REFRESH_SECONDS = 1.0
SHARE = 10
"""Reading takes at most one part in `SHARE` of the time, however large the journal is."""
MAX_OPEN = 8
"""Maximum journals in memory."""
MAX_LISTED = 200

Result = TypeVar("Result")


def tournaments_in(folder: Path) -> dict[str, Path]:
    """Returns the folders with a journal by name, latest change first: this one, or those in it."""
    folder = folder.resolve()
    if (folder / JOURNAL).is_file():
        return {folder.name or "arena": folder}
    found = []
    for each in folder.iterdir():
        try:
            changed = (each / JOURNAL).stat().st_mtime
        except OSError:
            continue
        if each.name.isprintable():
            found.append((-changed, each.name, each))
    return {name: each for _, name, each in sorted(found)[:MAX_LISTED]}


def check_folder(folder: Path) -> None:
    """Raises if the folder holds no tournament."""
    shown = quoted(str(folder), 200)
    if not folder.is_dir():
        raise UnknownName("serve.arena_folder", folder=shown)
    if not tournaments_in(folder):
        raise UnknownName("serve.arena_journal", folder=shown, file=JOURNAL)


@dataclass
class CachedTournament:
    """A tournament in memory: its journal and the document made from it."""

    folder: Path
    journal: Journal | None = None
    document: TournamentDocument | None = None
    file: tuple[int, int] = (0, 0)
    """Inode and size of the file that was read."""
    content: tuple[bytes, str] = (b"", "")
    """The tournament as JSON, and its ETag."""
    error: FivefoldError | None = None
    due: float = float("-inf")

    def whole(self) -> tuple[Journal, TournamentDocument]:
        """Returns what was read last, or raises why it could not be read."""
        if self.error is not None:
            raise self.error.with_traceback(None)
        assert self.journal is not None
        assert self.document is not None
        return self.journal, self.document


class TournamentReader:
    """The tournaments of a folder, for the arena's routes."""

    def __init__(self, folder: Path, now: Callable[[], float] = time.monotonic) -> None:
        self._folder = folder
        self._now = now
        self._lock = asyncio.Lock()
        self._known: dict[str, Path] = {}
        self._known_due = float("-inf")
        self._cached: OrderedDict[str, CachedTournament] = OrderedDict()
        self._listing = asyncio.Lock()
        self._list: list[dict[str, Any]] = []
        self._list_due = float("-inf")
        self._entries: dict[str, tuple[tuple[int, int], dict[str, Any]]] = {}
        """The list entries by name, each with the inode and size of its journal."""

    async def names(self) -> list[str]:
        """Returns the names of the tournaments, latest first."""
        if self._now() >= self._known_due:
            await self._in_thread(self._scan)
        return list(self._known)

    async def has(self, name: str) -> bool:
        """Tells whether there is a tournament of that name."""
        return name in self._known or name in await self.names()

    async def overview(self) -> list[dict[str, Any]]:
        """Returns an entry per tournament; for one that cannot be read, the reason."""
        async with self._listing:
            began = self._now()
            if began >= self._list_due:
                names = await self.names()
                self._list = [await self._entry(name) for name in names]
                self._entries = {
                    name: self._entries[name] for name in names if name in self._entries
                }
                wait = max(REFRESH_SECONDS, SHARE * (self._now() - began))
                self._list_due = self._now() + wait
            return self._list

    async def _entry(self, name: str) -> dict[str, Any]:
        try:
            folder = self._known.get(name, self._folder / name)
            file = await self._in_thread(lambda: self._file(folder, name))
            known = self._entries.get(name)
            if known is None or known[0] != file:
                cached = await self._fresh(name)
                # Filed under what was read, because the journal may have grown since.
                known = self._entries[name] = cached.file, cached.whole()[1].summary()
            return {"name": name, **known[1], "trouble": None}
        except FivefoldError as error:
            return {"name": name, "trouble": error.message.as_json()}

    async def document(self, name: str) -> tuple[bytes, str]:
        """Returns the tournament as JSON, and its ETag."""
        return (await self._fresh(name)).content

    async def games(
        self, name: str, wanted: Callable[[Finished], bool], offset: int, limit: int
    ) -> dict[str, Any]:
        """Returns a page of the finished games, latest first, and their total."""
        cached = await self._fresh(name)

        def read() -> dict[str, Any]:
            journal, document = cached.whole()
            found = [each for each in reversed(journal.finished.values()) if wanted(each)]
            counted = document.counted
            rows = [game_row(each, counted) for each in found[offset : offset + limit]]
            return {"games": rows, "total": len(found)}

        return await self._in_thread(read)

    async def record(
        self, name: str, key: str, write: Callable[[Finished, MatchRecord], Result]
    ) -> Result:
        """Returns the result of `write` on a finished game and its record."""
        cached = await self._fresh(name)

        def read() -> Result:
            journal, _ = cached.whole()
            finished = journal.finished.get(key)
            if finished is None:
                raise NotFound("tournament.no_game", game=quoted(key))
            return write(finished, journal.record(key))

        return await self._in_thread(lambda: self._reading(read))

    async def _in_thread(self, read: Callable[[], Result]) -> Result:
        """Runs a function that reads files in another thread, one at a time."""
        async with self._lock:
            return await asyncio.to_thread(read)

    def _scan(self) -> None:
        if self._now() < self._known_due:
            return
        try:
            self._known = tournaments_in(self._folder)
        except OSError:
            self._known = {}
        self._known_due = self._now() + REFRESH_SECONDS

    async def _fresh(self, name: str) -> CachedTournament:
        """Returns the tournament, at most a second old, or raises why it cannot be read."""
        cached = self._cached.get(name)
        if cached is None or self._now() >= cached.due:
            cached = await self._in_thread(lambda: self._refresh(name))
        cached.whole()
        return cached

    def _refresh(self, name: str) -> CachedTournament:
        self._scan()
        cached = self._cached.get(name)
        if cached is None:
            if name not in self._known:
                raise NotFound("tournament.missing", name=quoted(name))
            cached = self._cached[name] = CachedTournament(self._known[name])
            if len(self._cached) > MAX_OPEN:
                self._cached.popitem(last=False)
        self._cached.move_to_end(name)
        began = self._now()
        if began < cached.due:  # another request has just read it
            return cached
        try:
            self._reading(lambda: self._read(cached, name))
            cached.error = None
        except NotFound:
            del self._cached[name]
            raise
        except FivefoldError as error:
            cached.error, cached.journal = error, None
        took = self._now() - began
        cached.due = self._now() + max(REFRESH_SECONDS, SHARE * took)
        return cached

    def _reading(self, read: Callable[[], Result]) -> Result:
        """Runs a function that reads a journal; a faulty file is the server's error."""
        try:
            return read()
        except NotFound:
            raise
        except OSError as error:
            reason = say("tournament.disk", reason=error.strerror or type(error).__name__)
            raise StorageUnavailable("tournament.unreadable", reason=reason) from error
        except FivefoldError as error:
            reason = _without_paths(error.message)
            raise StorageUnavailable("tournament.unreadable", reason=reason) from error

    def _file(self, folder: Path, name: str) -> tuple[int, int]:
        """Returns the inode and the size of the journal."""
        try:
            status = (folder / JOURNAL).stat()
        except OSError:
            raise NotFound("tournament.missing", name=quoted(name)) from None
        return status.st_ino, status.st_size

    def _read(self, cached: CachedTournament, name: str) -> None:
        file = self._file(cached.folder, name)
        if cached.journal is None or file[0] != cached.file[0] or file[1] < cached.file[1]:
            cached.journal, changed = Journal.open(cached.folder), True
        else:
            changed = cached.journal.refresh()
        cached.file = file
        if changed or cached.document is None:
            cached.document = TournamentDocument(cached.journal)
        data = {"name": name, **cached.document.document, **cached.document.activity()}
        content = write_json(data).encode()
        cached.content = content, f'W/"{hashlib.sha256(content).hexdigest()[:20]}"'


def _without_paths(message: Message) -> Message:
    """Returns the message without paths, which are not for web clients."""
    hidden = {"file": quoted(JOURNAL), "folder": quoted("")}
    facts = {name: hidden.get(name, fact) for name, fact in message.facts.items()}
    return Message(message.key, facts)

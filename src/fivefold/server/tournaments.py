"""The tournaments that `fivefold serve --arena` shows: found in a folder, read from journals.

A journal is read in another thread, by one reader at a time and at most once a second however
many people look; between two readings everybody gets the same bytes.
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
from fivefold.server.standings import Standings, game_row
from fivefold.server.strict import write_json
from fivefold.words import Message, quoted, say

REFRESH_SECONDS = 1.0
SHARE = 10
"""Reading takes at most one part in so many of the time, however large a journal is."""
MOST_OPEN = 8
"""Journals that are kept in memory."""
MOST_LISTED = 200

Result = TypeVar("Result")


def tournaments_in(folder: Path) -> dict[str, Path]:
    """Returns the folders that hold a journal by their names: this one, or those inside it.

    Those that changed last come first.
    """
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
    return {name: each for _, name, each in sorted(found)[:MOST_LISTED]}


def check_folder(folder: Path) -> None:
    """Raises when there is no tournament in the folder to show."""
    shown = quoted(str(folder), 200)
    if not folder.is_dir():
        raise UnknownName("serve.arena_folder", folder=shown)
    if not tournaments_in(folder):
        raise UnknownName("serve.arena_journal", folder=shown, file=JOURNAL)


@dataclass
class Kept:
    """A tournament in memory: its journal and what was last made of it."""

    folder: Path
    journal: Journal | None = None
    standings: Standings | None = None
    file: tuple[int, int] = (0, 0)
    """Which file was read, and how long it was then."""
    answer: tuple[bytes, str] = (b"", "")
    """The tournament as JSON, and the mark that tells its versions apart."""
    trouble: FivefoldError | None = None
    due: float = float("-inf")

    def whole(self) -> tuple[Journal, Standings]:
        """Returns what was read last, or raises why it could not be."""
        if self.trouble is not None:
            raise self.trouble.with_traceback(None)
        assert self.journal is not None
        assert self.standings is not None
        return self.journal, self.standings


class Tournaments:
    """Everything the pages of the arena ask for."""

    def __init__(self, folder: Path, now: Callable[[], float] = time.monotonic) -> None:
        self._folder = folder
        self._now = now
        self._lock = asyncio.Lock()
        self._known: dict[str, Path] = {}
        self._known_due = float("-inf")
        self._kept: OrderedDict[str, Kept] = OrderedDict()
        self._listing = asyncio.Lock()
        self._list: list[dict[str, Any]] = []
        self._list_due = float("-inf")
        self._lines: dict[str, tuple[tuple[int, int], dict[str, Any]]] = {}
        """What was said of each file in the list, so that an old tournament is read once."""

    async def names(self) -> list[str]:
        """Returns the names of the tournaments, the latest first."""
        if self._now() >= self._known_due:
            await self._alone(self._look)
        return list(self._known)

    async def has(self, name: str) -> bool:
        """Tells whether there is a tournament of that name."""
        return name in self._known or name in await self.names()

    async def overview(self) -> list[dict[str, Any]]:
        """Returns a line about each tournament; of one that cannot be read, the reason."""
        async with self._listing:
            began = self._now()
            if began >= self._list_due:
                names = await self.names()
                self._list = [await self._line(name) for name in names]
                self._lines = {name: self._lines[name] for name in names if name in self._lines}
                wait = max(REFRESH_SECONDS, SHARE * (self._now() - began))
                self._list_due = self._now() + wait
            return self._list

    async def _line(self, name: str) -> dict[str, Any]:
        try:
            folder = self._known.get(name, self._folder / name)
            file = await self._alone(lambda: self._file(folder, name))
            known = self._lines.get(name)
            if known is None or known[0] != file:
                kept = await self._fresh(name)
                # Under what was read: it may have grown since.
                known = self._lines[name] = kept.file, kept.whole()[1].summary()
            return {"name": name, **known[1], "trouble": None}
        except FivefoldError as error:
            return {"name": name, "trouble": error.message.as_json()}

    async def document(self, name: str) -> tuple[bytes, str]:
        """Returns the tournament as JSON, and the mark that tells its versions apart."""
        return (await self._fresh(name)).answer

    async def games(
        self, name: str, wanted: Callable[[Finished], bool], offset: int, limit: int
    ) -> dict[str, Any]:
        """Returns some of the finished games, the latest first, and how many there are."""
        kept = await self._fresh(name)

        def read() -> dict[str, Any]:
            journal, standings = kept.whole()
            found = [each for each in reversed(journal.finished.values()) if wanted(each)]
            counted = standings.counted
            rows = [game_row(each, counted) for each in found[offset : offset + limit]]
            return {"games": rows, "total": len(found)}

        return await self._alone(read)

    async def record(
        self, name: str, key: str, write: Callable[[Finished, MatchRecord], Result]
    ) -> Result:
        """Returns what `write` makes of a finished game and its record."""
        kept = await self._fresh(name)

        def read() -> Result:
            journal, _ = kept.whole()
            finished = journal.finished.get(key)
            if finished is None:
                raise NotFound("tournament.no_game", game=quoted(key))
            return write(finished, journal.record(key))

        return await self._alone(lambda: self._reading(read))

    async def _alone(self, read: Callable[[], Result]) -> Result:
        """Runs what reads files in another thread, while nobody else reads."""
        async with self._lock:
            return await asyncio.to_thread(read)

    def _look(self) -> None:
        if self._now() < self._known_due:
            return
        try:
            self._known = tournaments_in(self._folder)
        except OSError:
            self._known = {}
        self._known_due = self._now() + REFRESH_SECONDS

    async def _fresh(self, name: str) -> Kept:
        """Returns the tournament as it was at most a second ago, or raises why it cannot be."""
        kept = self._kept.get(name)
        if kept is None or self._now() >= kept.due:
            kept = await self._alone(lambda: self._refresh(name))
        kept.whole()
        return kept

    def _refresh(self, name: str) -> Kept:
        self._look()
        kept = self._kept.get(name)
        if kept is None:
            if name not in self._known:
                raise NotFound("tournament.missing", name=quoted(name))
            kept = self._kept[name] = Kept(self._known[name])
            if len(self._kept) > MOST_OPEN:
                self._kept.popitem(last=False)
        self._kept.move_to_end(name)
        began = self._now()
        if began < kept.due:  # somebody else has just read it
            return kept
        try:
            self._reading(lambda: self._read(kept, name))
            kept.trouble = None
        except NotFound:
            del self._kept[name]
            raise
        except FivefoldError as error:
            kept.trouble, kept.journal = error, None
        took = self._now() - began
        kept.due = self._now() + max(REFRESH_SECONDS, SHARE * took)
        return kept

    def _reading(self, read: Callable[[], Result]) -> Result:
        """Runs what reads a journal; whatever is wrong with the file, it is not the asker's."""
        try:
            return read()
        except NotFound:
            raise
        except OSError as error:
            said = say("tournament.disk", reason=error.strerror or type(error).__name__)
            raise StorageUnavailable("tournament.unreadable", reason=said) from error
        except FivefoldError as error:
            said = _without_places(error.message)
            raise StorageUnavailable("tournament.unreadable", reason=said) from error

    def _file(self, folder: Path, name: str) -> tuple[int, int]:
        """Returns which file the journal is, and how long."""
        try:
            status = (folder / JOURNAL).stat()
        except OSError:
            raise NotFound("tournament.missing", name=quoted(name)) from None
        return status.st_ino, status.st_size

    def _read(self, kept: Kept, name: str) -> None:
        file = self._file(kept.folder, name)
        if kept.journal is None or file[0] != kept.file[0] or file[1] < kept.file[1]:
            kept.journal, changed = Journal.open(kept.folder), True
        else:
            changed = kept.journal.refresh()
        kept.file = file
        if changed or kept.standings is None:
            kept.standings = Standings(kept.journal)
        now = kept.standings.running(kept.journal)
        document = {"name": name, **kept.standings.document, **now}
        content = write_json(document).encode()
        kept.answer = content, f'"{hashlib.sha256(content).hexdigest()[:20]}"'


def _without_places(message: Message) -> Message:
    """Returns the message without where on the disk: that is nobody's business on the web."""
    hidden = {"file": quoted(JOURNAL), "folder": quoted("")}
    facts = {name: hidden.get(name, fact) for name, fact in message.facts.items()}
    return Message(message.key, facts)

"""Writing the journal: whole lines, flushed to disk, by one runner at a time."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from fivefold.errors import Refused, StorageUnavailable
from fivefold.results.journal import FILE, LIVE, LOCK, VERSION
from fivefold.results.tournament import Tournament
from fivefold.words import quoted

LOCK_SECONDS = 1.0
"""How long a runner waits for its folder: `is_running` holds the lock for a moment."""
_BLOCK = 65_536


def event(name: str, **data: Any) -> dict[str, Any]:
    """Returns a journal line with the current time."""
    now = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return {"event": name, "at": now, **data}


def create(folder: Path, tournament: Tournament) -> None:
    """Creates the folder with a journal of one line; raises `Refused` if it has a journal.

    The journal appears with its complete first line or not at all.
    """
    file, unfinished = folder / FILE, folder / f"{FILE}.{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if file.exists():
            raise Refused("arena.exists", folder=quoted(str(folder), 200))
        first = event("tournament", version=VERSION, tournament=tournament.as_json())
        with unfinished.open("wb") as journal:
            journal.write(_line(first))
            journal.flush()
            os.fsync(journal.fileno())
        os.link(unfinished, file)
        sync_folder(folder)
    except FileExistsError as error:
        raise Refused("arena.exists", folder=quoted(str(folder), 200)) from error
    except OSError as error:
        raise _unavailable(folder, error) from error
    finally:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)


def append(
    folder: Path,
    events: Sequence[dict[str, Any]],
    check: Callable[[], None] = lambda: None,
) -> None:
    """Appends lines to the journal; returns when they are on disk.

    A line torn by a crash is removed first. If the disk is full, none of the lines remains. A lock
    on the file serializes the runner and `fivefold arena change`; `check` runs while it is held,
    and may raise.
    """
    if not events:
        return
    data = b"".join(map(_line, events))
    try:
        file = os.open(folder / FILE, os.O_RDWR | os.O_CLOEXEC)
        try:
            fcntl.flock(file, fcntl.LOCK_EX)
            end = _end_of_lines(file)
            check()
            try:
                _write_all(file, data, end)
                os.fdatasync(file)
            except BaseException:
                with contextlib.suppress(OSError):
                    os.ftruncate(file, end)
                raise
        finally:
            os.close(file)
    except OSError as error:
        raise _unavailable(folder, error) from error


def _line(data: dict[str, Any]) -> bytes:
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode() + b"\n"


def _end_of_lines(file: int) -> int:
    """Returns the end of the last complete line, and truncates the file there."""
    end = size = os.fstat(file).st_size
    while end:
        begin = max(0, end - _BLOCK) if end < size else end - 1
        place = os.pread(file, end - begin, begin).rfind(b"\n")
        if place >= 0:
            end = begin + place + 1
            break
        end = begin
    if end < size:
        os.ftruncate(file, end)
    return end


def _write_all(file: int, data: bytes, place: int) -> None:
    view = memoryview(data)
    while view:
        written = os.pwrite(file, view, place)
        place, view = place + written, view[written:]


def sync_folder(folder: Path) -> None:
    """Flushes the folder's entries to disk; the files are flushed separately."""
    number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def _unavailable(folder: Path, error: OSError) -> StorageUnavailable:
    reason = error.strerror or str(error)
    return StorageUnavailable("arena.unwritable", folder=quoted(str(folder), 200), reason=reason)


@contextlib.contextmanager
def runners_lock(folder: Path) -> Iterator[None]:
    """Makes this process the folder's runner; raises `Refused` if there is one already.

    The lock is released when the process ends, however it ends.
    """
    try:
        number = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise _unavailable(folder, error) from error
    try:
        _take(number, folder)
        _clear_live_files(folder)
        yield
    finally:
        os.close(number)


def _take(number: int, folder: Path) -> None:
    patient_until = time.monotonic() + LOCK_SECONDS
    while True:
        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() > patient_until:
                raise Refused("arena.running", folder=quoted(str(folder), 200)) from None
            time.sleep(0.02)


def _clear_live_files(folder: Path) -> None:
    """Creates the folder for running games and empties it of an earlier runner's files."""
    with contextlib.suppress(OSError):
        (folder / LIVE).mkdir(exist_ok=True)
        for file in (folder / LIVE).iterdir():
            file.unlink()

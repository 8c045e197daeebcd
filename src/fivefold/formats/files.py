"""Reads and writes files named by users; every failure becomes an error with one sentence."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import BinaryIO

from fivefold.errors import FivefoldError, InvalidNotation, UnknownName
from fivefold.words import quoted

LARGEST_FILE = 16_000_000


def read_from(path: str) -> str:
    """Returns the text of the file; `-` is standard input."""
    return decoded(read_bytes(path), path)


def read_bytes(path: str) -> bytes:
    """Returns the content of the file; `-` is standard input."""
    shown = quoted(path, 200)
    try:
        if path == "-":
            content = sys.stdin.buffer.read(LARGEST_FILE + 1)
        else:
            file = Path(path)
            if file.stat().st_size > LARGEST_FILE:
                raise _too_large(shown)
            with file.open("rb") as stream:
                content = stream.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise _file_error(error, shown) from error
    if len(content) > LARGEST_FILE:
        raise _too_large(shown)
    return content


def decoded(content: bytes, path: str) -> str:
    """Returns a file's content as text."""
    shown = quoted(path, 200)
    encoding = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        raise InvalidNotation("file.binary", path=shown) from error
    if "\0" in text:
        raise InvalidNotation("file.binary", path=shown)
    return text


def write_to(path: str, text: str) -> None:
    """Writes the file atomically; `-` is standard output."""
    write_parts(path, (text,))


def write_parts(path: str, parts: Iterable[str | bytes]) -> None:
    """Writes the file atomically, like `write_to`, from parts that need not fit into memory."""
    if path == "-":
        for part in parts:
            sys.stdout.write(part if isinstance(part, str) else part.decode())
        sys.stdout.flush()
        return
    try:
        file = Path(path).resolve()
        if file.exists() and not stat.S_ISREG(file.stat().st_mode):
            # Pipes and devices cannot be replaced, only written to; a directory raises here.
            with file.open("wb") as stream:
                _write(stream, parts)
            return
        _replace(file, parts)
    except (OSError, ValueError) as error:
        raise _file_error(error, quoted(path, 200)) from error


def write_together(contents: Mapping[str, bytes]) -> None:
    """Writes several related files; all are complete before the first one is replaced."""
    made: dict[Path, Path] = {}
    path = ""
    try:
        for path, content in contents.items():
            file = Path(path).resolve()
            if file.is_dir():
                raise IsADirectoryError
            made[file] = _write_replacement(file, (content,))
        for file, new in made.items():
            path = str(file)
            new.replace(file)
    except (OSError, ValueError) as error:
        raise _file_error(error, quoted(path, 200)) from error
    finally:
        for new in made.values():
            with contextlib.suppress(OSError):
                new.unlink()


def _replace(file: Path, parts: Iterable[str | bytes]) -> None:
    new = _write_replacement(file, parts)
    try:
        new.replace(file)
    except BaseException:
        with contextlib.suppress(OSError):
            new.unlink()
        raise


def _write_replacement(file: Path, parts: Iterable[str | bytes]) -> Path:
    """Writes a new file next to the one it will replace, and returns its path."""
    number, name = tempfile.mkstemp(prefix=f".{file.name[:50]}.", dir=file.parent)
    new = Path(name)
    try:
        with os.fdopen(number, "wb") as stream:
            _write(stream, parts)
            stream.flush()
            os.fsync(stream.fileno())
        new.chmod(_mode_of(file))
    except BaseException:
        with contextlib.suppress(OSError):
            new.unlink()
        raise
    return new


def _write(stream: BinaryIO, parts: Iterable[str | bytes]) -> None:
    for part in parts:
        stream.write(part.encode() if isinstance(part, str) else part)


def _mode_of(file: Path) -> int:
    """Returns the permissions of the existing file, or those of a new one."""
    if file.exists():
        return stat.S_IMODE(file.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _too_large(shown: str) -> InvalidNotation:
    return InvalidNotation("file.large", path=shown, most=LARGEST_FILE // 1_000_000)


def _file_error(error: OSError | ValueError, shown: str) -> FivefoldError:
    if isinstance(error, FivefoldError):
        return error
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return UnknownName("file.missing", path=shown)
    if isinstance(error, IsADirectoryError):
        return UnknownName("file.directory", path=shown)
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return UnknownName("file.refused", path=shown, reason=reason)

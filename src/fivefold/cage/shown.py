"""The files that a program needs, and therefore sees in its cage."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from fivefold.cage import SYSTEM


def python_folders() -> Iterator[Path]:
    """Yields the folders of this Python, its packages and Fivefold."""
    yield from (Path(sys.prefix), Path(sys.base_prefix), Path(sys.exec_prefix))
    yield Path(sys.executable).parent
    yield Path(os.path.realpath(sys.executable)).parent
    package = Path(__file__).parents[1]
    yield package
    # An editable installation keeps its compiled part elsewhere.
    native = sys.modules.get("fivefold._native")
    if native is not None and native.__file__:
        yield Path(native.__file__).parent
    yield from (Path(each) for each in os.environ.get("PYTHONPATH", "").split(os.pathsep) if each)


def program_files(command: list[str], folder: Path) -> Iterator[Path]:
    """Yields the working folder and the folders of the files that a command names."""
    yield folder
    found = shutil.which(command[0]) if "/" not in command[0] else str(folder / command[0])
    words = [*command[1:], *([found] if found else [])]
    for word in words:
        path = folder / Path(word.rpartition("=")[2])
        with contextlib.suppress(OSError, ValueError):
            if path.is_dir():
                yield path
            elif path.is_file():
                yield path.parent
                yield path.resolve().parent
                yield from _interpreter(path)


def _interpreter(script: Path) -> Iterator[Path]:
    """Yields the folders of the interpreter that the first line of a script names."""
    with script.open("rb") as file:
        line = file.readline(256)
    if not line.startswith(b"#!") or not line[2:].split():
        return
    named = Path(os.fsdecode(line[2:].split()[0]))
    for path in (named, named.resolve()):
        yield path.parent
        if (path.parent.parent / "pyvenv.cfg").is_file():
            yield path.parent.parent
        elif path.parent.name == "bin":
            yield path.parent.parent / "lib"


def outside_the_system(paths: Iterable[Path]) -> list[str]:
    """Returns the absolute paths once each, without those that every cage shows."""
    absolute = dict.fromkeys(os.path.abspath(path) for path in paths)  # noqa: PTH100
    return [
        path
        for path in absolute
        if path != "/" and not any(Path(path).is_relative_to(folder) for folder in SYSTEM)
    ]


def secrets_in(folders: Iterable[str]) -> list[str]:
    """Returns the hidden files in these folders, such as `.env` and `.ssh`."""
    found: list[str] = []
    for folder in folders:
        with contextlib.suppress(OSError), os.scandir(folder) as entries:
            found += [entry.path for entry in entries if entry.name.startswith(".")]
    return found

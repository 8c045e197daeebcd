"""What a machine needs to play a tournament's games: this fivefold, the bots, the programs."""

from __future__ import annotations

import hashlib
import os
import shlex
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path

from fivefold.engines.protocols import PROTOCOLS
from fivefold.names import file_of
from fivefold.results.tournament import Entrant
from fivefold.words import Message, quoted, say


@dataclass(frozen=True)
class Bot:
    """A strategy in a file; `digest` is of what the file holds here."""

    file: str
    digest: str | None


@dataclass(frozen=True)
class Program:
    """A program and the folder it is started in."""

    command: str
    folder: str | None


@dataclass(frozen=True)
class Needs:
    """What every machine must have; plain data that travels with a game."""

    version: str
    code: str
    bots: tuple[Bot, ...] = ()
    programs: tuple[Program, ...] = ()


def needs_of(entrants: Iterable[Entrant]) -> Needs:
    """Returns what is needed to play as these entrants do here."""
    bots: set[Bot] = set()
    programs: set[Program] = set()
    for entrant in entrants:
        text = entrant.player.strip()
        protocol, _, command = text.partition(":")
        if protocol.strip().lower() in PROTOCOLS and command.strip():
            programs.add(Program(_first_word(command), entrant.folder))
        elif (file := file_of(text)) is not None:
            file = str(Path(entrant.folder or "", file))
            bots.add(Bot(file, _digest(file)))
    return Needs(
        version("fivefold"),
        code_digest(),
        tuple(sorted(bots, key=lambda bot: bot.file)),
        tuple(sorted(programs, key=lambda program: (program.command, program.folder or ""))),
    )


_MET: set[Needs] = set()
"""What this process was found to have; what it lacks may be brought while it lives."""


def lacks(needs: Needs) -> tuple[Message, ...]:
    """Returns what this machine lacks, a sentence each; cheap once it lacks nothing."""
    if needs in _MET:
        return ()
    if (theirs := version("fivefold")) != needs.version:
        return (say("cluster.version", theirs=theirs, ours=needs.version),)
    if code_digest() != needs.code:
        return (say("cluster.code", version=needs.version),)
    found: list[Message] = []
    for bot in needs.bots:
        digest = _digest(bot.file)
        if digest is None:
            found.append(say("cluster.no_file", file=quoted(bot.file, 200)))
        elif bot.digest not in (None, digest):
            found.append(say("cluster.other_file", file=quoted(bot.file, 200)))
    for program in needs.programs:
        folder = Path(program.folder or ".").expanduser()
        if not folder.is_dir():
            found.append(say("cluster.no_folder", folder=quoted(str(folder), 200)))
        elif not _can_start(program.command, folder):
            found.append(say("cluster.no_program", file=quoted(program.command, 200)))
    if not found:
        _MET.add(needs)
    return tuple(found)


@cache
def code_digest() -> str:
    """Returns a hash of every Python file of this package: equal numbers may hide other rules."""
    home = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for file in sorted(home.rglob("*.py")):
        digest.update(str(file.relative_to(home)).encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def _first_word(command: str) -> str:
    try:
        return shlex.split(command)[0]
    except (ValueError, IndexError):
        return command.strip()


def _digest(file: str) -> str | None:
    try:
        return hashlib.sha256(Path(file).expanduser().read_bytes()).hexdigest()
    except OSError:
        return None


def _can_start(command: str, folder: Path) -> bool:
    """Tells whether the system would find the program from the folder."""
    if os.sep in command:
        return os.access(folder / Path(command).expanduser(), os.X_OK)
    return shutil.which(command) is not None

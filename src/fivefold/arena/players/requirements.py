"""What a machine needs for a tournament's games: this fivefold, the bots, the programs."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path

from fivefold.names import FromFile, parse_player
from fivefold.names import Program as ProgramPlayer
from fivefold.results.tournament import Entrant
from fivefold.words import Message, quoted, say


@dataclass(frozen=True)
class Bot:
    """A strategy in a file; `digest` is the hash of the file here."""

    file: str
    digest: str | None


@dataclass(frozen=True)
class Program:
    """A program and its working folder."""

    command: str
    folder: str | None


@dataclass(frozen=True)
class Requirements:
    """The requirements for every machine; plain data that travels with a game."""

    version: str
    code: str
    bots: tuple[Bot, ...] = ()
    programs: tuple[Program, ...] = ()


def requirements_of(entrants: Iterable[Entrant]) -> Requirements:
    """Returns the requirements for playing as these entrants do here."""
    bots: set[Bot] = set()
    programs: set[Program] = set()
    for entrant in entrants:
        player = parse_player(entrant.player)
        if isinstance(player, ProgramPlayer) and player.command:
            command = player.words[0] if player.words else player.command
            programs.add(Program(command, entrant.folder))
        elif isinstance(player, FromFile):
            file = str(Path(entrant.folder or "", player.file))
            bots.add(Bot(file, _digest(file)))
    return Requirements(
        version("fivefold"),
        code_digest(),
        tuple(sorted(bots, key=lambda bot: bot.file)),
        tuple(sorted(programs, key=lambda program: (program.command, program.folder or ""))),
    )


_MET: set[Requirements] = set()
"""Requirements this process was found to meet; missing ones are checked again each time."""


def lacks(needs: Requirements) -> tuple[Message, ...]:
    """Returns what this machine lacks, one sentence each; cheap if it lacks nothing."""
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
    """Returns a hash of every Python file of this package; equal versions can hide other rules."""
    home = Path(__file__).parents[2]
    digest = hashlib.sha256()
    for file in sorted(home.rglob("*.py")):
        digest.update(str(file.relative_to(home)).encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def _digest(file: str) -> str | None:
    try:
        return hashlib.sha256(Path(file).expanduser().read_bytes()).hexdigest()
    except OSError:
        return None


def _can_start(command: str, folder: Path) -> bool:
    """Tells whether the system finds the program from the folder."""
    if os.sep in command:
        return os.access(folder / Path(command).expanduser(), os.X_OK)
    return shutil.which(command) is not None

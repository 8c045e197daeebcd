"""Shared by the Gomoku benchmarks: players with measured CPU time, and a journal of games.

A program is driven by the project's own Gomocup driver. Its CPU time is the kernel's count for its
process tree; that of a strategy is the time of this process while it thinks.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fivefold.core import Game, Limit, Move, State
from fivefold.engines import open_engine
from fivefold.engines.base import Engine, Times
from fivefold.engines.external import ExternalEngine
from fivefold.names import Program, parse_player
from fivefold.strategies.base import Decision

GRACE = 60.0
"""Wall seconds a program may be late: on a busy machine only CPU time counts."""

REST = 0.05
"""Pause in seconds between a program's reply and the next request: some programs finish their
search after replying and lose input meanwhile.
"""

SLACK = 0.002
"""Seconds of a late move that need no explanation: pipes and Python overhead."""


def descendants(parent: int) -> frozenset[int]:
    """Returns all running descendants of a process."""
    found: set[int] = set()
    left = [parent]
    while left:
        for children in Path(f"/proc/{left.pop()}/task").glob("*/children"):
            with contextlib.suppress(OSError):
                fresh = set(map(int, children.read_text().split())) - found
                found |= fresh
                left += fresh
    return frozenset(found)


def seconds_of(process: int) -> float:
    """Returns the CPU time of all threads of a process; 0 once it has ended."""
    try:
        return time.clock_gettime_ns((~process << 3) | 2) / 1e9
    except OSError:
        return 0.0


def waited_of(process: int) -> float:
    """Returns how long the process's threads were runnable but not running."""
    nanoseconds = 0
    for statistics in Path(f"/proc/{process}/task").glob("*/schedstat"):
        with contextlib.suppress(OSError):
            nanoseconds += int(statistics.read_text().split()[1])
    return nanoseconds / 1e9


def system_of(process: int) -> float:
    """Returns the system's part of the process's CPU time, to about a hundredth of a second.

    Most of it is for newly allocated memory, which on a virtual machine the host may have to find
    first.
    """
    with contextlib.suppress(OSError):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return int(fields[12]) / os.sysconf("SC_CLK_TCK")
    return 0.0


def stolen() -> float:
    """Returns the steal time: how long the host gave this machine's processors to others.

    Its resolution is about a hundredth of a second. Part of it is still charged to the CPU clock of
    the running process (`bench/clock_jumps.py`).
    """
    with contextlib.suppress(OSError, IndexError, ValueError):
        return int(Path("/proc/stat").read_text().split()[8]) / os.sysconf("SC_CLK_TCK")
    return 0.0


def cpu_clock() -> str:
    """Returns the library that shows programs CPU time as wall time; compiles it if needed."""
    source = Path(__file__).with_name("cpu_clock.c")
    target = Path(tempfile.gettempdir()) / f"fivefold-cpu-clock-{os.getuid()}.so"
    if not target.exists() or target.stat().st_mtime < source.stat().st_mtime:
        made = target.with_suffix(f".{os.getpid()}")
        command = [os.environ.get("CC", "cc"), "-O2", "-shared", "-fPIC", str(source), "-o"]
        subprocess.run([*command, str(made)], check=True)
        made.replace(target)
    return str(target)


def with_cpu_clock(player: str) -> str:
    """Returns the player text of the same program with its CPU time as wall time."""
    if not isinstance(parse_player(player), Program):
        return player
    protocol, _, command = player.partition(":")
    return f"{protocol}:env LD_PRELOAD={cpu_clock()} {command}"


@dataclass
class Spent:
    """The time a side used for its moves, in seconds."""

    moves: int = 0
    cpu: float = 0.0
    wall: float = 0.0
    most_cpu: float = 0.0
    most_wall: float = 0.0
    cpu_over: int = 0
    cpu_over_by_host: int = 0
    """Moves over the limit only by the host's steal time."""
    wall_over: int = 0
    wall_over_by_waiting: int = 0
    """Moves over the limit only by the time spent waiting for a processor."""
    late: list[dict[str, float]] = field(default_factory=list)
    """All other moves over the limit: the move number and its seconds on every clock."""

    def add(
        self,
        cpu: float,
        wall: float,
        waited: float,
        limit: float | None,
        system: float = 0.0,
        stolen: float = 0.0,
    ) -> None:
        self.moves += 1
        self.cpu += cpu
        self.wall += wall
        self.most_cpu = max(self.most_cpu, cpu)
        self.most_wall = max(self.most_wall, wall)
        if limit is None or max(cpu, wall) <= limit:
            return
        self.cpu_over += cpu > limit
        self.cpu_over_by_host += cpu > limit >= cpu - stolen
        self.wall_over += wall > limit
        if cpu <= limit and wall - waited <= limit + SLACK:
            self.wall_over_by_waiting += 1
            return
        times = {"limit": limit, "cpu": cpu, "wall": wall}
        times |= {"waited": waited, "system": system, "stolen": stolen}
        late = {name: round(seconds, 4) for name, seconds in times.items()}
        self.late.append({"move": self.moves, **late})

    def as_json(self) -> dict[str, Any]:
        return {
            key: round(value, 4) if isinstance(value, float) else value
            for key, value in vars(self).items()
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Spent:
        return cls(**data)

    def plus(self, other: Spent) -> Spent:
        return Spent(
            moves=self.moves + other.moves,
            cpu=self.cpu + other.cpu,
            wall=self.wall + other.wall,
            most_cpu=max(self.most_cpu, other.most_cpu),
            most_wall=max(self.most_wall, other.most_wall),
            cpu_over=self.cpu_over + other.cpu_over,
            cpu_over_by_host=self.cpu_over_by_host + other.cpu_over_by_host,
            wall_over=self.wall_over + other.wall_over,
            wall_over_by_waiting=self.wall_over_by_waiting + other.wall_over_by_waiting,
            late=self.late + other.late,
        )


class Metered(Engine):
    """An engine whose moves are timed by wall and CPU clock."""

    def __init__(
        self, player: str, game: Game, seed: int | None, options: Mapping[str, str] | None = None
    ) -> None:
        if isinstance(parse_player(player), Program):
            opened = open_engine(player, game, options=options)
            assert isinstance(opened, ExternalEngine)
            opened._grace = GRACE
            self._engine: Engine = opened
        else:
            self._engine = open_engine(player, game, seed)
        self._is_program = isinstance(parse_player(player), Program)
        self._processes: frozenset[int] = frozenset()
        self._answered = 0.0
        self.spent = Spent()

    @property
    def name(self) -> str:
        return self._engine.name

    async def open(self) -> None:
        if not self._is_program:
            await self._engine.open()
            return
        if self._processes and all(map(_runs, self._processes)):
            return
        # Other programs may be opened in this process, but not during this call.
        before = descendants(os.getpid())
        await self._engine.open()
        self._processes = descendants(os.getpid()) - before

    def hear_times(self, times: Times) -> None:
        self._engine.hear_times(times)

    def hear_history(self, start: State, moves: Sequence[Move]) -> None:
        self._engine.hear_history(start, moves)

    def _times(self) -> tuple[float, float]:
        """Returns its CPU time and the wall time."""
        return sum(map(seconds_of, self._own())), time.monotonic()

    def _excuses(self) -> tuple[float, float, float]:
        """Returns its wait for a processor, the system's part of its CPU time, and the steal time.

        Reading them takes time, which must not be charged to a strategy.
        """
        return sum(map(waited_of, self._own())), sum(map(system_of, self._own())), stolen()

    def _own(self) -> frozenset[int]:
        return self._processes if self._is_program else frozenset({os.getpid()})

    async def choose(self, state: State, limit: Limit = Limit()) -> Decision:
        await self.open()
        if self._is_program:
            await asyncio.sleep(max(0.0, self._answered + REST - time.monotonic()))
        excuses, times = self._excuses(), self._times()
        try:
            decision = await self._engine.choose(state, limit)
        finally:
            self._answered = time.monotonic()
        after = (*self._times(), *self._excuses())
        cpu, wall, *reasons = (b - a for a, b in zip((*times, *excuses), after, strict=True))
        waited, system, taken = reasons
        self.spent.add(cpu, wall, waited, limit.seconds, system, taken)
        return decision

    async def close(self) -> None:
        await self._engine.close()


def _runs(process: int) -> bool:
    return Path(f"/proc/{process}").exists()


class Journal:
    """Finished games, one JSON object per line below a header that describes the match."""

    def __init__(self, path: str | None, head: Mapping[str, Any]) -> None:
        """Raises SystemExit if the file is the journal of something else."""
        self.games: dict[int, dict[str, Any]] = {}
        self._file = None if path is None else Path(path)
        if self._file is None:
            return
        lines = self._file.read_text().splitlines() if self._file.exists() else []
        kept = list(self._readable(lines))
        if kept and kept[0] != head:
            sys.exit(f"{path} is the journal of something else: {json.dumps(kept[0])}")
        self.games = {line["number"]: line for line in kept[1:]}
        text = "".join(json.dumps(line) + "\n" for line in (head, *kept[1:]))
        self._file.write_text(text)

    @staticmethod
    def _readable(lines: Sequence[str]) -> Iterator[dict[str, Any]]:
        """Yields all complete lines; a kill can truncate the last one."""
        for line in lines:
            try:
                yield json.loads(line)
            except ValueError:
                return

    def add(self, game: dict[str, Any]) -> None:
        self.games[game["number"]] = game
        if self._file is not None:
            with self._file.open("a") as file:
                file.write(json.dumps(game) + "\n")

"""The cage around bots: what it costs to start in it, and what the worst bots leave behind.

    .venv/bin/python bench/cage.py                          both, about five minutes
    .venv/bin/python bench/cage.py starts --starts 50       milliseconds until a bot is ready
    .venv/bin/python bench/cage.py games --games 1000       games of bots that fork, leave their
                                                            session and empty their environment

A start is the median, of a bot from a file until it can be asked and of a program (`true`) until
it runs, with the best cage of this machine, with a subreaper only, and without; and the processor
time that a bot needs from its start to its end, which a busy machine changes less. Each game is one
move by a bot that leaves four processes behind, in a process of its own, and in the cage that
`FIVEFOLD_CAGE` describes, such as `level=subreaper`. Exits with 1 if a process is left.
"""

from __future__ import annotations

import argparse
import asyncio
import ctypes
import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median

from fivefold.cage.settings import Cage, default_cage
from fivefold.cage.start import LEVELS, level_of
from fivefold.core import Limit
from fivefold.engines.child import Child
from fivefold.engines.process import ProcessEngine
from fivefold.names import game_from

GAME = game_from("gomoku(size=9)")
WORST = """
import os, subprocess, time
from fivefold import Decision, Strategy
class Worst(Strategy):
    def choose(self, state, limit=None, stop=None):
        for _ in range(2):
            if os.fork() == 0:
                os.setsid()
                if os.fork() == 0:
                    os.execve("/bin/sleep", ["sleep", "600"], {})
                os._exit(0)
        subprocess.Popen(["sleep", "600"], env={}, start_new_session=True, cwd="/")
        if os.fork() == 0:
            time.sleep(600)
        return Decision(40)
"""
PLAIN = """
import sys
from fivefold.engines.process_main import main
main([sys.argv[3], *sys.argv[1:3], ""])
"""
SUBREAPER = 36


async def seconds_of(start: Callable[[], Awaitable[None]], times: int) -> float:
    """Returns the median time of a start."""
    found = []
    for _ in range(times):
        begun = time.perf_counter()
        await start()
        found.append(time.perf_counter() - begun)
    return median(found)


async def measure_starts(bot: str, times: int) -> None:
    """Prints the time until a bot and a program run, in each kind of cage and without."""

    async def without_cage() -> None:
        command = [sys.executable, "-P", "-c", PLAIN, bot, GAME.name]
        child = await Child.start("bot", command)
        await child.read()
        running.append(child)

    async def program_without_cage() -> None:
        subprocess.run(["true"], check=True)

    async def end() -> None:
        while running:
            running.pop().kill()

    running: list[Child] = []
    await measure("no cage", without_cage, program_without_cage, end, times)
    for level in LEVELS[:2]:
        cage = Cage(level=level)
        if level_of(cage) == level:
            await measure_level(level, cage, bot, times)


async def measure_level(level: str, cage: Cage, bot: str, times: int) -> None:
    running: list[ProcessEngine] = []
    programs: list[Child] = []

    async def start() -> None:
        engine = ProcessEngine(bot, GAME, cage=cage)
        await engine.open()
        running.append(engine)

    async def start_program() -> None:
        programs.append(await Child.start_program("true", ["true"], None, cage))

    async def end() -> None:
        while running:
            await running.pop().close()

    await measure(level, start, start_program, end, times)
    for program in programs:
        program.kill()


async def measure(
    name: str,
    bot: Callable[[], Awaitable[None]],
    program: Callable[[], Awaitable[None]],
    end: Callable[[], Awaitable[None]],
    times: int,
) -> None:
    await bot()
    await end()
    before = processor_seconds()
    one = await seconds_of(bot, times)
    await end()
    used = (processor_seconds() - before) / times
    other = await seconds_of(program, times)
    print(
        f"{name:12} bot ready {1000 * one:6.1f} ms, processor {1000 * used:6.1f} ms; "
        f"program runs {1000 * other:6.1f} ms",
        flush=True,
    )


def processor_seconds() -> float:
    """Returns the processor time of all ended children and their children."""
    times = os.times()
    return times.children_user + times.children_system


def descendants() -> int:
    """Returns the number of descendants of this process that run."""
    children: defaultdict[int, list[int]] = defaultdict(list)
    dead = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = stat.read_text().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        children[int(parent)].append(int(stat.parent.name))
        if state in "ZX":
            dead.add(int(stat.parent.name))
    found, waiting = 0, [os.getpid()]
    while waiting:
        below = children[waiting.pop()]
        found += len(set(below) - dead)
        waiting += below
    return found


async def play_worst(bot: str, games: int) -> int:
    """Returns the number of processes that are left after that many games."""
    cage = default_cage()
    for number in range(1, games + 1):
        async with ProcessEngine(bot, GAME, cage=cage) as engine:
            await engine.choose(GAME.start, Limit(seconds=30))
        if number % 100 == 0:
            print(f"{number} games, {descendants()} processes left", flush=True)
    return descendants()


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("parts", nargs="*", choices=["starts", "games", []])
    parser.add_argument("--starts", type=int, default=50)
    parser.add_argument("--games", type=int, default=1000)
    options = parser.parse_args()
    parts = options.parts or ["starts", "games"]
    # Every orphan becomes a child of this process, so that it can be counted.
    ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
    left = 0
    with tempfile.TemporaryDirectory() as folder:
        bot = Path(folder, "worst.py")
        bot.write_text(WORST)
        if "starts" in parts:
            asyncio.run(measure_starts(str(bot), options.starts))
        if "games" in parts:
            left = asyncio.run(play_worst(str(bot), options.games))
            level = level_of(default_cage())
            print(f"{options.games} games in the cage {level}: {left} processes left")
    return int(left > 0)


if __name__ == "__main__":
    sys.exit(main())

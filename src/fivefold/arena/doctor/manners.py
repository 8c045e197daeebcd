"""What every protocol asks for alike: answers in time, once, and an end that is one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from fivefold.arena.doctor.bench import Bench
from fivefold.arena.doctor.talk import SHOWN, Bounds, Failed, Talk
from fivefold.words import quoted, say

GAME_SECONDS = 15.0
"""Seconds after which a whole game is long enough."""
TRIES = 2


async def in_time(bounds: Bounds, seconds: float, ask: Callable[[], Awaitable[float]]) -> None:
    """Checks that an answer takes the seconds it is given; lateness may be the machine's."""
    taken = 0.0
    for _ in range(TRIES):
        taken = await ask()
        if taken <= seconds + bounds.late:
            return
    raise Failed(say("doctor.late", seconds=f"{seconds:.3g}", taken=f"{taken:.2f}"))


def unasked(lines: list[str], is_chatter: Callable[[str], bool]) -> None:
    """Raises when one of the lines is more than chatter: nothing was asked."""
    for line in lines:
        if not is_chatter(line):
            raise Failed(say("doctor.unasked", answer=quoted(line, SHOWN)))


async def told_to_end(bench: Bench, talk: Talk, line: str, is_fine: Callable[[str], bool]) -> None:
    """Checks that a program told to end ends, says no more than what is fine, leaves nothing."""
    talk.send(line)
    for said in await talk.ends(bench.bounds.exit):
        if not is_fine(said):
            raise Failed(say("doctor.last_line", line=quoted(line), answer=quoted(said, SHOWN)))
    await bench.drop()


async def input_ends(bench: Bench, talk: Talk) -> None:
    """Checks that a program ends with its input: the manager may have died."""
    talk.end_input()
    await talk.ends(bench.bounds.exit)
    await bench.drop()

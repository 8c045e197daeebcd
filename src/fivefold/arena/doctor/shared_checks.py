"""Checks for every protocol: answers in time, exactly once, and a clean exit."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from fivefold.arena.doctor.conversation import SHOWN, Bounds, Conversation, Failed
from fivefold.arena.doctor.examination import Examination
from fivefold.words import quoted, say

GAME_SECONDS = 15.0
"""Seconds after which a whole game is broken off."""
TRIES = 2


async def in_time(bounds: Bounds, seconds: float, ask: Callable[[], Awaitable[float]]) -> None:
    """Raises unless an answer takes the seconds it is given; allows for a busy machine."""
    taken = 0.0
    for _ in range(TRIES):
        taken = await ask()
        if taken <= seconds + bounds.late:
            return
    raise Failed(say("doctor.late", seconds=f"{seconds:.3g}", taken=f"{taken:.2f}"))


def unasked(lines: list[str], is_chatter: Callable[[str], bool]) -> None:
    """Raises if a line is more than chatter, since nothing was asked."""
    for line in lines:
        if not is_chatter(line):
            raise Failed(say("doctor.unasked", answer=quoted(line, SHOWN)))


async def told_to_end(
    exam: Examination, conversation: Conversation, line: str, is_fine: Callable[[str], bool]
) -> None:
    """Raises unless a program exits when told to, silently and leaving nothing behind."""
    conversation.send(line)
    for said in await conversation.ends(exam.bounds.exit):
        if not is_fine(said):
            raise Failed(say("doctor.last_line", line=quoted(line), answer=quoted(said, SHOWN)))
    await exam.drop()


async def input_ends(exam: Examination, conversation: Conversation) -> None:
    """Raises unless a program exits when its input ends, as it does when the manager dies."""
    conversation.end_input()
    await conversation.ends(exam.bounds.exit)
    await exam.drop()

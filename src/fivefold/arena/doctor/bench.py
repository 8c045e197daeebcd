"""Where a program is examined: one check after the other, a fresh process after every fault."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from fivefold.arena.doctor.report import Check, Duty, Verdict
from fivefold.arena.doctor.talk import USUAL, Advice, Bounds, Failed, Fault, Log, Silent, Talk
from fivefold.core import Game
from fivefold.engines.child import Child
from fivefold.errors import EngineCrashed
from fivefold.words import say

FIRST = "start"
"""The check without which no other makes sense."""
ONE_CHECK = 60.0
MOVES = 15
"""A check ends after `ONE_CHECK` seconds and as many moves, whatever the program does."""
MOST_SILENCES = 8
"""Checks with no answer after which the rest is not worth the time."""


@dataclass(frozen=True)
class Rule:
    """One thing a protocol asks for, and how it is tried: `check` returns, or raises `Failed`.

    A program that fails something recommended gets advice; one that dies, floods or says nothing
    has failed whatever was tried. The sentences are `doctor.GROUP.NAME` and `doctor.hint.…`.
    """

    name: str
    check: Callable[[Bench], Awaitable[None]]
    duty: Duty = "mandatory"
    group: str = "any"


class Bench:
    """Owns the process under examination; a check asks for one with `talk`."""

    def __init__(
        self,
        command: Sequence[str],
        game: Game,
        bounds: Bounds = USUAL,
        *,
        folder: str | None = None,
        log: Log | None = None,
    ) -> None:
        self.game = game
        self.bounds = bounds
        self.can_start_over = False
        """Whether a process can play many games; until that is known each check gets a new one."""
        self.failed: set[str] = set()
        """The checks it has failed, so that later ones need not fail for the same reason."""
        self.is_hopeless = False
        self.numbers = itertools.count(1001)
        """For questions that have one."""
        self._command = list(command)
        self._folder = folder
        self._log = log or Log()
        self._talk: Talk | None = None
        self._starts = 0
        self._silences = 0
        self._end = time.monotonic() + bounds.all

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.drop()

    def is_over(self) -> bool:
        """Tells whether further checks would only cost time."""
        return self.is_hopeless or time.monotonic() > self._end

    async def talk(self, *, fresh: bool = False) -> Talk:
        """Returns a conversation: the one that goes on where it can start over, else a new one."""
        if self._talk is not None and self.can_start_over and not fresh:
            self._talk.waiting()
            return self._talk
        await self.drop()
        try:
            child = await Child.start_program(self._command[0], self._command, self._folder)
        except EngineCrashed as error:
            if self._starts:
                raise Fault(error.message) from None
            raise
        self._starts += 1
        self._talk = Talk(child, self._log)
        return self._talk

    async def drop(self) -> None:
        """Ends the process, if there is one."""
        talk, self._talk = self._talk, None
        if talk is not None:
            await talk.close()

    async def apply(self, rule: Rule) -> Check:
        """Returns how the program does in one check."""
        title, hint = say(f"doctor.{rule.group}.{rule.name}"), None
        self._log.begin(str(title))
        try:
            seconds = ONE_CHECK + MOVES * self.bounds.move
            seconds = min(seconds, max(self._end - time.monotonic(), 1.0))
            async with asyncio.timeout(seconds):
                await self._watched(rule)
            return Check(rule.name, title, rule.duty, conversation=self._log.last)
        except Failed as failed:
            reason, hint, verdict = failed.reason, failed.hint, _verdict(rule, failed)
        except TimeoutError:
            reason, verdict = say("doctor.slow", seconds=f"{seconds:.0f}"), "failed"
        finally:
            heard = self._log.last
        if verdict == "failed":
            self.failed.add(rule.name)
        await self.drop()
        hint = hint or say(f"doctor.hint.{rule.group}.{rule.name}")
        return Check(rule.name, title, rule.duty, verdict, reason, hint, heard)

    async def _watched(self, rule: Rule) -> None:
        """Tries the rule; when the very first question is not answered, finds out why."""
        is_first = not self._starts
        try:
            await rule.check(self)
        except Failed as failed:
            self._silences += isinstance(failed, Silent)
            self.is_hopeless = rule.name == FIRST or self._silences >= MOST_SILENCES
            if is_first and isinstance(failed, Silent) and self._talk is not None:
                self._talk.end_input()
                if any(line.strip() for line in await self._talk.listen(self.bounds.exit)):
                    raise Fault(say("doctor.unflushed"), say("doctor.hint.flush")) from None
            raise


def _verdict(rule: Rule, failed: Failed) -> Verdict:
    if isinstance(failed, Advice) or (rule.duty == "recommended" and not isinstance(failed, Fault)):
        return "advice"
    return "failed"

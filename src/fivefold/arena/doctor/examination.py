"""The examination of a program: one check after another, with a new process after every fault."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from fivefold.arena.doctor.conversation import (
    USUAL,
    Advice,
    Bounds,
    Conversation,
    Failed,
    Fault,
    Log,
    Silent,
)
from fivefold.arena.doctor.report import Check, Duty, Verdict
from fivefold.cage.settings import default_cage
from fivefold.core import Game
from fivefold.engines.child import Child
from fivefold.errors import EngineCrashed
from fivefold.words import say

FIRST = "start"
"""If this check fails, the others are skipped."""
ONE_CHECK = 60.0
MOVES = 15
"""A check ends after `ONE_CHECK` seconds or this many moves."""
MAX_SILENCES = 8
"""The examination ends after this many checks without an answer."""


@dataclass(frozen=True)
class Rule:
    """A requirement of a protocol and its check, which returns or raises `Failed`.

    A program that fails a recommendation gets advice; one that dies, floods or is silent fails
    either way. The sentences are `doctor.GROUP.NAME` and `doctor.hint.…`.
    """

    name: str
    check: Callable[[Examination], Awaitable[None]]
    duty: Duty = "mandatory"
    group: str = "any"


class Examination:
    """Owns the examined process; checks obtain it with `conversation`."""

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
        """Whether a process can play several games; if not, each check gets a new one."""
        self.failed: set[str] = set()
        """Failed checks, so that later ones do not fail for the same reason."""
        self.is_hopeless = False
        self.numbers = itertools.count(1001)
        """Numbers for questions that carry one."""
        self._command = list(command)
        self._folder = folder
        self._log = log or Log()
        self._conversation: Conversation | None = None
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
        """Tells whether further checks are pointless."""
        return self.is_hopeless or time.monotonic() > self._end

    async def conversation(self, *, fresh: bool = False) -> Conversation:
        """Returns the current conversation if the program can start over, else a new one."""
        if self._conversation is not None and self.can_start_over and not fresh:
            self._conversation.waiting()
            return self._conversation
        await self.drop()
        try:
            command = self._command
            child = await Child.start_program(command[0], command, self._folder, default_cage())
        except EngineCrashed as error:
            if self._starts:
                raise Fault(error.message) from None
            raise
        self._starts += 1
        self._conversation = Conversation(child, self._log)
        return self._conversation

    async def drop(self) -> None:
        """Ends the process, if there is one."""
        conversation, self._conversation = self._conversation, None
        if conversation is not None:
            await conversation.close()

    async def apply(self, rule: Rule) -> Check:
        """Returns the outcome of one check."""
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
            conversation = self._log.last
        if verdict == "failed":
            self.failed.add(rule.name)
        await self.drop()
        hint = hint or say(f"doctor.hint.{rule.group}.{rule.name}")
        return Check(rule.name, title, rule.duty, verdict, reason, hint, conversation)

    async def _watched(self, rule: Rule) -> None:
        """Tries the rule; if the very first question is not answered, finds out why."""
        is_first = not self._starts
        try:
            await rule.check(self)
        except Failed as failed:
            self._silences += isinstance(failed, Silent)
            self.is_hopeless = rule.name == FIRST or self._silences >= MAX_SILENCES
            if is_first and isinstance(failed, Silent) and self._conversation is not None:
                self._conversation.end_input()
                if any(line.strip() for line in await self._conversation.listen(self.bounds.exit)):
                    raise Fault(say("doctor.unflushed"), say("doctor.hint.flush")) from None
            raise


def _verdict(rule: Rule, failed: Failed) -> Verdict:
    if isinstance(failed, Advice) or (rule.duty == "recommended" and not isinstance(failed, Fault)):
        return "advice"
    return "failed"

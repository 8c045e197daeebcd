"""Checks of the strategy contract, on a strategy in its own process.

Each failure has a reason, the position and a hint, for authors of a first strategy. After two
timeouts no further positions are tried.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from types import TracebackType
from typing import Self

from fivefold.core import Game, Limit, State
from fivefold.engines.debugged import Around, DebuggedEngine
from fivefold.engines.process import ProcessEngine
from fivefold.engines.wire import called, shown
from fivefold.errors import (
    EngineCrashed,
    EngineTimeout,
    FivefoldError,
    InvalidNotation,
    ProtocolError,
    UnknownName,
)
from fivefold.match.decision_checks import nonsense_in
from fivefold.match.report import Check, Report
from fivefold.match.samples import sample
from fivefold.strategies.base import Decision
from fivefold.words import Message, say

MOVE = Limit(seconds=0.2)
"""Time limit of a question; an answer `GRACE` later counts as a timeout."""
GRACE = 1.8
TIMED_MOVE = 0.5
LATE = 0.5
"""Tolerance of the time check in seconds, for a busy machine."""
LOAD_SECONDS = 10.0
CHECK_SECONDS = {"positions": 5.0}
SHORT_CHECK = 2.0
"""Maximum duration of a check in seconds."""
ALL_SECONDS = 30.0
MOST_SILENCES = 2
COMPARED = 12
"""Number of positions asked twice with the same seed."""

Examined = ProcessEngine | DebuggedEngine


async def check_strategy(
    text: str,
    game: Game,
    on_check: Callable[[Check], None] = lambda check: None,
    around: Around | None = None,
) -> Report:
    """Checks the strategy in a game and returns the report; calls `on_check` after each check.

    With `around` the strategy runs in this process, for a debugger, and time is not checked.
    """
    checks: list[Check] = []
    not_run: list[str] = []
    async with Examination(text, game, around) as examination:
        for name, run in examination.plan().items():
            if examination.is_over():
                not_run.append(name)
                continue
            check = await run()
            if check is not None:
                check = _compared(check, checks)
                checks.append(check)
                on_check(check)
    return Report(game.name, text, tuple(checks), tuple(not_run))


def _compared(check: Check, before: Sequence[Check]) -> Check:
    """Returns the check; if an earlier one failed for the same reason, with its name."""
    if check.passed:
        return check
    reason = str(check.reason)
    same = (each.name for each in before if not each.passed and str(each.reason) == reason)
    return replace(check, same_as=next(same, None))


@dataclass(frozen=True)
class _Answer:
    state: State
    decision: Decision
    seconds: float
    fault: str | None

    @property
    def is_quick(self) -> bool:
        """Tells whether the answer cannot depend on the clock."""
        return self.seconds < (MOVE.seconds or 0) / 2


class Examination:
    """Asks one strategy about many positions and stores the answers."""

    def __init__(self, text: str, game: Game, around: Around | None = None) -> None:
        self._text, self._game, self._around = text, game, around
        self._engine = self._new_engine(text)
        self._samples = sample(game)
        self._answers: list[_Answer] = []
        self._silences = 0
        self._is_loaded = True
        self._begun = time.monotonic()

    def _new_engine(self, text: str) -> Examined:
        if self._around is not None:
            return DebuggedEngine(text, self._game, 1, self._around)
        return ProcessEngine(text, self._game, 1, grace=GRACE, start_seconds=LOAD_SECONDS)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self._engine.close()

    def plan(self) -> dict[str, Callable[[], Awaitable[Check | None]]]:
        """Returns the checks by name; a check that does not apply returns None."""
        game, samples = self._game, self._samples
        spread = samples.any[:: max(1, len(samples.any) // 6)]
        kinds: dict[str, Sequence[State]] = {
            "positions": samples.any,
            "single": samples.single,
            "pass": samples.passes,
            "set_up": [game.parse_position(game.format_position(state)) for state in spread],
            "end": samples.ends,
        }
        return {
            "loads": self._loads,
            "start": partial(self._moves_in, "start", [game.start]),
            "time": self._keeps_time,
            **{kind: partial(self._moves_in, kind, kinds[kind]) for kind in kinds if kinds[kind]},
            "reasons": self._reasons_fit,
            "seed": self._repeats_itself,
            "sentence": self._says_why,
        }

    def is_over(self) -> bool:
        """Tells whether further questions would only waste time."""
        late = time.monotonic() - self._begun > ALL_SECONDS
        return (
            (late and self._around is None)
            or not self._is_loaded
            or self._silences >= MOST_SILENCES
        )

    async def _ask(self, engine: Examined, state: State, limit: Limit = MOVE) -> _Answer:
        begun = time.monotonic()
        try:
            decision = await engine.choose(state, limit)
        except EngineTimeout:
            self._silences += 1
            raise
        return _Answer(state, decision, time.monotonic() - begun, engine.fault)

    async def _loads(self) -> Check:
        title = say("contract.check.loads")
        try:
            await self._engine.open()
        except FivefoldError as error:
            self._is_loaded = False
            hint = _load_hint(error, self._engine.reported)
            return Check("loads", title, False, error.message, hint=hint)
        return Check("loads", title)

    async def _moves_in(self, name: str, states: Sequence[State]) -> Check:
        """Checks for a legal move in each of the positions."""
        begun, asked = time.monotonic(), 0
        for state in states:
            asked += 1
            try:
                self._answers.append(await self._ask(self._engine, state))
            except FivefoldError as error:
                title = say(f"contract.check.{name}", count=len(states))
                return self._failed(name, title, error, state)
            if time.monotonic() - begun > CHECK_SECONDS.get(name, SHORT_CHECK):
                break
        return Check(name, say(f"contract.check.{name}", count=asked))

    def _failed(
        self, name: str, title: Message, error: FivefoldError, state: State | None
    ) -> Check:
        """Returns the check that failed because of a missing or invalid answer."""
        reported = self._engine.reported
        hint = _move_hint(name, error, reported)
        crashed = isinstance(error, EngineCrashed) and reported == "engine.crashed"
        return Check(name, title, False, error.message, state, hint, crashed=crashed)

    async def _keeps_time(self) -> Check | None:
        """Checks the time; asks twice after a late answer, because the machine may be busy."""
        if self._around is not None:
            return None
        title = say("contract.check.time", seconds=f"{TIMED_MOVE:g}")
        state = max(self._samples.any, key=lambda state: len(state.legal_moves()))
        hint, taken = say("contract.hint.timeout"), 0.0
        for _ in range(2):
            try:
                taken = (await self._ask(self._engine, state, Limit(seconds=TIMED_MOVE))).seconds
            except EngineTimeout as error:
                return Check("time", title, False, error.message, state, hint)
            except FivefoldError:  # other checks report it
                return None
            if taken <= TIMED_MOVE + LATE:
                return Check("time", title)
        given, took = f"{TIMED_MOVE:g}", f"{taken:.1f}"
        late = say("contract.late", name=called(self._text), seconds=given, taken=took)
        return Check("time", title, False, late, state, hint)

    async def _reasons_fit(self) -> Check | None:
        title, hint = say("contract.check.reasons"), say("contract.hint.reasons")
        for answer in self._answers:
            reason = nonsense_in(answer.decision, answer.state)
            if answer.fault is not None:
                reason = say("contract.unreadable", fault=answer.fault)
            if reason is not None:
                return Check("reasons", title, False, reason, answer.state, hint)
        return Check("reasons", title) if self._answers else None

    async def _repeats_itself(self) -> Check | None:
        """Checks that two instances play the same moves, if the strategy has a seed."""
        title = say("contract.check.seed")
        states = [answer.state for answer in self._answers if answer.is_quick][:COMPARED]
        if not states:
            return None
        takes_seed, text = True, _with_seed(self._text)
        try:
            try:
                line = await self._line(text, states)
            except (UnknownName, InvalidNotation):
                takes_seed, text = False, self._text
                line = await self._line(text, states)
            again = await self._line(text, states)
        except FivefoldError as error:
            return self._failed("seed", title, error, None)
        for one, other in zip(line, again, strict=True):
            moves = [self._game.format_move(each.decision.move or 0) for each in (one, other)]
            if moves[0] != moves[1] and one.is_quick and other.is_quick:
                reason = say("contract.differs", one=moves[0], other=moves[1])
                hint = say("contract.hint.seed")
                return Check("seed", title, not takes_seed, reason, one.state, hint)
        return Check("seed", title)

    async def _line(self, text: str, states: Sequence[State]) -> list[_Answer]:
        """Returns the answers of a new instance."""
        async with self._new_engine(text) as engine:
            return [await self._ask(engine, state) for state in states]

    async def _says_why(self) -> Check | None:
        title = say("contract.check.sentence")
        for answer in self._answers:
            if answer.fault is None and not str(answer.decision.text).strip():
                reason, hint = say("contract.silent"), say("contract.hint.sentence")
                return Check("sentence", title, True, reason, answer.state, hint)
        return Check("sentence", title) if self._answers else None


def _with_seed(text: str) -> str:
    """Returns the strategy's text with a seed parameter."""
    text = text.strip()
    if not text.endswith(")"):
        return f"{text}(seed=1)"
    if "seed" in text.rpartition("(")[2]:
        return text
    inside = text.rpartition("(")[2][:-1].strip()
    return f"{text[:-1]}{', ' if inside else ''}seed=1)"


def _load_hint(error: FivefoldError, reported: str) -> Message:
    """Returns the hint for a strategy that cannot be loaded; `reported` is the error's key."""
    if isinstance(error, InvalidNotation):
        return say("contract.hint.parameters")
    if isinstance(error, UnknownName):
        return say("contract.hint.class")
    if isinstance(error, EngineTimeout):
        return say("contract.hint.slow_load")
    if reported.startswith("name.choose_"):
        return say("contract.hint.signature")
    if reported == "name.start_fails":
        return say("contract.hint.init")
    if "ModuleNotFoundError" in str(error):
        return say("contract.hint.module")
    return say("contract.hint.load")


def _move_hint(name: str, error: FivefoldError, reported: str) -> Message:
    """Returns the hint for a missing or invalid answer; `reported` is the error's key."""
    if isinstance(error, EngineTimeout):
        return say("contract.hint.timeout")
    if name == "pass":
        return say("contract.hint.pass")
    if isinstance(error, ProtocolError):
        if shown(None) in str(error):
            return say("contract.hint.nothing")
        return say(
            "contract.hint.illegal" if reported == "engine.illegal" else "contract.hint.move"
        )
    if isinstance(error, EngineCrashed) and reported != "engine.crashed":
        return say("contract.hint.ended")
    if name in ("set_up", "seed"):
        return say(f"contract.hint.in_{name}")
    if name == "start":
        return say("contract.hint.crash_at_once")
    return say("contract.hint.crash" if isinstance(error, EngineCrashed) else "contract.hint.other")

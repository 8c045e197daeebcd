"""What runs by itself in a match: the machine to move, and the timer of the running clock.

With several workers each may have the match in memory. One of them thinks for the machine and
watches its clock: the first that claims it in the shared state. A person's flag may fall at any
worker, since the log accepts only one end.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

from fivefold.core import State
from fivefold.errors import Refused, RulesError, StaleWrite, StorageUnavailable
from fivefold.server.analysis.pool import AnalysisPool
from fivefold.server.matches.active_match import ActiveMatch
from fivefold.server.matches.dormant import FlagTimer
from fivefold.server.matches.frames import thinking_frame
from fivefold.server.matches.machine_turn import MachineTurn
from fivefold.server.matches.presence import Presence
from fivefold.server.matches.tasks import BackgroundTasks
from fivefold.server.peers.peers import Peers
from fivefold.server.room import commands as do
from fivefold.server.room.room import MACHINE
from fivefold.server.room.seats import are_machines

FLAG_SECONDS = 0.002
"""Added to the time left, so that the clock has certainly run out when the flag falls."""
RETRY_SECONDS = 1.0
"""Pause before a command is tried again, when the disk is full."""

Execute = Callable[[ActiveMatch, do.Command, str], Coroutine[Any, Any, object]]


@dataclass
class Activity:
    """What runs by itself in one match now."""

    turn: MachineTurn | None = None
    task: asyncio.Task[None] | None = None
    """Plays `turn`."""
    is_claimed: bool = False
    """Whether this worker is the one that thinks for the match's machines."""
    thinks_elsewhere: State | None = None
    """The position another worker thinks about."""
    thinking: str | None = None
    """The frame about the machine that thinks, here or elsewhere."""
    flag: asyncio.TimerHandle | None = None

    def stop_turn(self) -> None:
        if self.task is not None:
            self.task.cancel()
        self.turn = self.task = None

    def stop_flag(self) -> None:
        if self.flag is not None:
            self.flag.cancel()
            self.flag = None


class MatchTimers:
    """Starts and stops machines and flags as each match requires.

    `execute` executes a command; the caller holds the lock of the match.
    """

    def __init__(
        self,
        pool: AnalysisPool,
        peers: Peers,
        presence: Presence,
        tasks: BackgroundTasks,
        execute: Execute,
    ) -> None:
        self._pool = pool
        self._peers = peers
        self._presence = presence
        self._tasks = tasks
        self._execute = execute
        self._activities: WeakKeyDictionary[ActiveMatch, Activity] = WeakKeyDictionary()

    def activity(self, active: ActiveMatch) -> Activity:
        """Returns what runs by itself in the match."""
        return self._activities.setdefault(active, Activity())

    def is_thinking(self, active: ActiveMatch) -> bool:
        """Whether a process thinks for a machine of the match."""
        turn = self.activity(active).turn
        return turn is not None and turn.has_begun

    def leave(self, active: ActiveMatch) -> FlagTimer | None:
        """Stops everything in a match that leaves the memory; returns its flag timer, if any."""
        activity = self._activities.pop(active, Activity())
        activity.stop_turn()
        activity.stop_flag()
        room = active.room
        left, began = room.flag_due(), room.clock.began
        if left is None or began is None:
            return None
        return FlagTimer(time.monotonic() + left + FLAG_SECONDS, room.id, began, room.version)

    def close(self) -> None:
        """Stops every machine and every flag."""
        for activity in self._activities.values():
            if activity.task is not None:
                activity.task.cancel()
            activity.stop_flag()

    def restart(self, active: ActiveMatch) -> None:
        """Starts what is due after a new version of the match.

        The turn began when the first worker applied that version: changing the worker gains no
        time. If no other worker has the match in memory the turn begins now, so that nobody is
        charged for the time without a server.
        """
        elsewhere = self._peers.elsewhere(active.id)
        if elsewhere.version == active.room.version and elsewhere.turn is not None:
            active.room.clock.began_already(elsewhere.turn)
        self.update(active)

    def update(self, active: ActiveMatch) -> None:
        """Starts what is due in the match, stops what is not, and tells the other workers."""
        # Published first as well: no other worker may claim a turn that is over.
        self._presence.publish(active)
        self._update_machine(active)
        self._update_flag(active)
        self._presence.publish(active)

    # Machines

    def _update_machine(self, active: ActiveMatch) -> None:
        room, activity = active.room, self.activity(active)
        strategy = room.machine_to_move
        # Two machines play only while somebody watches, and their clocks stop with them.
        if strategy and are_machines(room.seats) and not active.subscribers:
            strategy = None
            room.hold()
        pace = room.pace if are_machines(room.seats) else None
        if activity.turn is not None:
            is_alive = activity.task is not None and not activity.task.done()
            if is_alive and activity.turn.is_for(strategy, pace):
                return
            activity.stop_turn()
        if strategy is None:
            self._release(active)
        elif self._tasks.closing.is_set() or (activity.is_claimed and room.clock.is_out):
            pass  # the flag falls, or the machine starts when the match is next opened
        elif self._peers.claim(room.id, room.version):
            activity.is_claimed, activity.thinks_elsewhere = True, None
            self._start(active, strategy, pace)
        elif activity.thinks_elsewhere is not room.state:
            activity.thinks_elsewhere = room.state
            self._announce(active)

    def _start(self, active: ActiveMatch, strategy: str, pace: int | None) -> None:
        room, activity = active.room, self.activity(active)
        turn = activity.turn = MachineTurn(room, strategy, pace, active.client, self._pool)
        room.hold()  # waiting for a free process costs the machine no time
        activity.task = self._tasks.start(self._play(active, turn))
        self._announce(active)

    def _announce(self, active: ActiveMatch, found: dict[str, Any] | None = None) -> None:
        activity = self.activity(active)
        activity.thinking = thinking_frame(active.room, found)
        active.send(activity.thinking)

    def _release(self, active: ActiveMatch) -> None:
        """Lets any worker claim the next machine's turn."""
        activity = self.activity(active)
        activity.thinking = activity.thinks_elsewhere = None
        if activity.is_claimed:
            activity.is_claimed = False
            self._peers.release(active.id)

    async def _play(self, active: ActiveMatch, turn: MachineTurn) -> None:
        command = await turn.answer(
            partial(self._begun, active, turn), partial(self._found, active, turn)
        )
        while True:
            try:
                # Cancelling the turn must not interrupt a commit.
                await asyncio.shield(self._tasks.start(self._finish(active, turn, command)))
                return
            except StorageUnavailable:
                await asyncio.sleep(RETRY_SECONDS)

    def _begun(self, active: ActiveMatch, turn: MachineTurn) -> None:
        """Starts the machine's clock: a process thinks for it from now on."""
        if self.activity(active).turn is turn:
            active.room.hold()
            active.room.resume()
            self.update(active)

    def _found(self, active: ActiveMatch, turn: MachineTurn, found: dict[str, Any]) -> None:
        """Tells the subscribers what the machine has found so far."""
        if self.activity(active).turn is turn:
            self._announce(active, found)

    async def _finish(self, active: ActiveMatch, turn: MachineTurn, command: do.Command) -> None:
        """Plays the machine's answer, unless its turn is over by now."""
        async with active.lock:
            activity = self.activity(active)
            if activity.turn is not turn:
                return
            if isinstance(command, do.Move | do.Answer):
                # A person may have joined: a newer version, but the same position.
                command = replace(command, version=active.room.version)
            task = activity.task
            activity.turn = activity.task = None  # executing starts the next turn
            try:
                await self._execute(active, command, MACHINE)
            except StorageUnavailable:
                activity.turn, activity.task = turn, task
                raise
            except StaleWrite:
                return  # another worker was faster
            except Refused:
                return  # its time is over: the flag falls by itself
            except RulesError as error:
                await self._execute(active, turn.crash(error.message, "illegal"), MACHINE)

    # Flags

    def _update_flag(self, active: ActiveMatch) -> None:
        activity = self.activity(active)
        activity.stop_flag()
        due = active.room.flag_due()
        # The worker that thinks for a machine also watches its clock.
        watched_elsewhere = activity.thinks_elsewhere is not None
        if due is not None and not watched_elsewhere and not self._tasks.closing.is_set():
            self._set_flag(active, due + FLAG_SECONDS)

    def _set_flag(self, active: ActiveMatch, seconds: float) -> None:
        def fall() -> None:
            self._tasks.start(self._fall(active))

        self.activity(active).flag = asyncio.get_running_loop().call_later(seconds, fall)

    async def _fall(self, active: ActiveMatch) -> None:
        """Ends the match if time is over."""
        try:
            async with active.lock:
                await self._execute(active, do.Flag(), MACHINE)
        except StorageUnavailable:
            self._set_flag(active, RETRY_SECONDS)
            return
        if active.room.flag_due() is not None:
            self.update(active)

"""The match service without HTTP: order of writes, machines, clocks, other processes."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from fivefold.errors import NotFound, Refused, StaleWrite, StorageUnavailable
from fivefold.names import game_from
from fivefold.server.analysis.host_strategies import HostStrategies
from fivefold.server.matches.active_match import ActiveMatch
from fivefold.server.matches.service import MatchService, holder_of
from fivefold.server.matches.subscribers import Subscriber
from fivefold.server.room import commands as do
from fivefold.server.room.events import Event
from fivefold.server.settings import Settings
from fivefold.server.storage.store import Store
from fivefold.server.storage.writer import Create

ME = {"X": "me", "O": "me"}


def order(seats: dict[str, str] = ME, game: str = "gomoku", **more: Any) -> do.Order:
    rules = game_from(game)
    return do.Order(rules, rules.start, (), seats, **more)


def with_service(
    folder: Path,
    work: Callable[[MatchService], Awaitable[None]],
    own: Sequence[str] = (),
    **more: Any,
) -> None:
    """Runs the work with a service on a new database."""
    settings = Settings(f"sqlite:///{folder}/games.db", analysis_processes=1, limited=False, **more)

    async def run() -> None:
        store = await Store.open(settings.database)
        service = MatchService(settings, store, HostStrategies(own))
        try:
            async with asyncio.timeout(60):
                await work(service)
        finally:
            await service.close()

    asyncio.run(run())


async def frames_of(subscriber: Subscriber) -> list[dict[str, Any]]:
    """Returns the frames that the subscriber has received so far."""
    found = []
    while (text := await subscriber.take(0.01)) is not None:
        found.append(json.loads(text))
    return found


async def until(active: ActiveMatch, wanted: Callable[[ActiveMatch], bool]) -> None:
    while not wanted(active):
        await asyncio.sleep(0.01)


class Ledger(Store):
    """A store that records what is on disk, and can fail."""

    @classmethod
    async def open(cls, url: str) -> Ledger:
        store = await super().open(url)
        assert isinstance(store, Ledger)
        store.notes = []
        store.full = False
        return store

    notes: list[str]
    full: bool

    async def append(
        self, match: str, events: Sequence[Event], beside: Create | None = None
    ) -> int:
        await asyncio.sleep(0.01)
        if self.full:
            raise StorageUnavailable("storage_unavailable", reason="the disk is full")
        written = await super().append(match, events, beside)
        self.notes += [f"on disk {event.version}" for event in events]
        return written


class Listener(Subscriber):
    """A subscriber that records each event it gets."""

    def __init__(self, notes: list[str]) -> None:
        super().__init__()
        self._notes = notes

    def offer(self, frame: str) -> bool:
        data = json.loads(frame)
        if data["type"] == "event":
            self._notes.append(f"told {data['version']}")
        return super().offer(frame)


def with_ledger(
    folder: Path,
    work: Callable[[MatchService, Ledger], Awaitable[None]],
    kind: type[MatchService] = MatchService,
) -> None:
    settings = Settings(f"sqlite:///{folder}/games.db", analysis_processes=1, limited=False)

    async def run() -> None:
        store = await Ledger.open(settings.database)
        service = kind(settings, store, HostStrategies())
        try:
            async with asyncio.timeout(60):
                await work(service, store)
        finally:
            await service.close()

    asyncio.run(run())


class HastyService(MatchService):
    """The broken control: sends events before it writes them."""

    async def _commit(self, active: ActiveMatch, events: Sequence[Event]) -> bool:
        self._apply(active, events)
        await self.store.append(active.room.id, events)
        return True


@pytest.mark.parametrize("kind", [MatchService, HastyService])
def test_no_move_is_sent_before_it_is_on_disk(tmp_path: Path, kind: type[MatchService]) -> None:
    async def work(service: MatchService, store: Ledger) -> None:
        active, secret = await service.create(order())
        service.connections.subscribe(active, Listener(store.notes))
        for number, text in enumerate(("h8", "h9", "i8")):
            done = await service.execute(
                active.room.id, do.Move(text, f"m{number}", number + 1), holder_of(secret)
            )
            store.notes.append(f"acknowledged {done.version}")
        steps = ("on disk", "told", "acknowledged")
        right = [f"{step} {version}" for version in (2, 3, 4) for step in steps]
        assert (store.notes == right) == (kind is MatchService)  # the control must fail

    with_ledger(tmp_path, work, kind)


def test_a_full_disk_changes_nothing_and_play_goes_on_afterwards(tmp_path: Path) -> None:
    async def work(service: MatchService, store: Ledger) -> None:
        active, secret = await service.create(order())
        service.connections.subscribe(active, subscriber := Subscriber())
        await frames_of(subscriber)
        store.full = True
        move = do.Move("h8", "a", 1)
        for _ in range(2):
            with pytest.raises(StorageUnavailable):
                await service.execute(active.room.id, move, holder_of(secret))
        assert active.room.version == 1
        assert [f["type"] for f in await frames_of(subscriber) if f["type"] == "event"] == []
        store.full = False
        assert (await service.execute(active.room.id, move, holder_of(secret))).version == 2
        assert [f["version"] for f in await frames_of(subscriber) if f["type"] == "event"] == [2]

    with_ledger(tmp_path, work)


def test_a_machine_waits_for_a_full_disk(tmp_path: Path) -> None:
    async def work(service: MatchService, store: Ledger) -> None:
        store.full = True
        active, _ = await service.create(order({"X": "random", "O": "me"}))
        await asyncio.sleep(1.5)
        assert active.room.plies == []
        store.full = False
        await until(active, lambda active: len(active.room.plies) == 1)

    with_ledger(tmp_path, work)


def test_another_process_was_first(tmp_path: Path) -> None:
    async def work(service: MatchService) -> None:
        other = MatchService(
            service.settings, await Store.open(service.settings.database), HostStrategies()
        )
        active, secret = await service.create(order())
        match, holder = active.room.id, holder_of(secret)
        await other.find(match)
        await service.execute(match, do.Move("h8", "a", 1), holder)
        theirs = other.matches[match]
        other.connections.subscribe(theirs, subscriber := Subscriber())
        with pytest.raises(StaleWrite) as late:
            await other.execute(match, do.Move("h9", "b", 1), holder)
        assert late.value.message.facts["version"] == 2
        assert theirs.room.state == active.room.state
        told = [frame for frame in await frames_of(subscriber) if frame["type"] == "event"]
        assert [frame["event"]["move"] for frame in told] == ["h8"]
        # The same move sent to the other process gets the same answer.
        await service.execute(match, do.Move("h9", "c", 2), holder)
        assert (await other.execute(match, do.Move("h9", "c", 2), holder)).version == 3
        assert [event.version for event in await service.store.load(match)] == [1, 2, 3]
        await other.close()

    with_service(tmp_path, work)


def test_a_client_that_disconnects_during_a_move_leaves_room_and_log_in_agreement(
    tmp_path: Path,
) -> None:
    async def work(service: MatchService) -> None:
        active, secret = await service.create(order())
        match, holder = active.room.id, holder_of(secret)
        for number, delay in enumerate([0, 0, 0.0005, 0.001, 0.002, 0.004] * 3):
            move = do.Move(f"{'abcdefghijklmno'[number % 15]}{number // 15 + 1}", None, 0)
            move = do.Move(move.move, f"m{number}", active.room.version)
            asking = asyncio.ensure_future(service.execute(match, move, holder))
            await asyncio.sleep(delay)
            asking.cancel()
            async with active.lock:
                pass
            await asyncio.sleep(0.01)
            kept = await service.store.load(match)
            assert [event.version for event in kept] == list(range(1, active.room.version + 1))
            assert active.events == kept

    with_service(tmp_path, work)


def test_undo_stops_the_machine_that_thinks(tmp_path: Path) -> None:
    async def work(service: MatchService) -> None:
        active, secret = await service.create(order({"X": "me", "O": "negamax(depth=12)"}))
        match, holder = active.room.id, holder_of(secret)
        await service.execute(match, do.Move("h8", "a", 1), holder)
        turn = service.timers.activity(active).turn
        assert turn is not None
        await service.execute(match, do.Undo(2), holder)
        assert service.timers.activity(active).turn is None
        assert active.room.plies == []
        # Its process is free at once.
        await service.execute(match, do.Reseat(3, {"O": "random"}), holder)
        await service.execute(match, do.Move("h9", "b", 4), holder)
        await until(active, lambda active: len(active.room.plies) == 2)

    with_service(tmp_path, work)


def test_a_machine_that_breaks_loses_with_the_reason_and_can_be_replaced(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(
        "from fivefold import Strategy\n"
        "class Bad(Strategy):\n"
        "    def choose(self, state, limit=None, stop=None):\n"
        "        raise ValueError('no idea')\n"
    )

    async def work(service: MatchService) -> None:
        active, secret = await service.create(order({"X": "bot:Bad", "O": "me"}))
        await until(active, lambda active: active.room.result is not None)
        result = active.room.result
        assert result is not None
        assert (result["winner"], result["ending"]) == ("O", "crashed")
        assert "no idea" in result["reason"]["text"]
        assert str(tmp_path) not in json.dumps(result)
        seats = do.Reseat(active.room.version, {"X": "random"})
        await service.execute(active.room.id, seats, holder_of(secret))
        await until(active, lambda active: len(active.room.plies) == 1)
        assert active.room.result is None

    with_service(tmp_path, work, own=[f"{bot}:Bad"])


def test_a_flag_falls_by_itself_and_is_sent(tmp_path: Path) -> None:
    async def work(service: MatchService) -> None:
        active, secret = await service.create(order(time="0.3s"))
        service.connections.subscribe(active, subscriber := Subscriber())
        await until(active, lambda active: active.room.result is not None)
        assert active.room.result
        assert (active.room.result["winner"], active.room.result["ending"]) == ("O", "time")
        told = [frame for frame in await frames_of(subscriber) if frame["type"] == "event"]
        assert [frame["event"]["kind"] for frame in told] == ["ended"]
        with pytest.raises(Exception, match="over"):
            await service.execute(active.room.id, do.Move("h8", "a", 2), holder_of(secret))

    with_service(tmp_path, work)


def test_an_idle_match_is_dropped_and_reloaded_on_demand(tmp_path: Path) -> None:
    async def work(service: MatchService) -> None:
        active, secret = await service.create(order())
        match, holder = active.room.id, holder_of(secret)
        await service.execute(match, do.Move("h8", "a", 1), holder)
        service.connections.subscribe(active, subscriber := Subscriber())
        service.matches.drop_idle(0.0)
        assert match in service.matches
        service.connections.unsubscribe(active, subscriber)
        service.matches.drop_idle(0.0)
        assert match not in service.matches
        again = await service.find(match)
        assert again is not active
        assert again.room.state == active.room.state
        assert (await service.execute(match, do.Move("h8", "a", 1), holder)).version == 2

    with_service(tmp_path, work, idle_seconds=0.0)


def test_a_match_whose_machine_is_to_move_goes_on_when_it_is_opened(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/games.db"
    match = ""

    async def begin() -> None:
        nonlocal match
        store = await Store.open(database)
        service = MatchService(Settings(database, analysis_processes=1), store, HostStrategies())
        active, _ = await service.create(order({"X": "negamax(depth=12)", "O": "me"}))
        match = active.room.id
        await service.close()

    asyncio.run(begin())

    async def work(service: MatchService) -> None:
        assert len(service.matches) == 0
        active = await service.find(match)
        assert service.timers.activity(active).turn is not None

    with_service(tmp_path, work)


def test_many_concurrent_loads_give_the_same_match(tmp_path: Path) -> None:
    async def work(service: MatchService) -> None:
        active, _ = await service.create(order())
        match = active.room.id
        service.matches.remove(active)
        matches = await asyncio.gather(*(service.find(match) for _ in range(20)))
        assert len(set(map(id, matches))) == 1
        with pytest.raises(NotFound):
            await service.find("nothing")

    with_service(tmp_path, work)


def test_a_crowd_gets_one_presence_frame(tmp_path: Path) -> None:
    async def work(service: MatchService) -> None:
        active, _ = await service.create(order())
        crowd = [Subscriber() for _ in range(100)]
        for subscriber in crowd:
            service.connections.subscribe(active, subscriber)
        await asyncio.sleep(0.4)
        told = [frame for frame in await frames_of(crowd[0]) if frame["type"] == "presence"]
        assert [frame["watching"] for frame in told] == [100]

    with_service(tmp_path, work)


def test_two_rematches_at_once_make_one_new_match(tmp_path: Path) -> None:
    async def work(service: MatchService) -> None:
        other = MatchService(
            service.settings, await Store.open(service.settings.database), HostStrategies()
        )
        active, secret = await service.create(order())
        match, holder = active.room.id, holder_of(secret)
        await service.execute(match, do.Resign(1), holder)
        await other.find(match)
        done = await service.execute(match, do.Rematch(2, "first-new"), holder)
        assert done.match == "first-new"
        with pytest.raises(StaleWrite):
            await other.execute(match, do.Rematch(2, "second-new"), holder)
        again = await other.execute(match, do.Rematch(3, "third-new"), holder)
        assert again.match == "first-new"
        assert (await other.find("first-new")).room.held_by(holder) == {"X", "O"}
        for unused in ("second-new", "third-new"):
            with pytest.raises(NotFound):
                await service.store.load(unused)
        await other.close()

    with_service(tmp_path, work)


def test_no_time_goes_by_for_two_machines_that_nobody_watches(tmp_path: Path) -> None:
    async def work(service: MatchService) -> None:
        seats = {"X": "random", "O": "random"}
        active, _ = await service.create(order(seats, "othello", time="20s", pace=30))

        def clocks() -> dict[str, Any]:
            found: dict[str, Any] = active.room.document()["clocks"]
            return found

        before = clocks()
        assert before["running"] is None
        await asyncio.sleep(0.1)
        assert (
            clocks(),
            service.timers.activity(active).flag,
            service.timers.activity(active).turn,
        ) == (before, None, None)
        service.connections.subscribe(active, subscriber := Subscriber())
        snapshot = (await frames_of(subscriber))[0]["match"]
        assert (snapshot["clocks"]["running"], snapshot["clocks"]["X"]["left"] > 0) == ("X", True)
        await until(active, lambda active: len(active.room.plies) >= 2 or not active.room.live)
        service.connections.unsubscribe(active, subscriber)
        plies, before = len(active.room.plies), clocks()
        assert before["running"] is None
        await asyncio.sleep(0.1)
        assert (active.room.result, len(active.room.plies)) == (None, plies)
        assert (
            clocks(),
            service.timers.activity(active).flag,
            service.timers.activity(active).turn,
        ) == (before, None, None)

    with_service(tmp_path, work)


def test_a_machine_whose_process_is_killed_moves_all_the_same(tmp_path: Path) -> None:
    async def work(service: MatchService) -> None:
        service._is_warm = True  # the first process thinks only about this move
        active, _ = await service.create(order({"X": "level(2)", "O": "me"}))
        while not (found := _analysis_processes()):
            await asyncio.sleep(0.005)
        for pid in found:
            os.kill(pid, signal.SIGKILL)
        await until(active, lambda active: len(active.room.plies) == 1 or not active.room.live)
        assert active.room.result is None

    with_service(tmp_path, work)


def _analysis_processes() -> list[int]:
    """Returns the analysis processes that this one has started."""
    children = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    commands = {pid: Path(f"/proc/{pid}/cmdline") for pid in children}
    return [
        int(pid)
        for pid, command in commands.items()
        if command.exists() and b"analysis.process_main" in command.read_bytes()
    ]


def test_a_service_full_of_busy_matches_rejects_new_ones(tmp_path: Path) -> None:
    async def work(service: MatchService) -> None:
        idle, _ = await service.create(order())
        watched = []
        for _ in range(3):
            watched.append((await service.create(order()))[0])
            service.connections.subscribe(watched[-1], Subscriber())
        assert idle.room.id not in service.matches  # it is idle, so it was dropped
        assert len(service.matches) == 3
        for asking in (service.create(order()), service.find(idle.room.id)):
            with pytest.raises(Refused) as refusal:
                await asking
            assert refusal.value.code == "request.too_many"
        assert await service.find(watched[0].room.id) is watched[0]

    with_service(tmp_path, work, max_matches=2)

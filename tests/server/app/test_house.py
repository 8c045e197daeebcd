"""The house itself: what is written before anybody hears of it, machines, clocks, rivals."""

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
from fivefold.server import commands as do
from fivefold.server.events import Event
from fivefold.server.house import House, holder_of
from fivefold.server.own import OwnStrategies
from fivefold.server.settings import Settings
from fivefold.server.store import Store
from fivefold.server.table import Table
from fivefold.server.watchers import Watcher
from fivefold.server.writer import Create

ME = {"X": "me", "O": "me"}


def order(seats: dict[str, str] = ME, game: str = "gomoku", **more: Any) -> do.Order:
    rules = game_from(game)
    return do.Order(rules, rules.start, (), seats, **more)


def in_house(
    folder: Path, work: Callable[[House], Awaitable[None]], own: Sequence[str] = (), **more: Any
) -> None:
    """Runs the work in a house on a fresh database."""
    settings = Settings(f"sqlite:///{folder}/games.db", thinkers=1, limited=False, **more)

    async def run() -> None:
        store = await Store.open(settings.database)
        house = House(settings, store, OwnStrategies(own))
        try:
            async with asyncio.timeout(60):
                await work(house)
        finally:
            await house.close()

    asyncio.run(run())


async def frames_of(watcher: Watcher) -> list[dict[str, Any]]:
    """Returns what the watcher was told so far."""
    found = []
    while (text := await watcher.take(0.01)) is not None:
        found.append(json.loads(text))
    return found


async def until(table: Table, wanted: Callable[[Table], bool]) -> None:
    while not wanted(table):
        await asyncio.sleep(0.01)


class Ledger(Store):
    """A store that notes when something is on disk, and can be out of order."""

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
    ) -> None:
        await asyncio.sleep(0.01)
        if self.full:
            raise StorageUnavailable("storage_unavailable", reason="the disk is full")
        await super().append(match, events, beside)
        self.notes += [f"on disk {event.version}" for event in events]


class Listener(Watcher):
    """A watcher that notes when it was told."""

    def __init__(self, notes: list[str]) -> None:
        super().__init__()
        self._notes = notes

    def offer(self, frame: str) -> bool:
        data = json.loads(frame)
        if data["type"] == "event":
            self._notes.append(f"told {data['version']}")
        return super().offer(frame)


def with_ledger(
    folder: Path, work: Callable[[House, Ledger], Awaitable[None]], kind: type[House] = House
) -> None:
    settings = Settings(f"sqlite:///{folder}/games.db", thinkers=1, limited=False)

    async def run() -> None:
        store = await Ledger.open(settings.database)
        house = kind(settings, store, OwnStrategies())
        try:
            async with asyncio.timeout(60):
                await work(house, store)
        finally:
            await house.close()

    asyncio.run(run())


class HastyHouse(House):
    """What must not be: everybody is told, and then it is written."""

    async def _commit(self, table: Table, events: Sequence[Event]) -> bool:
        self.take_in(table, events)
        await self.store.append(table.room.id, events)
        return True


@pytest.mark.parametrize("kind", [House, HastyHouse])
def test_nobody_hears_of_a_move_before_it_is_on_disk(tmp_path: Path, kind: type[House]) -> None:
    async def work(house: House, store: Ledger) -> None:
        table, secret = await house.create(order())
        house.watch(table, Listener(store.notes))
        for number, text in enumerate(("h8", "h9", "i8")):
            done = await house.do(
                table.room.id, do.Move(text, f"m{number}", number + 1), holder_of(secret)
            )
            store.notes.append(f"acknowledged {done.version}")
        steps = ("on disk", "told", "acknowledged")
        right = [f"{step} {version}" for version in (2, 3, 4) for step in steps]
        assert (store.notes == right) == (kind is House)  # the other one has to be caught

    with_ledger(tmp_path, work, kind)


def test_a_full_disk_changes_nothing_and_play_goes_on_afterwards(tmp_path: Path) -> None:
    async def work(house: House, store: Ledger) -> None:
        table, secret = await house.create(order())
        house.watch(table, watcher := Watcher())
        await frames_of(watcher)
        store.full = True
        move = do.Move("h8", "a", 1)
        for _ in range(2):
            with pytest.raises(StorageUnavailable):
                await house.do(table.room.id, move, holder_of(secret))
        assert table.room.version == 1
        assert [f["type"] for f in await frames_of(watcher) if f["type"] == "event"] == []
        store.full = False
        assert (await house.do(table.room.id, move, holder_of(secret))).version == 2
        assert [f["version"] for f in await frames_of(watcher) if f["type"] == "event"] == [2]

    with_ledger(tmp_path, work)


def test_a_machine_waits_for_a_full_disk(tmp_path: Path) -> None:
    async def work(house: House, store: Ledger) -> None:
        store.full = True
        table, _ = await house.create(order({"X": "random", "O": "me"}))
        await asyncio.sleep(1.5)
        assert table.room.plies == []
        store.full = False
        await until(table, lambda table: len(table.room.plies) == 1)

    with_ledger(tmp_path, work)


def test_another_process_was_first(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        other = House(house.settings, await Store.open(house.settings.database), OwnStrategies())
        table, secret = await house.create(order())
        match, holder = table.room.id, holder_of(secret)
        await other.find(match)
        await house.do(match, do.Move("h8", "a", 1), holder)
        theirs = other.tables[match]
        other.watch(theirs, watcher := Watcher())
        with pytest.raises(StaleWrite) as late:
            await other.do(match, do.Move("h9", "b", 1), holder)
        assert late.value.message.facts["version"] == 2
        assert theirs.room.state == table.room.state
        told = [frame for frame in await frames_of(watcher) if frame["type"] == "event"]
        assert [frame["event"]["move"] for frame in told] == ["h8"]
        # The very same move, sent to the other process: the same answer.
        await house.do(match, do.Move("h9", "c", 2), holder)
        assert (await other.do(match, do.Move("h9", "c", 2), holder)).version == 3
        assert [event.version for event in await house.store.load(match)] == [1, 2, 3]
        await other.close()

    in_house(tmp_path, work)


def test_whoever_leaves_in_the_middle_of_a_move_leaves_room_and_log_agreeing(
    tmp_path: Path,
) -> None:
    async def work(house: House) -> None:
        table, secret = await house.create(order())
        match, holder = table.room.id, holder_of(secret)
        for number, delay in enumerate([0, 0, 0.0005, 0.001, 0.002, 0.004] * 3):
            move = do.Move(f"{'abcdefghijklmno'[number % 15]}{number // 15 + 1}", None, 0)
            move = do.Move(move.move, f"m{number}", table.room.version)
            asking = asyncio.ensure_future(house.do(match, move, holder))
            await asyncio.sleep(delay)
            asking.cancel()
            async with table.lock:
                pass
            await asyncio.sleep(0.01)
            kept = await house.store.load(match)
            assert [event.version for event in kept] == list(range(1, table.room.version + 1))
            assert table.events == kept

    in_house(tmp_path, work)


def test_undo_stops_the_machine_that_thinks(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        table, secret = await house.create(order({"X": "me", "O": "negamax(depth=12)"}))
        match, holder = table.room.id, holder_of(secret)
        await house.do(match, do.Move("h8", "a", 1), holder)
        turn = table.turn
        assert turn is not None
        await house.do(match, do.Undo(2), holder)
        assert table.turn is None
        assert table.room.plies == []
        # Its process is free at once for somebody else.
        await house.do(match, do.Reseat(3, {"O": "random"}), holder)
        await house.do(match, do.Move("h9", "b", 4), holder)
        await until(table, lambda table: len(table.room.plies) == 2)

    in_house(tmp_path, work)


def test_a_machine_that_breaks_loses_with_the_reason_and_can_be_replaced(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(
        "from fivefold import Strategy\n"
        "class Bad(Strategy):\n"
        "    def choose(self, state, limit=None, stop=None):\n"
        "        raise ValueError('no idea')\n"
    )

    async def work(house: House) -> None:
        table, secret = await house.create(order({"X": "bot:Bad", "O": "me"}))
        await until(table, lambda table: table.room.result is not None)
        result = table.room.result
        assert result is not None
        assert (result["winner"], result["ending"]) == ("O", "crashed")
        assert "no idea" in result["reason"]["text"]
        assert str(tmp_path) not in json.dumps(result)
        seats = do.Reseat(table.room.version, {"X": "random"})
        await house.do(table.room.id, seats, holder_of(secret))
        await until(table, lambda table: len(table.room.plies) == 1)
        assert table.room.result is None

    in_house(tmp_path, work, own=[f"{bot}:Bad"])


def test_a_flag_falls_by_itself_and_is_told(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        table, secret = await house.create(order(time="0.3s"))
        house.watch(table, watcher := Watcher())
        await until(table, lambda table: table.room.result is not None)
        assert table.room.result
        assert (table.room.result["winner"], table.room.result["ending"]) == ("O", "time")
        told = [frame for frame in await frames_of(watcher) if frame["type"] == "event"]
        assert [frame["event"]["kind"] for frame in told] == ["ended"]
        with pytest.raises(Exception, match="over"):
            await house.do(table.room.id, do.Move("h8", "a", 2), holder_of(secret))

    in_house(tmp_path, work)


def test_a_match_nobody_looks_at_leaves_the_memory_and_comes_back(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        table, secret = await house.create(order())
        match, holder = table.room.id, holder_of(secret)
        await house.do(match, do.Move("h8", "a", 1), holder)
        house.watch(table, watcher := Watcher())
        house.sweep()
        assert match in house.tables
        house.leave(table, watcher)
        house.sweep()
        assert match not in house.tables
        again = await house.find(match)
        assert again is not table
        assert again.room.state == table.room.state
        assert (await house.do(match, do.Move("h8", "a", 1), holder)).version == 2
        clocked, _ = await house.create(order(time="5+0"))
        house.sweep()
        assert clocked.room.id in house.tables  # its clock runs, whoever looks

    in_house(tmp_path, work, idle_seconds=0.0)


def test_a_match_whose_machine_is_to_move_goes_on_when_it_is_opened(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/games.db"
    match = ""

    async def begin() -> None:
        nonlocal match
        store = await Store.open(database)
        house = House(Settings(database, thinkers=1), store, OwnStrategies())
        table, _ = await house.create(order({"X": "negamax(depth=12)", "O": "me"}))
        match = table.room.id
        await house.close()

    asyncio.run(begin())

    async def work(house: House) -> None:
        assert house.tables == {}
        table = await house.find(match)
        assert table.turn is not None

    in_house(tmp_path, work)


def test_many_open_one_match_at_once_and_get_the_same_table(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        table, _ = await house.create(order())
        match = table.room.id
        del house.tables[match]
        tables = await asyncio.gather(*(house.find(match) for _ in range(20)))
        assert len(set(map(id, tables))) == 1
        with pytest.raises(NotFound):
            await house.find("nothing")

    in_house(tmp_path, work)


def test_a_crowd_is_told_of_itself_as_one(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        table, _ = await house.create(order())
        crowd = [Watcher() for _ in range(100)]
        for watcher in crowd:
            house.watch(table, watcher)
        await asyncio.sleep(0.4)
        told = [frame for frame in await frames_of(crowd[0]) if frame["type"] == "presence"]
        assert [frame["watching"] for frame in told] == [100]

    in_house(tmp_path, work)


def test_two_rematches_at_once_make_one_new_match(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        other = House(house.settings, await Store.open(house.settings.database), OwnStrategies())
        table, secret = await house.create(order())
        match, holder = table.room.id, holder_of(secret)
        await house.do(match, do.Resign(1), holder)
        await other.find(match)
        done = await house.do(match, do.Rematch(2, "first-new"), holder)
        assert done.match == "first-new"
        with pytest.raises(StaleWrite):
            await other.do(match, do.Rematch(2, "second-new"), holder)
        again = await other.do(match, do.Rematch(3, "third-new"), holder)
        assert again.match == "first-new"
        assert (await other.find("first-new")).room.held_by(holder) == {"X", "O"}
        for unused in ("second-new", "third-new"):
            with pytest.raises(NotFound):
                await house.store.load(unused)
        await other.close()

    in_house(tmp_path, work)


def test_no_time_goes_by_for_two_machines_that_nobody_watches(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        seats = {"X": "random", "O": "random"}
        table, _ = await house.create(order(seats, "othello", time="20s", pace=30))

        def clocks() -> dict[str, Any]:
            found: dict[str, Any] = table.room.document()["clocks"]
            return found

        before = clocks()
        assert before["running"] is None
        await asyncio.sleep(0.1)
        assert (clocks(), table.flag, table.turn) == (before, None, None)
        house.watch(table, watcher := Watcher())
        snapshot = (await frames_of(watcher))[0]["match"]
        assert (snapshot["clocks"]["running"], snapshot["clocks"]["X"]["left"] > 0) == ("X", True)
        await until(table, lambda table: len(table.room.plies) >= 2 or not table.room.live)
        house.leave(table, watcher)
        plies, before = len(table.room.plies), clocks()
        assert before["running"] is None
        await asyncio.sleep(0.1)
        assert (table.room.result, len(table.room.plies)) == (None, plies)
        assert (clocks(), table.flag, table.turn) == (before, None, None)

    in_house(tmp_path, work)


def test_a_machine_whose_process_is_killed_moves_all_the_same(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        house._is_warm = True  # so that the first process thinks about this move and nothing else
        table, _ = await house.create(order({"X": "level(2)", "O": "me"}))
        while not (found := _thinkers()):
            await asyncio.sleep(0.005)
        for pid in found:
            os.kill(pid, signal.SIGKILL)
        await until(table, lambda table: len(table.room.plies) == 1 or not table.room.live)
        assert table.room.result is None

    in_house(tmp_path, work)


def _thinkers() -> list[int]:
    """Returns the thinking processes that this one has started."""
    children = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    found = [pid for pid in children if Path(f"/proc/{pid}/cmdline").exists()]
    return [
        int(pid) for pid in found if b"server.thinker" in Path(f"/proc/{pid}/cmdline").read_bytes()
    ]


def test_a_house_that_is_full_of_games_in_play_takes_no_more(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        idle, _ = await house.create(order())
        clocked = [(await house.create(order(time="5+0")))[0] for _ in range(3)]
        assert idle.room.id not in house.tables  # nothing is lost by letting this one go
        assert len(house.tables) == 3
        for asking in (house.create(order()), house.find(idle.room.id)):
            with pytest.raises(Refused) as refusal:
                await asking
            assert refusal.value.code == "request.too_many"
        assert await house.find(clocked[0].room.id) is clocked[0]

    in_house(tmp_path, work, most_rooms=2)

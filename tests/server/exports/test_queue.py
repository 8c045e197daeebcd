"""Files in the queue: clients take turns, each has a share, and each may see its place."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from fivefold.core import State
from fivefold.errors import NotFound, Refused
from fivefold.games.othello import OthelloGame
from fivefold.server.exports.formats import Exported
from fivefold.server.exports.process import ExportProcess

START = OthelloGame().start


class Studio(ExportProcess):
    """A process that completes a file when it is told to."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.drawn = list[str]()
        self.stopped = list[str]()
        self._next = asyncio.Event()

    async def _render(
        self, start: State, moves: tuple[str, ...], format: str, options: Mapping[str, Any]
    ) -> Exported:
        (name,) = moves
        self.drawn.append(name)
        try:
            await self._next.wait()
        except asyncio.CancelledError:
            self.stopped.append(name)
            raise
        self._next.clear()
        return Exported(name.encode(), "image/gif", name)

    async def complete(self) -> None:
        self._next.set()
        await settle()

    def ask(self, client: str, name: str) -> asyncio.Task[Exported]:
        return asyncio.ensure_future(self.export(START, [name], "gif", client=client, id=name))


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def test_clients_take_turns_and_see_their_places() -> None:
    async def run() -> None:
        studio = Studio(limited=True)
        names = ["a1", "a2", "a3", "b1"]
        tasks = [studio.ask(name[0], name) for name in names]
        await settle()
        places = [[studio.before(name[0], name) for name in names]]
        for _ in names:
            await studio.complete()
            places.append(
                [
                    studio.before(name[0], name) if not task.done() else -1
                    for name, task in zip(names, tasks, strict=True)
                ]
            )
        assert studio.drawn == ["a1", "a2", "b1", "a3"]
        assert places[0] == [0, 1, 3, 2]
        assert places[1] == [-1, 0, 2, 1]
        with pytest.raises(NotFound, match="No file"):
            studio.before("a", "a1")
        assert [(await task).content.decode() for task in tasks] == names

    asyncio.run(run())


def test_nobody_sees_the_place_of_anothers_file() -> None:
    async def run() -> None:
        studio = Studio()
        task = studio.ask("a", "file")
        await settle()
        assert studio.before("a", "file") == 0
        with pytest.raises(NotFound) as refusal:
            studio.before("b", "file")
        assert refusal.value.code == "export.missing"
        task.cancel()

    asyncio.run(run())


def test_one_client_does_not_fill_the_queue() -> None:
    async def run() -> None:
        studio = Studio(max_waiting=8, limited=True)
        tasks = [studio.ask("a", f"a{number}") for number in range(10)]
        await settle()
        refused = [task.exception() for task in tasks if task.done()]
        assert [error.code for error in refused if isinstance(error, Refused)] == [
            "export.busy"
        ] * 7  # one is drawn, two of eight wait
        other = studio.ask("b", "b")
        await studio.complete()
        assert studio.before("b", "b") in (0, 1)
        for task in (*tasks, other):
            task.cancel()

    asyncio.run(run())


def test_the_files_of_a_client_that_leaves_are_not_drawn() -> None:
    async def run() -> None:
        studio = Studio(limited=True)
        drawn, waiting, other = (studio.ask(name[0], name) for name in ("a1", "a2", "b1"))
        await settle()
        for task in (drawn, waiting):
            task.cancel()
        await settle()
        assert studio.stopped == ["a1"]
        assert studio.before("b", "b1") == 0
        await studio.complete()
        assert (await other).content == b"b1"
        assert studio.drawn == ["a1", "b1"]

    asyncio.run(run())

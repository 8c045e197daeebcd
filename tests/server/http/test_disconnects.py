"""A question of a client that disconnects stops, and frees its analysis process."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from starlette.requests import Request

from fivefold.errors import Refused
from fivefold.server.http.dependencies import while_connected


class Wire:
    """A client's messages, one after the other, then nothing."""

    def __init__(self, *kinds: str) -> None:
        self.kinds = list(kinds)
        self.is_left_alone = False

    async def receive(self) -> dict[str, Any]:
        if self.kinds:
            return {"type": self.kinds.pop(0)}
        try:
            await asyncio.Event().wait()
        finally:
            self.is_left_alone = True
        raise AssertionError

    @property
    def request(self) -> Request:
        return Request({"type": "http"}, self.receive)


def test_a_disconnected_clients_question_stops() -> None:
    stopped = []

    async def think() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            stopped.append(True)

    async def ask() -> None:
        wire = Wire("http.request", "http.request", "http.disconnect")
        with pytest.raises(Refused) as refused:
            await while_connected(wire.request, think())
        assert refused.value.message.key == "question.cancelled"
        assert wire.kinds == []
        await asyncio.sleep(0)
        assert stopped

    asyncio.run(ask())


def test_a_waiting_client_is_answered_and_its_listener_ends() -> None:
    async def think() -> int:
        await asyncio.sleep(0)
        return 42

    async def ask() -> None:
        wire = Wire("http.request")
        assert await while_connected(wire.request, think()) == 42
        await asyncio.sleep(0)
        assert wire.is_left_alone

    asyncio.run(ask())


def test_an_error_of_the_work_is_passed_on() -> None:
    async def think() -> None:
        raise Refused("question.live")

    async def ask() -> None:
        with pytest.raises(Refused) as refused:
            await while_connected(Wire().request, think())
        assert refused.value.message.key == "question.live"

    asyncio.run(ask())

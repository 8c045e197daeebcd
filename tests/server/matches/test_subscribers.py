"""The frame queue of a subscriber."""

from __future__ import annotations

import asyncio

from fivefold.server.matches.subscribers import MAX_BYTES, Subscriber


def test_nothing_comes_after_the_last_frame() -> None:
    async def look_on() -> list[str | None]:
        subscriber = Subscriber()
        assert subscriber.offer("move")
        subscriber.offer_last("bye")
        assert not subscriber.offer("presence")
        return [await subscriber.take(0.01) for _ in range(3)]

    assert asyncio.run(look_on()) == ["move", "bye", None]


def test_the_bytes_that_wait_are_bounded_whatever_the_characters() -> None:
    async def offer(frame: str) -> int:
        subscriber = Subscriber()
        count = 0
        while subscriber.offer(frame):
            count += len(frame.encode())
        assert subscriber.gone.is_set()
        return count

    for character in ("a", "나", "\U0001f600"):
        frame = character * 100_000
        most = len(frame.encode())
        assert MAX_BYTES - most < asyncio.run(offer(frame)) <= MAX_BYTES

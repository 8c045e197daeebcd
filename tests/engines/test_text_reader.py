"""Splitting output into lines: independent of the chunks, and bounded."""

from __future__ import annotations

import asyncio
import re

import pytest
from hypothesis import given
from hypothesis import strategies as some

from fivefold.engines.text_reader import ANY_END, Lines, TooMuch


class Pipe(asyncio.ReadTransport):
    """Records whether reading is paused."""

    reading = True

    def pause_reading(self) -> None:
        assert self.reading
        self.reading = False

    def resume_reading(self) -> None:
        assert not self.reading
        self.reading = True


def taken(chunks: list[bytes], ends: bytes, longest: int = 100) -> list[bytes]:
    """Returns the lines available after each chunk."""

    async def take() -> list[bytes]:
        lines, found = Lines(longest, ends), []
        lines.connection_made(Pipe())
        for chunk in chunks:
            lines.data_received(chunk)
            while (line := lines.take()) is not None:
                found.append(line)
        return found

    return asyncio.run(take())


@given(some.lists(some.text("ab\r\n", max_size=6).map(str.encode), max_size=6))
def test_lines_do_not_depend_on_how_they_arrive(chunks: list[bytes]) -> None:
    text = b"".join(chunks)
    assert taken(chunks, ANY_END) == re.split(rb"\r\n|\r|\n", text)[:-1]
    assert taken(chunks, b"\n") == text.split(b"\n")[:-1]


@pytest.mark.parametrize("text", [b"x" * 101, b"x" * 101 + b"\n", b"ok\n" + b"x" * 200])
def test_a_line_that_is_too_long_is_too_much(text: bytes) -> None:
    assert taken([b"x" * 100 + b"\n"], ANY_END) == [b"x" * 100]
    with pytest.raises(TooMuch):
        taken([text], ANY_END)


def test_nothing_is_read_while_much_is_waiting() -> None:
    async def look() -> None:
        lines, pipe = Lines(10), Pipe()
        lines.connection_made(pipe)
        lines.data_received(b"12345\n" * 3)
        assert pipe.reading
        lines.data_received(b"12345\n")
        assert not pipe.reading
        assert [lines.take() for _ in range(2)] == [b"12345"] * 2
        assert not pipe.reading
        assert lines.take() == b"12345"
        assert pipe.reading

    asyncio.run(look())


def test_what_came_before_the_end_can_be_taken_after_it() -> None:
    async def look() -> list[bytes | None]:
        lines = Lines(10)
        lines.connection_made(Pipe())
        asyncio.get_running_loop().call_later(0.01, lines.data_received, b"a\nb\nhalf")
        assert await lines.news(60)
        first = lines.take()
        lines.eof_received()
        lines.connection_lost(None)
        return [first, lines.take(), lines.take(), lines.take()]

    assert asyncio.run(look()) == [b"a", b"b", None, None]


def test_waiting_ends_with_news_or_without() -> None:
    async def look() -> list[bool]:
        lines = Lines(10)
        lines.data_received(b"half")
        return [await lines.news(60), await lines.news(0.01)]

    assert asyncio.run(look()) == [True, False]

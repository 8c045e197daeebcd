"""What bots print, as log entries: whole lines, printable, never too many."""

from __future__ import annotations

import logging
import random
import re
from collections.abc import Iterator

import pytest

from fivefold.engines.bot_output import (
    BURST,
    BYTES_PER_SECOND,
    LONGEST_SHOWN,
    BotOutput,
    log_traceback,
)


class Clock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def logged() -> Iterator[list[str]]:
    """The entries of the bots' log so far."""
    found: list[str] = []
    handler, log = logging.Handler(), logging.getLogger("fivefold.bots")
    handler.emit = lambda record: found.append(record.getMessage())  # type: ignore[method-assign]
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    yield found
    log.removeHandler(handler)
    log.setLevel(logging.NOTSET)


def test_lines_that_arrive_in_pieces_are_logged_whole(logged: list[str], clock: Clock) -> None:
    text = "  indented\n\ttab\n한국어 ● done\nlast".encode()
    for seed in range(20):
        output, chance, rest = BotOutput("./a.py:A", clock), random.Random(seed), text
        while rest:
            size = chance.randint(1, 9)
            output.feed(rest[:size])
            rest = rest[size:]
        output.end()
        wanted = ["  indented", "        tab", "한국어 ● done", "last"]
        assert logged == [f"./a.py:A: {line}" for line in wanted]
        logged.clear()


def test_no_escape_and_no_line_break_gets_through(logged: list[str], clock: Clock) -> None:
    wild = bytes(range(256)) + "\u202e\u2028\u0085".encode()
    output = BotOutput("\x1b[2J\nbot", clock)
    output.feed(wild)
    output.end()
    log_traceback("\x1b[2J\nbot", wild.decode("latin-1"))
    assert logged
    for entry in logged:
        assert all(line.isprintable() for line in entry.split("\n"))
        # Only the tracebacks have several lines, which are indented below the first.
        assert re.fullmatch(r"[^\n]*(\n    [^\n]*)*", entry)


def test_a_flood_is_cut_and_every_line_is_counted(logged: list[str], clock: Clock) -> None:
    output, sent = BotOutput("bot", clock), 0
    for _ in range(200):
        clock.now += 0.1
        for _ in range(500):
            output.feed(b"0123456789 012345678\n")
            sent += 1
    output.end()
    left_out = [
        int(found[1]) for each in logged if (found := re.search(r"(\d+) lines? left", each))
    ]
    shown = len(logged) - len(left_out)
    assert shown + sum(left_out) == sent
    assert shown * 21 <= BURST + 20 * BYTES_PER_SECOND
    # The notes about what was left out do not become a flood themselves.
    assert 1 <= len(left_out) <= 20 * BYTES_PER_SECOND / (BURST / 4) + 2


def test_a_line_without_end_is_cut(logged: list[str], clock: Clock) -> None:
    output = BotOutput("bot", clock)
    for _ in range(1000):
        output.feed(b"x" * 1000)
    output.feed(b"\nnext\n")
    assert len(logged) == 2
    assert len(logged[0]) <= LONGEST_SHOWN + 10
    assert logged[1] == "bot: next"


def test_without_a_listener_nothing_is_kept(caplog: pytest.LogCaptureFixture, clock: Clock) -> None:
    output = BotOutput("bot", clock)
    output.feed(b"unheard")
    with caplog.at_level(logging.INFO, "fivefold.bots"):
        output.feed(b"heard\n")
    assert [record.getMessage() for record in caplog.records] == ["bot: heard"]

"""Decoding bytes to keys, wherever they are split."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivefold.cli.terminal.keys import KeyDecoder

PIECES = st.sampled_from(
    [
        b"\x1b",
        b"[",
        b"O",
        b"A",
        b"~",
        b"3",
        b";",
        b"\r",
        b"h8",
        b"\xe2",
        b"\x97\x8f",
        b"\x00",
        b"\x7f",
    ]
)
BYTES = st.lists(PIECES | st.binary(max_size=3), max_size=20).map(b"".join)


@given(BYTES, st.data())
def test_any_cut_of_the_bytes_gives_the_same_keys(data: bytes, cuts: st.DataObject) -> None:
    whole = KeyDecoder()
    expected = whole.feed(data) + whole.flush()
    decoder, keys, rest = KeyDecoder(), list[str](), data
    while rest:
        length = cuts.draw(st.integers(1, len(rest)))
        keys += decoder.feed(rest[:length])
        rest = rest[length:]
    assert keys + decoder.flush() == expected


@given(BYTES)
def test_a_plain_key_is_decoded_after_any_bytes(data: bytes) -> None:
    decoder = KeyDecoder()
    decoder.feed(data)
    decoder.flush()
    decoder.feed(b"\r")  # ends half a character
    assert decoder.feed(b"h") == ["h"]


@pytest.mark.parametrize(
    ("data", "keys"),
    [
        (b"h8\r", ["h", "8", "enter"]),
        (b"\x1b[A\x1bOB\x1b[C\x1bOD", ["up", "down", "right", "left"]),
        (b"\t\x1b[Z /", ["tab", "backtab", " ", "/"]),
        (b"\x7f\x08\x1b[3~\x15", ["backspace", "backspace", "backspace", "erase"]),
        (b"\x1b[5~\x1b[6~\x04", ["page up", "page down", "end of input"]),
        ("ä●".encode(), ["ä", "●"]),
        (b"\x1bx", ["escape", "x"]),
        (b"\x1b\x1b[A", ["escape", "up"]),
        (b"\x1b[1;5C\x1b[15~\x1bOPx", ["x"]),
        (b"\x1b[12;3Rx", ["x"]),
        (b"\x1b[\x01x", ["x"]),
        (b"\x1b[1\x1b[A", ["up"]),
        (b"\x1b[" + b"1;" * 1000 + b"Ax", ["x"]),
        (b"\x00\x01\x02", []),
        (b"\xff\xfe", ["\ufffd", "\ufffd"]),
    ],
)
def test_key_sequences_of_terminals(data: bytes, keys: list[str]) -> None:
    assert KeyDecoder().feed(data) == keys


def test_an_escape_that_nothing_follows_is_a_key() -> None:
    decoder = KeyDecoder()
    assert decoder.feed(b"\x1b") == []
    assert decoder.is_waiting
    assert decoder.flush() == ["escape"]
    assert not decoder.is_waiting
    assert decoder.feed(b"\x1b[") == []
    assert decoder.flush() == []

"""The capabilities of terminals, and the width of text."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivefold.cli.terminal.capabilities import BOLD, Look, background, foreground

COLOURED = Look(colour=True, styles=True, ascii=False)
TEXTS = st.text(st.sampled_from("ab ●…漢é\u0301"), max_size=30)


class Screen(io.TextIOWrapper):
    """A stream that claims to be a terminal."""

    def __init__(self, encoding: str = "utf-8") -> None:
        super().__init__(io.BytesIO(), encoding)

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("environment", "colour", "styles"),
    [
        ({"TERM": "xterm"}, True, True),
        ({"TERM": "xterm", "NO_COLOR": "1"}, False, True),
        ({"TERM": "xterm", "NO_COLOR": ""}, True, True),
        ({"TERM": "dumb"}, False, False),
        ({}, False, False),
    ],
)
def test_colours_are_for_terminals_that_want_them(
    environment: dict[str, str], colour: bool, styles: bool
) -> None:
    look = Look.of(Screen(), environment=environment)
    assert (look.colour, look.styles, look.ascii) == (colour, styles, False)


def test_a_pipe_gets_neither_colours_nor_styles() -> None:
    look = Look.of(io.TextIOWrapper(io.BytesIO(), "utf-8"), environment={"TERM": "xterm"})
    assert (look.colour, look.styles, look.ascii) == (False, False, False)
    assert look.paint("text", BOLD, foreground(1)) == "text"


def test_streams_without_unicode_get_ascii() -> None:
    assert Look.of(Screen("latin-1")).ascii
    assert Look.of(Screen(), ascii=True).ascii


def test_without_colour_styles_remain() -> None:
    look = Look(styles=True)
    assert look.paint("text", BOLD, foreground(1), background(2)) == "\x1b[1mtext\x1b[0m"
    assert COLOURED.paint("text", foreground(1)) == "\x1b[38;5;1mtext\x1b[0m"
    assert COLOURED.paint("text") == "text"


@pytest.mark.parametrize(
    ("text", "usual", "in_cjk"),
    [("abc", 3, 3), ("●○", 2, 4), ("漢字", 4, 4), ("e\u0301", 1, 1), ("\x1b[1mab\x1b[0m…", 3, 4)],
)
def test_widths(text: str, usual: int, in_cjk: int) -> None:
    assert Look().width(text) == usual
    assert Look(stone_width=2).width(text) == in_cjk


@given(TEXTS, st.integers(0, 30), st.sampled_from([1, 2]))
def test_clipped_text_fits_and_is_a_beginning(text: str, columns: int, stone_width: int) -> None:
    look = Look(stone_width=stone_width)
    kept = look.clipped(text, columns)
    assert look.width(kept) <= columns
    assert text.startswith(kept)
    if look.width(text) <= columns:
        assert kept == text


def test_clipping_keeps_colours_closed() -> None:
    assert COLOURED.clipped(COLOURED.paint("●●●", BOLD), 2) == "\x1b[1m●●\x1b[0m"
    assert Look(stone_width=2).clipped("●●a", 3) == "●"


def test_filled_text_has_its_width() -> None:
    assert Look(stone_width=2).filled("●", 4) == "●  "
    assert Look().filled("longer than that", 4) == "longer than that"

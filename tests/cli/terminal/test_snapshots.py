"""Boards, explanations and screens, compared with reviewed snapshots."""

from __future__ import annotations

import re
import runpy
import unicodedata
from pathlib import Path

import pytest

MAKER = Path(__file__).parent / "make_snapshots.py"
EXPECTED: dict[Path, str] = runpy.run_path(str(MAKER))["snapshots"]()


@pytest.mark.parametrize("path", EXPECTED, ids=lambda path: path.stem)
def test_it_looks_as_in_its_snapshot(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == EXPECTED[path]


def test_there_is_no_other_snapshot() -> None:
    assert set((MAKER.parent / "snapshots").iterdir()) == set(EXPECTED)


def text_of(name: str) -> str:
    return next(text for path, text in EXPECTED.items() if path.stem == name)


def test_ascii_is_ascii_and_without_colour_there_is_none() -> None:
    for name in ("board_ascii", "explain_ascii", "screen_ascii"):
        assert text_of(name).isascii()
        assert "^[" not in text_of(name)
    assert "^[" not in text_of("board_no_colour")


def test_without_colour_a_terminal_may_still_show_bold_and_reversed() -> None:
    codes = set(re.findall(r"\^\[\[([0-9;]*)m", text_of("board_narrow")))
    assert codes <= {"0", "1", "4", "7", "1;4"}


@pytest.mark.parametrize("name", ["board_wide_stones", "board_wide_stones_colour"])
def test_boards_line_up_where_stones_are_two_columns_wide(name: str) -> None:
    """Counts each character of ambiguous width as two columns."""
    for block in text_of(name).split("\n\n"):
        lines = [re.sub(r"\^\[\[[0-9;]*m", "", line) for line in block.splitlines()[1:]]
        if not lines:
            continue
        places = [place for place, letter in enumerate(lines[0]) if letter != " "]
        for line in lines[1:]:
            spread = "".join(
                mark + ("~" if unicodedata.east_asian_width(mark) == "A" else "") for mark in line
            )
            for place in places:
                mark = spread[place : place + 1]
                assert mark not in (" ", "~"), (line, place)

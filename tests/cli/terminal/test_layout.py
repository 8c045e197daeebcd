"""The layout: the prompt is always visible, then the board, and nothing is too wide."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from fivefold.cli.terminal.capabilities import BOLD, Look
from fivefold.cli.terminal.layout import Fixed, Parts, arranged, paged, wrapped

BOARD = ["  a b c d e f g h i", *(f"{row} . . . . . . . . ." for row in range(9, 0, -1))]
PARTS = Parts(
    title="gomoku",
    clocks=("> Black (human) 0:00", "  White (level(3)) 0:00"),
    turn=0,
    board=BOARD,
    focus=5,
    talk=["White plays somewhere for a reason that takes some words."],
    hint="Arrow keys and Enter, or type a move.",
)
SENTENCES = st.lists(st.sampled_from(["short", "a long sentence " * 5, "x" * 60]), max_size=30)


@given(st.integers(1, 120), st.integers(1, 50), st.integers(0, 9), SENTENCES)
def test_whatever_the_size_there_is_room_for_the_prompt(
    columns: int, lines: int, focus: int, panel: list[str]
) -> None:
    look = Look(columns=columns, lines=lines)
    shown = arranged(replace(PARTS, focus=focus, panel=panel), look)
    if shown is None:
        shown, _ = paged(panel, 0, look, "footer")
    assert len(shown) <= max(lines - 1, 2)
    if lines > 8 and columns >= 20 and len(panel) <= 1:
        row = BOARD[max(1, focus)]
        assert any(line.startswith(row) for line in shown)


def test_the_least_important_part_is_dropped_first() -> None:
    order = ["a b c", "White plays", "Arrow keys", "gomoku"]
    for lines, expected in ((12, 1), (15, 2), (16, 3), (17, 4), (30, 4)):
        shown = "\n".join(arranged(PARTS, Look(columns=40, lines=lines)) or [])
        assert [text in shown for text in order] == [True] * expected + [False] * (4 - expected)


def test_beside_the_board_where_there_is_room() -> None:
    shown = arranged(PARTS, Look(columns=80, lines=24))
    assert shown
    assert shown[0] == "  a b c d e f g h i   gomoku"
    assert len(shown) == len(BOARD)


def test_a_long_reply_beside_the_board_replaces_less_important_parts() -> None:
    panel = [f"line {number}" for number in range(12)]
    for lines, hint, talk in ((24, True, True), (20, False, True), (18, False, False)):
        shown = arranged(replace(PARTS, panel=panel), Look(columns=80, lines=lines))
        assert shown
        assert any("line 11" in line for line in shown)
        assert any("Arrow keys" in line for line in shown) == hint
        assert any("White plays" in line for line in shown) == talk


def test_a_long_answer_needs_the_screen_for_itself() -> None:
    panel = [f"line {number}" for number in range(40)]
    look = Look(columns=40, lines=24)
    assert arranged(replace(PARTS, panel=panel), look) is None
    page, top = paged(panel, 0, look, "footer")
    assert (page[0], page[-1], len(page), top) == ("line 0", "footer", 23, 0)
    page, top = paged(panel, 1000, look, "footer")
    assert (page[0], page[-2], top) == ("line 18", "line 39", 18)
    assert paged(panel, -5, look, "footer")[1] == 0


def test_a_picture_is_not_broken() -> None:
    picture = [Fixed("8 . " + "x" * 70)]
    assert wrapped(list(picture), 40, Look()) == picture
    # Too wide for the space beside the board, it goes below.
    shown = arranged(replace(PARTS, panel=list(picture)), Look(columns=80, lines=34))
    assert shown
    assert picture[0] in shown


@given(st.text(st.sampled_from("ab ●漢"), max_size=200), st.integers(10, 60))
def test_broken_sentences_fit_and_lose_nothing(text: str, columns: int) -> None:
    look = Look(stone_width=2)
    lines = wrapped([text], columns, look)
    assert all(look.width(line) <= columns for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_painted_and_indented_sentences_are_broken_as_such() -> None:
    look = Look(colour=True, styles=True, ascii=False)
    bold = wrapped([look.paint("one two three four", BOLD)], 10, look)
    assert bold == ["\x1b[1mone two\x1b[0m", "\x1b[1mthree four\x1b[0m"]
    sample = wrapped([look.paint("   ", BOLD) + " cells: a1 b2 c3 d4"], 12, look)
    assert sample == ["\x1b[1m   \x1b[0m cells:", "a1 b2 c3 d4"]
    assert wrapped(["  undo   take back a move"], 16, look) == ["  undo   take", "    back a move"]

"""RenLib libraries: files of our own making, byte by byte, and random trees.

The layout is checked against files written here by hand from its description; no library of
another program is in the repository.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.tree.strategies import GOMOKU, OTHELLO, chain, shape, trees

from fivefold.core import Game
from fivefold.errors import FivefoldError, InvalidNotation, RulesError
from fivefold.formats import read_file, read_tree, write_text, write_tree
from fivefold.formats.renlib import LIB, library_bytes
from fivefold.names import game_from
from fivefold.tree import GameTree, Notes
from fivefold.tree.node import NO_NOTES, flatten
from fivefold.tree.operations import add, annotate

HEAD = b"\xffRenLib\xff\x03\x04" + b"\xff" * 10
NEXT, END, OLD, MARK, COMMENT, START, NO_MOVE, MORE = 128, 64, 32, 16, 8, 4, 2, 1


def point(text: str) -> int:
    """The point of a cell such as h8: column from 1, and sixteen times the row from the top."""
    return "abcdefghijklmno".index(text[0]) + 1 + 16 * (15 - int(text[1:]))


def tree_of(content: bytes, game: Game | None = None) -> GameTree:
    (reading,) = LIB.read(content, "x.lib", game)
    assert reading.tree
    return reading.tree


def nodes(*pairs: tuple[str, int]) -> bytes:
    return b"".join(bytes((point(text) if text else 0, flags)) for text, flags in pairs)


def moves_of(tree: GameTree) -> list[tuple[int, str | None]]:
    game = tree.start.game
    return [
        (parent, None if node.move is None else game.format_move(node.move))
        for parent, node in flatten(tree.root)
    ]


def test_a_library_is_read_as_a_tree() -> None:
    content = HEAD + nodes(("", 0), ("h8", 0), ("i9", NEXT), ("j10", END), ("g9", 0), ("g8", END))
    tree = tree_of(content)
    lines = [(-1, None), (0, "h8"), (1, "i9"), (2, "j10"), (1, "g9"), (4, "g8")]
    assert moves_of(tree) == lines
    assert tree.main_line.moves == ("h8", "i9", "j10")
    assert tree.start.game == game_from("gomoku(rules=renju)")
    assert tree_of(content, game_from("gomoku(size=15)")).start.game.rules == "freestyle"
    assert library_bytes(tree) == content


@pytest.mark.parametrize("head", [b"", HEAD[:9] + b"\x00" + HEAD[10:]])
def test_an_old_library_begins_with_the_centre(head: bytes) -> None:
    tree = tree_of(head + nodes(("h8", 0), ("i9", END)))
    assert moves_of(tree) == [(-1, None), (0, "h8"), (1, "i9")]


def test_comments_and_texts_on_the_board_are_read_and_written() -> None:
    content = (
        HEAD
        + nodes(("", COMMENT))
        + b"The root\0\0"
        + nodes(("h8", COMMENT))
        + b"odd\0"
        + nodes(("i9", NEXT | END | MORE | COMMENT))
        + b"\x00\x01first\x08second\nfourth\0A\0"
        + nodes(("j9", END | NO_MOVE | MORE))
        + b"\x00\x01B?\0\0"
    )
    tree = tree_of(content)
    assert tree.root.notes == Notes(comment="The root")
    i9, j9 = (GOMOKU.parse_move(text) for text in ("i9", "j9"))
    assert tree.at((0,)).notes == Notes(comment="odd", labels=((i9, "A"), (j9, "B?")))
    assert tree.at((0, 0)).notes == Notes(comment="first\nsecond\nfourth")
    assert library_bytes(tree) == content


def test_marked_nodes_and_start_positions_stay() -> None:
    content = HEAD + nodes(("", 0), ("h8", MARK), ("i9", START | END))
    tree = tree_of(content)
    assert "FVLIB[mark]" in write_text([*LIB.read(content, "x.lib", None)], "sgf")
    assert library_bytes(tree) == content


def test_an_old_comment_ends_with_the_highest_bit() -> None:
    content = nodes(("h8", OLD)) + b"Bra h{\xe4\0" + nodes(("i9", END))
    tree = tree_of(content)
    assert tree.at((0,)).notes.comment == "Bra häd"
    assert moves_of(tree)[-1] == (1, "i9")


def test_moves_that_the_rules_refuse_are_kept() -> None:
    # A second stone on h8, a pass, and what follows them.
    content = HEAD + nodes(
        ("", 0), ("h8", 0), ("h8", NEXT), ("a1", END), ("", NEXT), ("b1", END), ("i9", END)
    )
    tree = tree_of(content)
    refused = [node.source for _, node in flatten(tree.root) if node.refused]
    assert [source[0] for source in refused] == [
        ("W", ("hh",)),
        ("B", ("ao",)),
        ("W", ("",)),
        ("B", ("bo",)),
    ]
    assert library_bytes(tree) == content


@pytest.mark.parametrize("text", ["Åsa", "한국", "plain", "Ã©", "\x81", "a\nb\nc", "\nb", "x\r\ny"])
def test_a_text_comes_back_in_any_charset(text: str) -> None:
    tree, path = add(tree_of(HEAD + nodes(("", 0))), (), GOMOKU.parse_move("h8"))
    tree = annotate(tree, path, comment=text)
    assert tree_of(library_bytes(tree)).at(path).notes.comment == text


@settings(max_examples=30, deadline=None)
@given(tree=trees((GOMOKU,)))
def test_any_tree_comes_back_with_its_comments_and_labels(tree: GameTree) -> None:
    again = tree_of(library_bytes(tree))
    assert moves_of(again) == moves_of(tree)
    for (_, node), (_, other) in zip(flatten(tree.root), flatten(again.root), strict=True):
        kept = replace(NO_NOTES, comment=node.notes.comment)
        assert replace(other.notes, labels=()) == kept
        labels = {cell: text for cell, text in node.notes.labels if text}
        assert dict(other.notes.labels) == labels
    assert shape(tree_of(library_bytes(again))) == shape(again)


def deep(length: int) -> bytes:
    return HEAD + nodes(("", 0)) + bytes((0, 0)) * length


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (HEAD[:12], "ends inside its header"),
        (b"", "ends inside its header"),
        (b"hello", "ends inside its header"),
        (HEAD[:8] + b"\x04\x00" + HEAD[10:], "version 4.00 are not known"),
        (HEAD + b"\x78", "ends inside a node"),
        (HEAD + b"\x78\x01\x00", "ends inside a node"),
        (HEAD + b"\x78\x08no end", "ends inside a text"),
        (HEAD + b"\x78\x20no end", "ends inside a text"),
        (HEAD + b"\x10\x00", "Byte 20 .* is not a point"),
        (HEAD + b"\xf1\x00", "Byte 20 .* is not a point"),
        (HEAD + nodes(("h8", END), ("i9", END)), "Byte 22 .* leads back to a branch"),
    ],
)
def test_a_damaged_library_is_refused(content: bytes, reason: str) -> None:
    with pytest.raises(InvalidNotation, match=reason) as refusal:
        tree_of(content)
    assert str(refusal.value).isprintable()


def test_a_deep_library_is_read_and_a_huge_one_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = tree_of(deep(30_000))
    assert tree.size == 30_000
    # Only the last node differs: it is written with the flag that ends a branch.
    assert library_bytes(tree)[:-1] == deep(30_000)[:-1]
    monkeypatch.setattr("fivefold.formats.renlib.MOST_NODES", 100)
    with pytest.raises(InvalidNotation, match="more than 100 nodes"):
        tree_of(deep(101))


def other_game() -> GameTree:
    return replace(chain(1), start=OTHELLO.start)


def silent() -> GameTree:
    return annotate(chain(1), (), comment="a\0b")


def odd_text() -> GameTree:
    return annotate(chain(1), (), labels=((0, "\b"),))


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (other_game, "gomoku on 15x15"),
        (silent, r"character U\+0000"),
        (odd_text, r"character U\+0008"),
    ],
)
def test_what_a_library_cannot_hold_is_refused(make: Callable[[], GameTree], reason: str) -> None:
    with pytest.raises(InvalidNotation, match=reason):
        library_bytes(make())


@settings(max_examples=200, deadline=None)
@given(content=st.binary(max_size=60), has_head=st.booleans())
def test_any_bytes_are_read_or_refused_with_a_sentence(content: bytes, has_head: bool) -> None:
    try:
        tree = tree_of(HEAD + content if has_head else b"\x78" + content)
    except RulesError:
        return
    try:
        written = library_bytes(tree)
    except FivefoldError:
        return
    assert shape(tree_of(written)) == shape(tree)


def test_files_of_libraries_are_read_and_written(tmp_path: Path) -> None:
    file = tmp_path / "study.lib"
    tree, path = add(tree_of(HEAD + nodes(("", 0))), (), *map(GOMOKU.parse_move, ("h8", "i9")))
    write_tree(str(file), annotate(tree, path, comment="Ah"))
    assert read_tree(str(file)).at(path).notes.comment == "Ah"
    assert read_file(str(file), GOMOKU).state == tree.state(path)
    with pytest.raises(InvalidNotation, match="not of othello"):
        read_tree(str(file), OTHELLO)

"""SGF as trees: nothing that somebody wrote is lost. The oracle is the parser of sgfmill."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sgfmill.sgf_grammar import Coarse_game_tree, parse_sgf_collection
from tests.tree.strategies import GOMOKU, OTHELLO, PENTOMINO, shape, trees

import fivefold
from fivefold.core import Player
from fivefold.errors import InvalidNotation
from fivefold.formats import Reading, read_all, read_tree, write_text, write_tree
from fivefold.formats.records import as_tree
from fivefold.formats.tree_json import root_from_json
from fivefold.tree import GameTree
from fivefold.tree.node import flatten
from fivefold.tree.operations import add, annotate, promote

# As another program might write it: own properties, all kinds of values, several lines.
FOREIGN = r"""(;FF[4]CA[UTF-8]GM[4]AP[Other:2.1]SZ[15]EV[Club evening]RO[3]DT[2026-02-11]
PC[Seoul]PB[Ann \[9 dan\]]BR[9d]PW[김철수]RE[B+]KM[0]ZZ[1][2]C[A game.

Two paragraphs: a \\ and a \].]
;B[hh]N[start]C[The centre.]BL[299.5];W[ii]TE[1]CR[hh][gg]LB[jj:A][kk:B: c]
(;B[hi]AR[hh:ii]LN[aa:bb]V[0.4];W[hg]DM[1])
(;B[gh]BM[2]C[Too slow.](;W[aa]IT[])(;W[hh]C[cannot be played];B[bb]))
(;AW[cc]AE[hh]C[a problem];B[dd]))
"""
ENDINGS = ("B+", "W+", "W+5", "Void", "?", "B+R", "B+T", "B+F", "0", "Draw", "W+0.5", "B+Resign")


def seen_by_sgfmill(text: str) -> list[tuple[int, dict[str, list[bytes]]]]:
    """The nodes of the first game with their parents, as sgfmill parses them."""
    found: list[tuple[int, dict[str, list[bytes]]]] = []
    waiting: list[tuple[Coarse_game_tree, int]] = [(parse_sgf_collection(text.encode())[0], -1)]
    while waiting:
        tree, parent = waiting.pop()
        for properties in tree.sequence:
            found.append((parent, properties))
            parent = len(found) - 1
        waiting.extend((child, parent) for child in reversed(tree.children))
    return found


def one(text: str) -> GameTree:
    (reading,) = read_all(text)
    return as_tree(reading)


def rewritten(text: str) -> str:
    return write_text(read_all(text), "sgf")


def test_every_property_of_a_foreign_file_stays_in_place() -> None:
    assert seen_by_sgfmill(rewritten(FOREIGN)) == seen_by_sgfmill(FOREIGN)
    # Word for word, apart from the line breaks between nodes.
    breaks = r"\n(?=[;(]|PC)"
    assert re.sub(breaks, "", rewritten(FOREIGN)) == re.sub(breaks, "", FOREIGN)


def test_what_a_file_says_is_understood() -> None:
    tree = one(FOREIGN)
    h8, i7 = tree.at((0,)), tree.at((0, 0))
    assert tree.root.notes.comment == "A game.\n\nTwo paragraphs: a \\ and a ]."
    assert h8.notes.clocks == ((Player.FIRST, 299.5),)
    assert i7.notes.glyphs == ("!",)
    assert i7.notes.marks == ((GOMOKU.parse_move("h8"), "circle"), (96, "circle"))
    assert [text for _, text in i7.notes.labels] == ["A", "B: c"]
    assert tree.at((0, 0, 0)).notes.arrows == ((112, 128),)
    assert tree.at((0, 0, 1)).notes.glyphs == ("??",)
    assert tree.main_line.moves == ("h8", "i7", "h7", "h9")
    assert [variation.moves for variation in tree.variations] == [(111, 0), (), ()]
    refused = [node.source[0] for _, node in flatten(tree.root) if node.refused]
    assert refused == [("W", ("hh",)), ("B", ("bb",)), ("AW", ("cc",)), ("B", ("dd",))]
    reading = read_all(FOREIGN)[0]
    assert (reading.details.place, reading.details.date) == ("Club evening", "2026-02-11")


@pytest.mark.parametrize("result", ENDINGS)
def test_a_result_comes_back_as_it_was(result: str) -> None:
    text = rewritten(f"(;GM[4]RE[{result}];B[hh])")
    assert f"RE[{result}]" in text
    # Also by way of JSON, which has no place for SGF properties outside the tree.
    again = write_text(read_all(write_text(read_all(text), "json")), "sgf")
    assert f"RE[{result}]" in again


@settings(max_examples=30, deadline=None)
@given(tree=trees())
def test_any_tree_comes_back_from_sgf_and_sgfmill_sees_the_same(tree: GameTree) -> None:
    reading = Reading(tree.start, tree.moves, tree.main_line, tree=tree)
    text = write_text([reading], "sgf")
    again = one(text)
    assert shape(again) == shape(tree)
    assert rewritten(text) == text
    nodes = seen_by_sgfmill(text)
    assert [parent for parent, _ in nodes] == [parent for parent, _ in flatten(tree.root)]
    for (_, properties), (_, node) in zip(nodes, flatten(again.root), strict=True):
        written = {name: [value.encode() for value in values] for name, values in node.source}
        assert properties == written


@settings(max_examples=30, deadline=None)
@given(tree=trees((GOMOKU, OTHELLO, PENTOMINO)))
def test_any_tree_comes_back_from_json(tree: GameTree) -> None:
    reading = Reading(tree.start, tree.moves, tree.main_line, tree=tree)
    (again,) = read_all(write_text([reading], "json"))
    assert shape(as_tree(again)) == shape(tree)


def test_json_keeps_every_property_of_a_foreign_file() -> None:
    text = write_text(read_all(FOREIGN), "json")
    assert seen_by_sgfmill(write_text(read_all(text), "sgf")) == seen_by_sgfmill(FOREIGN)


def test_an_edited_tree_changes_only_what_was_edited() -> None:
    tree = annotate(one(FOREIGN), (0, 0), comment="New.", glyphs=("?!",))
    tree, _ = add(tree, (0, 0), GOMOKU.parse_move("a1"))
    tree = promote(tree, (0, 0, 3))
    before = dict(enumerate(seen_by_sgfmill(FOREIGN)))
    after = seen_by_sgfmill(write_text([Reading(tree.start, tree.moves, tree=tree)], "sgf"))
    assert {name: after[2][1].get(name) for name in ("TE", "DO", "C", "CR", "LB")} == {
        "TE": None,
        "DO": [b""],
        "C": [b"New."],
        "CR": [b"hh", b"gg"],
        "LB": [b"jj:A", b"kk:B: c"],
    }
    assert after[3] == (2, {"B": [b"ao"]})
    assert [properties for _, properties in after[4:]] == [
        properties for _, properties in list(before.values())[3:]
    ]


@pytest.mark.parametrize("charset", ["ISO-8859-1", "EUC-KR", "UTF-8", "GB18030", "Shift_JIS"])
def test_a_file_is_read_in_its_charset_and_written_in_utf_8(charset: str, tmp_path: Path) -> None:
    name = {"ISO-8859-1": "Åsa", "EUC-KR": "김철수"}.get(charset, "山田")
    file, copy = tmp_path / "in.sgf", tmp_path / "out.sgf"
    file.write_bytes(f"(;GM[4]CA[{charset}]PB[{name}];B[hh]C[{name}])".encode(charset))
    tree = fivefold.read(str(file))
    assert (tree.main_line.first, tree.at((0,)).notes.comment) == (name, name)
    write_tree(str(copy), tree)
    assert copy.read_text(encoding="utf-8") == (
        f"(;GM[4]CA[UTF-8]PB[{name}]FF[4]SZ[15]\n;B[hh]C[{name}])\n"
    )


def test_without_a_charset_a_file_is_utf_8_or_latin_1(tmp_path: Path) -> None:
    file = tmp_path / "in.sgf"
    for charset in ("utf-8", "latin-1", "utf-16"):
        file.write_bytes("(;GM[4]PB[Åsa];B[hh])".encode(charset))
        assert read_tree(str(file)).main_line.first == "Åsa"


@pytest.mark.parametrize("charset", ["UTF-8", "EUC-KR", "nonsense", "rot13", "hex"])
def test_a_file_that_is_not_in_its_charset_is_refused(charset: str, tmp_path: Path) -> None:
    file = tmp_path / "in.sgf"
    file.write_bytes(b"(;GM[4]CA[" + charset.encode() + b"]PB[\xff\xff];B[hh])")
    with pytest.raises(
        InvalidNotation, match=f"its charset is “{charset}”.*save the file as UTF-8"
    ):
        read_tree(str(file))


def test_a_go_file_is_refused_with_the_fix() -> None:
    with pytest.raises(InvalidNotation, match=r"of Go \(GM\[1\]\).*--game gomoku"):
        read_all("(;GM[1]SZ[19];B[pd];W[dp])")


def test_a_set_up_position_in_a_variation_does_not_touch_the_main_line() -> None:
    text = "(;GM[4]SZ[5](;AB[aa];W[bb])(;AB[cc];W[dd]))"
    tree = one(text)
    assert (tree.start.cells[0], tree.main_line.moves) == ("X", ("b4",))
    assert seen_by_sgfmill(rewritten(text))[1:] == seen_by_sgfmill(text)[1:]


def test_a_million_nested_variations_are_counted_not_recursed() -> None:
    # Few here; bench/trees.py reads 10^6.
    depth = 30_000
    tree = one("(;GM[4]" + "(;C[x]" * depth + ")" * depth + ")")
    assert tree.size == depth
    assert write_text([Reading(tree.start, (), tree=tree)], "sgf").count("C[x]") == depth


def test_more_nodes_than_a_tree_can_have_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fivefold.formats.sgf.grammar.MOST_NODES", 100)
    assert one("(;GM[4]" + ";" * 100 + ")").size == 100
    with pytest.raises(InvalidNotation, match="more than 100 nodes"):
        read_all("(;GM[4]" + ";" * 101 + ")")


@pytest.mark.parametrize("tree", ["[]", "[{}]", "7", '[{}, {"move": "h8", "parent": 1}]'])
def test_a_damaged_tree_in_a_record_is_refused(tree: str) -> None:
    data = write_text(read_all("(;GM[4];B[hh]C[x])"), "json")
    broken = re.sub(r'"tree": \[.*\]', f'"tree": {tree}', data, flags=re.DOTALL)
    with pytest.raises(InvalidNotation, match=r"tree.* record"):
        read_all(broken)


NAMES = ("move", "comment", "glyphs", "marks", "labels", "arrows", "clocks", "seconds", "values")
FIELDS = st.dictionaries(
    st.sampled_from((*NAMES, "proof", "properties", "refused", "parent")),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
        lambda below: st.lists(below, max_size=3) | st.dictionaries(st.text(), below, max_size=2),
    ),
    max_size=3,
)


@settings(max_examples=80, deadline=None)
@given(nodes=st.lists(FIELDS, min_size=1, max_size=3))
def test_any_json_tree_is_read_or_refused(nodes: list[dict[str, object]]) -> None:
    with contextlib.suppress(InvalidNotation):
        root_from_json(nodes, GOMOKU.start, ())


def test_only_the_main_line_is_read_unless_the_tree_is_asked_for() -> None:
    (reading,) = read_all("(;GM[4];B[hh](;W[ii]FVSECONDS[2])(;W[hh])(;B[aa]))")
    assert reading.record
    assert (reading.record.moves, reading.record.seconds) == (("h8", "i7"), (0.0, 2.0))
    assert reading.read_tree
    assert (reading.tree, reading.read_tree().size) == (None, 4)
    assert reading.read_tree() is reading.read_tree()

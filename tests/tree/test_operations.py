"""Operations on game trees; the oracle is a plain dictionary of lines."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.tree.strategies import GOMOKU, OTHELLO, PENTOMINO, chain, shape, trees

from fivefold.errors import IllegalMove, InvalidNotation
from fivefold.formats import Reading
from fivefold.formats.records import record_of
from fivefold.tree import GameTree, Notes, Path
from fivefold.tree.node import flatten
from fivefold.tree.operations import (
    add,
    annotate,
    delete,
    joined,
    merge,
    promote,
    promote_to_main_line,
    tree_of,
)
from fivefold.tree.walk import contents, walk

few = settings(max_examples=25, deadline=None)
H8, I9, G9, G8 = map(GOMOKU.parse_move, ("h8", "i9", "g9", "g8"))


def empty() -> GameTree:
    return tree_of(GOMOKU.start, (), record_of(Reading(GOMOKU.start)))


def lines(tree: GameTree) -> dict[tuple[int, ...], Notes]:
    """Every line of moves from the start, with the notes at its end: an order-free picture."""
    found: dict[tuple[int, ...], Notes] = {}
    way: dict[int, tuple[int, ...]] = {-1: ()}
    for place, (parent, node) in enumerate(flatten(tree.root)):
        way[place] = way[parent] + (() if node.move is None else (node.move,))
        found[way[place]] = node.notes
    return found


def test_a_tree_grows_by_moves_and_knows_its_main_line_and_variations() -> None:
    tree, path = add(empty(), (), H8, I9)
    tree, other = add(tree, (0,), G9, G8)
    assert (path, other) == ((0, 0), (0, 1, 0))
    assert tree.main_line.moves == ("h8", "i9")
    assert [(each.path, each.ply, each.moves) for each in tree.variations] == [
        ((0, 1), 1, (G9, G8))
    ]
    assert tree.size == 4
    again, same = add(tree, (), H8, G9)
    assert (again, same) == (tree, (0, 1))


def test_operations_leave_the_old_tree_unchanged_and_share_what_stays() -> None:
    tree, _ = add(empty(), (), H8, I9)
    branched, path = add(tree, (0,), G9)
    promoted = promote(branched, path)
    assert tree.size == 2
    assert promoted.moves == (H8, G9)
    assert branched.moves == (H8, I9)
    assert promoted.root.children[0].children[1] is branched.root.children[0].children[0]
    assert delete(branched, path).moves == tree.moves
    assert annotate(tree, (0,), comment="!").at((0,)).notes.comment == "!"
    assert tree.at((0,)).notes.comment == ""


def test_a_variation_becomes_the_main_line_at_every_branch_above_it() -> None:
    tree, _ = add(empty(), (), H8, I9, G9)
    tree, _ = add(tree, (0,), G8)
    tree, deep = add(tree, (0, 1), I9)
    assert promote_to_main_line(tree, deep).main_line.moves == ("h8", "g8", "i9")


def test_what_cannot_be_done_is_refused_with_a_sentence() -> None:
    tree, _ = add(empty(), (), H8)
    with pytest.raises(IllegalMove, match="h8 is taken"):
        add(tree, (0,), H8)
    with pytest.raises(InvalidNotation, match="no node"):
        tree.at((0, 0))
    with pytest.raises(InvalidNotation, match="no node"):
        delete(tree, (-1,))
    with pytest.raises(IllegalMove, match="cannot be moved or deleted"):
        delete(tree, ())
    with pytest.raises(InvalidNotation, match="same position"):
        merge(tree, tree_of(OTHELLO.start, (), record_of(Reading(OTHELLO.start))))


@few
@given(tree=trees((GOMOKU, OTHELLO, PENTOMINO)), other=trees((GOMOKU, OTHELLO, PENTOMINO)))
def test_a_merged_tree_has_exactly_the_lines_of_both(tree: GameTree, other: GameTree) -> None:
    if tree.start != other.start:
        with pytest.raises(InvalidNotation):
            merge(tree, other)
        return
    merged = merge(tree, other)
    one, two = lines(tree), lines(other)
    assert merged.moves[: len(tree.moves)] == tree.moves
    assert lines(merged) == {
        **two,
        **one,
        **{line: joined(one[line], two[line]) for line in one.keys() & two.keys()},
    }
    assert shape(merge(tree, tree)) == shape(tree)
    for line in one.keys() & two.keys():
        comment = lines(merged)[line].comment
        assert one[line].comment in comment or comment == two[line].comment
        assert all(part in comment for part in two[line].comment.split("\n\n"))


def test_comments_do_not_grow_when_trees_are_merged_again_and_again() -> None:
    one, two = (annotate(empty(), (), comment=text) for text in ("A", "B"))
    for _ in range(50):
        one, two = two, merge(one, two)
    assert sorted(two.root.notes.comment.split("\n\n")) == ["A", "B"]


@few
@given(tree=trees(), data=st.data())
def test_deleting_takes_a_branch_away_and_nothing_else(tree: GameTree, data: st.DataObject) -> None:
    if not tree.size:
        return
    path: Path = ()
    node = tree.root
    for _ in range(data.draw(st.integers(1, 4))):
        if node.children:
            place = data.draw(st.integers(0, len(node.children) - 1))
            path, node = (*path, place), node.children[place]
    gone = {id(each) for _, each in flatten(node)}
    left = [(each.move, each.notes) for _, each in flatten(tree.root) if id(each) not in gone]
    after = delete(tree, path)
    assert [(each.move, each.notes) for _, each in flatten(after.root)] == left
    promoted = promote(tree, path)
    assert sorted(map(repr, lines(promoted))) == sorted(map(repr, lines(tree)))


@few
@given(tree=trees())
def test_a_walk_gives_the_position_of_every_node(tree: GameTree) -> None:
    steps = list(walk(tree))
    assert [step.node for step in steps] == [node for _, node in flatten(tree.root)]
    assert [step.node.move for step in steps if step.on_main_line][1:] == list(tree.moves)
    for line in lines(tree):
        state = tree.start
        for move in line:
            state = state.play(move)
        assert any(step.state == state and step.ply == len(line) for step in steps)
    moves = [len(each.moves) for each in tree.variations]
    assert len(moves) == contents(tree)["variations"]
    assert sum(moves) + len(tree.moves) == tree.size


def test_a_deep_tree_needs_no_recursion() -> None:
    tree = chain(30_000)
    assert tree.size == len(flatten(tree.root)) - 1 == 30_000
    assert (tree.moves, tree.variations) == ((), ())
    path = (0,) * 30_000
    changed, _ = add(annotate(tree, path, comment="deep"), path, H8)
    assert changed.moves == (H8,)
    assert contents(merge(changed, tree)) == {"comments": 1}
    assert sum(1 for _ in walk(changed)) == 30_002
    assert delete(changed, path).size == 29_999

"""Random trees for hypothesis: games with variations, and notes of every kind."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from fivefold.core import Game, Player
from fivefold.formats import Reading
from fivefold.formats.records import record_of
from fivefold.names import game_from
from fivefold.strategies.base import Proof
from fivefold.tree import GameTree, Node, Notes, Path, Value
from fivefold.tree.node import GLYPHS, SHAPES, flatten
from fivefold.tree.operations import add, annotate, tree_of

GOMOKU = game_from("gomoku(size=15, rules=renju)")
OTHELLO = game_from("othello")
PENTOMINO = game_from("pentomino(size=4x7)")
TEXTS = st.text(st.characters(blacklist_categories=["Cs", "Cc"]), max_size=12)
LINES = st.lists(TEXTS, min_size=1, max_size=3).map("\n".join)
PRINTABLE = st.text(st.characters(blacklist_categories=["C", "Z"]), min_size=1, max_size=5)
ONE_LINE = st.lists(PRINTABLE, max_size=3).map(" ".join)
SCORES = st.integers(-10_000, 10_000).map(lambda number: number / 100)


def cells(game: Game) -> st.SearchStrategy[int]:
    return st.integers(0, game.rows * game.columns - 1)


@st.composite
def notes(draw: st.DrawFn, game: Game, moves: list[int]) -> Notes:
    """Notes with some fields; a cell has one mark and one label."""
    few: Any = {"max_size": 2, "unique_by": lambda pair: pair[0]}
    line = st.lists(st.sampled_from(moves), max_size=2).map(tuple)
    value = st.builds(
        Value,
        SCORES,
        st.sampled_from(Player),
        st.none() | st.integers(0, 60),
        st.booleans(),
        line,
        st.sampled_from(["", "engine", "level(9)"]),
    )
    proof = st.builds(
        Proof,
        st.sampled_from(["win", "loss", "draw", "exact"]),
        line,
        st.sampled_from(["search", "vcf"]),
        st.none() | SCORES,
        st.none() | st.integers(0, 99),
    )
    marks = draw(st.lists(st.tuples(cells(game), st.sampled_from(SHAPES)), **few))
    clocks = draw(st.lists(st.tuples(st.sampled_from(Player), SCORES.map(abs)), **few))
    return Notes(
        comment=draw(LINES),
        # SGF writes glyphs, marks and clocks by kind, so only this order comes back.
        glyphs=tuple(draw(st.lists(st.sampled_from(GLYPHS), max_size=1))),
        marks=tuple(sorted(marks, key=lambda mark: SHAPES.index(mark[1]))),
        labels=tuple(draw(st.lists(st.tuples(cells(game), ONE_LINE), **few))),
        arrows=tuple(draw(st.lists(st.tuples(cells(game), cells(game)), **few))),
        clocks=tuple(clocks),
        seconds=draw(st.none() | SCORES.map(abs)),
        values=tuple(draw(st.lists(value, max_size=2))),
        proof=draw(st.none() | proof),
    )


@st.composite
def trees(draw: st.DrawFn, games: tuple[Game, ...] = (GOMOKU, OTHELLO)) -> GameTree:
    """A random tree: lines that branch off random nodes, some of them with notes."""
    game = draw(st.sampled_from(games))
    rng = draw(st.randoms(use_true_random=False))
    empty = Reading(game.start)
    tree = tree_of(game.start, (), record_of(empty))
    paths: list[Path] = [()]
    for _ in range(draw(st.integers(0, 4))):
        path = rng.choice(paths)
        state = tree.state(path)
        for _ in range(rng.randint(1, 5)):
            if not (legal := state.legal_moves()):
                break
            tree, path = add(tree, path, rng.choice(legal))
            state = tree.state(path)
            paths.append(path)
    moves = game.start.legal_moves()
    for path in draw(st.lists(st.sampled_from(paths), max_size=3, unique=True)):
        tree = annotate(tree, path, **fields_of(draw(notes(game, moves))))
    return replace(tree, record=tree.main_line)


def fields_of(found: Notes) -> dict[str, Any]:
    return {name: getattr(found, name) for name in Notes.__slots__}


def shape(tree: GameTree, *, with_source: bool = False) -> list[Any]:
    """The tree as a list that can be compared."""
    return [
        (parent, node.move, node.notes, node.refused, node.source if with_source else None)
        for parent, node in flatten(tree.root)
    ]


def chain(length: int) -> GameTree:
    """A tree of one line of nodes without moves."""
    node = Node()
    for _ in range(length):
        node = Node(children=(node,))
    return GameTree(GOMOKU.start, node, record_of(Reading(GOMOKU.start)))

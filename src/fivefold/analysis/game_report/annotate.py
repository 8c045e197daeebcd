"""The report of a game as notes in its tree: values, glyphs, comments and the better lines."""

from __future__ import annotations

from dataclasses import replace

from fivefold.analysis.game_graph import GraphPoint
from fivefold.analysis.game_report.data import GameReport, TurningPoint
from fivefold.analysis.values import ENGINE
from fivefold.core import WIN, State
from fivefold.tree.game_tree import GameTree, Path
from fivefold.tree.node import Glyph, Value, main_nodes
from fivefold.tree.operations import PARAGRAPH, add, annotate

BLUNDER = {"chance": 30, "discs": 10, "result": 1}
"""A loss of this much is marked ??, a smaller one ?."""


def annotated(tree: GameTree, report: GameReport) -> GameTree:
    """Returns the tree with the report written into its main line.

    Every evaluated position gets its value. A turning point gets a glyph, a comment after those
    that are there, and the better line as a variation.
    """
    paths = _paths(tree)
    for turn in report.turning_points:
        comment = " ".join(map(str, (*turn.reasons, turn.instead)))
        node = tree.at(paths[turn.ply])
        both = PARAGRAPH.join(filter(None, (node.notes.comment, comment)))
        glyphs = node.notes.glyphs or (_glyph(report, turn),)
        tree = annotate(tree, paths[turn.ply], comment=both, glyphs=glyphs)
        tree, _ = add(tree, paths[turn.ply][:-1], *turn.line)
    state = report.start
    for ply, point in enumerate(report.points):
        if ply:
            state = state.play(report.moves[ply - 1].move)
        value = None if point is None else _value(point, state)
        if value is not None:
            known = tree.at(paths[ply]).notes.values
            others = tuple(each for each in known if each.by != ENGINE)
            tree = annotate(tree, paths[ply], values=(*others, value))
    return tree


def _glyph(report: GameReport, turn: TurningPoint) -> Glyph:
    return "??" if turn.loss >= BLUNDER[report.unit] else "?"


def _paths(tree: GameTree) -> list[Path]:
    """Returns the path to the node after each number of moves of the main line."""
    paths: list[Path] = [()]
    for length, node in enumerate(main_nodes(tree.root), start=1):
        if node.move is not None:
            paths.append((0,) * length)
    return paths


def _value(point: GraphPoint, state: State) -> Value | None:
    """Returns the value as `analyse` would write it; None if the point is not on that scale."""
    value = Value(0, state.to_move, None, point.proven is not None, point.line, ENGINE)
    if point.discs is not None:
        return replace(value, score=point.discs)
    if point.score is not None:
        return replace(value, score=point.score)
    return None if point.proven is None else replace(value, score=point.proven * WIN)

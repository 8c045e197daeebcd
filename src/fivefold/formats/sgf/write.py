"""Writes a tree as SGF. A property that still says what the tree says is written as it was read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from fivefold.core import Game, Player, State
from fivefold.errors import RulesError
from fivefold.formats.sgf.grammar import as_value, simple, written
from fivefold.formats.sgf.header import (
    MOVES,
    NUMBERS,
    SET_UP,
    UNKNOWN,
    Properties,
    first_text,
    has_any,
    no_sgf,
    rules_in,
    size_in,
    start_of,
)
from fivefold.formats.sgf.notes import FIELDS, LETTER, OWN, notes_in, properties_for
from fivefold.formats.sgf.points import is_pass, point_of, point_text
from fivefold.formats.sgf.result import result_properties
from fivefold.match.record import MatchRecord
from fivefold.tree.game_tree import GameTree
from fivefold.tree.node import Node, Property, main_nodes

CHARSET = "UTF-8"
SET_UP_AND_SIDE = (*SET_UP, "PL")


def tree_text(tree: GameTree) -> str:
    """Returns the tree in SGF; raises `InvalidNotation` for a game that SGF cannot hold."""
    start, game = tree.start, tree.start.game
    if game.name not in NUMBERS:
        raise no_sgf(game)
    before = _before_first_move(tree.root)
    keeps_set_up = _sets_up(before, start)
    without = () if keeps_set_up else SET_UP_AND_SIDE
    bare = {id(node) for node in before}

    def properties(node: Node, player: Player) -> Sequence[Property]:
        dropped = without if id(node) in bare else ()
        if node is tree.root:
            own = _root_properties(tree, keeps_set_up)
            return _merged(node_properties(node, player, game, dropped), own)
        return node_properties(node, player, game, dropped)

    return written(tree.root, start.to_move, properties)


def _before_first_move(root: Node) -> list[Node]:
    """Returns the root and the nodes of the main line up to that of the first move."""
    found = [root]
    for node in main_nodes(root):
        found.append(node)
        if node.move is not None:
            break
    return found


def _sets_up(nodes: Sequence[Node], start: State) -> bool:
    """Tells whether the properties of the nodes set up the start of the tree."""
    with suppress(RulesError):
        sources = [node.source for node in nodes]
        if nodes[-1].move is not None and not has_any(sources[-1], MOVES):
            # The colour of the first move decides who is to move if nothing else does.
            letter = LETTER[start.to_move]
            sources[-1] = (*sources[-1], (letter, ("",)))
        return start_of(sources, start.game) == start
    return False


def node_properties(
    node: Node, player: Player, game: Game, dropped: Sequence[str] = ()
) -> Sequence[Property]:
    """Returns the properties of a node: those of its file, changed where its notes differ."""
    source = node.source
    said = notes_in(source, game)
    changed = (
        set()
        if said == node.notes
        else {field for field in FIELDS if getattr(said, field) != getattr(node.notes, field)}
    )
    moves = node.move is None or _says_move(source, node.move, player, game)
    if not changed and moves and not (dropped and has_any(source, dropped)):
        return source
    found: list[Property] = []
    if not moves:
        assert node.move is not None
        found.append((LETTER[player], (point_text(node.move, game),)))
    for name, values in source:
        if name in dropped or (not moves and name in MOVES):
            continue
        field = OWN.get(name)
        if field is None or field not in changed:
            if field is None or getattr(said, field) == getattr(node.notes, field):
                found.append((name, values))
            continue
        found += properties_for(node.notes, field, game)
        changed.remove(field)
    for field in FIELDS:
        if field in changed:
            found += properties_for(node.notes, field, game)
    return found


def bare(node: Node) -> Node:
    """Returns the node alone and without the properties of its file."""
    return Node(node.move, node.notes)


def _says_move(source: Properties, move: int, player: Player, game: Game) -> bool:
    """Tells whether the properties have exactly this move of the player."""
    said = [(name, value) for name, values in source if name in MOVES for value in values]
    if len(said) != 1 or said[0][0] != LETTER[player]:
        return False
    if is_pass(said[0][1], game):
        return move == game.pass_move
    with suppress(RulesError):
        return point_of(said[0][1], game) == move
    return False


def _root_properties(tree: GameTree, keeps_set_up: bool) -> dict[str, Property | None]:
    """Returns the properties that the root has to have, in order; None where it has none.

    What the file of the tree says in other words is left out.
    """
    start, record, source = tree.start, tree.main_line, tree.root.source
    game = start.game
    found: dict[str, Property | None] = {}

    def need(name: str, text: str, is_said: Callable[[], bool] | None = None) -> None:
        is_same = first_text(source, name) == simple(text) if is_said is None else is_said()
        if not is_same:
            found[name] = (name, (text,)) if text else None

    need("FF", "4", lambda: has_any(source, ("FF",)))
    need("GM", str(NUMBERS[game.name]))
    need("CA", CHARSET, lambda: first_text(source, "CA").upper() == CHARSET)
    need("AP", "Fivefold", lambda: bool(source))
    size = str(game.columns) if game.rows == game.columns else f"{game.columns}:{game.rows}"
    need("SZ", size, lambda: size_in(source) == (game.rows, game.columns))
    need("RU", game.rules, lambda: bool(source) and _says_rules(source, game))
    agreement = record.swap2
    if agreement is not None:
        need("ON", " ".join(("swap2", agreement.opener.value, *agreement.choices)))
    for name, player in (("PB", record.first), ("PW", record.second)):
        need(name, as_value("" if player == UNKNOWN and not has_any(source, (name,)) else player))
    for name, text in result_properties(record, _last_state(tree, record)).items():
        need(name, text)
    if not keeps_set_up:
        found |= _set_up(start)
    return found


def _says_rules(source: Properties, game: Game) -> bool:
    """Tells whether the file names these rules, or rules unknown to us while ours are default."""
    return (rules_in(source, game.name) or game.rule_names[0]) == game.rules


def _last_state(tree: GameTree, record: MatchRecord) -> State:
    state = tree.start
    if record.ending == "normal":
        for move in tree.moves:
            state = state.play(move)
    return state


def _set_up(start: State) -> dict[str, Property | None]:
    found: dict[str, Property | None] = {}
    if start == start.game.start:
        return found
    for name in ("AB", "AW"):
        cells = [cell for cell, mark in enumerate(start.cells) if mark == SET_UP[name]]
        if cells:
            found[name] = (name, tuple(point_text(cell, start.game) for cell in cells))
    return {**found, "PL": ("PL", (LETTER[start.to_move],))}


def _merged(source: Sequence[Property], own: dict[str, Property | None]) -> list[Property]:
    """Returns the properties with ours in the place of those with the same name, or in front."""
    rest = dict(own)
    found: list[Property] = []
    for name, values in source:
        if name not in rest:
            found.append((name, values))
        elif (ours := rest.pop(name)) is not None:
            found.append(ours)
    new = [each for each in rest.values() if each is not None]
    at = next((place for place, (name, _) in enumerate(found) if name in OWN), len(found))
    return new + found if not source or at == 0 else [*found[:at], *new, *found[at:]]

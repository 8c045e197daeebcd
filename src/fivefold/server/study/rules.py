"""Which event an edit leads to, or why it is rejected.

Edits of different things never conflict, whatever version they name. Those that would undo what
their editor has not seen are rejected: nothing that somebody wrote is lost without a word.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fivefold.core import Move, State
from fivefold.errors import IllegalMove, InvalidNotation, NotFound, Refused, RulesError, StaleWrite
from fivefold.formats.tree_json import notes_as_json, notes_from_json
from fivefold.server.room.events import Event
from fivefold.server.room.view import notation
from fivefold.server.study import edits as do
from fivefold.server.study.headers import HEADERS
from fivefold.server.study.nodes import ROOT, StudyNode
from fivefold.server.study.steps import Applied, Attach, Detach, Head, Step, Write
from fivefold.server.study.study import Done, Study, digest_of, size_of
from fivefold.tree.node import Notes
from fivefold.words import quoted

MAX_NODES = 50_000
MAX_EVENTS = 10_000
MAX_BYTES = 16_000_000
"""Bytes of a study's log."""

Found = Done | tuple[str, dict[str, Any]]
"""The answer to an edit that changes nothing, or the kind and the data of its event."""


def decide(study: Study, edit: do.Edit, holder: str | None, at: float) -> Event | Done:
    """Returns the event of an edit, or the answer if there is nothing to do. Changes nothing.

    Raises `Refused`, `NotFound`, `StaleWrite` if somebody else changed the same thing first, or
    the rules' reason.
    """
    if not study.is_editor(holder):
        raise Refused("study.not_yours")
    digest = digest_of(edit.change)
    if (done := study.answered(edit.id)) is not None:
        if done.digest != digest:
            raise StaleWrite("study.twice", version=study.version)
        return done
    found = _DECIDE[type(edit.change)](study, edit.change, edit.version)
    if isinstance(found, Done):
        return found
    if study.version >= MAX_EVENTS:
        raise Refused("study.too_long", most=MAX_EVENTS)
    kind, data = found
    if study.size + size_of(data) > MAX_BYTES:
        raise Refused("study.full", most=MAX_BYTES // 1_000_000)
    return Event(study.version + 1, kind, at, {**data, "id": edit.id, "digest": digest})


def _add(study: Study, change: do.Add, version: int) -> Found:
    node = study.nodes.live(change.node)
    state = study.nodes.position(node.id)
    node, state, new = _followed(study, node, state, _moves(state, change.moves))
    if not new:
        return Done(study.version, node.id)
    if len(study.nodes) + len(new) > MAX_NODES:
        raise Refused("study.nodes", most=MAX_NODES)
    return "added", {"under": node.id, "moves": [notation(study.game, move) for move in new]}


def _moves(state: State, texts: tuple[str, ...]) -> list[Move]:
    """Returns the moves, with the forced passes between and after them."""
    moves = list[Move]()
    game, forced = state.game, [state.game.pass_move]
    for number, text in enumerate(texts, start=1):
        try:
            move = game.parse_move(text)
            if move != game.pass_move and game.pass_move is not None:
                state = _passed(state, moves)
            state = state.play(move)
        except RulesError as error:
            if len(texts) == 1:
                raise
            raise type(error)("moves.numbered", number=number, reason=error.message) from error
        moves.append(move)
    if game.pass_move is not None and state.outcome is None and state.legal_moves() == forced:
        _passed(state, moves)
    return moves


def _passed(state: State, moves: list[Move]) -> State:
    """Returns the position after a pass, if it is forced, and adds it to the moves."""
    if state.outcome is None and state.legal_moves() == [state.game.pass_move]:
        moves += state.legal_moves()
        return state.play(moves[-1])
    return state


def _followed(
    study: Study, node: StudyNode, state: State, moves: list[Move]
) -> tuple[StudyNode, State, list[Move]]:
    """Returns the last node that the study already has of a line, and the moves after it."""
    rest = list(moves)
    while rest:
        children = (study.nodes[child] for child in node.children)
        child = next((each for each in children if each.move == rest[0]), None)
        if child is None:
            break
        node, state = child, state.play(rest.pop(0))
    return node, state, rest


def _delete(study: Study, change: do.Delete, version: int) -> Found:
    node = _below_root(study, change.node)
    _check_grown(study, node.id, version)
    return "deleted", {"node": node.id}


def _promote(study: Study, change: do.Promote, version: int) -> Found:
    node = _below_root(study, change.node)
    nodes = study.nodes
    line = nodes.path(node.id)[1:] if change.main else [node.id]
    moved = [id for id in line if nodes[nodes[id].parent].children[0] != id]
    if not moved:
        return Done(study.version, node.id)
    return "promoted", {"node": node.id, "nodes": moved}


def _annotate(study: Study, change: do.Annotate, version: int) -> Found:
    node = study.nodes.live(change.node)
    given = notes_from_json(dict(change.notes), study.game)
    changed = [name for name in change.notes if getattr(given, name) != getattr(node.notes, name)]
    if not changed:
        return Done(study.version, node.id)
    _check_unchanged(study, version, lambda step: _wrote(step, node.id, changed))
    written = notes_as_json(given, study.game)
    empty = notes_as_json(Notes(), study.game)
    notes = {name: written.get(name, empty.get(name, _EMPTY[name])) for name in changed}
    return "annotated", {"node": node.id, "notes": notes}


_EMPTY: dict[str, Any] = {
    "comment": "",
    "seconds": None,
    "proof": None,
    **{name: [] for name in ("glyphs", "marks", "labels", "arrows", "clocks", "values")},
}


def _wrote(step: Step, node: int, names: list[str]) -> bool:
    return isinstance(step, Write) and step.node == node and not step.notes.keys().isdisjoint(names)


def _set_headers(study: Study, change: do.SetHeaders, version: int) -> Found:
    known = study.headers
    if unknown := [name for name in change.headers if name not in HEADERS]:
        raise InvalidNotation("study.header", name=quoted(unknown[0]), names=list(HEADERS))
    headers = {name: " ".join(text.split()) for name, text in change.headers.items()}
    headers = {name: text for name, text in headers.items() if text != known[name]}
    if not headers:
        return Done(study.version, None)

    def wrote(step: Step) -> bool:
        return isinstance(step, Head) and not step.headers.keys().isdisjoint(headers)

    _check_unchanged(study, version, wrote)
    return "headed", {"headers": headers}


def _undo(study: Study, change: do.Undo, version: int) -> Found:
    if not 1 <= change.edit <= study.version:
        raise NotFound("study.no_edit", edit=change.edit)
    done = study.log[change.edit - 1]
    if done.is_undone or not done.can_be_undone:
        raise StaleWrite("study.undone", edit=change.edit)
    for step in done.inverse:
        _check_step(study, step, version)
    return "undone", {"edit": change.edit}


def _check_step(study: Study, step: Step, version: int) -> None:
    """Raises unless the step can be taken without losing what somebody wrote since."""
    nodes = study.nodes
    if isinstance(step, Head):
        if any(study.headers[name] != text for name, text in step.written.items()):
            raise StaleWrite("study.changed")
    elif isinstance(step, Attach):
        nodes.live(nodes[step.node].parent)
        if step.node not in nodes.deleted:
            raise StaleWrite("study.changed")
    else:
        node = nodes.live(step.node)
        if isinstance(step, Detach):
            _check_grown(study, node.id, version)
        elif isinstance(step, Write):
            notes = node.notes
            if any(getattr(notes, name) != value for name, value in step.written.items()):
                raise StaleWrite("study.changed")


def _below_root(study: Study, id: int) -> StudyNode:
    node = study.nodes.live(id)
    if node.id == ROOT:
        raise IllegalMove("tree.root")
    return node


def _check_grown(study: Study, node: int, version: int) -> None:
    """Raises `StaleWrite` if somebody wrote something below the node after that version."""
    count = sum(each.version > version for each in study.nodes.below(node))
    if count:
        raise StaleWrite("study.grew", count=count)


def _check_unchanged(study: Study, version: int, wrote: Callable[[Step], bool]) -> None:
    """Raises `StaleWrite` if an event after that version wrote the same thing."""
    since: list[Applied] = study.log[max(version, 1) :]
    if any(wrote(step) for done in since for step in done.inverse):
        raise StaleWrite("study.changed")


_DECIDE: dict[type[do.Change], Callable[[Study, Any, int], Found]] = {
    do.Add: _add,
    do.Delete: _delete,
    do.Promote: _promote,
    do.Annotate: _annotate,
    do.SetHeaders: _set_headers,
    do.Undo: _undo,
}

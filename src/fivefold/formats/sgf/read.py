"""Reads one tree of an SGF: every node stays, in place, with all its properties.

The main line has to be playable. In a variation, a move or set-up stones that the rules refuse are
kept as written, and so is everything below them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from fivefold.core import Game, Move, Player, State
from fivefold.errors import IllegalMove, InvalidNotation, RulesError
from fivefold.formats.details import Details
from fivefold.formats.reading import Reading
from fivefold.formats.records import record_of
from fivefold.formats.sgf.grammar import RawNode
from fivefold.formats.sgf.header import (
    MOVES,
    SET_UP,
    UNKNOWN,
    Properties,
    first_text,
    game_of,
    has_any,
    start_of,
)
from fivefold.formats.sgf.notes import OWN, SIDES, notes_in
from fivefold.formats.sgf.points import is_pass, point_of
from fivefold.formats.sgf.result import with_result
from fivefold.games.swap2 import Agreement
from fivefold.match.record import MatchRecord
from fivefold.tree.game_tree import GameTree
from fivefold.tree.node import Entry, Property, assemble


class _Place(NamedTuple):
    """A node on the way to the current one: the position after it, None below a refused move."""

    raw: int
    entry: int
    state: State | None
    number: int
    """The number of moves of the file on the way."""


def reading_of(nodes: Sequence[RawNode], known: Game | None) -> Reading:
    """Returns the game of the nodes; its tree is read on demand."""
    root = nodes[0][1]
    game = game_of(root, known)
    main = _main_line(nodes)
    first_move = next((at for at, place in enumerate(main) if _has_moves(nodes[place][1])), None)
    before = main if first_move is None else main[: first_move + 1]
    start = start_of([nodes[place][1] for place in before], game)
    line = _entries(
        [(place - 1, nodes[each][1]) for place, each in enumerate(main)],
        start,
        range(len(main)),
        range(len(before)),
    )
    moves = [(entry.move, entry.notes.seconds or 0.0) for entry in line if entry.move is not None]
    seconds = tuple(spent for _, spent in moves)
    reading = Reading(start, tuple(move for move, _ in moves))
    record = _record(reading, root, seconds if any(seconds) else ())
    details = Details(
        place=first_text(root, "EV") or first_text(root, "PC"), date=first_text(root, "DT")
    )

    @cache
    def read_tree() -> GameTree:
        return GameTree(start, assemble(_entries(nodes, start, main, before)), record)

    return replace(reading, record=record, details=details, read_tree=read_tree)


def _main_line(nodes: Sequence[RawNode]) -> list[int]:
    """Returns the indices of the nodes on the main line, the first child of each."""
    first: dict[int, int] = {}
    for place, (parent, _) in enumerate(nodes):
        first.setdefault(parent, place)
    line = [0]
    while line[-1] in first:
        line.append(first[line[-1]])
    return line


def _has_moves(source: Properties) -> bool:
    return has_any(source, MOVES)


def _entries(
    nodes: Sequence[RawNode], start: State, main: Sequence[int], before: Sequence[int]
) -> list[Entry]:
    """Returns the nodes of the tree; passes that the file leaves out are put in."""
    on_main_line, before_first_move = set(main), set(before)
    set_up = [at for at, place in enumerate(before) if has_any(nodes[place][1], tuple(SET_UP))]
    # A variation that branches off before the last set-up stones starts from another position.
    incomplete = set(before[: set_up[-1]]) if set_up else set()
    entries: list[Entry] = []
    way: list[_Place] = []
    for place, (parent, source) in enumerate(nodes):
        while way and way[-1].raw != parent:
            way.pop()
        above = way[-1] if way else _Place(-1, -1, start, 0)
        state, is_main = above.state, place in on_main_line
        if parent in incomplete and not is_main:
            state = None
        elif has_any(source, tuple(SET_UP)) and place not in before_first_move:
            if is_main:
                raise InvalidNotation("sgf.set_up_later", number=above.number)
            state = None
        entry, number = above.entry, above.number
        for part in _parts(source, is_root=place == 0):
            refused = False
            move = next(((name, values[0]) for name, values in part if name in MOVES), None)
            moves: list[Move] = []
            if state is None:
                refused = has_any(part, (*MOVES, *SET_UP))
            elif move is not None:
                number += 1
                try:
                    moves = _next(state, SIDES[move[0]], move[1])
                    for each in moves:
                        state = state.play(each)
                except RulesError as error:
                    if is_main:
                        facts = {"number": number, "reason": error.message}
                        raise type(error)("moves.numbered", **facts) from error
                    state, moves, refused = None, [], True
            for each in moves[:-1]:
                entries.append(Entry(entry, each))
                entry = len(entries) - 1
            played = moves[-1] if moves else None
            notes = notes_in(part, start.game)
            entries.append(Entry(entry, played, notes, part, refused))
            entry = len(entries) - 1
        way.append(_Place(place, entry, state, number))
    return entries


def _parts(source: Properties, is_root: bool) -> Iterator[tuple[Property, ...]]:
    """Yields the properties as nodes with one move each; the root has none.

    Files with several moves in a node break the rules of SGF, but exist.
    """
    count = sum(len(values) for name, values in source if name in MOVES)
    if count + is_root <= 1:
        yield tuple(source)
        return
    part: list[Property] = []
    is_full = is_root
    if is_root:
        # The root keeps what describes the game; notes after a move are about the move.
        first = next(place for place, (name, _) in enumerate(source) if name in MOVES)
        after = [each for each in source[first:] if each[0] not in (*MOVES, *OWN)]
        part = [*source[:first], *after]
        source = [each for each in source[first:] if each[0] in (*MOVES, *OWN)]
    for name, values in source:
        if name not in MOVES:
            part.append((name, values))
            continue
        for value in values:
            if is_full:
                yield tuple(part)
                part = []
            part.append((name, (value,)))
            is_full = True
    yield tuple(part)


def _next(state: State, player: Player, value: str) -> list[Move]:
    """Returns the player's move, preceded by the opponent's forced pass if needed."""
    game, forced = state.game, [state.game.pass_move]
    if is_pass(value, game):
        if state.outcome:
            return []  # Go ends with two passes, and some programs end every game like that
        if game.pass_move is None:
            raise IllegalMove("sgf.no_pass", game=game.name)
        move = game.pass_move
    else:
        move = point_of(value, game)
    if player is state.to_move or state.outcome:
        return [move]
    if game.pass_move is not None and state.legal_moves() == forced:
        return [*state.legal_moves(), move]
    raise IllegalMove("sgf.turn", player=game.player_name(state.to_move))


def _record(reading: Reading, root: Properties, seconds: tuple[float, ...]) -> MatchRecord:
    first, second = (first_text(root, name) or UNKNOWN for name in ("PB", "PW"))
    bare = replace(
        record_of(reading), first=first, second=second, swap2=_agreement(root), seconds=seconds
    )
    return with_result(bare, root, reading.start.game)


def _agreement(root: Properties) -> Agreement | None:
    """Returns the swap2 agreement if the opening name describes one."""
    word, *parts = (first_text(root, "ON") or UNKNOWN).split()
    if word != "swap2" or not parts:
        return None
    with suppress(InvalidNotation):
        return Agreement.from_json({"opener": parts[0], "choices": parts[1:]})
    return None

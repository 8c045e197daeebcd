"""Explains a Gomoku move in words: what it blocks, what it makes, and where it leads.

Every fact is derived from the board and the rules, not from the search. Overlays show the rows that
threaten after the move, the rows it blocks, and the points from which either side would win: 5
makes five, 4 an open four; 44, 43 and 33 make two threats at once.
"""

from __future__ import annotations

from collections.abc import Iterator

from fivefold.core import Move, Player
from fivefold.games.gomoku import GomokuState
from fivefold.strategies import explain
from fivefold.strategies.base import Meaning, Overlay, Tone
from fivefold.strategies.gomoku.search import Line, threat_cells
from fivefold.strategies.gomoku.threats import (
    WINNING,
    Row,
    Threat,
    combined_kind,
    kind_of,
    threats,
    threats_made,
    threats_through,
    where,
    with_stone,
)
from fivefold.words import Message, say

MOST_POINTS = 12
"""Maximum number of marked points per side; the strongest kinds come first."""
_DRAWN: dict[Row, Meaning] = {"open_four": "four", "four": "four", "three": "three"}


def describe(state: GomokuState, move: Move, value: Message) -> Message:
    """Returns the sentence that names the move, what it does, and its value."""
    facts = _facts(state, move, with_places=True) or _quiet(state)
    return say("lines.text", move=state.game.format_move(move), facts=facts, value=value)


def value_words(state: GomokuState, line: Line) -> Message:
    """Returns the value of a line in words: who wins and when, or the expected score."""
    me, other = (state.game.player_name(player) for player in (state.to_move, state.to_move.other))
    if line.loses:
        return say("lines.loses", player=other, plies=line.plies, loser=me)
    if line.plies == 1:
        return say("lines.won", player=me)
    if line.wins:
        return say("lines.wins", player=me, plies=line.plies)
    if (plies := line.believed) is not None:
        return say("lines.sees", player=me if line.score > 0 else other, plies=plies)
    return say("lines.expects", score=explain.side_words(state, line.score), depth=line.depth)


def note_words(state: GomokuState, line: Line, usual: int) -> Message | None:
    """Returns the note for a move: what it does, and how reliable its value is.

    The depth is mentioned only if it differs from the `usual` one.
    """
    what = _facts(state, line.move, with_places=False)
    if line.plies is not None:
        return say("lines.note_proven") if what is None else say("lines.note_sure", what=what)
    if line.believed is not None:
        return say("lines.note_unproven") if what is None else say("lines.note_unsure", what=what)
    if line.depth == usual:
        return what
    if what is None:
        return say("lines.note_depth", depth=line.depth)
    return say("lines.note_both", what=what, depth=line.depth)


def _facts(state: GomokuState, move: Move, *, with_places: bool) -> Message | None:
    """Returns what the move makes or blocks; None for a quiet move."""
    game, cells, me, other = state.game, state.cells, state.to_move, state.to_move.other
    if game.five_through(with_stone(cells, move, me), move):
        return say("lines.five")
    made, blocked = threats_made(game, cells, move, me), _blocked(state, move)
    makes, blocks = (
        _made_words(state, made, with_places),
        _blocked_words(state, blocked, with_places),
    )
    kind = kind_of(game, cells, move, other) if blocks is None else None
    if kind == "five":
        blocks = say("lines.one_end")
    if blocks is None and kind in WINNING:
        facts = {"player": game.player_name(other), "kind": say(f"lines.kind.{kind}")}
        if makes is None:
            return say("lines.denies", **facts)
        said = say("lines.denies_and_makes", **facts, made=makes)
    elif blocks is None:
        if makes is None:
            return None
        said = say("lines.makes", made=makes)
    elif makes is None:
        return say("lines.blocks", blocked=blocks)
    else:
        said = say("lines.blocks_and_makes", blocked=blocks, made=makes)
    fives = {gain for row in made if row.kind != "three" for gain in row.gains}
    # In caro a four can also be answered at its other end.
    if with_places and len(fives) == 1 and not game.rules_for(me).needs_an_end:
        [cell] = map(game.format_cell, fives)
        return say("lines.must_block", facts=said, player=game.player_name(other), cell=cell)
    return said


def _made_words(state: GomokuState, made: list[Threat], with_places: bool) -> Message | None:
    kind = combined_kind(made)
    if kind is None:
        return None
    noun = say(f"lines.kind.{kind}")
    if not with_places or len(made) > 1:
        return noun
    return say("lines.on", kind=noun, where=where(state.game, made[0]))


def _blocked_words(state: GomokuState, blocked: list[Threat], with_places: bool) -> Message | None:
    if not blocked:
        return None
    if len(blocked) > 1:
        return say("lines.many", count=len(blocked))
    [row] = blocked
    if not with_places:
        return say(f"lines.kind.{row.kind}")
    return say("lines.on", kind=say(f"lines.the.{row.kind}"), where=where(state.game, row))


def _blocked(state: GomokuState, move: Move) -> list[Threat]:
    """Returns the opponent's rows that the move stops from threatening."""
    game, other = state.game, state.to_move.other
    after = with_stone(state.cells, move, state.to_move)
    left = {row.stones for row in threats_through(game, after, move, other)}
    before = threats_through(game, state.cells, move, other)
    return [row for row in before if row.stones not in left]


def _quiet(state: GomokuState) -> Message:
    """Returns the words for a move that neither makes nor stops a threat."""
    return say("lines.begins" if set(state.cells) == {"."} else "lines.quiet")


def threat_overlays(state: GomokuState, line: Line) -> tuple[Overlay, ...]:
    """Returns overlays: rows that threaten after the move, rows it blocks, and winning points."""
    game, me, other = state.game, state.to_move, state.to_move.other
    cells = with_stone(state.cells, line.move, me)
    if five := game.five_through(cells, line.move):
        label = say("lines.drawn_five", player=game.player_name(me))
        return (Overlay("line", label, "good", cells=five, means="four"),)
    drawn = [_drawn(state, row, me, "good") for row in threats(game, cells, me)]
    drawn += [_drawn(state, row, other, "bad") for row in threats(game, cells, other)]
    for row in _blocked(state, line.move):
        label = say(f"lines.drawn_blocked.{row.kind}", player=game.player_name(other))
        drawn.append(Overlay("line", label, cells=row.stones, means="sequence"))
    end = (five for five in _end_of(state, line) if not _lies_in(five, drawn))
    return (*drawn, *end, *_points(state.play(line.move), me))


def _lies_in(five: Overlay, drawn: list[Overlay]) -> bool:
    return any(set(five.cells or ()) <= set(row.cells or ()) for row in drawn)


def _drawn(state: GomokuState, row: Threat, player: Player, tone: Tone) -> Overlay:
    name, place = state.game.player_name(player), where(state.game, row)
    label = say(f"lines.drawn.{row.kind}", player=name, where=place)
    return Overlay("line", label, tone, cells=row.cells, means=_DRAWN[row.kind])


def _end_of(state: GomokuState, line: Line) -> Iterator[Overlay]:
    """Yields the five that ends a forced win, if the expected line reaches it."""
    if line.plies is None or len(line.pv) < line.plies:
        return
    end = state
    for move in line.pv[: line.plies]:
        end = end.play(move)
    last = line.pv[line.plies - 1]
    if end.outcome and (five := state.game.five_through(end.cells, last)):
        winner = Player(end.cells[last])
        label = say("lines.drawn_end", player=state.game.player_name(winner))
        tone: Tone = "good" if winner is state.to_move else "bad"
        yield Overlay("line", label, tone, cells=five, means="sequence")


def _points(after: GomokuState, me: Player) -> Iterator[Overlay]:
    """Yields, by kind, the points where a stone of either side makes a winning threat."""
    if after.outcome:
        return
    found = threat_cells(after)
    for player in (me, me.other):
        left = MOST_POINTS
        for kind in WINNING:
            cells = tuple(sorted(found.get((player, kind), ())))[:left]
            left -= len(cells)
            if cells:
                name = after.game.player_name(player)
                label = say("lines.point", player=name, kind=say(f"lines.kind.{kind}"))
                tone: Tone = "good" if player is me else "bad"
                yield Overlay("cells", label, tone, cells=cells, means=kind)

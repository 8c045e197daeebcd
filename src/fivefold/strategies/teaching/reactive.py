"""Reactive: extend my longest row or block yours, whichever is longer.

    . X X X .     PLS, the player's longest sequence: 3, open at both ends
    . O O . .     CLS, the computer's longest sequence: 2, open at both ends
                  3 > 2, so it blocks at the first end: the cell after the last X

Idea: respond to the biggest threat on the board. Cost: one scan. It cannot see two threats at once.
Read next: `../gomoku/levels.py`, which stacks such rules, then `negamax.py`.

A sequence is a run of 1 to 4 stones along →, ↓, ↘ or ↙ with a free cell at one end or both, and
room for five. The edge of the board blocks like a stone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from fivefold.core import Limit, Move, State
from fivefold.games import grid
from fivefold.games.gomoku import GomokuState
from fivefold.strategies import explain
from fivefold.strategies.base import GAME_OVER, Candidate, Decision, Overlay, Stop, Strategy, Tone
from fivefold.words import Message, say


class Sequence(NamedTuple):
    """A run of stones, first to last, and the free cells at its ends: the one after it first."""

    stones: tuple[int, ...]
    ends: tuple[int, ...]


def longest_sequence(state: State, stone: str) -> Sequence | None:
    """Returns the longest open sequence of a colour.

    Ties go to the first in reading order, then by direction: →, ↓, ↘, ↙.
    """
    assert isinstance(state, GomokuState)
    best: Sequence | None = None
    rays = grid.rays(state.game.rows, state.game.columns)
    for cell, mark in enumerate(state.cells):
        if mark != stone:
            continue
        for ahead, behind in rays[cell]:
            if behind and state.cells[behind[0]] == stone:
                continue
            sequence = _open_sequence(state, cell, ahead, behind)
            if sequence and (best is None or len(sequence.stones) > len(best.stones)):
                best = sequence
    return best


def _open_sequence(
    state: GomokuState, first: int, ahead: tuple[int, ...], behind: tuple[int, ...]
) -> Sequence | None:
    """Returns the sequence that starts here, or None if it is blocked or already five.

    A cell forbidden to the side to move counts as room, but not as an end.
    """
    cells, length = state.cells, 0
    while length < len(ahead) and cells[ahead[length]] == cells[first]:
        length += 1
    stones, after = (first, *ahead[:length]), ahead[length:]
    ends, room = [], len(stones)
    for side in (after, behind):
        if side and cells[side[0]] == ".":
            room += len(side)
            if side[0] not in state.forbidden:
                ends.append(side[0])
    if not ends or room < 5 or len(stones) >= 5:
        return None
    return Sequence(stones, tuple(ends))


@dataclass
class Reactive(Strategy):
    """Extends its longest open sequence or blocks the opponent's, whichever is longer."""

    games = ("gomoku",)

    def choose(self, state: State, limit: Limit = Limit(), stop: Stop | None = None) -> Decision:
        if state.outcome:
            return GAME_OVER
        own = longest_sequence(state, state.to_move.value)
        player = longest_sequence(state, state.to_move.other.value)
        cls = len(own.stones) if own else 1
        pls = len(player.stones) if player else 0
        if player and (pls > cls or not own):
            move, rule = player.ends[0], "reactive.block"
        elif own:
            move, rule = own.ends[0], "reactive.extend"
        else:
            move, rule = nearest_free_cell(state), "reactive.nearest"
        name = state.game.format_move(move)
        return Decision(
            move,
            candidates=self._ends(own, player),
            overlay=(
                *_drawn(own, say("reactive.cls", length=cls), "good"),
                *_drawn(player, say("reactive.pls", length=pls), "bad"),
                *explain.move_overlay(state.game, move),
            ),
            text=say(rule, move=name, pls=pls, cls=cls),
        )

    @staticmethod
    def _ends(own: Sequence | None, player: Sequence | None) -> tuple[Candidate, ...]:
        """Returns the ends that were compared; the score is the length of the sequence."""
        notes: dict[Move, Candidate] = {}
        for sequence, key in ((own, "reactive.own_end"), (player, "reactive.player_end")):
            for end in sequence.ends if sequence else ():
                length = len(sequence.stones) if sequence else 0
                if end not in notes or (notes[end].score or 0) < length:
                    notes[end] = Candidate(end, length, say(key, length=length))
        return tuple(notes[end] for end in sorted(notes))


def _drawn(sequence: Sequence | None, label: Message, tone: Tone) -> tuple[Overlay, ...]:
    if sequence is None:
        return ()
    return (Overlay("line", label, tone, cells=sequence.stones, means="sequence"),)


def nearest_free_cell(state: State) -> Move:
    """Returns the free cell nearest to the last move, else to the middle of the stones."""
    rows, columns, cells = state.game.rows, state.game.columns, state.cells
    if state.last_move is not None:
        stones = [state.last_move]
    else:
        stones = [cell for cell, mark in enumerate(cells) if mark != "."]
    if not stones:
        return (rows // 2) * columns + columns // 2
    # Scaled by the number of stones, so that distances to the middle stay whole numbers.
    count = len(stones)
    middle_row = sum(cell // columns for cell in stones)
    middle_column = sum(cell % columns for cell in stones)

    def distance(cell: int) -> int:
        row, column = divmod(cell, columns)
        return (row * count - middle_row) ** 2 + (column * count - middle_column) ** 2

    return min(state.legal_moves(), key=distance)

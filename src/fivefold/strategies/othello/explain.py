"""Explains an Othello move in words: it takes a corner, it leaves the opponent few moves.

Every fact is derived from the board before and after the move, not from the search. The explanation
names the two facts that matter most, then the expected result.

    c .          c is an empty corner, x the X-square on its diagonal: a disc on x usually gives
    . x          the corner away.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice

from fivefold.core import Move
from fivefold.games import grid
from fivefold.games.othello import PASS, OthelloState, board_of, flips, placements
from fivefold.strategies import explain
from fivefold.strategies.othello.search import Line
from fivefold.strategies.teaching.evaluate.stability import stable_discs
from fivefold.words import Message, say

FEW = 3
"""A side with at most this many moves is short of moves."""
MANY_SAFE = 3
"""At least this many new stable discs are worth mentioning."""
LATE = 20
"""With at most this many empty squares, parity is considered: who moves last in each region."""
MOST_FACTS = 2


def describe(state: OthelloState, move: Move, value: Message) -> Message:
    """Returns the sentence that names the move, what it does, and its value."""
    if move == PASS:
        return say("discs.passes", value=value)
    chosen = list(islice(facts(state, move), MOST_FACTS))
    together = chosen[0] if len(chosen) == 1 else say("discs.two", one=chosen[0], two=chosen[1])
    return say("discs.text", move=state.game.format_move(move), facts=together, value=value)


def facts(state: OthelloState, move: Move) -> Iterator[Message]:
    """Yields the facts about the move, most important first."""
    game, after = state.game, state.play(move)
    other = game.player_name(state.to_move.other)
    replies = after.legal_moves()
    empty_corners = {corner for corner in corners(game.size) if state.cells[corner] == "."}
    given = sorted(empty_corners.intersection(replies))
    denied = _denied(state, after)
    if move in empty_corners:
        yield say("discs.corner")
    if after.outcome:
        yield say("discs.ends")
    elif replies == [PASS]:
        yield say("discs.must_pass", player=other)
    elif len(replies) <= FEW:
        yield say("discs.left", player=other, count=len(replies))
    if state.legal_moves() == [move]:
        yield say("discs.only")
    if denied and move not in empty_corners:
        yield say("discs.denies", player=other, corner=game.format_cell(denied[0]))
    if given:
        yield say("discs.gives", player=other, corner=game.format_cell(given[0]))
    beside = corner_of_x_square(game.size).get(move)
    if beside in empty_corners and beside not in given:
        yield say("discs.dares", player=other, corner=game.format_cell(beside))
    safe = new_safe_discs(state, after)
    if safe >= MANY_SAFE:
        yield say("discs.safe", count=safe)
    if state.cells.count(".") <= LATE and not after.outcome and all_even(after):
        yield say("discs.parity")
    if (avoided := _avoided(state, move)) is not None:
        yield say("discs.stays_off", square=game.format_cell(avoided))
    turned = flips(move, *state.own_and_other, board_of(game.size)).bit_count()
    if state.cells.count(".") > LATE and turned == 1:
        yield say("discs.quiet")
    if not after.outcome and replies != [PASS] and len(replies) > FEW:
        yield say("discs.left", player=other, count=len(replies))


def value_words(state: OthelloState, line: Line, empty: int, squares: int) -> Message:
    """Returns the value of a line in words: the exact result, or the estimate and its depth."""
    if line.exact:
        return result_words(state, int(line.score), squares)
    score = explain.side_words(state, round(line.score, 1))
    if line.depth >= empty:
        return say("discs.expects_end", score=score, percent=line.percent)
    return say("discs.expects", score=score, depth=line.depth)


def result_words(state: OthelloState, score: int, squares: int) -> Message:
    """Returns the exact result in discs; empty squares go to the winner."""
    discs = (squares + score) // 2
    key = "discs.exact_win" if score > 0 else "discs.exact_loss" if score else "discs.exact_draw"
    player = state.game.player_name(state.to_move)
    return say(key, player=player, discs=discs, other=squares - discs)


def note_words(line: Line, empty: int) -> Message:
    """Returns the note for a move that was compared: how reliable its value is."""
    if line.exact:
        return say("discs.note_exact", score=explain.number_words(line.score))
    if line.depth >= empty:
        return say("discs.note_end", percent=line.percent)
    return say("discs.note_depth", depth=line.depth)


@cache
def corners(size: int) -> tuple[int, int, int, int]:
    """Returns the four corners in reading order."""
    last = size - 1
    return 0, last, size * last, size * size - 1


@cache
def corner_of_x_square(size: int) -> dict[int, int]:
    """Returns, by X-square (the diagonal neighbour of a corner), its corner."""
    first, second, third, fourth = corners(size)
    return {
        first + size + 1: first,
        second + size - 1: second,
        third - size + 1: third,
        fourth - size - 1: fourth,
    }


def new_safe_discs(state: OthelloState, after: OthelloState) -> int:
    """Returns how many stable discs the mover gains by the move."""
    size = state.game.size

    def safe(own: int, other: int) -> int:
        return stable_discs(own, own | other, size).bit_count()

    own, other = state.own_and_other
    others_after, own_after = after.own_and_other
    return safe(own_after, others_after) - safe(own, other)


def all_even(state: OthelloState) -> bool:
    """Tells whether every connected region of empty squares has an even size."""
    size, cells = state.game.size, state.cells
    neighbours = grid.neighbours(size, size)
    left = {cell for cell, mark in enumerate(cells) if mark == "."}
    while left:
        region = [left.pop()]
        for cell in region:
            touching = left.intersection(neighbours[cell])
            left -= touching
            region += touching
        if len(region) % 2:
            return False
    return True


def _denied(state: OthelloState, after: OthelloState) -> list[Move]:
    """Returns the corners that the opponent could have taken before the move but not after it."""
    own, other = state.own_and_other
    reachable = placements(other, own, board_of(state.game.size))
    return [
        corner
        for corner in corners(state.game.size)
        if reachable >> corner & 1 and not after.placements >> corner & 1
    ]


def _avoided(state: OthelloState, move: Move) -> Move | None:
    """Returns a playable X-square of an empty corner, unless the move is on one itself."""
    beside = {
        square: corner
        for square, corner in corner_of_x_square(state.game.size).items()
        if state.cells[corner] == "."
    }
    if move in beside:
        return None
    return next((square for square in state.legal_moves() if square in beside), None)

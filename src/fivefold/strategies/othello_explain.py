"""What a person would say of an Othello move: it takes the corner, it leaves the other few moves.

Every fact is read off the board before and after the move, so that it is true whoever says it.
The two that matter most are told, then what the search expects.

    . b          a corner and the square beside it on the diagonal, on which one stays off
    X b X        as long as the corner is empty: who plays there mostly gives the corner away
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice

from fivefold.core import Move
from fivefold.games import grid
from fivefold.games.othello import PASS, OthelloState, board_of, flips, placements
from fivefold.strategies import explain
from fivefold.strategies.evaluate.stability import stable_discs
from fivefold.strategies.othello_search import Line
from fivefold.words import Message, say

FEW = 3
"""Whoever has so many moves or fewer is in want of them."""
MANY_SAFE = 3
"""So many new safe discs are worth a word."""
LATE = 20
"""With so many empty squares or fewer it is counted who makes the last move in each region."""
MOST_FACTS = 2


def describe(state: OthelloState, move: Move, value: Message) -> Message:
    """Returns the sentence: the move, what it does, and what comes of it."""
    if move == PASS:
        return say("discs.passes", value=value)
    told = list(islice(facts(state, move), MOST_FACTS))
    together = told[0] if len(told) == 1 else say("discs.two", one=told[0], two=told[1])
    return say("discs.text", move=state.game.format_move(move), facts=together, value=value)


def facts(state: OthelloState, move: Move) -> Iterator[Message]:
    """Yields what is true of the move, the most telling first."""
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
    beside = corner_beside(game.size).get(move)
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


def value_words(line: Line, empty: int, squares: int) -> Message:
    """Returns what a line comes to: the exact result, or what is expected and how surely."""
    if line.exact:
        return result_words(int(line.score), squares)
    score = explain.number_words(round(line.score, 1))
    if line.depth >= empty:
        return say("discs.expects_end", score=score, percent=line.percent)
    return say("discs.expects", score=score, depth=line.depth)


def result_words(score: int, squares: int) -> Message:
    """Returns the exact result; the empty squares go to the winner, so it adds up to all."""
    discs = (squares + score) // 2
    key = "discs.exact_win" if score > 0 else "discs.exact_loss" if score else "discs.exact_draw"
    return say(key, discs=discs, other=squares - discs)


def note_words(line: Line, empty: int) -> Message:
    """Returns the few words beside a move that was compared: how far its value can be trusted."""
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
def corner_beside(size: int) -> dict[int, int]:
    """Returns by X-square, the diagonal neighbour of a corner, that corner."""
    first, second, third, fourth = corners(size)
    return {
        first + size + 1: first,
        second + size - 1: second,
        third - size + 1: third,
        fourth - size - 1: fourth,
    }


def new_safe_discs(state: OthelloState, after: OthelloState) -> int:
    """Returns how many more discs of the mover can never be turned over after the move."""
    size = state.game.size

    def safe(own: int, other: int) -> int:
        return stable_discs(own, own | other, size).bit_count()

    own, other = state.own_and_other
    others_after, own_after = after.own_and_other
    return safe(own_after, others_after) - safe(own, other)


def all_even(state: OthelloState) -> bool:
    """Tells whether every region of empty squares that touch has an even number of them."""
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
    """Returns the corners the other could have taken next, were it its turn, and now cannot."""
    own, other = state.own_and_other
    reachable = placements(other, own, board_of(state.game.size))
    return [
        corner
        for corner in corners(state.game.size)
        if reachable >> corner & 1 and not after.placements >> corner & 1
    ]


def _avoided(state: OthelloState, move: Move) -> Move | None:
    """Returns a playable square beside an empty corner, if the move is on none of them."""
    beside = {
        square: corner
        for square, corner in corner_beside(state.game.size).items()
        if state.cells[corner] == "."
    }
    if move in beside:
        return None
    return next((square for square in state.legal_moves() if square in beside), None)

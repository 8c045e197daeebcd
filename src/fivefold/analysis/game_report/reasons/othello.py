"""Facts about a mistake in Othello: corners, mobility, passes and odd regions."""

from __future__ import annotations

from collections.abc import Iterator

from fivefold.analysis.game_report.reasons.turn import Turn
from fivefold.core import Move
from fivefold.games.othello import PASS, OthelloState, board_of, flips, placements
from fivefold.words import Message, say

MORE_MOVES = 3
"""The least difference in the other side's moves that is worth mentioning."""
FEW_DISCS = 40
"""With at most this many discs on the board, it is worse to turn many of them."""
MORE_TURNED = 3
PARITY_SQUARES = 20
"""With at most this many empty squares left, parity is mentioned."""


def facts(turn: Turn, state: OthelloState) -> Iterator[Message]:
    """Yields what the played move gave away and the better one did not."""
    if turn.played == PASS or turn.better == PASS:
        return
    after, instead = state.play(turn.played), state.play(turn.better)
    yield from _corners(turn, state, after, instead)
    if instead.legal_moves() == [PASS] != after.legal_moves():
        yield say("report.why.no_pass", other=turn.other, better=turn.named(turn.better))
    yield from _odd_region(turn, after)
    count, least = _mobility(after), _mobility(instead)
    better = turn.named(turn.better)
    if count - least >= MORE_MOVES and least:
        facts = {"other": turn.other, "count": count, "least": least, "better": better}
        yield say("report.why.mobility", **facts)
    yield from _next_to_corner(turn, state)
    count, least = _turned(state, turn.played), _turned(state, turn.better)
    if state.game.size**2 - state.cells.count(".") <= FEW_DISCS and count - least >= MORE_TURNED:
        yield say("report.why.turned", count=count, better=better, least=least)


def corners_of(size: int) -> frozenset[Move]:
    """Returns the four corners."""
    last = size * size - 1
    return frozenset({0, size - 1, last - size + 1, last})


def _corners(
    turn: Turn, state: OthelloState, after: OthelloState, instead: OthelloState
) -> Iterator[Message]:
    corners = corners_of(state.game.size)
    own, other = state.own_and_other
    open_before = placements(other, own, board_of(state.game.size))
    left = corners.intersection(after.legal_moves()).difference(instead.legal_moves())
    if left:
        corner = turn.has.best if turn.has.best in left else min(left)
        assert corner is not None
        key = "left_corner" if open_before >> corner & 1 else "gave_corner"
        facts = {"player": turn.player, "other": turn.other, "corner": turn.named(corner)}
        yield say(f"report.why.{key}", **facts)
    if turn.better in corners and turn.played not in corners:
        corner_name = turn.named(turn.better)
        yield say("report.why.missed_corner", player=turn.player, corner=corner_name)


def _next_to_corner(turn: Turn, state: OthelloState) -> Iterator[Message]:
    """Yields the empty corner next to which the move was played, unless the better one is too."""
    for corner in sorted(corners_of(state.game.size)):
        if state.cells[corner] != "." or turn.better == corner:
            continue
        if _touches(corner, turn.played, state.game.size) and not _touches(
            corner, turn.better, state.game.size
        ):
            facts = {"move": turn.named(turn.played), "corner": turn.named(corner)}
            yield say("report.why.next_to_corner", **facts)
            return


def _touches(one: Move, other: Move, size: int) -> bool:
    (row, column), (y, x) = divmod(one, size), divmod(other, size)
    return max(abs(row - y), abs(column - x)) == 1


def _turned(state: OthelloState, move: Move) -> int:
    """Returns the number of discs that the move turns over."""
    return flips(move, *state.own_and_other, board_of(state.game.size)).bit_count()


def _mobility(state: OthelloState) -> int:
    moves = state.legal_moves()
    return 0 if moves == [PASS] else len(moves)


def _odd_region(turn: Turn, after: OthelloState) -> Iterator[Message]:
    """Yields an odd region that the other side enters, which the better move would have evened."""
    reply = turn.has.best
    if after.cells.count(".") > PARITY_SQUARES or reply is None or reply == PASS:
        return
    region = region_of(after.cells, after.game.size, reply)
    if len(region) % 2 and turn.better in region:
        key = "single_square" if len(region) == 1 else "odd_region"
        facts = {"other": turn.other, "count": len(region), "cell": turn.named(reply)}
        yield say(f"report.why.{key}", **facts)


def region_of(cells: str, size: int, start: Move) -> frozenset[Move]:
    """Returns the empty squares connected with an empty square, also diagonally."""
    found, waiting = {start}, [start]
    while waiting:
        row, column = divmod(waiting.pop(), size)
        for y in range(max(0, row - 1), min(size, row + 2)):
            for x in range(max(0, column - 1), min(size, column + 2)):
                cell = y * size + x
                if cells[cell] == "." and cell not in found:
                    found.add(cell)
                    waiting.append(cell)
    return frozenset(found)

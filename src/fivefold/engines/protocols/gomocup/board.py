"""Boards as a Gomocup manager sends them: own and opposing stones, in any order."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable

from fivefold.core import Move, Player, State
from fivefold.engines.protocols.gomocup.text import format_point, parse_point
from fivefold.errors import IllegalMove, InvalidNotation, InvalidPosition
from fivefold.games.gomoku import GomokuGame
from fivefold.games.swap2 import Swap2
from fivefold.words import quoted

OWN, OTHERS = 1, 2

Stones = dict[Move, int]
"""The stones in the order received, each with its owner."""

_STONE = re.compile(r"(.*),\s*([0-9])\s*")
_BARE_STONE = re.compile(r"([^,]*,[^,]*)(?:,[^,]*)?")


def read_stones(lines: Iterable[str], game: GomokuGame) -> Stones:
    """Returns the stones in the lines between `BOARD` and `DONE`, or raises."""
    stones: Stones = {}
    for line in lines:
        match = _STONE.fullmatch(line)
        if not match:
            raise InvalidNotation("gomocup.unreadable", text=quoted(line))
        move, whose = parse_point(match[1], game), int(match[2])
        if whose not in (OWN, OTHERS):
            raise InvalidNotation("gomocup.continuous")
        if move in stones:
            raise IllegalMove("move.occupied", move=format_point(move, game))
        stones[move] = whose
    return stones


def read_swap(lines: Iterable[str], game: GomokuGame) -> Swap2:
    """Returns the opening in the lines after `SWAP2BOARD`: `x,y` each, alternating colours.

    Some managers append the owner of the stone, which is redundant.
    """
    state: State = game.start
    moves: list[Move] = []
    for line in lines:
        match = _BARE_STONE.fullmatch(line)
        if not match:
            raise InvalidNotation("gomocup.unreadable", text=quoted(line))
        moves.append(parse_point(match[1], game))
        state = state.play(moves[-1])
    if len(moves) not in (0, 3, 5):
        raise InvalidNotation("gomocup.swap_stones", count=len(moves))
    return Swap2(state, tuple(moves), ("two",) if len(moves) == 5 else ())


def state_of(stones: Stones, game: GomokuGame, mover: int = OWN) -> State:
    """Returns the position with that side to move.

    The protocol does not name colours. With equally many stones the side to move is Black, with
    one stone less it is White. Otherwise the owner of the first stone is Black.
    """
    own, others = (list(stones.values()).count(whose) for whose in (mover, OWN + OTHERS - mover))
    black = mover if own == others else OWN + OTHERS - mover
    if not 0 <= others - own <= 1 and stones:
        black = next(iter(stones.values()))
    cells = ["."] * (game.size * game.size)
    for move, whose in stones.items():
        cells[move] = "X" if whose == black else "O"
    side = Player.FIRST if black == mover else Player.SECOND
    state = game.parse_position(f"{''.join(cells)} {side.value}")
    last = next(reversed(stones.items()), None)
    if last is not None and last[1] != mover:
        state = dataclasses.replace(state, last_move=last[0])
    return state


def check_open(state: State) -> State:
    """Returns the position, or raises if the game is over."""
    if state.outcome:
        raise InvalidPosition("gomocup.over", reason=state.outcome.reason)
    return state

"""How a Gomocup program plays: in time, with open eyes, by the rules."""

from __future__ import annotations

import copy
import random
import time

from fivefold.arena.doctor.bench import Bench
from fivefold.arena.doctor.gomocup_talk import (
    Point,
    Stones,
    begin,
    move,
    scattered,
    tell,
    turn,
)
from fivefold.arena.doctor.manners import GAME_SECONDS, in_time
from fivefold.arena.doctor.talk import Advice, Failed
from fivefold.core import State
from fivefold.words import say

QUICK = 0.1
"""Seconds for a move of a whole game."""
MOST_PLIES = 80
ROUNDS = 10
"""Questions that follow each other without a pause."""
CALLED_FOR = (4, 0)
"""The point beside a row of four at the edge."""


async def keeps_turn_time(bench: Bench) -> None:
    await in_time(bench.bounds, bench.bounds.move, lambda: _timed(bench, []))


async def keeps_match_time(bench: Bench) -> None:
    """Of the time for a turn and the time left the smaller holds."""
    left = bench.bounds.move / 2
    lines = [
        f"INFO timeout_turn {round(bench.bounds.move * 10_000)}",
        f"INFO timeout_match {round(bench.bounds.move * 100_000)}",
        f"INFO time_left {round(left * 1000)}",
    ]
    await in_time(bench.bounds, left, lambda: _timed(bench, lines))


async def plays_at_once(bench: Bench) -> None:
    await in_time(bench.bounds, bench.bounds.move, lambda: _timed(bench, ["INFO timeout_turn 0"]))


async def _timed(bench: Bench, lines: list[str]) -> float:
    """Returns the seconds a move took in the middle of a game, told those lines before."""
    talk, stones = await begin(bench), scattered(bench.game.rows, 6, 6, 3)
    if lines:
        await tell(bench, talk, *lines)
    talk.send(*stones.board(in_order=True))
    await move(bench, talk, stones)
    return talk.waited


async def hears_at_once(bench: Bench) -> None:
    """Whoever prints a move before its search has come to rest may lose what comes next."""
    talk = await begin(bench, fresh=True, seconds=QUICK)
    for seed in range(ROUNDS):
        stones = scattered(bench.game.rows, 3, 3, seed)
        talk.send(*stones.board(in_order=True))
        await move(bench, talk, stones, QUICK)


async def completes_five(bench: Bench) -> None:
    await _sees(bench, _rows_of_four(bench)[0])


async def blocks_four(bench: Bench) -> None:
    await _sees(bench, _rows_of_four(bench)[1])


def _rows_of_four(bench: Bench) -> tuple[Stones, Stones]:
    """Returns positions with a row of four at the edge, the program's and the other side's."""
    row = [(x, 0) for x in range(4)]
    mine, theirs = scattered(bench.game.rows, 0, 4), scattered(bench.game.rows, 4, 0)
    mine.mine, theirs.theirs = row, list(row)
    return mine, theirs


async def _sees(bench: Bench, stones: Stones) -> None:
    """Advises when the one point that makes the row of four a five is not taken."""
    point = await _set_up(bench, stones, in_order=True)
    if point != CALLED_FOR:
        raise Advice(say("doctor.better_move", move=_text(point), better=_text(CALLED_FOR)))


async def heeds_colours(bench: Bench) -> None:
    """One that sees a five told in the order of play has to see it told in any order."""
    for stones in _rows_of_four(bench):
        other = copy.deepcopy(stones)
        if await _set_up(bench, stones, in_order=True) == CALLED_FOR:
            point = await _set_up(bench, other, in_order=False)
            if point != CALLED_FOR:
                move, better = _text(point), _text(CALLED_FOR)
                raise Failed(say("doctor.board_order", move=move, better=better))


async def _set_up(bench: Bench, stones: Stones, *, in_order: bool) -> Point:
    talk = await begin(bench)
    talk.send(*stones.board(in_order=in_order))
    return await move(bench, talk, stones)


def _text(point: Point) -> str:
    return f"{point[0]},{point[1]}"


async def plays_a_game(bench: Bench) -> None:
    """Two games, as either side, against stones beside stones."""
    for seed in (1, 2):
        talk, stones = await begin(bench, seconds=QUICK), Stones(bench.game.rows)
        state, chance = bench.game.start, random.Random(seed)
        if seed == 1:
            talk.send("BEGIN")
            state = _after(state, await move(bench, talk, stones, QUICK))
        end = time.monotonic() + GAME_SECONDS
        for _ in range(MOST_PLIES):
            if state.outcome or time.monotonic() > end:
                break
            point = chance.choice(stones.free()[:12])
            state = _after(state, point)
            if not state.outcome:
                turn(talk, stones, point)
                state = _after(state, await move(bench, talk, stones, QUICK))


def _after(state: State, point: Point) -> State:
    return state.play(point[1] * state.game.columns + point[0])

"""Checks of how a Gomocup program plays: in time, legally, and with basic tactics."""

from __future__ import annotations

import copy
import random
import time

from fivefold.arena.doctor.conversation import Advice, Failed
from fivefold.arena.doctor.examination import Examination
from fivefold.arena.doctor.gomocup_conversation import (
    Point,
    Stones,
    begin,
    move,
    scattered,
    tell,
    turn,
)
from fivefold.arena.doctor.shared_checks import GAME_SECONDS, in_time
from fivefold.core import State
from fivefold.words import say

QUICK = 0.1
"""Seconds per move in a whole game."""
MOST_PLIES = 80
ROUNDS = 10
"""Questions in a row without a pause."""
CALLED_FOR = (4, 0)
"""The point that extends the row of four at the edge."""


async def keeps_turn_time(exam: Examination) -> None:
    await in_time(exam.bounds, exam.bounds.move, lambda: _timed(exam, []))


async def keeps_match_time(exam: Examination) -> None:
    """The smaller of turn time and time left applies."""
    left = exam.bounds.move / 2
    lines = [
        f"INFO timeout_turn {round(exam.bounds.move * 10_000)}",
        f"INFO timeout_match {round(exam.bounds.move * 100_000)}",
        f"INFO time_left {round(left * 1000)}",
    ]
    await in_time(exam.bounds, left, lambda: _timed(exam, lines))


async def plays_at_once(exam: Examination) -> None:
    await in_time(exam.bounds, exam.bounds.move, lambda: _timed(exam, ["INFO timeout_turn 0"]))


async def _timed(exam: Examination, lines: list[str]) -> float:
    """Returns the seconds of a move in mid-game, after sending those lines."""
    conversation, stones = await begin(exam), scattered(exam.game.rows, 6, 6, 3)
    if lines:
        await tell(exam, conversation, *lines)
    conversation.send(*stones.board(in_order=True))
    await move(exam, conversation, stones)
    return conversation.waited


async def hears_at_once(exam: Examination) -> None:
    """A program that prints its move before its search has stopped may lose the next command."""
    conversation = await begin(exam, fresh=True, seconds=QUICK)
    for seed in range(ROUNDS):
        stones = scattered(exam.game.rows, 3, 3, seed)
        conversation.send(*stones.board(in_order=True))
        await move(exam, conversation, stones, QUICK)


async def completes_five(exam: Examination) -> None:
    await _sees(exam, _rows_of_four(exam)[0])


async def blocks_four(exam: Examination) -> None:
    await _sees(exam, _rows_of_four(exam)[1])


def _rows_of_four(exam: Examination) -> tuple[Stones, Stones]:
    """Returns positions with a row of four at the edge, one for each side."""
    row = [(x, 0) for x in range(4)]
    mine, theirs = scattered(exam.game.rows, 0, 4), scattered(exam.game.rows, 4, 0)
    mine.mine, theirs.theirs = row, list(row)
    return mine, theirs


async def _sees(exam: Examination, stones: Stones) -> None:
    """Advises if the program misses the point that completes the five."""
    point = await _set_up(exam, stones, in_order=True)
    if point != CALLED_FOR:
        raise Advice(say("doctor.better_move", move=_text(point), better=_text(CALLED_FOR)))


async def heeds_colours(exam: Examination) -> None:
    """A five must be found whether the stones are sent in order of play or not."""
    for stones in _rows_of_four(exam):
        other = copy.deepcopy(stones)
        if await _set_up(exam, stones, in_order=True) == CALLED_FOR:
            point = await _set_up(exam, other, in_order=False)
            if point != CALLED_FOR:
                move, better = _text(point), _text(CALLED_FOR)
                raise Failed(say("doctor.board_order", move=move, better=better))


async def _set_up(exam: Examination, stones: Stones, *, in_order: bool) -> Point:
    conversation = await begin(exam)
    conversation.send(*stones.board(in_order=in_order))
    return await move(exam, conversation, stones)


def _text(point: Point) -> str:
    return f"{point[0]},{point[1]}"


async def plays_a_game(exam: Examination) -> None:
    """Two games, one with each colour, against an opponent who plays next to other stones."""
    for seed in (1, 2):
        conversation, stones = await begin(exam, seconds=QUICK), Stones(exam.game.rows)
        state, chance = exam.game.start, random.Random(seed)
        if seed == 1:
            conversation.send("BEGIN")
            state = _after(state, await move(exam, conversation, stones, QUICK))
        end = time.monotonic() + GAME_SECONDS
        for _ in range(MOST_PLIES):
            if state.outcome or time.monotonic() > end:
                break
            point = chance.choice(stones.free()[:12])
            state = _after(state, point)
            if not state.outcome:
                turn(conversation, stones, point)
                state = _after(state, await move(exam, conversation, stones, QUICK))


def _after(state: State, point: Point) -> State:
    return state.play(point[1] * state.game.columns + point[0])

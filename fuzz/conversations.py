"""Runs protocol conversations: a responder or a driver receives the input's lines."""

from __future__ import annotations

import json
from functools import partial

from fivefold.core import Game, Limit, Player, State
from fivefold.engines.base import Times
from fivefold.engines.protocols import PROTOCOLS, driver_of, responder_of
from fivefold.engines.protocols.base import (
    Answer,
    Driver,
    GivesUp,
    Heard,
    Question,
    Ready,
    Responder,
    Unable,
)
from fivefold.errors import EngineCrashed
from fivefold.games.swap2 import Swap2, SwapAnswer
from fivefold.strategies.base import Candidate, Decision
from fuzz.checking import text_of, tried

DRIVERS = {name: driver_of(name) for name in PROTOCOLS}
RESPONDERS = {name: responder_of(name) for name in PROTOCOLS}
MOST_LINES = 16
"""The maximum number of lines per input."""
LIMITS = (Limit(), Limit(seconds=0.5), Limit(depth=3, nodes=1000))
TIMES = (Times(), Times(mine=60.0, theirs=3.0, my_increment=1.0), Times(mine=2.0, per_move=2.0))


def check_protocol(protocol: str, data: bytes, games: tuple[Game, ...]) -> None:
    """Passes the lines to a responder or a driver, selected by the first two bytes."""
    if len(data) < 2:
        return
    game, variant = games[data[0] // 2 % len(games)], data[1]
    lines = text_of(data[2:]).split("\n")[:MOST_LINES]
    if data[0] % 2:
        _check_responder(RESPONDERS[protocol](game, "Fuzz"), lines, variant)
    else:
        _check_driver(DRIVERS[protocol](game, {}), lines, variant)


def _check_responder(responder: Responder, lines: list[str], variant: int) -> None:
    """Checks a responder: nothing raises, it prints single lines, and every question can be
    answered.
    """
    waiting: list[Question] = []
    for number, line in enumerate(lines):
        responder.is_urgent(line)
        reply = responder.hear(line)
        _check_lines(reply.lines)
        if reply.quit:
            return
        if reply.think is not None:
            waiting += [reply.think, *reply.more]
        if waiting and (reply.later or (variant >> number % 8) & 1):
            while waiting:
                _answer(responder, waiting.pop(0), fails=number % 5 == 4)
            if reply.later:
                again = responder.hear(line)
                _check_lines(again.lines)
                waiting += [] if again.think is None else [again.think, *again.more]


def _answer(responder: Responder, question: Question, fails: bool) -> None:
    if responder.skips(question):
        return
    state = question.state
    assert state.outcome is None, "nobody has to think about a finished game"
    if fails:
        _check_lines(responder.failed(question, EngineCrashed("engine.said", text="no")))
    elif question.swap is not None:
        swap = question.swap
        moves = tuple(state.legal_moves()[: (swap.wants or (0,))[0]])
        answer = SwapAnswer(moves) if moves else SwapAnswer(takes=Player.FIRST)
        _check_lines(responder.answer_swap(question, answer))
    else:
        _check_lines(responder.answer(question, _decision(state)))


def _decision(state: State) -> Decision:
    moves = state.legal_moves()
    candidates = tuple(Candidate(move, -place) for place, move in enumerate(moves[:3]))
    return Decision(moves[0], 0.5, 3, 100, (moves[0],), candidates)


def _check_lines(lines: tuple[str, ...] | list[str]) -> None:
    for line in lines:
        assert "\n" not in line, line
        assert "\r" not in line, line


def _hear(driver: Driver, line: str) -> tuple[Heard]:
    return (driver.hear(line),)


def _check_driver(driver: Driver, lines: list[str], variant: int) -> None:
    """Checks a driver: only our errors are raised, and an answer is a legal move."""
    state = driver.game.start
    limit, times = LIMITS[variant % 3], TIMES[variant // 3 % 3]
    swaps = variant >= 128
    _check_lines(driver.hello())
    for line in lines:
        driver.unasked(line)
        heard = tried(partial(_hear, driver, line))
        if heard is None:
            json.dumps(driver.complaint)
            return
        (said,) = heard
        if isinstance(said, Answer):
            move = driver.game.parse_move(said.move)
            json.dumps([said.score, said.depth, said.nodes], allow_nan=False)
            after = tried(partial(state.play, move))
            if after is None or after.outcome:
                return
            state = after.play(after.legal_moves()[-1])
            if state.outcome:
                return
        if isinstance(said, GivesUp | SwapAnswer | Unable):
            return
        if isinstance(said, Ready | Answer):
            question = None
            if swaps and driver.game.name == "gomoku":
                question = driver.ask_swap(Swap2(state), limit, times)
            _check_lines(question or driver.ask(state, limit, times))

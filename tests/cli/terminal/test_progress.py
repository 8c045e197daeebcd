"""While an engine thinks, the terminal shows what it has found so far."""

from __future__ import annotations

import asyncio

from fivefold.cli.terminal.capabilities import Look
from fivefold.cli.terminal.render import render
from fivefold.cli.terminal.session import HUMAN, Session
from fivefold.core import Limit, Player
from fivefold.engines import open_engine
from fivefold.formats import Reading, read_moves
from fivefold.names import game_from
from fivefold.strategies.base import Finding


def session_after(moves: str) -> Session:
    start = game_from("gomoku").start
    reading = Reading(start, read_moves(moves, start))
    return Session(reading, {Player.FIRST: HUMAN, Player.SECOND: "engine"})


def hint(session: Session) -> str:
    return render(session, Look(ascii=False), None, -1, thinking=True, paused=False).hint


def test_the_line_names_move_depth_and_side() -> None:
    session = session_after("h8")
    assert hint(session) == "Thinking …"
    session.progress = lambda: None
    assert hint(session) == "Thinking …"
    i9 = session.state.game.parse_move("i9")
    session.progress = lambda: Finding(i9, 7, -12)
    assert hint(session) == "Thinking … so far i9 at depth 7: White −12."
    session.progress = lambda: Finding(i9, 9, 999_995)
    assert hint(session) == "Thinking … so far i9 at depth 9: White wins in 5."


def test_an_engine_in_this_process_tells_while_it_thinks() -> None:
    game = game_from("gomoku")
    state = game.start.play(game.parse_move("h8"))

    async def think() -> list[Finding]:
        found = []
        async with open_engine("engine", game) as engine:
            assert engine.progress() is None
            answer = asyncio.ensure_future(engine.choose(state, Limit(seconds=2)))
            while not answer.done():
                await asyncio.wait({answer}, timeout=0.05)
                if (finding := engine.progress()) is not None:
                    found.append(finding)
            await answer
            assert engine.progress() is None
        return found

    found = asyncio.run(think())
    assert found
    assert {each.move for each in found} <= set(state.legal_moves())

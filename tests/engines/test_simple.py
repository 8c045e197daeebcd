"""Engines without `async`: warm between questions, with progress, in scripts and notebooks."""

from __future__ import annotations

import asyncio
import signal
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from tests.left_processes import watched_processes

from fivefold.core import Limit, State
from fivefold.engines.loop_thread import LoopThread, run
from fivefold.engines.simple import SimpleEngine
from fivefold.errors import EngineCrashed, InvalidNotation, UnknownName
from fivefold.games.gomoku import GomokuGame
from fivefold.games.othello import OthelloGame
from fivefold.strategies.base import Decision, Finding, Stop, Strategy

START = OthelloGame().start


class Remembers(Strategy):
    """Counts its questions and preparations; finds every legal move in turn."""

    def __init__(self) -> None:
        self.prepared: list[str] = []
        self.asked: list[State] = []
        self.found: Finding | None = None
        self.may_end = threading.Event()
        self.was_stopped = threading.Event()

    def prepare(self, game: Any) -> None:
        self.prepared.append(game.name)

    def progress(self, state: State) -> Finding | None:
        return self.found

    def choose(self, state: State, limit: Limit = Limit(), stop: Stop | None = None) -> Decision:
        self.asked.append(state)
        if limit.depth is not None:
            for depth in range(1, limit.depth):
                self.found = Finding(state.legal_moves()[0], depth, 0.5)
                while not (self.may_end.wait(0.01) or (stop is not None and stop.is_set())):
                    pass
                self.may_end.clear()
            if stop is not None and stop.is_set():
                self.was_stopped.set()
        return Decision(state.legal_moves()[-1], 2.0, limit.depth)


def test_an_engine_stays_warm_between_questions() -> None:
    strategy = Remembers()
    with SimpleEngine(strategy, "othello") as engine:
        assert engine.name == "Remembers"
        assert strategy.prepared == ["othello"]
        first = engine.choose(START)
        second = engine.choose(START.play("f5"))
    assert strategy.prepared == ["othello"]
    assert len(strategy.asked) == 2
    assert first.state == START
    assert second.move in START.play("f5").legal_moves()


def test_one_engine_plays_several_games() -> None:
    with SimpleEngine("random", seed=1) as engine:
        for game in (OthelloGame(), GomokuGame(9), OthelloGame(6)):
            assert engine.choose(game.start).move in game.start.legal_moves()


def test_the_same_seed_gives_the_same_move() -> None:
    def chosen() -> int | None:
        with SimpleEngine("random", seed=5) as engine:
            return engine.choose(GomokuGame().start).move

    assert chosen() == chosen()


def test_an_analysis_yields_what_is_found_and_ends_with_the_decision() -> None:
    strategy = Remembers()
    with SimpleEngine(strategy) as engine:
        found = []
        analysis = engine.analysis(START, depth=3)
        for info in analysis:
            found.append((info.depth, info.score))
            strategy.may_end.set()
        assert found[0] == (1, 0.5)
        assert found[-1] == (3, 2.0)
        assert str(info) == " 3  e6  +2"
        assert analysis.wait().move == START.legal_moves()[-1]


def test_leaving_an_analysis_stops_the_search_and_the_engine_answers_on() -> None:
    strategy = Remembers()
    with SimpleEngine(strategy) as engine:
        for info in engine.analysis(START, depth=3):
            assert info.state == START
            break
        assert strategy.was_stopped.wait(60)
        assert engine.choose(START).move is not None
        with engine.analysis(START, depth=3) as analysis:
            pass
        with pytest.raises(InvalidNotation, match="stopped before"):
            analysis.wait()


def test_an_engine_works_where_an_event_loop_runs_as_in_a_notebook() -> None:
    async def cell() -> int | None:
        with SimpleEngine("greedy") as engine:
            return engine.choose(START).move

    assert asyncio.run(cell()) in START.legal_moves()


@pytest.mark.system
def test_a_program_stays_one_process_and_streams_what_it_says() -> None:
    command = f"ugi:{Path(sys.executable).with_name('fivefold')} engine ugi --strategy negamax"
    with watched_processes() as still_running:
        with SimpleEngine(command, "othello", name="ours") as engine:
            assert engine.name == "ours"
            infos = list(engine.analysis(START, depth=2))
            assert infos[-1].move in START.legal_moves()
            assert engine.choose(START.play("f5"), depth=1).move is not None
        assert not still_running()


def test_a_closed_engine_says_so() -> None:
    engine = SimpleEngine("greedy")
    engine.close()
    engine.close()
    with pytest.raises(EngineCrashed, match="closed"):
        engine.choose(START)


def test_a_player_that_cannot_be_opened_leaves_no_thread() -> None:
    before = threading.active_count()
    with pytest.raises(UnknownName):
        SimpleEngine("nobody", "othello")
    with pytest.raises(InvalidNotation, match="name a player"):
        SimpleEngine(3, "othello")  # type: ignore[arg-type]
    assert threading.active_count() == before


def test_an_error_of_the_coroutine_is_raised() -> None:
    async def fails() -> None:
        raise UnknownName("plain", text="Nobody.")

    with pytest.raises(UnknownName):
        run(fails())


def test_an_interrupt_cancels_the_coroutine_and_waits_for_its_end() -> None:
    ended: list[str] = []
    began = threading.Event()

    async def waits() -> None:
        began.set()
        try:
            await asyncio.sleep(600)
        finally:
            await asyncio.sleep(0.01)
            ended.append("cleaned up")

    def interrupt(main: int) -> None:
        began.wait()
        signal.pthread_kill(main, signal.SIGINT)

    with LoopThread() as loop:
        threading.Thread(target=interrupt, args=(threading.get_ident(),), daemon=True).start()
        with pytest.raises(KeyboardInterrupt):
            loop.run(waits())
    assert ended == ["cleaned up"]

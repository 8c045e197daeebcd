"""Strategies as engines in this process."""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import Callable
from typing import Any

import pytest

from fivefold.core import Game, Limit, State
from fivefold.engines import open_engine
from fivefold.engines.local import LocalEngine
from fivefold.engines.process import ProcessEngine
from fivefold.errors import (
    EngineCrashed,
    EngineTimeout,
    NativeUnavailable,
    ProtocolError,
    UnknownName,
)
from fivefold.names import game_from
from fivefold.strategies.base import Decision, Stop, Strategy

GOMOKU = game_from("gomoku(size=9)")
START = GOMOKU.start


class Does(Strategy):
    """Calls the given function."""

    def __init__(self, deed: Callable[[State, Stop], Any]) -> None:
        self.deed = deed

    def choose(self, state: State, limit: Limit = Limit(), stop: Stop | None = None) -> Decision:
        assert stop is not None
        answer: Decision = self.deed(state, stop)
        return answer


def chosen(answer: Any, state: State = START) -> Decision:
    """Returns the decision of an engine whose strategy gives that answer."""

    async def ask() -> Decision:
        async with LocalEngine(Does(lambda state, stop: answer), "bot") as engine:
            return await engine.choose(state)

    return asyncio.run(ask())


def raised(error: BaseException) -> None:
    def deed(state: State, stop: Stop) -> Decision:
        raise error

    async def ask() -> None:
        async with LocalEngine(Does(deed), "bot") as engine:
            await engine.choose(START)

    asyncio.run(ask())


def wait_for(stop: Stop) -> None:
    while not stop.is_set():
        pass


def test_the_decision_comes_back_as_it_was() -> None:
    decision = Decision(40, score=3, text="because")
    assert chosen(decision) == decision


@pytest.mark.parametrize("answer", [40, "e5", Decision("e5")], ids=str)  # type: ignore[arg-type]
def test_a_bare_move_or_its_notation_is_a_decision_too(answer: object) -> None:
    assert chosen(answer) == Decision(40)


class Index:
    """An integer type of another library."""

    def __index__(self) -> int:
        return 40


def test_numbers_of_other_libraries_are_moves() -> None:
    assert chosen(Index()) == Decision(40)


class Unprintable:
    def __repr__(self) -> str:
        raise ValueError


@pytest.mark.parametrize(
    "answer",
    [None, True, 4.0, "", "nonsense", (4, 4), [], Decision(None), 10**5000, Unprintable()],
    ids=lambda answer: type(answer).__name__,
)
def test_anything_else_is_not_a_move(answer: object) -> None:
    with pytest.raises(ProtocolError, match=r"“bot” answered .* which is not a move\."):
        chosen(answer)


@pytest.mark.parametrize("answer", [81, -1])
def test_an_illegal_move_is_not_an_answer(answer: int) -> None:
    with pytest.raises(
        ProtocolError, match=f"“bot” played an illegal move. {answer} is not a move"
    ):
        chosen(answer)


def test_a_finished_game_has_no_move() -> None:
    over = GOMOKU.parse_position("XXXXX" + "." * 76 + " O")
    assert chosen(Decision(None), over).move is None
    with pytest.raises(ProtocolError, match="The game is already over"):
        chosen(Decision(40), over)


@pytest.mark.parametrize("error", [ValueError("no idea"), SystemExit(3), KeyboardInterrupt()])
def test_whatever_a_strategy_raises_is_a_crash(error: BaseException) -> None:
    with pytest.raises(EngineCrashed, match=f"“bot” crashed: {type(error).__name__}"):
        raised(error)


def test_a_crash_says_where() -> None:
    with pytest.raises(EngineCrashed, match=r"ValueError: no idea \(test_local.py, line \d+\)\."):
        raised(ValueError("no\n idea"))


@pytest.mark.parametrize("error", [StopIteration(), StopAsyncIteration()])
def test_an_exception_that_means_something_to_python_is_a_crash_like_others(
    error: Exception,
) -> None:
    with pytest.raises(EngineCrashed):
        raised(error)


@pytest.mark.parametrize(
    "error",
    [
        UnknownName("engine.said", text="There is no such evaluation."),
        NativeUnavailable("engine.said", text="There is no native core."),
    ],
)
def test_wrong_usage_is_not_a_crash(error: Exception) -> None:
    with pytest.raises(type(error)):
        raised(error)


def test_cancelling_a_question_sets_the_stop_flag() -> None:
    ended = threading.Event()

    def deed(state: State, stop: Stop) -> Decision:
        wait_for(stop)
        ended.set()
        return Decision(0)

    async def ask() -> None:
        async with LocalEngine(Does(deed), "bot") as engine:
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.02):
                    await engine.choose(START)
            assert await asyncio.to_thread(ended.wait, 60)

    asyncio.run(ask())


def test_the_answer_to_a_cancelled_question_is_not_taken_for_the_next() -> None:
    def deed(state: State, stop: Stop) -> Decision:
        if state == START:
            wait_for(stop)
            return Decision(7)
        return Decision(40)

    async def ask() -> Decision:
        async with LocalEngine(Does(deed), "bot") as engine:
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.02):
                    await engine.choose(START)
            return await engine.choose(START.play(0))

    assert asyncio.run(ask()).move == 40


def test_an_answer_long_overdue_is_a_timeout() -> None:
    def deed(state: State, stop: Stop) -> Decision:
        wait_for(stop)
        return Decision(0)

    async def ask() -> None:
        async with LocalEngine(Does(deed), "bot", grace=0.02) as engine:
            await engine.choose(START, Limit(seconds=0.01))

    with pytest.raises(EngineTimeout, match=r"“bot” had 0\.01 s"):
        asyncio.run(ask())


def test_closing_stops_a_search_and_ends_the_thread() -> None:
    def deed(state: State, stop: Stop) -> Decision:
        wait_for(stop)
        return Decision(0)

    async def ask() -> None:
        before = threading.active_count()
        engine = LocalEngine(Does(deed), "bot")
        question = asyncio.ensure_future(engine.choose(START))
        await asyncio.sleep(0.02)
        await engine.close()
        assert threading.active_count() == before
        assert (await question).move == 0
        await engine.close()
        with pytest.raises(EngineCrashed, match="closed"):
            await engine.choose(START)

    asyncio.run(ask())


def test_an_unclosed_engine_ends_its_thread_when_it_is_collected() -> None:
    async def ask() -> threading.Thread:
        engine = LocalEngine(Does(lambda state, stop: Decision(0)), "bot")
        await engine.choose(START)
        assert engine._thread
        return engine._thread

    thread = asyncio.run(ask())
    gc.collect()
    thread.join(60)
    assert not thread.is_alive()


def test_named_strategies_run_here_and_files_in_a_process() -> None:
    assert isinstance(open_engine("random", GOMOKU), LocalEngine)
    assert isinstance(open_engine("./my_bot.py:MyBot", GOMOKU), ProcessEngine)
    assert open_engine("minimax(depth=1)", GOMOKU).name == "minimax(depth=1)"
    with pytest.raises(UnknownName, match="Did you mean random"):
        open_engine("randm", GOMOKU)


def test_a_strategy_gets_ready_for_its_game_once_before_it_is_asked() -> None:
    class Thorough(Does):
        ready_for: tuple[Game, ...] = ()

        def prepare(self, game: Game) -> None:
            self.ready_for += (game,)

    strategy = Thorough(lambda state, stop: Decision(0))

    async def ask() -> None:
        async with LocalEngine(strategy, "bot", game=GOMOKU) as engine:
            assert strategy.ready_for == (GOMOKU,)
            await engine.open()
            await engine.choose(START)

    asyncio.run(ask())
    assert strategy.ready_for == (GOMOKU,)


def test_seeds_reach_the_strategy() -> None:
    async def first_choice(seed: int) -> object:
        async with open_engine("random", GOMOKU, seed) as engine:
            return (await engine.choose(START)).move

    choices = [asyncio.run(first_choice(seed)) for seed in (1, 1, 2, 3, 4)]
    assert choices[0] == choices[1]
    assert len(set(choices)) > 1

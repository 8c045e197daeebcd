"""Swap2: two engines agree, then play; records and scores have the final colours."""

from __future__ import annotations

import asyncio
import random
from collections import deque

import pytest

from fivefold.core import Limit, Move, Player, State
from fivefold.engines.base import Engine
from fivefold.engines.local import LocalEngine
from fivefold.engines.swap2 import answer_swap, some_stones
from fivefold.errors import EngineCrashed, InvalidPosition
from fivefold.games.swap2 import Swap2, SwapAnswer
from fivefold.match.play import play_match
from fivefold.match.record import MatchRecord
from fivefold.match.series import play_series, seat_of_a
from fivefold.match.swap2 import Settled, settle
from fivefold.names import game_from, strategy_from
from fivefold.strategies.base import Decision

GAME = game_from("gomoku(size=9)")
BLACK, WHITE = SwapAnswer(takes=Player.FIRST), SwapAnswer(takes=Player.SECOND)


def cells(text: str) -> tuple[Move, ...]:
    return tuple(map(GAME.parse_move, text.split()))


THREE = SwapAnswer(cells("e5 f6 a1"))


class Scripted(Engine):
    """Gives scripted answers in an opening, then plays the first free cell."""

    def __init__(self, name: str, *answers: SwapAnswer | Exception) -> None:
        self._name = name
        self._answers = deque(answers)

    @property
    def name(self) -> str:
        return self._name

    async def choose(self, state: State, limit: Limit = Limit()) -> Decision:
        return Decision(state.legal_moves()[0])

    async def settle(
        self, swap: Swap2, limit: Limit = Limit(), seed: int | None = None
    ) -> SwapAnswer:
        answer = self._answers.popleft()
        if isinstance(answer, Exception):
            raise answer
        return answer


def played(opener: Engine, responder: Engine) -> tuple[Settled, MatchRecord]:
    async def play() -> tuple[Settled, MatchRecord]:
        settled = await settle("swap2", GAME.start, opener, responder)
        first, second = settled.seated(opener, responder)
        return settled, await play_match(GAME.start, first, second, opening=settled)

    return asyncio.run(play())


@pytest.mark.parametrize(
    ("opener", "responder", "first", "choices", "stones"),
    [
        ([THREE], [BLACK], "responder", ["black"], 3),
        ([THREE], [WHITE], "opener", ["white"], 3),
        ([THREE], [SwapAnswer(cells("b2"), Player.SECOND)], "opener", ["white"], 4),
        ([THREE, BLACK], [SwapAnswer(cells("b2 c3"))], "opener", ["two", "black"], 5),
        ([THREE, WHITE], [SwapAnswer(cells("b2 c3"))], "responder", ["two", "white"], 5),
    ],
)
def test_the_record_is_a_game_from_the_empty_board_with_the_colours_that_were_chosen(
    opener: list[SwapAnswer],
    responder: list[SwapAnswer],
    first: str,
    choices: list[str],
    stones: int,
) -> None:
    settled, record = played(Scripted("opener", *opener), Scripted("responder", *responder))
    assert record.first == first
    assert record.swap2
    assert list(record.swap2.choices) == choices
    assert record.swap2.opener is (Player.FIRST if first == "opener" else Player.SECOND)
    assert len(settled.moves) == stones
    assert record.moves[:stones] == tuple(map(GAME.format_move, settled.moves))
    assert len(record.seconds) == len(record.moves)
    assert MatchRecord.from_json(record.as_json()).as_json() == record.as_json()


def test_who_puts_what_is_not_allowed_has_lost() -> None:
    _, record = played(Scripted("opener", SwapAnswer(cells("e5 e5 a1"))), Scripted("responder"))
    assert (record.winner, record.ending, record.moves) == (Player.SECOND, "illegal", ())
    assert "is taken" in record.reason
    _, record = played(Scripted("opener", THREE), Scripted("responder", SwapAnswer()))
    assert (record.winner, record.ending, len(record.moves)) == (Player.FIRST, "illegal", 3)


def test_who_crashes_has_lost() -> None:
    crash = EngineCrashed("engine.closed", name="responder")
    _, record = played(Scripted("opener", THREE), Scripted("responder", crash))
    assert (record.winner, record.ending) == (Player.FIRST, "crashed")
    assert record.swap2 is None


def test_it_begins_on_an_empty_board() -> None:
    with pytest.raises(InvalidPosition):
        asyncio.run(settle("swap2", GAME.start.play(0), Scripted("a"), Scripted("b")))


def test_a_series_counts_for_the_player_and_not_for_the_seat() -> None:
    openers = {
        "A": lambda: Scripted("A", THREE, BLACK),
        "B": lambda: Scripted("B", BLACK, BLACK),
    }
    series = asyncio.run(
        play_series(
            GAME.start,
            "A",
            "B",
            games=1,
            procedure="swap2",
            opener=lambda text, game, seed: openers[text](),
        )
    )
    record = series.records[0]
    assert (record.first, record.second) == ("B", "A")
    assert seat_of_a(0, record) is Player.SECOND
    a_won = record.winner is Player.SECOND
    assert (series.score.wins, series.score.losses) == (int(a_won), int(not a_won))


def test_a_strategy_that_knows_nothing_opens_and_chooses_by_an_evaluation() -> None:
    def strategies(seed: int) -> tuple[Settled, MatchRecord]:
        async def play() -> tuple[Settled, MatchRecord]:
            first, second = (
                LocalEngine(strategy_from("random", GAME, seed), name) for name in ("one", "two")
            )
            settled = await settle("swap2", GAME.start, first, second, seed=seed)
            seated = settled.seated(first, second)
            record = await play_match(GAME.start, *seated, opening=settled, maximum=9)
            for engine in seated:
                await engine.close()
            return settled, record

        return asyncio.run(play())

    settled, record = strategies(1)
    assert settled.agreement
    assert len(record.moves) >= 9
    assert strategies(1)[0].moves == settled.moves


def test_the_better_side_is_taken() -> None:
    judge = strategy_from("negamax(depth=2)", GAME)
    swap = Swap2.begin(GAME.start)
    centre = swap.after(SwapAnswer(cells("e5 a1 f5")))
    assert answer_swap(centre, judge=judge) == BLACK
    corners = swap.after(SwapAnswer(cells("a1 e5 i9")))
    assert answer_swap(corners, judge=judge) == WHITE
    stones = answer_swap(swap, judge=judge, seed=3).moves
    assert len(set(stones)) == 3


def test_stones_by_lot_are_on_the_board_whatever_its_size() -> None:
    for size in (5, 6, 15, 22):
        game, chance = game_from(f"gomoku(size={size})"), random.Random(1)
        for _ in range(50):
            assert Swap2.begin(game.start).after(SwapAnswer(some_stones(game.start, chance))).stones

"""One game: winner, ending and record."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator

import pytest

from fivefold.core import Limit, Player, State
from fivefold.engines.base import Engine, Resigned, Times
from fivefold.engines.local import LocalEngine
from fivefold.errors import EngineCrashed, NativeUnavailable, UnknownName
from fivefold.match.clock import TimeControl
from fivefold.match.play import Ply, Verdict, play_match
from fivefold.match.record import MatchRecord
from fivefold.names import game_from
from fivefold.strategies.base import Decision, Stop, Strategy
from fivefold.words import plain

GOMOKU = game_from("gomoku(size=9)")
OTHELLO = game_from("othello(size=4)")
PENTOMINO = game_from("pentomino(size=5)")


class Scripted(Engine):
    """An engine that plays given moves or calls a function."""

    def __init__(self, name: str, moves: str = "", deed: Callable[[], Decision] | None = None):
        self._name = name
        self._moves: Iterator[str] = iter(moves.split())
        self._deed = deed
        self.limits: list[Limit] = []
        self.times: list[Times] = []

    @property
    def name(self) -> str:
        return self._name

    async def choose(self, state: State, limit: Limit = Limit()) -> Decision:
        self.limits.append(limit)
        if self._deed is not None:
            return self._deed()
        return Decision(state.game.parse_move(next(self._moves)))

    def hear_times(self, times: Times) -> None:
        self.times.append(times)


class FirstMove(Strategy):
    """Plays the first legal move."""

    def choose(self, state: State, limit: Limit = Limit(), stop: Stop | None = None) -> Decision:
        return Decision(state.legal_moves()[0])


def first_move(name: str = "first") -> Engine:
    return LocalEngine(FirstMove(), name)


def played(start: State, first: Engine, second: Engine, **options: object) -> MatchRecord:
    """Returns the record of a game, with both engines closed."""

    async def game() -> MatchRecord:
        async with first, second:
            return await play_match(start, first, second, **options)  # type: ignore[arg-type]

    return asyncio.run(game())


def raising(error: BaseException) -> Callable[[], Decision]:
    def deed() -> Decision:
        raise error

    return deed


def test_five_in_a_row_wins_for_whoever_made_it() -> None:
    first, second = Scripted("a", "a1 b1 c1 d1 e1"), Scripted("b", "a9 b9 c9 d9")
    record = played(GOMOKU.start, first, second)
    assert record.winner is Player.FIRST
    assert record.ending == "normal"
    assert record.reason == "Black has five in a row."
    assert record.moves == ("a1", "a9", "b1", "b9", "c1", "c9", "d1", "d9", "e1")
    assert (record.first, record.second) == ("a", "b")
    assert record.game == "gomoku(size=9, rules=freestyle)"
    assert len(record.seconds) == 9


@pytest.mark.parametrize("game", [GOMOKU, OTHELLO, PENTOMINO], ids=lambda game: game.name)
def test_the_record_of_a_whole_game_can_be_read_back(game: object) -> None:
    record = played(game.start, first_move("a"), first_move("b"))  # type: ignore[attr-defined]
    assert record.ending == "normal"
    again = MatchRecord.from_json(record.as_json())
    assert again.states()[-1].outcome is not None
    assert again.moves == record.moves


def test_forced_passes_are_in_the_record() -> None:
    first, second = Scripted("a", "a2 b4 a4 b1 d2"), Scripted("b", "a3 c1 -- a1 c4")
    record = played(OTHELLO.start, first, second, maximum=10)
    assert record.moves == ("a2", "a3", "b4", "c1", "a4", "--", "b1", "a1", "d2", "c4")


def test_first_plays_x_even_if_o_is_to_move() -> None:
    start = GOMOKU.parse_position("." * 81 + " O")
    record = played(start, Scripted("x", "a2"), Scripted("o", "a1"), maximum=2)
    assert record.moves == ("a1", "a2")
    assert record.start.endswith(" O")


def test_a_game_that_is_over_at_the_start_has_no_moves() -> None:
    start = GOMOKU.parse_position("XXXXX" + "." * 76 + " O")
    record = played(start, first_move(), first_move())
    assert record.moves == ()
    assert record.winner is Player.FIRST
    assert record.ending == "normal"


def test_a_maximum_of_moves_ends_the_game_without_a_winner() -> None:
    record = played(GOMOKU.start, first_move(), first_move(), maximum=3)
    assert (record.ending, record.winner, len(record.moves)) == ("maximum", None, 3)
    assert record.reason == "The game was stopped after 3 moves."


def test_an_illegal_move_loses_with_the_reason() -> None:
    record = played(GOMOKU.start, Scripted("a", "a1"), Scripted("b", "a1"))
    assert (record.ending, record.winner) == ("illegal", Player.FIRST)
    expected = "“b” played an illegal move. a1 is taken."
    assert record.reason == expected
    assert record.moves == ("a1",)


def test_no_move_at_all_is_an_illegal_move() -> None:
    mute = Scripted("mute", deed=lambda: Decision(None))
    record = played(GOMOKU.start, mute, first_move())
    assert (record.ending, record.winner) == ("illegal", Player.SECOND)


def test_a_crash_loses_with_the_reason() -> None:
    error = EngineCrashed("engine.crashed", name="“a”", reason="ValueError: no idea")
    record = played(GOMOKU.start, Scripted("a", deed=raising(error)), first_move())
    assert (record.ending, record.winner) == ("crashed", Player.SECOND)
    assert record.reason == "“a” crashed: ValueError: no idea."


def test_a_resignation_loses() -> None:
    record = played(GOMOKU.start, first_move(), Scripted("b", deed=raising(Resigned())))
    assert (record.ending, record.winner) == ("resigned", Player.FIRST)
    assert record.reason == "“b” resigned."


@pytest.mark.parametrize(
    "error",
    [
        UnknownName("name.unknown", what="evaluation", name="x", names=["discs"]),
        NativeUnavailable("engine.said", text="There is no native core."),
    ],
)
def test_wrong_usage_is_raised_and_no_loss(error: Exception) -> None:
    with pytest.raises(type(error)):
        played(GOMOKU.start, Scripted("a", deed=raising(error)), first_move())


def test_an_engine_that_cannot_be_opened_loses_before_the_first_move() -> None:
    class Broken(Scripted):
        async def open(self) -> None:
            raise EngineCrashed("engine.closed", name="“broken”")

    async def game() -> MatchRecord:
        return await play_match(GOMOKU.start, Scripted("a"), Broken("broken"))

    record = asyncio.run(game())
    assert (record.ending, record.winner, record.moves) == ("crashed", Player.FIRST, ())


class Ticking:
    """A clock that advances with each reading."""

    def __init__(self, step: float) -> None:
        self.time, self.step = 0.0, step

    def __call__(self) -> float:
        self.time += self.step
        return self.time


def test_thinking_time_is_taken_with_the_clock_that_was_given() -> None:
    record = played(GOMOKU.start, first_move(), first_move(), maximum=2, now=Ticking(0.5))
    assert all(seconds % 0.5 == 0 and seconds > 0 for seconds in record.seconds)


def test_whoever_runs_out_of_time_loses() -> None:
    record = played(
        GOMOKU.start, first_move("a"), first_move("b"), control=TimeControl(60), now=Ticking(1)
    )
    assert record.ending == "time"
    loser = "a" if record.winner is Player.SECOND else "b"
    assert record.reason == f"“{loser}” ran out of time."


def test_the_flag_falls_on_an_engine_that_never_answers() -> None:
    class Sleeper(Scripted):
        async def choose(self, state: State, limit: Limit = Limit()) -> Decision:
            await asyncio.sleep(60)
            raise AssertionError

    control = TimeControl(per_move=0.05)
    record = played(GOMOKU.start, Sleeper("sleeper"), first_move(), control=control)
    assert (record.ending, record.winner) == ("time", Player.SECOND)


def test_an_engine_far_beyond_its_limit_loses_on_time_without_a_clock() -> None:
    class Deaf(Strategy):
        def choose(
            self, state: State, limit: Limit = Limit(), stop: Stop | None = None
        ) -> Decision:
            assert stop is not None
            while not stop.is_set():
                pass
            return Decision(0)

    deaf = LocalEngine(Deaf(), "deaf", grace=0.05)
    record = played(GOMOKU.start, deaf, first_move(), limit=Limit(seconds=0.02))
    assert (record.ending, record.winner) == ("time", Player.SECOND)
    assert record.reason == "“deaf” had 0.02 s for a move and did not answer."


def test_the_engines_get_the_tighter_of_limit_and_clock() -> None:
    engine = Scripted("a", "a1 b1")
    control = TimeControl(per_move=1.15)
    options = {"limit": Limit(depth=3), "control": control, "maximum": 1}
    played(GOMOKU.start, engine, first_move(), **options, now=Ticking(0))
    assert engine.limits[0].depth == 3
    assert engine.limits[0].seconds == pytest.approx(1.0)


def test_every_move_is_told_with_what_its_player_thought() -> None:
    plies: list[Ply] = []
    played(GOMOKU.start, first_move(), first_move(), maximum=3, on_move=plies.append)
    assert [ply.number for ply in plies] == [1, 2, 3]
    assert [ply.player for ply in plies] == [Player.FIRST, Player.SECOND, Player.FIRST]
    assert all(ply.before.play(ply.decision.move or 0) == ply.after for ply in plies)


def test_cancelling_a_game_stops_the_search() -> None:
    stopped: list[bool] = []

    class Endless(Strategy):
        def choose(
            self, state: State, limit: Limit = Limit(), stop: Stop | None = None
        ) -> Decision:
            assert stop is not None
            while not stop.is_set():
                pass
            stopped.append(True)
            return Decision(0)

    async def game() -> None:
        async with LocalEngine(Endless(), "endless") as endless, first_move() as other:
            playing = asyncio.ensure_future(play_match(GOMOKU.start, endless, other))
            await asyncio.sleep(0.05)
            playing.cancel()
            with pytest.raises(asyncio.CancelledError):
                await playing

    asyncio.run(game())
    assert stopped == [True]


def test_each_player_can_have_a_limit_and_a_clock_of_its_own() -> None:
    first, second = Scripted("a", "a1 b1 c1"), Scripted("b", "a9 b9")
    played(
        GOMOKU.start,
        first,
        second,
        limit={Player.FIRST: Limit(depth=3), Player.SECOND: Limit(nodes=7)},
        control={Player.FIRST: None, Player.SECOND: TimeControl(per_move=2)},
        maximum=5,
    )
    assert first.limits == [Limit(depth=3)] * 3
    assert [limit.nodes for limit in second.limits] == [7, 7]
    assert all(limit.seconds is not None and limit.seconds < 2 for limit in second.limits)
    assert first.times == [Times(None, 2.0)] * 3
    assert second.times == [Times(2.0, None, per_move=2.0)] * 2


def test_players_hear_the_clocks_before_they_are_asked() -> None:
    now = [0.0]

    def tick() -> Decision:
        now[0] += 10
        return Decision(GOMOKU.parse_move("a1" if now[0] == 10 else "b2"))

    first, second = Scripted("a", deed=tick), Scripted("b", deed=tick)
    control = TimeControl(60, 3)
    played(GOMOKU.start, first, second, control=control, maximum=2, now=lambda: now[0])
    assert first.times == [Times(60.0, 60.0, 3.0, 3.0)]
    assert second.times == [Times(60.0, 53.0, 3.0, 3.0)]


def test_without_a_clock_there_is_nothing_to_hear() -> None:
    first, second = Scripted("a", "a1"), Scripted("b", "a9")
    played(GOMOKU.start, first, second, maximum=2)
    assert first.times == second.times == [Times()]


def test_a_judge_ends_the_game_after_the_move_it_looked_at() -> None:
    def judge(ply: Ply) -> Verdict | None:
        return Verdict(Player.SECOND, plain("Enough.")) if ply.number == 3 else None

    record = played(GOMOKU.start, first_move(), first_move(), judge=judge)
    assert (record.ending, record.winner, record.reason) == (
        "adjudicated",
        Player.SECOND,
        "Enough.",
    )
    assert len(record.moves) == 3


def test_what_the_board_decides_no_judge_is_asked() -> None:
    first, second = Scripted("a", "a1 b1 c1 d1 e1"), Scripted("b", "a9 b9 c9 d9")

    def judge(ply: Ply) -> Verdict | None:
        return Verdict(None, plain("Late.")) if ply.number >= 9 else None

    record = played(GOMOKU.start, first, second, judge=judge)
    assert (record.ending, record.winner) == ("normal", Player.FIRST)

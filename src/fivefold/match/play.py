"""The only loop that plays a game."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from fivefold.core import Limit, Player, State
from fivefold.engines.base import Engine, Resigned, Times
from fivefold.engines.wire import called
from fivefold.errors import EngineError, EngineTimeout, IllegalMove, ProtocolError
from fivefold.match.clock import Clock, Controls, Now
from fivefold.match.gc_pause import left_alone
from fivefold.match.record import Ending, MatchRecord
from fivefold.match.swap2 import Failure, Settled
from fivefold.names import format_game
from fivefold.strategies.base import Decision
from fivefold.strategies.time_management import moves_to_go
from fivefold.words import Message, say


@dataclass(frozen=True)
class Ply:
    """A move that was just played, with its decision."""

    number: int
    player: Player
    before: State
    decision: Decision
    seconds: float
    after: State


@dataclass(frozen=True)
class Verdict:
    """The result with which a judge ends a game early."""

    winner: Player | None
    reason: Message


Limits = Limit | Mapping[Player, Limit]
"""One limit for both, or one for each."""


@dataclass(frozen=True)
class _End:
    """The reason why the game ended."""

    ending: Ending
    winner: Player | None
    reason: Message


async def play_match(
    start: State,
    first: Engine,
    second: Engine,
    *,
    limit: Limits = Limit(),
    control: Controls = None,
    clock: Clock | None = None,
    maximum: int | None = None,
    opening: Settled | None = None,
    judge: Callable[[Ply], Verdict | None] | None = None,
    on_move: Callable[[Ply], None] | None = None,
    now: Now = time.monotonic,
) -> MatchRecord:
    """Plays a game to its end and returns the record. `first` plays X, even if O is to move.

    `limit` applies to each move, `control` to the game; both take one value or one per player.
    `maximum` is the maximum number of moves. A resumed game passes its `clock` instead of a
    control. The stones of an agreed `opening` are played first; `first` and `second` are then the
    players by colour. `judge` sees each move and may end the game.

    An engine that crashes, hangs, plays an illegal move or runs out of time loses. Usage errors,
    such as an unknown evaluation, are raised. The engines stay open.
    """
    engines = {Player.FIRST: first, Player.SECOND: second}
    limits = limit if isinstance(limit, Mapping) else dict.fromkeys(Player, limit)
    clock, state = clock or Clock(control, now), start
    moves: list[str] = []
    seconds: list[float] = []
    for ply in _opening_plies(opening):
        assert ply.decision.move is not None
        moves.append(state.game.format_move(ply.decision.move))
        seconds.append(ply.seconds)
        state = ply.after
        if on_move is not None:
            on_move(ply)
    failed = None if opening is None else opening.failure
    end = await _opened(engines) if failed is None else _end_in_opening(failed)
    while end is None and (end := _end_on_board(state, len(moves), maximum)) is None:
        player = state.to_move
        with left_alone(limits[player]):
            decision, end = await _ask(engines[player], state, limits[player], clock)
            spent = clock.stop()
        if decision is None:
            break
        try:
            if decision.move is None:
                raise IllegalMove("match.no_move")
            after = state.play(decision.move)
        except IllegalMove as error:
            facts = {"name": called(engines[player].name), "reason": error.message}
            end = _End("illegal", player.other, say("engine.illegal", **facts))
            break
        moves.append(state.game.format_move(decision.move))
        seconds.append(spent)
        ply = Ply(len(moves), player, state, decision, spent, after)
        if on_move is not None:
            on_move(ply)
        state = after
        if judge is not None and state.outcome is None and (verdict := judge(ply)) is not None:
            end = _End("adjudicated", verdict.winner, verdict.reason)
    assert end is not None
    return MatchRecord(
        game=format_game(start.game),
        first=first.name,
        second=second.name,
        start=start.game.format_position(start),
        moves=tuple(moves),
        winner=end.winner,
        ending=end.ending,
        reason=str(end.reason),
        seconds=tuple(seconds),
        swap2=None if opening is None else opening.agreement,
    )


def _opening_plies(opening: Settled | None) -> Iterator[Ply]:
    """Yields the stones of an opening as moves."""
    if opening is None:
        return
    state = opening.start
    for number, (move, spent) in enumerate(zip(opening.moves, opening.seconds, strict=True), 1):
        after = state.play(move)
        yield Ply(number, state.to_move, state, Decision(move), spent, after)
        state = after


def _end_in_opening(failure: Failure) -> _End:
    """Returns the result of a game without an agreed opening; the opener counts as X."""
    loser = Player.FIRST if failure.role == "opener" else Player.SECOND
    if failure.error is None:
        return _End("resigned", loser.other, failure.reason)
    return _end_by_error(failure.error, loser)


async def _opened(engines: dict[Player, Engine]) -> _End | None:
    """Opens both engines before the clock starts; returns the result if one fails."""
    for player, engine in engines.items():
        try:
            await engine.open()
        except EngineError as error:
            return _end_by_error(error, player)
    return None


def _end_on_board(state: State, played: int, maximum: int | None) -> _End | None:
    if state.outcome is not None:
        return _End("normal", state.outcome.winner, state.outcome.reason)
    if maximum is not None and played >= maximum:
        return _End("maximum", None, say("match.maximum", count=played))
    return None


async def _ask(
    engine: Engine, state: State, limit: Limit, clock: Clock
) -> tuple[Decision | None, _End | None]:
    """Returns the engine's decision, or the result if the game ended meanwhile."""
    player = state.to_move
    engine.hear_times(_times(clock, player))
    clock.start(player)
    try:
        async with asyncio.timeout(clock.left(player)):
            decision = await engine.choose(state, _budgeted(limit, clock, state))
    except TimeoutError:
        return None, _out_of_time(engine, player)
    except Resigned:
        return None, _End("resigned", player.other, say("match.resigned", name=called(engine.name)))
    except EngineError as error:
        return None, _end_by_error(error, player)
    if clock.flag is player:
        return None, _out_of_time(engine, player)
    return decision, None


def _budgeted(limit: Limit, clock: Clock, state: State) -> Limit:
    """Returns the limit tightened by the player's clock."""
    return limit.tightest(clock.limit(state.to_move, moves_to_go(state)))


def _out_of_time(engine: Engine, player: Player) -> _End:
    return _End("time", player.other, say("match.time", name=called(engine.name)))


def _times(clock: Clock, player: Player) -> Times:
    """Returns the clocks for the player to move."""
    mine, theirs = clock.controls[player], clock.controls[player.other]
    if mine is None and theirs is None:
        return Times()
    return Times(
        _on_the_clock(clock, player),
        _on_the_clock(clock, player.other),
        0.0 if mine is None else mine.increment,
        0.0 if theirs is None else theirs.increment,
        None if mine is None else mine.per_move,
    )


def _on_the_clock(clock: Clock, player: Player) -> float | None:
    """Returns the remaining seconds of the player; a time per move restarts with each move."""
    control = clock.controls[player]
    return control.per_move if control and control.per_move else clock.left(player)


def _end_by_error(error: EngineError, player: Player) -> _End:
    ending: Ending = "crashed"
    if isinstance(error, EngineTimeout):
        ending = "time"
    elif isinstance(error, ProtocolError):
        ending = "illegal"
    return _End(ending, player.other, error.message)

"""`play`: one game between two players, in one call.

>>> record = play("othello(size=4)", "greedy", "random", seed=1)
>>> record.winner, record.reason
(<Player.SECOND: 'O'>, 'White wins 10–6.')
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AsyncExitStack

from fivefold.core import Game, Limit, State
from fivefold.engines.loop_thread import run
from fivefold.engines.simple import Playable, as_engine
from fivefold.errors import InvalidNotation
from fivefold.match.clock import TimeControl
from fivefold.match.play import Ply, play_match
from fivefold.match.record import MatchRecord
from fivefold.match.series import seed_of
from fivefold.names import game_from
from fivefold.words import quoted


def play(
    game: str | Game | State,
    first: Playable,
    second: Playable,
    *,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    time: str | TimeControl | None = None,
    maximum: int | None = None,
    seed: int | None = None,
    on_move: Callable[[Ply], None] | None = None,
) -> MatchRecord:
    """Plays a game from a start position and returns its record; `first` plays X.

    `game` is a name such as `othello(size=6)`, a game or a position. A player is a text as
    `open_engine` reads it, or a strategy. `seconds`, `depth` and `nodes` limit each move; `time`
    is a clock for the game, `5+3` or `10s`. The `seed` makes random players repeatable. Raises if
    a player cannot start; one that fails later loses. Ctrl-C ends both players.
    """
    return run(
        play_async(
            game,
            first,
            second,
            seconds=seconds,
            depth=depth,
            nodes=nodes,
            time=time,
            maximum=maximum,
            seed=seed,
            on_move=on_move,
        )
    )


async def play_async(
    game: str | Game | State,
    first: Playable,
    second: Playable,
    *,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    time: str | TimeControl | None = None,
    maximum: int | None = None,
    seed: int | None = None,
    on_move: Callable[[Ply], None] | None = None,
) -> MatchRecord:
    """Plays a game as `play` does, in the running event loop. Engines passed in stay open."""
    start, limit = start_of(game), Limit(seconds, depth, nodes)
    control = TimeControl.parse(time) if isinstance(time, str) else time
    async with AsyncExitStack() as stack:
        engines = []
        for who, player in (("A", first), ("B", second)):
            engine = as_engine(player, start.game, seed_of(seed, 0, who))
            if engine is not player:
                stack.push_async_callback(engine.close)
            await engine.open()
            engines.append(engine)
        return await play_match(
            start, *engines, limit=limit, control=control, maximum=maximum, on_move=on_move
        )


def start_of(game: str | Game | State) -> State:
    """Returns the position in which a game begins, given by name, as a game or as a position."""
    if isinstance(game, str):
        return game_from(game).start
    for attribute in ("start", "legal_moves"):
        if hasattr(game, attribute):
            return game.start if attribute == "start" else game  # type: ignore
    raise InvalidNotation("game.type", kind=type(game).__name__, value=quoted(repr(game)))

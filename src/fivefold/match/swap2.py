"""Swap2 before a game: the players agree on the first stones and the colours.

settled = await settle("swap2", game.start, opener, responder)
first, second = settled.seated(opener, responder)
record = await play_match(settled.start, first, second, opening=settled)
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TypeVar

from fivefold.core import Limit, Move, Player, State
from fivefold.engines.base import Engine, Resigned
from fivefold.engines.wire import called
from fivefold.errors import EngineError, ProtocolError, RulesError
from fivefold.games.swap2 import Agreement, Role, Swap2, check_procedure
from fivefold.words import Message, say

Seat = TypeVar("Seat")


@dataclass(frozen=True)
class Failure:
    """The player at fault and the reason; `error` is the error of the engine."""

    role: Role
    reason: Message
    error: EngineError | None = None


@dataclass(frozen=True)
class Settled:
    """The result of an opening: stones, times and colours."""

    start: State
    moves: tuple[Move, ...]
    seconds: tuple[float, ...]
    agreement: Agreement | None
    failure: Failure | None = None

    @property
    def is_swapped(self) -> bool:
        """Whether the opener plays O."""
        return self.agreement is not None and self.agreement.opener is Player.SECOND

    def seated(self, opener: Seat, responder: Seat) -> tuple[Seat, Seat]:
        """Returns the two as X and O; unchanged if there was no agreement."""
        return (responder, opener) if self.is_swapped else (opener, responder)


async def settle(
    procedure: str,
    start: State,
    opener: Engine,
    responder: Engine,
    limit: Limit | dict[Player, Limit] = Limit(),
    seed: int | None = None,
) -> Settled:
    """Lets two players agree on an opening and returns it. No clock runs.

    `limit` applies to each answer; of two limits the opener has that of X. `seed` determines random
    choices. A player that crashes or answers against the rules loses. Raises `RulesError` if the
    game has no such procedure or does not start with an empty board.
    """
    check_procedure(procedure, start.game)
    swap = Swap2.begin(start)
    engines = {"opener": opener, "responder": responder}
    limits = limit if isinstance(limit, dict) else dict.fromkeys(Player, limit)
    seconds: list[float] = []
    failure: Failure | None = None
    while (role := swap.asked) is not None:
        engine = engines[role]
        seat = Player.FIRST if role == "opener" else Player.SECOND
        asked = time.perf_counter()
        try:
            await engine.open()
            after = swap.after(await engine.settle(swap, limits[seat], seed))
        except Resigned:
            failure = Failure(role, say("match.resigned", name=called(engine.name)))
            break
        except EngineError as error:
            failure = Failure(role, error.message, error)
            break
        except RulesError as error:
            facts = {"name": called(engine.name), "reason": error.message}
            illegal = ProtocolError("engine.illegal", **facts)
            failure = Failure(role, illegal.message, illegal)
            break
        put = len(after.stones) - len(swap.stones)
        seconds += [(time.perf_counter() - asked) / max(put, 1)] * put
        swap = after
    agreement = None if swap.opener is None else Agreement(swap.opener, swap.choices)
    return Settled(start, swap.stones, tuple(seconds), agreement, failure)

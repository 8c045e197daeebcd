"""The command of a request: the same for an HTTP body and a frame of the socket."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from fivefold.server.analysis.catalogue import checked
from fivefold.server.analysis.host_strategies import HostStrategies
from fivefold.server.http.requests import SeatsBody
from fivefold.server.matches.service import MatchService, new_secret
from fivefold.server.room import commands as do
from fivefold.server.room.seats import ME, OPEN

_BUILDERS: dict[str, Callable[[Any], do.Command]] = {
    "move": lambda body: do.Move(body.move, body.id, body.version),
    "choose": lambda body: do.Choose(body.choice, body.version),
    "undo": lambda body: do.Undo(body.version),
    "undo_answer": lambda body: do.AnswerUndo(body.version, body.accept),
    "resign": lambda body: do.Resign(body.version),
    "swap": lambda body: do.Swap(body.version),
    "pace": lambda body: do.Pace(body.pace),
    "rematch": lambda body: do.Rematch(body.version, new_secret()),
    "claim": lambda body: do.Claim(body.version),
}
"""By the type of the frame; all but `seats`, whose strategies are checked first."""


async def command_for(kind: str, body: Any, service: MatchService, match: str) -> do.Command:
    """Returns the command for a validated body or frame of that kind."""
    if kind == "seats":
        return await _reseat(body, service, match)
    return _BUILDERS[kind](body)


async def _reseat(body: SeatsBody, service: MatchService, match: str) -> do.Reseat:
    game = (await service.find(match)).room.game.name
    chosen = {
        seat: await asyncio.to_thread(checked_player, who, game, service.host_strategies)
        for seat, who in (("X", body.X), ("O", body.O))
        if who is not None
    }
    return do.Reseat(body.version, chosen)


def checked_player(text: str, game: str, host_strategies: HostStrategies) -> str:
    """Returns `me`, `open`, or the normalized text of a strategy that plays the game."""
    return text if text in (ME, OPEN) else checked(text, game, host_strategies)

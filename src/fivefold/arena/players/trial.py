"""The trial before a tournament: programs and bots start once, and say their names."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from fivefold.arena.players.entrants import with_names_apart
from fivefold.core import Game
from fivefold.engines import is_foreign, open_engine
from fivefold.errors import InvalidNotation
from fivefold.names import game_from
from fivefold.results.tournament import Entrant, Tournament


async def tried(tournament: Tournament) -> Tournament:
    """Returns the tournament after starting each program and bot; raises if one cannot start.

    A player without a name of its own gets the one that its program reports.
    """
    game = game_from(tournament.game)
    tasks = [asyncio.ensure_future(_tried(each, game)) for each in tournament.entrants]
    try:
        entrants = await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    found = replace(tournament, entrants=with_names_apart(entrants), anchor=None)
    places = {
        old.name: new.name for old, new in zip(tournament.entrants, found.entrants, strict=True)
    }
    anchor = tournament.anchor
    return found if anchor is None else replace(found, anchor=places[anchor])


async def _tried(entrant: Entrant, game: Game) -> Entrant:
    if not is_foreign(entrant.player):
        return entrant
    engine = open_engine(
        entrant.player,
        game,
        1,
        name=entrant.name,
        folder=entrant.folder,
        options=entrant.options or None,
    )
    try:
        await engine.open()
    finally:
        await engine.close()
    return _named(entrant, getattr(engine, "program_name", ""))


def _named(entrant: Entrant, name: str) -> Entrant:
    """Returns the entrant under the program's name, unless it has a name or the name is unfit."""
    if not name or not is_foreign(entrant.name):
        return entrant
    try:
        return replace(entrant, name=name.strip())
    except InvalidNotation:
        return entrant

"""The lobby: public matches with a person who waits for another."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from fivefold.names import game_from
from fivefold.server.matches.presence import Presence
from fivefold.server.peers.peers import Peers
from fivefold.server.room.events import Event
from fivefold.server.room.view import game_as_json
from fivefold.server.storage.store import Store

MAX_SHOWN = 30
LONGEST_WAIT = 12 * 3600.0
"""Seconds after its last event for which a match is listed."""


async def open_seats(store: Store, presence: Presence, peers: Peers) -> list[dict[str, Any]]:
    """Returns the seats that can be taken now, the latest first.

    A seat is listed while the person who offers it is at the match, at whichever worker.
    """
    offered = await store.unplayed(time.time() - LONGEST_WAIT)
    shown = (
        _seat(match, events)
        for match, events in offered.items()
        if presence.watching(match) or peers.elsewhere(match).watching
    )
    return [seat for seat in shown if seat is not None][:MAX_SHOWN]


def _seat(match: str, events: Sequence[Event]) -> dict[str, Any] | None:
    """Returns the open seat of a match as the lobby shows it, if one person waits there."""
    created = events[0].data
    seats: dict[str, dict[str, Any]] = dict(created["seats"])
    for event in events[1:]:
        if event.kind == "joined":
            seats[event.data["seat"]] = {"kind": "person", "name": event.data["name"]}
        else:
            seats |= event.data.get("seats", {})
    free = [seat for seat, who in seats.items() if who["kind"] == "open"]
    waiting = [who for who in seats.values() if who["kind"] == "person"]
    if len(free) != 1 or len(waiting) != 1:
        return None
    return {
        "id": match,
        "game": game_as_json(game_from(created["game"])),
        "seat": free[0],
        "name": waiting[0]["name"],
        "time": created["time"],
        "opening": created.get("opening"),
        "created": events[0].at,
    }

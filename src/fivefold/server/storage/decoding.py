"""Stored text: ids that can exist, and events."""

from __future__ import annotations

import json
import re

from fivefold.errors import NotFound
from fivefold.server.room.events import Event
from fivefold.server.room.replay import damaged
from fivefold.server.storage.schema import MAX_ID
from fivefold.words import say

MAX_VERSION = 2**31 - 1

_ID = re.compile(rf"[A-Za-z0-9_-]{{1,{MAX_ID}}}")


def check_id(id: str, missing: str = "store.missing") -> None:
    """Raises `NotFound` for a text that is no id."""
    if not _ID.fullmatch(id):
        raise NotFound(missing)


def event_of(version: int, kind: str, at: float, data: str) -> Event:
    """Returns a stored event. Raises `DamagedLog` if its data is not JSON."""
    try:
        return Event(version, kind, at, json.loads(data))
    except (ValueError, RecursionError) as error:
        raise damaged(version, say("log.not_json")) from error

"""Stored logs of studies, which may be damaged."""

from __future__ import annotations

from collections.abc import Sequence

from fivefold.errors import FivefoldError
from fivefold.server.room.events import Event
from fivefold.server.room.replay import DamagedLog, damaged
from fivefold.server.strict_json import write_json
from fivefold.server.study.document import document
from fivefold.server.study.study import Study
from fivefold.words import say


def replayed(study: str, events: Sequence[Event]) -> Study:
    """Returns the study after its events. Raises `DamagedLog` if it cannot be shown."""
    found: Study | None = None
    version = 0
    try:
        for version, event in enumerate(events, start=1):
            if event.version != version or (event.kind == "created") != (version == 1):
                raise damaged(version, say("log.gap"))
            if found is None:
                found = Study(study, event)
            else:
                found.apply(event)
        if found is None:
            raise damaged(1, say("log.missing"))
        write_json(document(found)).encode()
    except DamagedLog:
        raise
    except FivefoldError as error:
        raise damaged(version, error.message) from error
    except Exception as error:  # whatever a damaged log may cause
        raise damaged(version, say("log.invalid", kind=type(error).__name__)) from error
    return found

"""A game as a file: its record as text, a position as an image, a line as an animation.

Pure and slow: `process.py` runs it in a separate process.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, get_args

from fivefold.core import Player, State
from fivefold.errors import InvalidNotation, UnknownName
from fivefold.formats import Reading, write_text
from fivefold.formats.records import record_of
from fivefold.games.swap2 import Agreement
from fivefold.match.record import Ending, MatchRecord
from fivefold.match.replay import play_through, read_line
from fivefold.words import quoted

MEDIA_TYPES = {
    "sgf": "application/x-go-sgf",
    "psq": "text/plain; charset=utf-8",
    "moves": "text/plain; charset=utf-8",
    "json": "application/json",
    "svg": "image/svg+xml",
    "png": "image/png",
    "gif": "image/gif",
    "card": "image/png",
}
"""The formats and their media types."""
_ENDINGS = {"moves": "txt", "card": "png"}


@dataclass(frozen=True)
class Exported:
    """A file: content, media type, and a name that is valid on every system."""

    content: bytes
    media_type: str
    file_name: str


def export(
    start: State,
    moves: Sequence[str],
    format: str,
    *,
    names: Mapping[str, str | None] | None = None,
    result: Mapping[str, Any] | None = None,
    seconds: Sequence[float] = (),
    swap2: Agreement | None = None,
    ply: int | None = None,
    last: int | None = None,
    speed: float | None = None,
) -> Exported:
    """Returns the game in that format.

    Text formats hold the whole game, with the `names` of X and O, the match's `result`, the
    `seconds` of each move and the `swap2` agreement where they are known. An image shows the
    position after `ply` moves (default: the last); an animation the `last` moves up to it (default:
    all) at `speed` moves a second.
    """
    if format not in MEDIA_TYPES:
        raise UnknownName("export.format", name=quoted(format), names=list(MEDIA_TYPES))
    if ply is not None and not 0 <= ply <= len(moves):
        raise InvalidNotation("export.ply", ply=ply, count=len(moves))
    reading = Reading(start, read_line(start, moves))
    name, until = start.game.name, len(moves) if ply is None else ply
    if format in ("svg", "png", "gif", "card"):
        content = _drawn(play_through(start, reading.moves[:until]), format, last, speed)
        name = f"{name}-move-{until}"
    else:
        record = record_of_match(reading, names or {}, result, seconds)
        reading = replace(reading, record=replace(record, swap2=swap2))
        content = write_text([reading], format).encode()
    file_name = f"{name}.{_ENDINGS.get(format, format)}"
    return Exported(content, MEDIA_TYPES[format], file_name)


def _drawn(states: Sequence[State], format: str, last: int | None, speed: float | None) -> bytes:
    # Imported here because the drawing libraries load slowly and are rarely needed.
    from fivefold.server.exports import images

    if format == "svg":
        return images.svg_of(states[-1])
    if format == "png":
        return images.png_of(states[-1])
    if format == "card":
        return images.card_of(states[-1])
    # The animation starts with the position before the first of these moves.
    shown = states if last is None else states[-1 - max(0, last) :]
    return images.gif_of(shown, 1.0 if speed is None else speed)


def record_of_match(
    reading: Reading,
    names: Mapping[str, str | None],
    result: Mapping[str, Any] | None,
    seconds: Sequence[float],
) -> MatchRecord:
    """Returns the record of a game with the names of X and O, and a match's result and times."""
    known = replace(
        record_of(reading),
        first=names.get("X") or "?",
        second=names.get("O") or "?",
        seconds=tuple(seconds) if len(seconds) == len(reading.moves) else (),
    )
    if known.ending == "normal" or result is None:
        return known
    # Records have no ending for an abandoned match.
    ending: Ending = result["ending"] if result["ending"] in get_args(Ending) else "adjudicated"
    reason, winner = result["reason"], result["winner"]
    return replace(
        known,
        winner=None if winner is None else Player(winner),
        ending=ending,
        reason=str(reason["text"] if isinstance(reason, Mapping) else reason),
    )

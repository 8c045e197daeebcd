"""Players as fastchess writes them: `cmd=./mine name=Mine proto=ugi tc=8+0.08 option.Hash=16`.

cmd=COMMAND        the program; args=… are added to it, dir=… is its folder
name=NAME          its name in the tournament; default: the one it reports
proto=PROTOCOL     gomocup, nboard, gtp or ugi
tc=TIME            its clock, MINUTES:SECONDS+INCREMENT or SECONDS+INCREMENT
st=S, depth=N, nodes=N    its limits per move
option.NAME=VALUE  an option of the program
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable
from pathlib import Path

from fivefold.arena.players.entrants import entrant_from
from fivefold.core import Limit
from fivefold.errors import InvalidNotation, UnknownName
from fivefold.match.clock import TimeControl
from fivefold.names.players import PROTOCOLS
from fivefold.results.tournament import Entrant
from fivefold.words import quoted

KEYS = ("cmd", "args", "dir", "name", "proto", "tc", "st", "depth", "nodes")
OPTION = "option."

_WORD = re.compile(r"([A-Za-z][\w.+ -]*)=(.*)", re.DOTALL)
_CLOCK = re.compile(r"(?:(\d{1,4}):)?(\d{1,6}(?:\.\d{1,6})?)(?:\+(\d{1,4}(?:\.\d{1,6})?))?")


def read_words(text: str) -> dict[str, str]:
    """Returns the settings of one engine; raises if a word is none or occurs twice."""
    found: dict[str, str] = {}
    try:
        words = shlex.split(text)
    except ValueError:
        raise InvalidNotation("engine_words.quotes", text=quoted(text, 200)) from None
    for word in words:
        match = _WORD.fullmatch(word)
        if match is None:
            raise InvalidNotation("engine_words.word", word=quoted(word, 100))
        key = match[1] if match[1].startswith(OPTION) else match[1].lower()
        if key not in KEYS and not (key.startswith(OPTION) and key != OPTION):
            raise UnknownName("engine_words.key", name=quoted(key), names=[*KEYS, "option.NAME"])
        if key in found:
            raise InvalidNotation("engine_words.twice", name=quoted(key))
        found[key] = match[2]
    return found


def entrants_of(engines: Iterable[str], each: Iterable[str], base: Path) -> list[Entrant]:
    """Returns the players that `--engine` and `--each` describe; an engine's own words win."""
    common: dict[str, str] = {}
    for text in each:
        common |= read_words(text)
    return [_entrant({**common, **read_words(text)}, base) for text in engines]


def _entrant(words: dict[str, str], base: Path) -> Entrant:
    if not words.get("cmd"):
        raise InvalidNotation("engine_words.no_cmd")
    protocol = words.get("proto", "").lower()
    if protocol not in PROTOCOLS:
        raise UnknownName("engine_words.proto", name=quoted(protocol), names=list(PROTOCOLS))
    command = " ".join([words["cmd"], words.get("args", "")]).strip()
    limit = Limit(_number(words, "st"), _whole(words, "depth"), _whole(words, "nodes"))
    return entrant_from(
        f"{protocol}:{command}",
        base,
        name=words.get("name"),
        folder=words.get("dir"),
        options={
            key.removeprefix(OPTION): value
            for key, value in words.items()
            if key.startswith(OPTION)
        },
        limit=None if limit == Limit() else limit,
        time=_clock(words["tc"]) if "tc" in words else None,
    )


def _number(words: dict[str, str], key: str) -> float | None:
    try:
        return float(words[key]) if key in words else None
    except ValueError:
        raise InvalidNotation("limit.positive", name=key, value=quoted(words[key])) from None


def _whole(words: dict[str, str], key: str) -> int | None:
    if key in words and not re.fullmatch("[0-9]{1,15}", words[key]):
        raise InvalidNotation("limit.positive", name=key, value=quoted(words[key]))
    return int(words[key]) if key in words else None


def _clock(text: str) -> str:
    """Returns our text for a clock written as `1:30+0.5` or `8+0.08`, in seconds."""
    match = _CLOCK.fullmatch(text)
    if match is None:
        raise InvalidNotation("engine_words.tc", text=quoted(text))
    seconds = 60 * int(match[1] or 0) + float(match[2])
    return str(TimeControl(seconds, float(match[3] or 0)))

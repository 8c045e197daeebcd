"""The arena's inputs: tournaments, journals, ladders, settings files."""

from __future__ import annotations

import json
from functools import partial

from fivefold.arena.running.config import read_file
from fivefold.results.journal import FILE, Journal
from fivefold.results.ladder import Ladder, ladder_from
from fivefold.results.standings import standings_of
from fivefold.results.tournament import Tournament
from fuzz.checking import OwnFile, tried

SETTINGS = OwnFile("settings.toml")
JOURNAL = OwnFile(FILE)


def check(data: bytes) -> None:
    kind, content = data[:1], data[1:]
    if kind == b"t":
        SETTINGS.write(content)
        tried(lambda: read_file(str(SETTINGS.path)))
    elif kind == b"l":
        ladder = tried(lambda: ladder_from(content.decode("utf-8", "replace"), "ladder.json"))
        if ladder is not None:
            again = Ladder.from_json(json.loads(json.dumps(ladder.as_json(), allow_nan=False)))
            assert again.as_json() == ladder.as_json()
    else:
        JOURNAL.write(content)
        journal = tried(lambda: Journal.open(JOURNAL.path.parent))
        if journal is not None:
            _check_journal(journal)


def _check_journal(journal: Journal) -> None:
    plain = json.loads(json.dumps(journal.tournament.as_json(), allow_nan=False))
    assert Tournament.from_json(plain) == journal.tournament
    for key in journal.finished:
        tried(partial(journal.record, key))
        journal.live_moves(key)
    if journal.tournament.pairs <= 2 and len(journal.tournament.entrants) <= 3:
        tried(lambda: standings_of(journal))

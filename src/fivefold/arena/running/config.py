"""Tournaments from a TOML file and command-line options; options override the file."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast, get_args

from fivefold import formats
from fivefold.arena.openings.sources import openings_for
from fivefold.arena.players import entrants
from fivefold.core import Game, Limit
from fivefold.errors import InvalidNotation
from fivefold.names import format_game, game_from
from fivefold.results.fields import Fields
from fivefold.results.schedules.schedule import check
from fivefold.results.tournament import (
    DrawRule,
    Entrant,
    Format,
    Tournament,
    read_draws,
    read_sprt,
)
from fivefold.words import Message, quoted

PAIRS = 10
SPRT_PAIRS = 10_000
"""Pairs after which a sequential test is abandoned."""


@dataclass(frozen=True)
class Config:
    """A tournament, and the number of concurrent games if it was given."""

    tournament: Tournament
    concurrency: int | None


def read_file(path: str) -> tuple[dict[str, Any], list[Entrant]]:
    """Returns the settings and players of a TOML file; its paths are relative to the file."""
    text = formats.read_from(path)
    try:
        data = tomllib.loads(text)
    except (
        ValueError,
        RecursionError,
    ) as error:  # integers with thousands of digits too
        shown = quoted(str(error), 200)[1:-1]
        raise InvalidNotation("arena.toml", file=quoted(path, 200), reason=shown) from error
    base = Path.cwd() if path == "-" else Path(path).resolve().parent
    fields = Fields({"player": data.pop("player", [])}, quoted(path, 200))
    players = [_player(each, base) for each in fields.objects("player")]
    source = data.get("openings")
    if isinstance(source, str) and source not in ("none", "generated"):
        data["openings"] = str(base / source)
    return data, players


def _player(fields: Fields, base: Path) -> Entrant:
    limit = _limit(fields)
    entrant = entrants.entrant_from(
        fields.text("player"),
        base,
        name=fields.optional("name", fields.text),
        folder=fields.optional("folder", fields.text),
        options=fields.by_name("options"),
        limit=None if limit == Limit() else limit,
        time=fields.optional("time", fields.text),
    )
    fields.done()
    return entrant


def _limit(fields: Fields) -> Limit:
    return Limit(
        fields.optional("seconds", fields.number),
        fields.optional("depth", lambda key: fields.whole(key, least=1)),
        fields.optional("nodes", lambda key: fields.whole(key, least=1)),
    )


def config_of(
    settings: Mapping[str, Any],
    players: Sequence[Entrant],
    name: str,
    tell: Callable[[Message], None] | None = None,
) -> Config:
    """Returns the tournament that the settings describe, after checking every one.

    `name` is the default name; `tell` receives messages about the openings.
    """
    fields = Fields(dict(settings), "tournament")
    game = _game(fields)
    seed = fields.whole("seed", 1)
    sprt = fields.optional("sprt", lambda key: read_sprt(fields.inner(key)))
    source = fields.optional("openings", fields.text)
    tournament = Tournament(
        name=fields.text("name", name),
        game=format_game(game),
        format=cast(Format, fields.one_of("format", get_args(Format), "round-robin")),
        entrants=entrants.with_names_apart(players),
        pairs=fields.whole("pairs", PAIRS if sprt is None else SPRT_PAIRS, least=1),
        rounds=fields.optional("rounds", lambda key: fields.whole(key, least=1)),
        seed=seed,
        limit=_limit(fields),
        time=fields.optional("time", fields.text),
        maximum=fields.optional("maximum", lambda key: fields.whole(key, least=1)),
        proofs=fields.yes_or_no("proofs", False),
        draws=fields.optional("draws", lambda key: read_draws(fields.inner(key))),
        withdraw_after=fields.optional("withdraw_after", lambda key: fields.whole(key, least=1)),
        sprt=sprt,
        anchor=fields.optional("anchor", fields.text),
        anchor_rating=fields.number("anchor_rating", 1500.0),
        opening=fields.optional("opening", fields.text),
    )
    concurrency = fields.optional("concurrency", lambda key: fields.whole(key, least=1))
    fields.done()
    check(tournament)
    for entrant in tournament.entrants:
        entrants.check(entrant, game)
    if tournament.opening is not None:
        if source not in (None, "none"):
            raise InvalidNotation("swap2.no_openings")
        source = "none"
    # Last, because generating openings takes a while.
    openings = openings_for(game, source, seed=seed, tell=tell)
    return Config(replace(tournament, openings=openings), concurrency)


def _game(fields: Fields) -> Game:
    size = fields.optional("size", fields.word)
    return game_from(fields.text("game"), size, fields.optional("rules", fields.text))


def parse_draws(text: str) -> DrawRule:
    """Returns the draw rule written as `60,8,20`: first move, count, score."""
    try:
        moves, count, score = text.split(",")
        return DrawRule(int(moves), int(count), float(score))
    except (ValueError, OverflowError) as error:
        raise InvalidNotation("arena.draws_unreadable", text=quoted(text)) from error

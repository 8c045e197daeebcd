"""Tournaments as data: who plays whom, how and from which positions; and their JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal, cast, get_args

from fivefold.core import Limit
from fivefold.errors import InvalidNotation
from fivefold.games.swap2 import check_procedure
from fivefold.match.clock import TimeControl
from fivefold.names import game_from
from fivefold.results.fields import Fields
from fivefold.results.sprt import Model, Sprt
from fivefold.words import quoted

Format = Literal["match", "round-robin", "gauntlet", "knockout", "swiss", "neighbours"]

MAX_NAME = 120
BETWEEN = " – "
"""Separates two names in the key of a game, so names cannot contain it."""
GROWING: tuple[Format, ...] = ("round-robin", "gauntlet")
"""Formats that players can join while they are played: existing pairings stay as they are."""


@dataclass(frozen=True)
class Entrant:
    """A participant. `name` is unique in the tournament and appears in its records.

    `player` is what `open_engine` reads: `level(3)`, `./my_bot.py:MyBot` or, for a program,
    `gomocup:./pbrain-wine --fast`. Its own limit or time replaces the tournament's.
    """

    name: str
    player: str
    folder: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    limit: Limit | None = None
    time: str | None = None

    def __post_init__(self) -> None:
        name = self.name
        fits = 0 < len(name) <= MAX_NAME and name.isprintable() and name == name.strip()
        if not fits or BETWEEN in name:
            raise InvalidNotation("arena.entrant.name", name=quoted(name, 200), most=MAX_NAME)
        if self.time is not None:
            TimeControl.parse(self.time)

    def as_json(self) -> dict[str, Any]:
        """Returns the entrant as plain data."""
        return {
            "name": self.name,
            "player": self.player,
            "folder": self.folder,
            "options": dict(self.options),
            "limit": None if self.limit is None else _limit_as_json(self.limit),
            "time": self.time,
        }

    @classmethod
    def read(cls, fields: Fields) -> Entrant:
        """Returns the entrant that `as_json` wrote."""
        entrant = cls(
            name=fields.text("name"),
            player=fields.text("player"),
            folder=fields.optional("folder", fields.text),
            options=fields.by_name("options"),
            limit=fields.optional("limit", lambda key: read_limit(fields.inner(key))),
            time=fields.optional("time", fields.text),
        )
        fields.done()
        return entrant


@dataclass(frozen=True)
class DrawRule:
    """After `moves` moves: a draw once both scored within `score` `count` times in a row."""

    moves: int
    count: int
    score: float

    def __post_init__(self) -> None:
        if self.moves < 0 or self.count < 1 or not self.score >= 0:
            raise InvalidNotation("arena.draws", text=f"{self.moves},{self.count},{self.score:g}")


@dataclass(frozen=True)
class Tournament:
    """The settings of a tournament, which fully determine its games.

    An encounter is `pairs` openings, each played twice with seats swapped. `openings` are moves
    from the start of the game; without any, every game begins at the start.
    """

    name: str
    game: str
    format: Format
    entrants: tuple[Entrant, ...]
    pairs: int = 1
    rounds: int | None = None
    openings: tuple[str, ...] = ()
    seed: int = 1
    limit: Limit = Limit()
    time: str | None = None
    maximum: int | None = None
    proofs: bool = False
    draws: DrawRule | None = None
    withdraw_after: int | None = None
    sprt: Sprt | None = None
    anchor: str | None = None
    anchor_rating: float = 1500.0
    opening: str | None = None
    """How the players agree on openings: `swap2`, where the first seat opens."""

    def __post_init__(self) -> None:
        names = [entrant.name for entrant in self.entrants]
        if len(names) < 2:
            raise InvalidNotation("arena.too_few", count=len(names))
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise InvalidNotation("arena.same_name", name=quoted(twice, 200))
        if self.format == "match" and len(names) != 2:
            raise InvalidNotation("arena.match_of_two", count=len(names))
        if self.sprt is not None and (len(names) != 2 or self.format not in ("match", *GROWING)):
            raise InvalidNotation("arena.sprt_of_two")
        if self.anchor is not None and self.anchor not in names:
            raise InvalidNotation("arena.no_anchor", name=quoted(self.anchor, 200), names=names)
        if self.time is not None:
            TimeControl.parse(self.time)
        if self.opening is not None:
            check_procedure(self.opening, game_from(self.game))
            if self.openings:
                raise InvalidNotation("swap2.no_openings")

    def entrant(self, name: str) -> Entrant:
        """Returns the entrant of that name."""
        return next(entrant for entrant in self.entrants if entrant.name == name)

    def joined_by(self, *entrants: Entrant) -> Tournament:
        """Returns the tournament with further players; raises if they cannot join."""
        if self.format not in GROWING or self.sprt is not None:
            raise InvalidNotation("arena.no_joining", format=self.format, names=GROWING)
        return replace(self, entrants=(*self.entrants, *entrants))

    def as_json(self) -> dict[str, Any]:
        """Returns the tournament as plain data."""
        return {
            "name": self.name,
            "game": self.game,
            "format": self.format,
            "entrants": [entrant.as_json() for entrant in self.entrants],
            "pairs": self.pairs,
            "rounds": self.rounds,
            "openings": list(self.openings),
            "seed": self.seed,
            "limit": _limit_as_json(self.limit),
            "time": self.time,
            "maximum": self.maximum,
            "proofs": self.proofs,
            "draws": None if self.draws is None else asdict(self.draws),
            "withdraw_after": self.withdraw_after,
            "sprt": None if self.sprt is None else asdict(self.sprt),
            "anchor": self.anchor,
            "anchor_rating": self.anchor_rating,
            **({} if self.opening is None else {"opening": self.opening}),
        }

    @classmethod
    def from_json(cls, data: object) -> Tournament:
        """Returns the tournament that `as_json` wrote, or raises `InvalidNotation`.

        Unknown keys are rejected, because they might change the games.
        """
        fields = Fields(data, "tournament")
        game = fields.text("game")
        game_from(game)
        tournament = cls(
            name=fields.text("name"),
            game=game,
            format=cast(Format, fields.one_of("format", get_args(Format))),
            entrants=tuple(Entrant.read(each) for each in fields.objects("entrants")),
            pairs=fields.whole("pairs", 1, least=1),
            rounds=fields.optional("rounds", lambda key: fields.whole(key, least=1)),
            openings=fields.texts("openings"),
            seed=fields.whole("seed", 1),
            limit=read_limit(fields.inner("limit")),
            time=fields.optional("time", fields.text),
            maximum=fields.optional("maximum", lambda key: fields.whole(key, least=1)),
            proofs=fields.yes_or_no("proofs", False),
            draws=fields.optional("draws", lambda key: read_draws(fields.inner(key))),
            withdraw_after=fields.optional(
                "withdraw_after", lambda key: fields.whole(key, least=1)
            ),
            sprt=fields.optional("sprt", lambda key: read_sprt(fields.inner(key))),
            anchor=fields.optional("anchor", fields.text),
            anchor_rating=fields.number("anchor_rating", 1500.0),
            opening=fields.optional("opening", fields.text),
        )
        fields.done()
        return tournament


def _limit_as_json(limit: Limit) -> dict[str, Any]:
    """Returns what `read_limit` reads; a limit's clock part is stored as `time`."""
    return {"seconds": limit.seconds, "depth": limit.depth, "nodes": limit.nodes}


def read_limit(fields: Fields) -> Limit:
    """Returns a limit from its keys."""
    limit = Limit(
        fields.optional("seconds", fields.number),
        fields.optional("depth", lambda key: fields.whole(key, least=1)),
        fields.optional("nodes", lambda key: fields.whole(key, least=1)),
    )
    fields.done()
    return limit


def read_draws(fields: Fields) -> DrawRule:
    """Returns a draw rule from its keys."""
    rule = DrawRule(fields.whole("moves"), fields.whole("count", least=1), fields.number("score"))
    fields.done()
    return rule


def read_sprt(fields: Fields) -> Sprt:
    """Returns a sequential test from its keys."""
    sprt = Sprt(
        fields.number("elo0"),
        fields.number("elo1"),
        fields.number("alpha", 0.05),
        fields.number("beta", 0.05),
        cast(Model, fields.one_of("model", get_args(Model), "normalized")),
    )
    fields.done()
    return sprt

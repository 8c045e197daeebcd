"""The ladder: measured ratings of a game's built-in opponents.

`fivefold arena ladder` plays them against each other; the results ship with the package.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from typing import Any

from fivefold.core import Game
from fivefold.errors import FivefoldError, InvalidNotation
from fivefold.match.series import Score
from fivefold.names import (
    BuiltIn,
    format_game,
    game_from,
    parameters,
    parse_player,
    strategy_from,
)
from fivefold.results.fields import Fields
from fivefold.words import quoted

VERSION = 1
ANCHOR = "level(1)"
ANCHOR_RATING = 1000.0


@dataclass(frozen=True)
class Rung:
    """One opponent: its rating, half the width of the 95 % interval, and its results.

    `apart`: every opponent between it and the anchor won or lost all its games against the others.
    Its distance from the anchor is then a lower bound, and its error is within its own group.
    """

    player: str
    rating: float
    error95: float
    score: Score
    apart: bool = False

    def as_json(self) -> dict[str, Any]:
        """Returns the rung as plain data."""
        return {
            "player": self.player,
            "rating": round(self.rating, 1),
            "error95": round(self.error95, 1),
            "wins": self.score.wins,
            "draws": self.score.draws,
            "losses": self.score.losses,
            "apart": self.apart,
        }


@dataclass(frozen=True)
class Ladder:
    """The ratings of one game and board, best first, and how they were measured."""

    game: str
    rungs: tuple[Rung, ...]
    seconds: float
    pairs: int
    seed: int
    made: str
    command: str
    anchor: str = ANCHOR
    anchor_rating: float = ANCHOR_RATING

    def as_json(self) -> dict[str, Any]:
        """Returns the ladder as plain data."""
        return {
            "version": VERSION,
            "game": self.game,
            "made": self.made,
            "command": self.command,
            "seconds": self.seconds,
            "pairs": self.pairs,
            "seed": self.seed,
            "anchor": self.anchor,
            "anchor_rating": self.anchor_rating,
            "players": [rung.as_json() for rung in self.rungs],
        }

    @classmethod
    def from_json(cls, data: object) -> Ladder:
        """Returns the ladder that `as_json` wrote, or raises `InvalidNotation`."""
        fields = Fields(data, "ladder")
        if fields.whole("version") != VERSION:
            raise InvalidNotation("ladder.version", known=VERSION)
        ladder = cls(
            game=format_game(game_from(fields.text("game"))),
            rungs=tuple(_rung(each) for each in fields.objects("players")),
            seconds=fields.number("seconds"),
            pairs=fields.whole("pairs", least=1),
            seed=fields.whole("seed"),
            made=fields.text("made"),
            command=fields.text("command"),
            anchor=fields.text("anchor"),
            anchor_rating=fields.number("anchor_rating"),
        )
        fields.done()
        return ladder


def ladder_from(text: str, file: str) -> Ladder:
    """Returns the ladder in the text of a file; raises if it is invalid."""
    try:
        return Ladder.from_json(json.loads(text))
    except FivefoldError as error:
        raise InvalidNotation(
            "ladder.file", file=quoted(file, 200), reason=error.message
        ) from error
    except (ValueError, RecursionError) as error:
        raise InvalidNotation("ladder.no_json", file=quoted(file, 200)) from error


def ladder_of(game: Game | str) -> Ladder | None:
    """Returns the installed ladder of the game, or None if that board has none."""
    found = game_from(game) if isinstance(game, str) else game
    ladder = _installed(found.name)
    return ladder if ladder is not None and ladder.game == format_game(found) else None


def rating_of(game: Game | str, player: str) -> Rung | None:
    """Returns the ladder entry of a built-in opponent, or None if it has none.

    The spelling does not matter: `h2`, `greedy(weighted)` and `greedy(heuristic=weighted)` are one.
    """
    found = game_from(game) if isinstance(game, str) else game
    if ladder_of(found) is None:
        return None
    return _by_meaning(found.name).get(_meaning(player, found.name))


@cache
def _installed(name: str) -> Ladder | None:
    file = resources.files("fivefold").joinpath("data", "ladder", f"{name}.json")
    if not file.is_file():
        return None
    return ladder_from(file.read_text(encoding="utf-8"), f"{name}.json")


@cache
def _by_meaning(name: str) -> Mapping[object, Rung]:
    ladder = _installed(name)
    assert ladder is not None
    return {_meaning(rung.player, name): rung for rung in ladder.rungs}


@lru_cache(maxsize=1024)
def _meaning(player: str, game: str) -> object:
    """Returns the strategy and the parameters of a text, without seeds."""
    try:
        if not isinstance(parse_player(player), BuiltIn):
            return player
        strategy = strategy_from(player, game)
    except FivefoldError:
        return player
    known = (name for name in parameters(type(strategy)) if name != "seed")
    return type(strategy), tuple((name, getattr(strategy, name)) for name in known)


def _rung(fields: Fields) -> Rung:
    rung = Rung(
        player=fields.text("player"),
        rating=fields.number("rating"),
        error95=fields.number("error95"),
        score=Score(fields.whole("wins"), fields.whole("draws"), fields.whole("losses")),
        apart=fields.yes_or_no("apart", False),
    )
    fields.done()
    return rung

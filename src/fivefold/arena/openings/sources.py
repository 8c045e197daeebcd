"""The openings of a tournament: from our lists, from a file, or generated.

An opening is a line of moves from the start of the game, as text. Both players play each opening in
both seats, so it need not be fair; but one that decides the game tells nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources
from importlib.resources.abc import Traversable

from fivefold import formats
from fivefold.arena.openings.generated import format_opening, generated
from fivefold.core import Game, State
from fivefold.errors import InvalidNotation, RulesError
from fivefold.match.replay import play_through
from fivefold.names import format_game
from fivefold.words import Message, quoted, say

NONE, GENERATED = "none", "generated"
QUICK_NODES = 60
"""Nodes per move of a test game, when a user waits for the openings."""
QUICK_COUNT = 10
"""Openings generated then by default; longer tournaments repeat them."""
MOST = 10_000

Tell = Callable[[Message], None]


def openings_for(
    game: Game,
    source: str | None = None,
    count: int | None = None,
    seed: int = 1,
    tell: Tell | None = None,
) -> tuple[str, ...]:
    """Returns at most `count` openings of the game, as texts that `state_after` reads.

    `source` is a file, `generated`, `none`, or None for our list of the game. Our lists are for the
    default board and rules; for others, openings are generated and `tell` is called.
    """
    if count is not None and not 1 <= count <= MOST:
        raise InvalidNotation("openings.count", count=count, most=MOST)
    if source == NONE:
        return ()
    if source is None:
        if _has_list(game):
            return read_openings(_list_of(game), game, f"{game.name}.txt")[:count]
        if tell is not None:
            tell(say("openings.made_anew", game=format_game(game)))
    elif source != GENERATED:
        return read_openings(formats.read_from(source), game, source)[:count]
    wanted = count or QUICK_COUNT
    if source is None:
        wanted = min(wanted, QUICK_COUNT)
    found = tuple(generated(game, wanted, seed, QUICK_NODES))
    if len(found) < wanted and tell is not None:
        tell(say("openings.few", count=len(found), game=format_game(game)))
    return found


def state_after(game: Game, opening: str) -> State:
    """Returns the position after an opening; raises if the game does not allow it."""
    state = play_through(game.start, formats.read_moves(opening, game.start))[-1]
    if state.outcome is not None:
        raise InvalidNotation("openings.over", reason=state.outcome.reason)
    return state


def read_openings(text: str, game: Game, file: str) -> tuple[str, ...]:
    """Returns the openings in a text, one per line; `#` starts a comment.

    A line holds moves in any notation we read; in Gomoku also Gomocup's `0,0, 1,-1, 3,2`.
    """
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        opening = line.partition("#")[0].strip()
        if not opening:
            continue
        try:
            found.append(_canonical(opening, game))
        except RulesError as error:
            place = {"number": number, "file": quoted(file, 200), "reason": error.message}
            raise type(error)("cli.line", **place) from error
        if len(found) > MOST:
            raise InvalidNotation("openings.too_many", file=quoted(file, 200), most=MOST)
    if not found:
        raise InvalidNotation("cli.no_openings", file=quoted(file, 200))
    return tuple(found)


def _canonical(opening: str, game: Game) -> str:
    text = format_opening(game, formats.read_opening(opening, game.start))
    if not text:
        raise InvalidNotation("move.empty")
    state_after(game, text)
    return text


def _has_list(game: Game) -> bool:
    return game == type(game).of() and _file(game).is_file()


def _list_of(game: Game) -> str:
    return _file(game).read_text(encoding="utf-8")


def _file(game: Game) -> Traversable:
    return resources.files("fivefold").joinpath("data", "openings", f"{game.name}.txt")

"""The ladder's tournament: a game's built-in opponents, and the rating list it yields.

Everyone meets the three above and the three below in the list. Games between players farther apart
are one-sided and tell little; the chain of neighbours still connects everyone, and the errors of
the ratings account for the missing games.
"""

from __future__ import annotations

from collections.abc import Mapping

from fivefold.core import Game, Limit
from fivefold.errors import InvalidNotation
from fivefold.match.series import Score
from fivefold.names import format_game
from fivefold.results.journal import Journal
from fivefold.results.ladder import ANCHOR, ANCHOR_RATING, Ladder, Rung
from fivefold.results.ratings import rate
from fivefold.results.standings import standings_of
from fivefold.results.tournament import Entrant, Tournament
from fivefold.words import say

OPPONENTS: dict[str, tuple[str, ...]] = {
    "gomoku": (
        "random",
        "level(1)",
        "level(2)",
        "level(3)",
        "reactive",
        "minimax(depth=1)",
        "negamax(depth=2)",
        "level(4)",
        "level(5)",
        "level(6)",
        "level(7)",
        "level(8)",
        "level(9)",
    ),
    "othello": (
        "random",
        "level(1)",
        "h1",
        "methodical",
        "h2",
        "level(2)",
        "minimax(depth=3)",
        "negamax(depth=2, evaluate=mobility)",
        "minimax(depth=1, evaluate=squares)",
        "level(3)",
        "negamax(depth=3, evaluate=squares)",
        "level(4)",
        "level(5)",
        "level(6)",
        "level(7)",
        "level(8)",
        "level(9)",
        "level(10)",
        "level(11)",
        "level(12)",
    ),
    "pentomino": (
        "openspace",
        "minimax(depth=1)",
        "openspace(iterations=5)",
        "openspace(iterations=1)",
        "random",
        "level(1)",
        "level(2)",
        "level(3)",
        "level(4)",
        "level(5)",
        "level(6)",
        "level(7)",
        "level(8)",
        "level(9)",
    ),
}
"""The opponents by game, weakest first as far as known.

They are the levels and the well-known strategies, plus others that fill gaps: across a chain of
one-sided games, distances are badly determined.
"""


def ladder_tournament(
    game: Game, openings: tuple[str, ...], *, pairs: int, seconds: float, seed: int
) -> Tournament:
    """Returns the tournament that measures the opponents of the game."""
    if game.name not in OPPONENTS:
        raise InvalidNotation("ladder.no_opponents", game=game.name, names=list(OPPONENTS))
    return Tournament(
        name=str(say("ladder.name", game=game.name)),
        game=format_game(game),
        format="neighbours",
        entrants=tuple(Entrant(player, player) for player in OPPONENTS[game.name]),
        pairs=pairs,
        openings=openings,
        seed=seed,
        limit=Limit(seconds=seconds),
        anchor=ANCHOR,
        anchor_rating=ANCHOR_RATING,
    )


def ladder_from_journal(journal: Journal, made: str, command: str) -> Ladder:
    """Returns the ladder computed from the games of a journal, best first.

    An entry is `apart` if it cannot be compared with the anchor, because a player in between won or
    lost everything: its rating shows only the direction, and its error is within its own group.
    """
    tournament, standings = journal.tournament, standings_of(journal)
    cross = standings.cross
    ratings = rate(cross, tournament.anchor, tournament.anchor_rating)
    rungs = []
    for row in standings.rows:
        if row.name not in ratings:
            continue
        circle = comparable(row.name, cross)
        apart = tournament.anchor not in circle
        error = ratings[row.name].error95
        if apart and len(circle) > 1:
            among = {pair: score for pair, score in cross.items() if circle.issuperset(pair)}
            error = rate(among)[row.name].error95
        score = Score(row.wins, row.draws, row.losses)
        player = tournament.entrant(row.name).player
        rungs.append(Rung(player, ratings[row.name].rating, error, score, apart))
    rungs.sort(key=lambda rung: -rung.rating)
    seconds = tournament.limit.seconds
    assert seconds is not None
    return Ladder(
        tournament.game, tuple(rungs), seconds, tournament.pairs, tournament.seed, made, command
    )


def comparable(name: str, cross: Mapping[tuple[str, str], Score]) -> set[str]:
    """Returns the players connected with `name` by scores in both directions, directly or not."""
    above, below = {name}, {name}
    for circle, mine in ((above, 1), (below, 0)):
        fresh = [name]
        while fresh:
            last = fresh.pop()
            for pair, score in cross.items():
                other = pair[1 - mine]
                if pair[mine] == last and score.points and other not in circle:
                    circle.add(other)
                    fresh.append(other)
    return above & below

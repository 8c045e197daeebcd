"""The status of a tournament: its phase, ratings and faults, for the report and the arena page."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from fivefold.errors import InvalidNotation, UnknownName
from fivefold.results.elo import Elo, elo_of_pairs, los_of, normalized_elo_of_pairs
from fivefold.results.journal import Finished, Journal, Started
from fivefold.results.ratings import Rating, rate
from fivefold.results.standings import Standings
from fivefold.words import quoted

Phase = Literal["finished", "running", "paused", "stopped"]


@dataclass(frozen=True)
class FaultSummary:
    """The games that one player ended by the same kind of fault; `last` finished last of them."""

    name: str
    ending: str
    games: int
    last: Finished


@dataclass(frozen=True)
class HeadToHead:
    """Elo estimates from the game pairs of a two-player tournament, for its first player."""

    elo: Elo
    normalized: Elo
    los: float | None


@dataclass(frozen=True)
class TournamentStatus:
    """The standings of a tournament with everything derived from them.

    `anchor` is the player whose rating is fixed at `anchor_rating`; without one, `anchor_rating`
    is the mean of all ratings. `head_to_head` is None unless there are exactly two players.
    """

    journal: Journal
    standings: Standings
    ratings: dict[str, Rating]
    anchor: str | None
    anchor_rating: float
    faults: tuple[FaultSummary, ...]
    head_to_head: HeadToHead | None

    @classmethod
    def of(
        cls,
        journal: Journal,
        standings: Standings,
        anchor: str | None = None,
        anchor_rating: float | None = None,
    ) -> TournamentStatus:
        """Returns the status; `anchor` and `anchor_rating` override those of the tournament."""
        tournament = journal.tournament
        names = [entrant.name for entrant in tournament.entrants]
        if anchor is not None and anchor not in names:
            raise UnknownName("arena.no_anchor", name=quoted(anchor, 200), names=names)
        anchor = tournament.anchor if anchor is None else anchor
        rating = tournament.anchor_rating if anchor_rating is None else anchor_rating
        return cls(
            journal=journal,
            standings=standings,
            ratings=rate(standings.cross, anchor, rating),
            anchor=anchor,
            anchor_rating=rating,
            faults=_faults(journal, standings),
            head_to_head=_head_to_head(standings),
        )

    def activity(self) -> Activity:
        """Returns what is happening now; unlike the rest it changes without a journal entry."""
        is_running = self.journal.is_running()
        phase: Phase = "running" if is_running else "stopped"
        if self.standings.over:
            phase = "finished"
        elif is_running and self.journal.paused:
            phase = "paused"
        return Activity(phase, tuple(self.journal.running()) if is_running else ())


@dataclass(frozen=True)
class Activity:
    """The phase of a tournament and the games in progress.

    Without a runner a tournament is "stopped" even if it was paused before: it takes
    `fivefold arena resume` to continue either.
    """

    phase: Phase
    running: tuple[Started, ...]


def parse_anchor(text: str) -> tuple[str, float | None]:
    """Returns the name and rating in `NAME` or `NAME=RATING`; a name may contain `=`."""
    name, sign, number = text.rpartition("=")
    if not sign or number.endswith(")"):  # minimax(depth=3) is a name
        return text, None
    try:
        rating = float(number)
    except ValueError:
        return text, None
    if not abs(rating) <= 1_000_000:
        raise InvalidNotation("arena.anchor_rating", text=quoted(text, 200))
    return name, rating


def _faults(journal: Journal, standings: Standings) -> tuple[FaultSummary, ...]:
    """Returns the faults in counted games by player, each player's most frequent first."""
    counts: Counter[tuple[str, str]] = Counter()
    last: dict[tuple[str, str], Finished] = {}
    counted = (journal.finished[fixture.key] for fixture in standings.counted)
    for game in sorted(counted, key=lambda game: game.offset):
        if game.fault is not None:
            counts[game.fault, game.ending] += 1
            last[game.fault, game.ending] = game
    order = sorted(counts, key=lambda kind: (kind[0], -counts[kind], kind[1]))
    return tuple(FaultSummary(*kind, counts[kind], last[kind]) for kind in order)


def _head_to_head(standings: Standings) -> HeadToHead | None:
    pairs = standings.pairs
    if pairs is None:
        return None
    return HeadToHead(elo_of_pairs(pairs), normalized_elo_of_pairs(pairs), los_of(pairs))

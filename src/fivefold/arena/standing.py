"""Where a tournament stands: what its reports, exports and plots say, worked out once."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from fivefold.errors import InvalidNotation, UnknownName
from fivefold.results.elo import Elo, elo_of_pairs, los_of, normalized_elo_of_pairs
from fivefold.results.journal import Journal
from fivefold.results.ratings import Rating, rate
from fivefold.results.table import Table
from fivefold.words import quoted

Phase = Literal["finished", "running", "paused", "stopped"]


@dataclass(frozen=True)
class Breakage:
    """How often somebody ended games by a fault of its own in the same way, and one reason."""

    name: str
    ending: str
    reason: str
    games: int


@dataclass(frozen=True)
class Head:
    """What the pairs of two players say about the first of them."""

    elo: Elo
    normalized: Elo
    los: float | None


@dataclass(frozen=True)
class Standing:
    """The journal, its table, and what follows from them.

    `head` is there in a tournament of two. `anchor` is who the ratings are seen from, or None
    where the mean of all is `anchor_rating`.
    """

    journal: Journal
    table: Table
    phase: Phase
    under_way: int
    ratings: dict[str, Rating]
    anchor: str | None
    anchor_rating: float
    breakages: tuple[Breakage, ...]
    head: Head | None

    @classmethod
    def of(
        cls,
        journal: Journal,
        table: Table,
        anchor: str | None = None,
        anchor_rating: float | None = None,
    ) -> Standing:
        """Returns the standing; another anchor than the tournament's moves all ratings."""
        tournament = journal.tournament
        names = [entrant.name for entrant in tournament.entrants]
        if anchor is not None and anchor not in names:
            raise UnknownName("arena.no_anchor", name=quoted(anchor, 200), names=names)
        anchor = tournament.anchor if anchor is None else anchor
        rating = tournament.anchor_rating if anchor_rating is None else anchor_rating
        running = journal.is_running()
        return cls(
            journal=journal,
            table=table,
            phase=_phase(table.over, running, journal.paused),
            under_way=sum(1 for _ in journal.running()) if running else 0,
            ratings=rate(table.cross, anchor, rating),
            anchor=anchor,
            anchor_rating=rating,
            breakages=_breakages(journal, table),
            head=None
            if table.pairs is None
            else Head(
                elo_of_pairs(table.pairs),
                normalized_elo_of_pairs(table.pairs),
                los_of(table.pairs),
            ),
        )


def parse_anchor(text: str) -> tuple[str, float | None]:
    """Returns the name and the rating of `NAME` or `NAME=R`; a name may have `=` inside."""
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


def _phase(over: bool, running: bool, paused: bool) -> Phase:
    if over:
        return "finished"
    if paused:
        return "paused"
    return "running" if running else "stopped"


def _breakages(journal: Journal, table: Table) -> tuple[Breakage, ...]:
    """Returns who broke how often, by name and the most frequent first."""
    counts: Counter[tuple[str, str]] = Counter()
    reasons: dict[tuple[str, str], str] = {}
    for fixture in table.counted:
        game = journal.finished[fixture.key]
        if game.fault is not None:
            counts[game.fault, game.ending] += 1
            reasons.setdefault((game.fault, game.ending), game.reason)
    order = sorted(counts, key=lambda kind: (kind[0], -counts[kind], kind[1]))
    return tuple(Breakage(*kind, reasons[kind], counts[kind]) for kind in order)

"""The report of a tournament as text: fastchess's summary for two players, else a rating list.

More than two players get a rating list and a cross table. Broken players are listed with the
reason, and the first line gives the status.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

from fivefold.engines.wire import readable
from fivefold.results.elo import Elo
from fivefold.results.sprt import SprtState
from fivefold.results.standings import Row
from fivefold.results.tournament import Entrant, Tournament
from fivefold.results.tournament_status import TournamentStatus
from fivefold.words import Message, say

MAX_NAME = 40
HEADS = (
    *("rank", "name", "rating", "error", "games", "points", "percent"),
    *("won", "drawn", "lost", "faults"),
)
MAX_CROSSED = 16
"""Maximum players in a cross table; more would be too wide to read."""


def report(status: TournamentStatus) -> list[str]:
    """Returns the lines of the whole report."""
    lines = [str(_progress(status)), ""]
    if not status.standings.counted:
        lines.append(str(say("arena.report.no_games")))
    elif status.head_to_head is not None:
        lines += head_to_head(status)
    else:
        lines += [*rating_list(status), "", *cross_table(status)]
    broken = broken_players(status)
    return [*lines, "", *broken] if broken else lines


def head_to_head(status: TournamentStatus) -> list[str]:
    """Returns fastchess's summary of a two-player tournament, for its first player."""
    standings, head = status.standings, status.head_to_head
    tournament = status.journal.tournament
    assert head is not None
    assert standings.pairs is not None
    first, second = (entrant.name for entrant in tournament.entrants)
    row = next(row for row in standings.rows if row.name == first)
    pairs = standings.pairs
    score = {"points": f"{row.points:.1f}", "percent": f"{100 * row.points / row.games:.2f}"}
    results = {"games": row.games, "wins": row.wins, "losses": row.losses, "draws": row.draws}
    lines = [
        say("arena.report.of_two", first=first, second=second, how=_how(tournament)),
        say(
            "arena.report.elo",
            elo=_elo(head.elo, pairs.score),
            normalized=_elo(head.normalized, pairs.score),
        ),
        say(
            "arena.report.los",
            los=_percent(head.los),
            draws=_percent(pairs.draw_ratio),
            ratio=_ratio(pairs.pairs_ratio, pairs.counts[3] + pairs.counts[4]),
        ),
        say("arena.report.games", **results, **score),
        say("arena.report.pairs", counts=list(pairs.counts)),
    ]
    if standings.sprt is not None:
        lines += _sprt(tournament, standings.sprt)
    return [str(line) for line in lines]


def rating_list(status: TournamentStatus) -> list[str]:
    """Returns the players, best first, with their ratings and results."""
    rows = [
        (str(rank), *_row(status, row)) for rank, row in enumerate(status.standings.rows, start=1)
    ]
    heads = [str(say(f"arena.report.head.{head}")) for head in HEADS]
    lines = _columns(heads, rows, left=(1,))
    if status.anchor is None:
        lines.append(str(say("arena.report.mean", rating=status.anchor_rating)))
    else:
        facts = {"name": status.anchor, "rating": status.anchor_rating}
        lines.append(str(say("arena.report.anchor", **facts)))
    ratings = status.ratings.values()
    if any(rating.swept for rating in ratings):
        lines.append(str(say("arena.report.swept")))
    groups = 1 + max((rating.group for rating in ratings), default=0)
    if groups > 1:
        lines.append(str(say("arena.report.groups", count=groups)))
    return lines


def cross_table(status: TournamentStatus) -> list[str]:
    """Returns the cross table: the points of the row's player against the column's."""
    rows, cross = status.standings.rows, status.standings.cross
    if len(rows) > MAX_CROSSED:
        return [str(say("arena.report.wide", count=len(rows)))]
    played = {score.games for score in cross.values()}
    same = played.pop() if len(played) == 1 else None
    lines = []
    for rank, row in enumerate(rows, start=1):
        cells = []
        for other in rows:
            score = cross.get((row.name, other.name))
            text = "–" if score is None else f"{score.points:g}"
            if score is not None and same is None:
                text += f"/{score.games}"
            cells.append("·" if other is row else text)
        lines.append((str(rank), _short(row.name), *cells))
    title = say("arena.report.cross") if same is None else say("arena.report.cross_of", games=same)
    numbers = [str(rank) for rank in range(1, len(rows) + 1)]
    return [str(title), *_columns(["", "", *numbers], lines, left=(1,))]


def broken_players(status: TournamentStatus) -> list[str]:
    """Returns the players with faults, how often and why."""
    lines: list[str] = []
    for row in status.standings.rows:
        faults = [fault for fault in status.faults if fault.name == row.name]
        if not faults:
            continue
        key = "arena.report.withdrawn" if row.withdrawn else "arena.report.broken"
        lines.append(str(say(key, name=row.name, count=sum(fault.games for fault in faults))))
        for fault in faults:
            ending, reason = say(f"cli.ending.{fault.ending}"), readable(fault.last.reason)
            facts = {"count": fault.games, "ending": ending, "reason": reason}
            lines.append(str(say("arena.report.fault", **facts)))
    return lines


def _progress(status: TournamentStatus) -> Message:
    standings, activity = status.standings, status.activity()
    done, known = len(standings.counted), len(standings.counted) + standings.pending
    # The total is known beforehand only if results do not decide the pairings.
    if standings.total is None:
        all_games = say("arena.report.or_more", count=known)
    else:
        all_games = say("arena.report.all", count=max(known, standings.total - standings.void))
    facts = {"done": done, "all": all_games, "now": len(activity.running)}
    name = status.journal.tournament.name
    return say(f"arena.report.{activity.phase}", name=name, **facts)


def _sprt(tournament: Tournament, state: SprtState) -> list[Message]:
    sprt = tournament.sprt
    assert sprt is not None
    share = state.llr / (state.upper if state.llr >= 0 else -state.lower)
    line = say(
        "arena.report.llr",
        llr=f"{state.llr:.2f}",
        percent=f"{100 * share:.1f}",
        bounds=f"({state.lower:.2f}, {state.upper:.2f})",
        elo=f"[{sprt.elo0:.2f}, {sprt.elo1:.2f}]",
    )
    facts = {"name": tournament.entrants[0].name, "elo0": sprt.elo0, "elo1": sprt.elo1}
    if state.verdict is not None:
        key = f"arena.report.verdict.{state.verdict.lower()}"
        return [line, say(key, **facts, model=sprt.model)]
    if state.games_left is None:
        return [line, say("arena.report.undecided")]
    return [line, say("arena.report.games_left", games=state.games_left)]


def _how(tournament: Tournament) -> Message:
    """Returns the conditions of a two-player tournament: game, time, openings."""
    times = [_time(entrant, tournament) for entrant in tournament.entrants]
    parts: list[Message | str] = [tournament.game]
    if any(times):
        texts = list(dict.fromkeys(", ".join(map(str, time)) or "–" for time in times))
        parts.append(" – ".join(texts))
    openings = len(tournament.openings)
    if openings:
        parts.append(say("arena.report.openings", count=openings))
    else:
        parts.append(say("arena.report.no_openings"))
    return say("arena.report.how", parts=parts)


def _time(entrant: Entrant, tournament: Tournament) -> list[Message | str]:
    time, limit = entrant.time or tournament.time, entrant.limit or tournament.limit
    parts: list[Message | str] = [] if time is None else [time]
    if limit.seconds is not None:
        parts.append(say("arena.report.seconds", seconds=f"{limit.seconds:g}"))
    if limit.depth is not None:
        parts.append(say("arena.report.depth", depth=limit.depth))
    if limit.nodes is not None:
        parts.append(say("arena.report.nodes", nodes=limit.nodes))
    return parts


def _row(status: TournamentStatus, row: Row) -> tuple[str, ...]:
    rating = status.ratings.get(row.name)
    return (
        _short(row.name),
        "–" if rating is None else f"{rating.rating:.0f}{'*' if rating.swept else ''}",
        "–" if rating is None else f"{rating.error95:.0f}",
        str(row.games),
        f"{row.points:g}",
        f"{100 * row.points / row.games:.1f}" if row.games else "–",
        str(row.wins),
        str(row.draws),
        str(row.losses),
        str(row.faults) if row.faults else "",
    )


def _elo(elo: Elo, score: float | None) -> Message | str:
    """Returns `12.34 +/- 5.67`, or why there is no number; an unknown error is a dash."""
    if elo.difference is None:
        if score in (0.0, 1.0):
            return say("arena.report.elo.won" if score else "arena.report.elo.lost")
        return "– +/- –"
    # Without any spread the results say nothing about the error.
    return f"{elo.difference:.2f} +/- {f'{elo.error95:.2f}' if elo.error95 else '–'}"


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.2f} %"


def _ratio(ratio: float | None, won: int) -> str:
    if ratio is None:
        return "inf" if won else "–"
    return f"{ratio:.2f}"


def _columns(heads: Sequence[str], rows: Iterable[Sequence[str]], left: Sequence[int]) -> list[str]:
    """Returns the rows under their headings, right-aligned except for the columns in `left`."""
    table = [heads, *rows]
    widths = [max(_width(row[i]) for row in table) for i in range(len(heads))]
    lines = []
    for row in table:
        cells = []
        for i, cell in enumerate(row):
            gap = " " * (widths[i] - _width(cell))
            cells.append(cell + gap if i in left else gap + cell)
        lines.append("  ".join(cells).rstrip())
    return lines


def _short(name: str) -> str:
    return name if len(name) <= MAX_NAME else f"{name[: MAX_NAME - 1]}…"


def _width(text: str) -> int:
    """Returns the width of the text in terminal cells: Hangul and Kanji take two."""
    wide = sum(unicodedata.east_asian_width(mark) in "WF" for mark in text)
    return len(text) + wide - sum(map(bool, map(unicodedata.combining, text)))

"""Exports of a tournament: one JSON document, CSV tables, and PGN headers.

Only games that count are written, so that rating tools see what the report is based on. Files are
written atomically, and games are read one by one, so that large journals need little memory.
"""

from __future__ import annotations

import csv
import io
import json
import math
import textwrap
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from fivefold.core import Player
from fivefold.results.journal import Finished
from fivefold.results.tournament_status import TournamentStatus

RESULTS = {Player.FIRST: "1-0", Player.SECOND: "0-1", None: "1/2-1/2"}
"""As chess tools write them, with X as White."""

GAME_COLUMNS = (
    *("key", "round", "first", "second", "result", "winner", "ending", "fault", "moves"),
    *("first_seconds", "second_seconds", "finished", "reason"),
)
RATING_COLUMNS = (
    *("rank", "name", "rating", "error95", "games", "points", "wins", "draws", "losses"),
    *("faults", "withdrawn", "swept", "group"),
)


def as_json(status: TournamentStatus) -> dict[str, Any]:
    """Returns the content of the report as plain data; docs/reference/arena.md lists the keys."""
    standings, pairs = status.standings, status.standings.pairs
    head, sprt, activity = status.head_to_head, status.journal.tournament.sprt, status.activity()
    return {
        "tournament": status.journal.tournament.as_json(),
        "phase": activity.phase,
        "games": {
            "counted": len(standings.counted),
            "pending": standings.pending,
            "void": standings.void,
            "under_way": len(activity.running),
            "total": standings.total,
        },
        "anchor": {"name": status.anchor, "rating": status.anchor_rating},
        "players": [dict(zip(RATING_COLUMNS, row, strict=True)) for row in _players(status)],
        "cross": [
            {"player": a, "opponent": b, **score.as_json()}
            for (a, b), score in sorted(standings.cross.items())
        ],
        "match": None
        if head is None or pairs is None
        else {
            "pairs": list(pairs.counts),
            "elo": head.elo.as_json(),
            "normalized_elo": head.normalized.as_json(),
            "los": head.los,
            "draw_ratio": pairs.draw_ratio,
            "pairs_ratio": pairs.pairs_ratio,
        },
        "sprt": None
        if sprt is None or standings.sprt is None
        else {**vars(sprt), **standings.sprt.as_json()},
        "faults": [
            {
                "name": fault.name,
                "ending": fault.ending,
                "reason": fault.last.reason,
                "games": fault.games,
            }
            for fault in status.faults
        ],
    }


def games_csv(status: TournamentStatus) -> Iterator[str]:
    """Yields the rows of a CSV table of games."""
    yield _line(GAME_COLUMNS)
    for fixture in status.standings.counted:
        game = status.journal.finished[fixture.key]
        names = {Player.FIRST: game.first, Player.SECOND: game.second, None: ""}
        yield _line(
            (
                *(game.key, fixture.round, game.first, game.second),
                *(RESULTS[game.winner], names[game.winner], game.ending, game.fault or ""),
                *(game.plies, round(game.seconds[0], 6), round(game.seconds[1], 6)),
                *(_when(game).isoformat(timespec="milliseconds"), game.reason),
            )
        )


def ratings_csv(status: TournamentStatus) -> Iterator[str]:
    """Yields the rows of a CSV table of players."""
    yield _line(RATING_COLUMNS)
    for row in _players(status):
        yield _line(["" if value is None else value for value in row])


def games_pgn(status: TournamentStatus) -> Iterator[str]:
    """Yields the games as PGN for chess rating tools: headers, and the moves as a comment."""
    journal = status.journal
    with journal.file.open("rb") as file:
        for fixture in status.standings.counted:
            game = journal.finished[fixture.key]
            file.seek(game.offset)
            # Read from the journal, because replaying every game would take minutes.
            record = json.loads(file.readline())
            tags = {
                "Event": journal.tournament.name,
                "Site": "Fivefold",
                "Date": f"{_when(game):%Y.%m.%d}",
                "Round": str(fixture.round),
                "White": game.first,
                "Black": game.second,
                "Result": RESULTS[game.winner],
                "Variant": str(record.get("game", "")),
                "Start": str(record.get("start", "")),
                "Termination": game.ending,
            }
            heads = "".join(f'[{tag} "{_escaped(value)}"]\n' for tag, value in tags.items())
            moves = [str(move) for move in record.get("moves", ())]
            yield f"{heads}\n{{{_movetext(moves)}}} {RESULTS[game.winner]}\n\n"


def _movetext(moves: Sequence[str]) -> str:
    """Returns the moves as a comment's text, in lines of at most 79 characters."""
    between = "; " if any(" " in move for move in moves) else " "
    text = between.join(moves).replace("}", "")  # it would end the comment
    return textwrap.fill(text, 79, break_on_hyphens=False)


def _players(status: TournamentStatus) -> Iterator[tuple[Any, ...]]:
    for rank, row in enumerate(status.standings.rows, start=1):
        rating = status.ratings.get(row.name)
        numbers = (None, None) if rating is None else (rating.rating, rating.error95)
        yield (
            *(rank, row.name, *(_rounded(number) for number in numbers)),
            *(row.games, row.points, row.wins, row.draws, row.losses, row.faults),
            *(row.withdrawn, rating is not None and rating.swept),
            None if rating is None else rating.group,
        )


def _rounded(number: float | None) -> float | None:
    """Returns the number with two digits; further ones depend on the machine."""
    return None if number is None or not math.isfinite(number) else round(number, 2)


def _when(game: Finished) -> datetime:
    return datetime.fromtimestamp(game.at, UTC)


def _line(values: Sequence[object]) -> str:
    paper = io.StringIO()
    csv.writer(paper, lineterminator="\n").writerow(values)
    return paper.getvalue()


def _escaped(text: str) -> str:
    """Returns the text of a PGN tag, with quotation marks escaped."""
    one_line = " ".join(text.split())
    return one_line.replace("\\", "\\\\").replace('"', '\\"')

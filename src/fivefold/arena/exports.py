"""A tournament for other programs: one JSON document, tables as CSV, and headers as in PGN.

Only games that count are written, so every rating tool sees what the report rests on. Files come
about in one step or not at all, and games are read one by one: a large journal is no trouble.
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

from fivefold.arena.standing import Standing
from fivefold.core import Player
from fivefold.results.journal import Finished

RESULTS = {Player.FIRST: "1-0", Player.SECOND: "0-1", None: "1/2-1/2"}
"""As chess programs write them: the first player, X, is White there."""

GAME_COLUMNS = (
    *("key", "round", "first", "second", "result", "winner", "ending", "fault", "moves"),
    *("first_seconds", "second_seconds", "finished", "reason"),
)
RATING_COLUMNS = (
    *("rank", "name", "rating", "error95", "games", "points", "wins", "draws", "losses"),
    *("faults", "withdrawn", "swept", "group"),
)


def as_json(standing: Standing) -> dict[str, Any]:
    """Returns everything the report says as plain data; the keys are in the reference."""
    table, head, sprt = standing.table, standing.head, standing.journal.tournament.sprt
    return {
        "tournament": standing.journal.tournament.as_json(),
        "phase": standing.phase,
        "games": {
            "counted": len(table.counted),
            "pending": table.pending,
            "void": table.void,
            "under_way": standing.under_way,
            "total": table.total,
        },
        "anchor": {"name": standing.anchor, "rating": standing.anchor_rating},
        "players": [dict(zip(RATING_COLUMNS, row, strict=True)) for row in _players(standing)],
        "cross": [
            {"player": a, "opponent": b, **score.as_json()}
            for (a, b), score in sorted(table.cross.items())
        ],
        "match": None
        if head is None or table.pairs is None
        else {
            "pairs": list(table.pairs.counts),
            "elo": head.elo.as_json(),
            "normalized_elo": head.normalized.as_json(),
            "los": head.los,
            "draw_ratio": table.pairs.draw_ratio,
            "pairs_ratio": table.pairs.pairs_ratio,
        },
        "sprt": None
        if sprt is None or table.sprt is None
        else {**vars(sprt), **table.sprt.as_json()},
        "faults": [dict(vars(kind)) for kind in standing.breakages],
    }


def games_csv(standing: Standing) -> Iterator[str]:
    """Yields the lines of a table with one line for each game."""
    yield _line(GAME_COLUMNS)
    for fixture in standing.table.counted:
        game = standing.journal.finished[fixture.key]
        names = {Player.FIRST: game.first, Player.SECOND: game.second, None: ""}
        yield _line(
            (
                *(game.key, fixture.round, game.first, game.second),
                *(RESULTS[game.winner], names[game.winner], game.ending, game.fault or ""),
                *(game.plies, round(game.seconds[0], 6), round(game.seconds[1], 6)),
                *(_when(game).isoformat(timespec="milliseconds"), game.reason),
            )
        )


def ratings_csv(standing: Standing) -> Iterator[str]:
    """Yields the lines of a table with one line for each player."""
    yield _line(RATING_COLUMNS)
    for row in _players(standing):
        yield _line(["" if value is None else value for value in row])


def games_pgn(standing: Standing) -> Iterator[str]:
    """Yields the games as rating tools for chess read them: headers, and the moves as a remark."""
    journal = standing.journal
    with journal.file.open("rb") as file:
        for fixture in standing.table.counted:
            game = journal.finished[fixture.key]
            file.seek(game.offset)
            # As the runner wrote it: to replay every game first would take minutes.
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
    """Returns the moves in lines that are not too long, as the text of a remark."""
    between = "; " if any(" " in move for move in moves) else " "
    text = between.join(moves).replace("}", "")  # which would end the remark
    return textwrap.fill(text, 79, break_on_hyphens=False)


def _players(standing: Standing) -> Iterator[tuple[Any, ...]]:
    for rank, row in enumerate(standing.table.rows, start=1):
        rating = standing.ratings.get(row.name)
        numbers = (None, None) if rating is None else (rating.rating, rating.error95)
        yield (
            *(rank, row.name, *(_rounded(number) for number in numbers)),
            *(row.games, row.points, row.wins, row.draws, row.losses, row.faults),
            *(row.withdrawn, rating is not None and rating.swept),
            None if rating is None else rating.group,
        )


def _rounded(number: float | None) -> float | None:
    """Returns the number with two digits: more would only say how the machine rounds."""
    return None if number is None or not math.isfinite(number) else round(number, 2)


def _when(game: Finished) -> datetime:
    return datetime.fromtimestamp(game.at, UTC)


def _line(values: Sequence[object]) -> str:
    paper = io.StringIO()
    csv.writer(paper, lineterminator="\n").writerow(values)
    return paper.getvalue()


def _escaped(text: str) -> str:
    """Returns the text as it stands between the quotation marks of a PGN tag."""
    one_line = " ".join(text.split())
    return one_line.replace("\\", "\\\\").replace('"', '\\"')

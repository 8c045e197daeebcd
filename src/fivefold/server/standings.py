"""A tournament as the arena page gets it: standings, faults, running games, charts.

Names of players and reasons of programs come from strangers: here they are made short and
harmless, and the page shows them as text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container
from functools import cached_property
from typing import Any

from fivefold.core import Limit, State
from fivefold.errors import FivefoldError
from fivefold.match.replay import play_through, read_line
from fivefold.names import game_from
from fivefold.results.elo import elo_of_pairs, los_of
from fivefold.results.journal import Finished, Journal
from fivefold.results.ratings import rate
from fivefold.results.table import Row, table_of
from fivefold.server.charts import game_lengths, score_over_time, seconds_a_move, seconds_left
from fivefold.server.room_view import game_as_json, view_of
from fivefold.words import quoted

MOST_RUNNING = 8
"""Boards that are shown; the others are counted."""
MOST_RECENT = 12
MOST_LINES = 8
"""Players in the chart of scores."""
LONGEST = 300


class Standings:
    """What a journal says as long as nothing is appended to it."""

    def __init__(self, journal: Journal) -> None:
        self._tournament = journal.tournament
        self._table = table = table_of(journal)
        self._game = game_as_json(game_from(journal.tournament.game))
        self._finished = journal.finished
        rated = rate(table.cross, journal.tournament.anchor)
        self._swept = {name for name, rating in rated.items() if rating.swept}
        self._began = journal.began
        self.counted: Container[str] = {fixture.key for fixture in table.counted}
        # In the order in which they ended.
        self._games = [game for key, game in self._finished.items() if key in self.counted]
        self._broken = [game for game in self._games if game.fault is not None]

    def summary(self) -> dict[str, Any]:
        """Returns the line about the tournament in a list of several."""
        rows = self._table.rows
        return {
            "title": readable(self._tournament.name),
            "game": self._game,
            "format": self._tournament.format,
            "players": len(rows),
            "leader": readable(rows[0].name) if self._games and rows else None,
            "over": self._table.over,
            "progress": self._progress(),
        }

    @cached_property
    def document(self) -> dict[str, Any]:
        """Returns everything that does not depend on whether somebody plays just now."""
        names = [row.name for row in self._table.rows]
        recent = list(self._finished.values())[: -MOST_RECENT - 1 : -1]
        return {
            **self.summary(),
            "settings": self._settings(),
            "rows": [self._row(row) for row in self._table.rows],
            "cross": self._cross(names),
            "anchor": self._tournament.anchor and readable(self._tournament.anchor),
            "anchor_rating": self._tournament.anchor_rating,
            "match": self._match(),
            "sprt": self._sprt(),
            "recent": [game_row(game, self.counted) for game in recent],
            "charts": {
                "scores": score_over_time(self._games, names[:MOST_LINES]),
                "lengths": game_lengths(self._games),
                "times": seconds_a_move(self._games, names),
            },
        }

    def _settings(self) -> dict[str, Any]:
        tournament = self._tournament
        return {
            "pairs": tournament.pairs,
            "rounds": tournament.rounds,
            "openings": len(tournament.openings),
            "limit": _limit(tournament.limit),
            "time": tournament.time,
            "maximum": tournament.maximum,
            "withdraw_after": tournament.withdraw_after,
        }

    def _progress(self) -> dict[str, Any]:
        table = self._table
        left = None if table.total is None else max(0, table.total - len(self._games) - table.void)
        if table.sprt is not None:
            expected = table.sprt.games_left
            left = expected if left is None or expected is None else min(left, expected)
        return {
            "played": len(self._games),
            "total": table.total,
            "void": table.void,
            "began": round(self._began, 3),
            "latest": round(max((game.at for game in self._games), default=self._began), 3),
            "seconds_left": None if table.over else seconds_left(self._games, left),
        }

    def _row(self, row: Row) -> dict[str, Any]:
        return {
            "name": readable(row.name),
            "games": row.games,
            "wins": row.wins,
            "draws": row.draws,
            "losses": row.losses,
            "points": row.points,
            "rating": _rounded(row.rating),
            "error95": _rounded(row.error95),
            "swept": row.name in self._swept,
            "withdrawn": row.withdrawn,
            "faults": self._faults(row.name),
        }

    def _faults(self, name: str) -> list[dict[str, Any]]:
        """Returns how a player broke: each way with its number, and the last game that shows it."""
        broken = [game for game in self._broken if game.fault == name]
        counts = Counter(game.ending for game in broken)
        last = {game.ending: game for game in broken}
        return [
            {
                "ending": ending,
                "count": count,
                "reason": readable(last[ending].reason),
                "key": last[ending].key,
            }
            for ending, count in counts.most_common()
        ]

    def _cross(self, names: list[str]) -> list[list[list[int] | None]]:
        """Returns wins, draws and losses of each row's player against each other, as in rows."""
        cross = self._table.cross
        scores = ((cross.get((name, other)) for other in names) for name in names)
        return [
            [[each.wins, each.draws, each.losses] if each and each.games else None for each in row]
            for row in scores
        ]

    def _match(self) -> dict[str, Any] | None:
        """Returns what the pairs of a match between two say."""
        pairs = self._table.pairs
        if pairs is None:
            return None
        elo = elo_of_pairs(pairs)
        first, second = (entrant.name for entrant in self._tournament.entrants[:2])
        return {
            "first": readable(first),
            "second": readable(second),
            "pairs": list(pairs.counts),
            "difference": _rounded(elo.difference),
            "error95": _rounded(elo.error95),
            "superior": _rounded(los_of(pairs), 4),
        }

    def _sprt(self) -> dict[str, Any] | None:
        asked, state = self._tournament.sprt, self._table.sprt
        if asked is None or state is None:
            return None
        return {
            "elo0": asked.elo0,
            "elo1": asked.elo1,
            "alpha": asked.alpha,
            "beta": asked.beta,
            "model": asked.model,
            "llr": round(state.llr, 3),
            "lower": round(state.lower, 3),
            "upper": round(state.upper, 3),
            "verdict": state.verdict,
            "games_left": state.games_left,
        }

    def running(self, journal: Journal) -> dict[str, Any]:
        """Returns who plays at this moment, with their boards, and how the tournament stands."""
        plays = journal.is_running()
        keys = [key for key in journal.started if key not in journal.finished] if plays else []
        state = "running" if plays else "stopped"
        if self._table.over:
            state = "over"
        elif plays and journal.paused:
            state = "paused"
        return {
            "state": state,
            "concurrency": journal.concurrency,
            "running": [_board(journal, key) for key in keys[-MOST_RUNNING:]],
            "more_running": max(0, len(keys) - MOST_RUNNING),
        }


def game_row(game: Finished, counted: Container[str]) -> dict[str, Any]:
    """Returns a finished game as the lists have it."""
    return {
        "key": game.key,
        "first": readable(game.first),
        "second": readable(game.second),
        "winner": None if game.winner is None else game.winner.value,
        "ending": game.ending,
        "reason": readable(game.reason),
        "fault": game.fault and readable(game.fault),
        "plies": game.plies,
        "at": round(game.at, 3),
        "counts": game.key in counted,
    }


def readable(text: str, longest: int = LONGEST) -> str:
    """Returns somebody's text short and without control characters."""
    return quoted(text, longest)[1:-1]


def _board(journal: Journal, key: str) -> dict[str, Any]:
    """Returns a game that is being played; its picture may be late, or not there at all."""
    started = journal.started[key]
    moves = journal.live_moves(key)
    game = game_from(journal.tournament.game)
    states: tuple[State, ...]
    try:
        start = game.parse_position(started.start)
        states = play_through(start, read_line(start, moves))
    except FivefoldError:  # the picture was just being written
        states = (game.start,)
    return {
        "key": key,
        "first": readable(started.first),
        "second": readable(started.second),
        "at": round(started.at, 3),
        "view": view_of(states, len(states) - 1, legal=False),
    }


def _limit(limit: Limit) -> dict[str, float | None]:
    return {"seconds": limit.seconds, "depth": limit.depth, "nodes": limit.nodes}


def _rounded(value: float | None, digits: int = 1) -> float | None:
    return None if value is None else round(value, digits)

"""A tournament as JSON for the arena page: standings, faults, running games, charts.

Names and reasons come from strangers: they are shortened and stripped of control characters, and
the page shows them as text.
"""

from __future__ import annotations

from collections.abc import Container
from functools import cached_property
from typing import Any

from fivefold.core import Limit, State
from fivefold.errors import FivefoldError
from fivefold.match.replay import play_through, read_line
from fivefold.names import game_from
from fivefold.results.journal import Finished, Journal, Started
from fivefold.results.standings import Row, standings_of
from fivefold.results.tournament_status import Phase, TournamentStatus
from fivefold.server.room.view import game_as_json, view_of
from fivefold.server.tournaments.charts import (
    game_lengths,
    score_over_time,
    seconds_left,
    seconds_per_move,
)
from fivefold.words import quoted

MAX_BOARDS = 8
"""Maximum boards shown; further games are counted."""
MAX_RECENT = 12
MAX_CURVES = 8
"""Maximum players in the chart of scores."""
MAX_TEXT = 300
STATES: dict[Phase, str] = {
    "finished": "over",
    "running": "running",
    "paused": "paused",
    "stopped": "stopped",
}
"""The phases as the HTTP API names them."""


class TournamentDocument:
    """A journal's content as JSON, until something is appended to it."""

    def __init__(self, journal: Journal) -> None:
        self._tournament = journal.tournament
        self._standings = standings = standings_of(journal)
        self._status = TournamentStatus.of(journal, standings)
        self._game = game_as_json(game_from(journal.tournament.game))
        self._finished = journal.finished
        self._began = journal.began
        self.counted: Container[str] = {fixture.key for fixture in standings.counted}
        # In the order in which they ended.
        self._games = [game for key, game in self._finished.items() if key in self.counted]

    def summary(self) -> dict[str, Any]:
        """Returns the tournament's entry in the list of tournaments."""
        rows = self._standings.rows
        return {
            "title": readable(self._tournament.name),
            "game": self._game,
            "format": self._tournament.format,
            "players": len(rows),
            "leader": readable(rows[0].name) if self._games and rows else None,
            "over": self._standings.over,
            "progress": self._progress(),
        }

    @cached_property
    def document(self) -> dict[str, Any]:
        """Returns everything that changes only with the journal."""
        names = [row.name for row in self._standings.rows]
        recent = list(self._finished.values())[: -MAX_RECENT - 1 : -1]
        return {
            **self.summary(),
            "settings": self._settings(),
            "rows": [self._row(row) for row in self._standings.rows],
            "cross": self._cross(names),
            "anchor": self._tournament.anchor and readable(self._tournament.anchor),
            "anchor_rating": self._tournament.anchor_rating,
            "match": self._match(),
            "sprt": self._sprt(),
            "recent": [game_row(game, self.counted) for game in recent],
            "charts": {
                "scores": score_over_time(self._games, names[:MAX_CURVES]),
                "lengths": game_lengths(self._games),
                "times": seconds_per_move(self._games, names),
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
        standings = self._standings
        left = standings.total
        if left is not None:
            left = max(0, left - len(self._games) - standings.void)
        if standings.sprt is not None:
            expected = standings.sprt.games_left
            left = expected if left is None or expected is None else min(left, expected)
        return {
            "played": len(self._games),
            "total": standings.total,
            "void": standings.void,
            "began": round(self._began, 3),
            "latest": round(max((game.at for game in self._games), default=self._began), 3),
            "seconds_left": None if standings.over else seconds_left(self._games, left),
        }

    def _row(self, row: Row) -> dict[str, Any]:
        rating = self._status.ratings.get(row.name)
        return {
            "name": readable(row.name),
            "games": row.games,
            "wins": row.wins,
            "draws": row.draws,
            "losses": row.losses,
            "points": row.points,
            "rating": _rounded(row.rating),
            "error95": _rounded(row.error95),
            "swept": rating is not None and rating.swept,
            "withdrawn": row.withdrawn,
            "faults": self._faults(row.name),
        }

    def _faults(self, name: str) -> list[dict[str, Any]]:
        """Returns each kind of fault of a player with its last game, most frequent first."""
        return [
            {
                "ending": fault.ending,
                "count": fault.games,
                "reason": readable(fault.last.reason),
                "key": fault.last.key,
            }
            for fault in self._status.faults
            if fault.name == name
        ]

    def _cross(self, names: list[str]) -> list[list[list[int] | None]]:
        """Returns wins, draws and losses of each row's player against each other one."""
        cross = self._standings.cross
        scores = ((cross.get((name, other)) for other in names) for name in names)
        return [
            [[each.wins, each.draws, each.losses] if each and each.games else None for each in row]
            for row in scores
        ]

    def _match(self) -> dict[str, Any] | None:
        """Returns the pair statistics of a two-player tournament."""
        pairs, head = self._standings.pairs, self._status.head_to_head
        if pairs is None or head is None:
            return None
        first, second = (entrant.name for entrant in self._tournament.entrants[:2])
        return {
            "first": readable(first),
            "second": readable(second),
            "pairs": list(pairs.counts),
            "difference": _rounded(head.elo.difference),
            "error95": _rounded(head.elo.error95),
            "superior": _rounded(head.los, 4),
        }

    def _sprt(self) -> dict[str, Any] | None:
        asked, state = self._tournament.sprt, self._standings.sprt
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

    def activity(self) -> dict[str, Any]:
        """Returns the state of the tournament and the boards of the games in progress."""
        journal, activity = self._status.journal, self._status.activity()
        return {
            "state": STATES[activity.phase],
            "concurrency": journal.concurrency,
            "running": [_board(journal, game) for game in activity.running[-MAX_BOARDS:]],
            "more_running": max(0, len(activity.running) - MAX_BOARDS),
        }


def game_row(game: Finished, counted: Container[str]) -> dict[str, Any]:
    """Returns a finished game as a list entry."""
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


def readable(text: str, longest: int = MAX_TEXT) -> str:
    """Returns foreign text, shortened and without control characters."""
    return quoted(text, longest)[1:-1]


def _board(journal: Journal, started: Started) -> dict[str, Any]:
    """Returns a running game; its moves may lag or be missing."""
    moves = journal.live_moves(started.key)
    game = game_from(journal.tournament.game)
    states: tuple[State, ...]
    try:
        start = game.parse_position(started.start)
        states = play_through(start, read_line(start, moves))
    except FivefoldError:  # the file was just being written
        states = (game.start,)
    return {
        "key": started.key,
        "first": readable(started.first),
        "second": readable(started.second),
        "at": round(started.at, 3),
        "view": view_of(states, len(states) - 1, legal=False),
    }


def _limit(limit: Limit) -> dict[str, float | None]:
    return {"seconds": limit.seconds, "depth": limit.depth, "nodes": limit.nodes}


def _rounded(value: float | None, digits: int = 1) -> float | None:
    return None if value is None else round(value, digits)

"""The report of a game as plain data; docs/how-to/analyse-games.md describes the keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from fivefold.analysis.game_report.data import GameReport, TimeUse
from fivefold.core import Move, Player
from fivefold.words import Message


def report_as_json(report: GameReport, write: Callable[[Message], Any] = str) -> dict[str, Any]:
    """Returns the report with moves in notation and sentences as `write` writes them."""
    game, state = report.start.game, report.start
    values = list[dict[str, Any] | None]()
    for ply, point in enumerate(report.points):
        if ply:
            state = state.play(report.moves[ply - 1].move)
        values.append(None if point is None else {"ply": ply, **point.as_json(state)})

    def notation(move: Move | None) -> str | None:
        return None if move is None else game.format_move(move)

    return {
        "start": game.format_position(report.start),
        "unit": report.unit,
        "complete": report.complete,
        "definition": write(report.definition),
        "sides": {
            side.value: {
                "accuracy": each.accuracy,
                "counted": each.counted,
                "mistakes": each.mistakes,
                "lost": each.lost,
            }
            for side, each in report.sides.items()
        },
        "moves": [
            {
                "ply": each.ply,
                "side": each.side.value,
                "move": notation(each.move),
                "best": notation(each.best),
                "loss": each.loss,
                "exact": each.exact,
                "counted": each.counted,
                "mistake": each.mistake,
            }
            for each in report.moves
        ],
        "values": values,
        "turning_points": [
            {
                "number": each.number,
                "ply": each.ply,
                "side": each.side.value,
                "move": notation(each.move),
                "better": notation(each.better),
                "line": [notation(move) for move in each.line],
                "loss": each.loss,
                "exact": each.exact,
                "reasons": [write(reason) for reason in each.reasons],
                "instead": write(each.instead),
            }
            for each in report.turning_points
        ],
        "time": time_as_json(report.time),
    }


def time_as_json(time: Mapping[Player, TimeUse]) -> dict[str, Any]:
    """Returns how long each side thought."""
    return {
        side.value: {"total": each.total, "longest": each.longest, "ply": each.ply}
        for side, each in time.items()
    }

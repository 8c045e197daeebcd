"""The report of a game: what each move lost, how accurate each side was, and where it turned.

    graph_point -> losses -> accuracy of each side
                          -> turning points, with facts about the board as reasons

Everything follows from the values of the graph of the game (`analysis/game_graph.py`), so the graph
and the report always agree.
"""

from fivefold.analysis.game_report.annotate import annotated
from fivefold.analysis.game_report.as_json import report_as_json, time_as_json
from fivefold.analysis.game_report.data import GameReport, MoveReport, SideReport, TurningPoint
from fivefold.analysis.game_report.make import report, report_from, time_use

__all__ = [
    "GameReport",
    "MoveReport",
    "SideReport",
    "TurningPoint",
    "annotated",
    "report",
    "report_as_json",
    "report_from",
    "time_as_json",
    "time_use",
]

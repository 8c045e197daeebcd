"""Analysis: the best lines of a position, the values of a tree, and the report of a game."""

from fivefold.analysis.game_report import GameReport, report
from fivefold.analysis.values import Line, analyse

__all__ = ["GameReport", "Line", "analyse", "report"]

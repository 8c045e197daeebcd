"""Analysis: the best lines of a position, and the values of all positions of a tree."""

from fivefold.analysis.values import Line, analyse

__all__ = ["Line", "analyse"]

"""The report of a game as one HTML file without anything outside it."""

from fivefold.formats.report.html import report_html

__all__ = ["report_html"]

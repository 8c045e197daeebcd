"""The plots of a tournament as files: one each, or all in one figure. Needs the extra `plots`.

ratings         the rating list with its 95 % intervals
cross-table     the score of each pairing
score           the share of points, game by game
game-length     moves per game
time-per-move   mean thinking time per player
"""

from __future__ import annotations

import io
import unicodedata
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from fivefold.errors import EngineError, InvalidNotation
from fivefold.formats.files import write_parts
from fivefold.results.tournament_status import TournamentStatus
from fivefold.words import quoted

if TYPE_CHECKING:
    from matplotlib.figure import Figure

KINDS = (".png", ".svg", ".pdf")

FONT = "DejaVu Sans"
WIDE_FONTS = {
    "Noto Sans CJK JP": "NotoSansCJK-Regular",
    "NanumGothic": "NanumGothic",
    "Malgun Gothic": "malgun",
    "AppleGothic": "AppleGothic",
}
"""Fonts with Hangul, and their file names; the first that is installed is used."""


class PlotsUnavailable(EngineError):
    """Matplotlib is missing; the message says how to install it."""


def check_plot(file: str) -> Path:
    """Returns the file of the plot; raises now, before any game is played, if it is invalid."""
    path = Path(file)
    if path.suffix.lower() not in KINDS:
        endings = ", ".join(KINDS)
        raise InvalidNotation("cli.plot_kind", endings=endings, file=quoted(file, 200))
    if not path.parent.is_dir() or path.is_dir():
        raise InvalidNotation("cli.plot_folder", file=quoted(file, 200))
    need_matplotlib()
    return path


def need_matplotlib() -> None:
    """Raises, with the command that installs it, if matplotlib is missing."""
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError as error:
        raise PlotsUnavailable("cli.plot_missing") from error


def save_figure(figure: Figure, path: Path) -> None:
    """Writes a figure in the format of its extension, atomically."""
    buffer = io.BytesIO()
    with warnings.catch_warnings():
        # A character that no font has becomes a box, which is good enough.
        warnings.filterwarnings("ignore", "Glyph .* missing from", UserWarning)
        kind = path.suffix[1:].lower()
        figure.savefig(buffer, format=kind, dpi=150, bbox_inches="tight", pad_inches=0.15)
    write_parts(str(path), (buffer.getvalue(),))


def write_plots(status: TournamentStatus, target: Path, kind: str = ".png") -> Iterator[Path]:
    """Writes the plots and yields their files.

    `target` is a folder, created if it is missing, for one file per plot; or a file with an
    extension in `KINDS`, for all plots in one.
    """
    need_matplotlib()
    from matplotlib import rc_context

    from fivefold.arena.reports.drawing import PANELS

    if target.suffix.lower() in KINDS and not target.is_dir():
        check_plot(str(target))
        with rc_context(_style(status)):
            save_figure(figure_of_all(status), target)
        yield target
        return
    try:
        target.mkdir(exist_ok=True)
    except (FileNotFoundError, FileExistsError, NotADirectoryError) as error:
        raise InvalidNotation("cli.plot_folder", file=quoted(str(target), 200)) from error
    for name in PANELS:
        path = target / f"{name}{kind}"
        with rc_context(_style(status)):
            save_figure(figure_of(status, name), path)
        yield path


def figure_of(status: TournamentStatus, name: str) -> Figure:
    """Returns one plot as a figure."""
    from matplotlib.figure import Figure

    from fivefold.arena.reports.drawing import PANELS

    figure = Figure(figsize=_size(name, len(status.standings.rows)), layout="constrained")
    PANELS[name](figure.add_subplot(), status)
    return figure


def figure_of_all(status: TournamentStatus) -> Figure:
    """Returns all plots in one figure; the two with a row per player are on top."""
    from matplotlib.figure import Figure

    from fivefold.arena.reports.drawing import PANELS, fit_label

    players = len(status.standings.rows)
    lists, square = _size("ratings", players)[1], max(6.4, _size("cross-table", players)[1])
    figure = Figure(figsize=(15, lists + square), layout="constrained")
    figure.suptitle(fit_label(status.journal.tournament.name, 100))
    upper, lower = cast(Any, figure.subfigures(2, 1, height_ratios=(lists, square)))
    left, right = lower.subfigures(1, 2, width_ratios=(8, 7))
    axes = (*upper.subplots(1, 2), left.subplots(), *right.subplots(2, 1))
    names = ("ratings", "time-per-move", "cross-table", "score", "game-length")
    for name, place in zip(names, axes, strict=True):
        PANELS[name](place, status)
    return figure


def _size(name: str, players: int) -> tuple[float, float]:
    """Returns the size of a plot in inches; those with a row per player grow."""
    if name in ("ratings", "time-per-move"):
        return 8.0, max(2.8, 1.2 + 0.3 * players)
    if name == "cross-table":
        return max(6.0, 3.6 + 0.28 * players), max(3.6, 1.2 + 0.28 * players)
    return 8.0, 4.2


def _fonts(text: str) -> list[str]:
    """Returns the font of the plots and, if the text needs them, those with Hangul and Kanji."""
    if not any(unicodedata.east_asian_width(mark) in "WF" for mark in text):
        return [FONT]
    from matplotlib import font_manager

    if not set(WIDE_FONTS) & set(font_manager.get_font_names()):
        # Matplotlib caches the fonts found at its first use; look again.
        for path in font_manager.findSystemFonts():
            if Path(path).stem in WIDE_FONTS.values():
                font_manager.fontManager.addfont(path)
    there = set(font_manager.get_font_names())
    return [FONT, *(font for font in WIDE_FONTS if font in there)]


def _style(status: TournamentStatus) -> Any:
    from fivefold.arena.reports.drawing import GRID, INK, QUIET

    fonts = _fonts("".join(row.name for row in status.standings.rows))
    return {
        "font.family": fonts,
        "font.size": 9,
        "axes.titlesize": 11,
        "axes.titleweight": "bold" if len(fonts) == 1 else "normal",  # not all have bold
        "axes.titlelocation": "left",
        "axes.titlecolor": INK,
        "axes.labelcolor": INK,
        "axes.edgecolor": QUIET,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "axes.axisbelow": True,
        "grid.color": GRID,
        "grid.linewidth": 0.8,
        "xtick.color": INK,
        "ytick.color": INK,
        "figure.facecolor": "white",
    }

"""The picture of a match: win rate, moves per game, time per move. Needs the extra `plots`."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import TYPE_CHECKING

from fivefold.errors import EngineError, InvalidNotation
from fivefold.words import quoted

if TYPE_CHECKING:
    from fivefold.cli.summary import Summary

KINDS = (".png", ".svg", ".pdf")


class PlotsUnavailable(EngineError):
    """Matplotlib is missing; the message says how to get it."""


def check_plot(file: str) -> Path:
    """Returns where the plot will go; raises the reason now that nothing has been played yet."""
    path = Path(file)
    if path.suffix.lower() not in KINDS:
        endings = ", ".join(KINDS)
        raise InvalidNotation("cli.plot_kind", endings=endings, file=quoted(file, 200))
    if not path.parent.is_dir() or path.is_dir():
        raise InvalidNotation("cli.plot_folder", file=quoted(file, 200))
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError as error:
        raise PlotsUnavailable("cli.plot_missing") from error
    return path


def write_plot(path: Path, summary: Summary, title: str) -> None:
    """Writes the picture of a match, whole or not at all."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 3.6), layout="constrained")
    rate, length, pace = figure.subplots(1, 3)
    figure.suptitle(_label(title, 100))
    names = [_label(name, 24) for name in summary.names]

    rate.bar(
        [0], [100 * summary.rate], yerr=[100 * (summary.rate_error or 0)], capsize=8, width=0.5
    )
    rate.axhline(50, color="grey", linewidth=0.8, linestyle="--")
    rate.set(ylim=(0, 105), xlim=(-0.7, 0.7), xticks=[0], ylabel="% of points", title="Win rate")
    rate.set_xticklabels([names[0]])

    length.hist(summary.lengths, bins=_bins(summary.lengths), rwidth=0.9)
    length.xaxis.get_major_locator().set_params(integer=True)
    length.set(xlabel="moves", ylabel="games", title="Moves per game")

    paces = [[1000 * second for second in seconds] or [0.0] for seconds in summary.seconds]
    pace.boxplot(paces, showfliers=False)
    pace.set(ylabel="milliseconds", title="Time per move", ylim=(0, None))
    pace.set_xticklabels(names)

    picture = io.BytesIO()
    figure.savefig(picture, format=path.suffix[1:].lower(), dpi=150)
    _write_whole(path, picture.getvalue())


def _bins(lengths: tuple[int, ...]) -> list[float]:
    """Returns the edges of at most twenty bars, each around whole numbers."""
    shortest, longest = min(lengths), max(lengths)
    width = (longest - shortest) // 20 + 1
    return [edge - 0.5 for edge in range(shortest, longest + width + 1, width)]


def _label(text: str, longest: int) -> str:
    """Returns the text fit for a picture: short, and no formula in it."""
    shown = text if len(text) <= longest else f"{text[: longest - 1]}…"
    return shown.replace("$", r"\$")


def _write_whole(path: Path, content: bytes) -> None:
    """Writes a file so that nobody ever sees half of it."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(content)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)

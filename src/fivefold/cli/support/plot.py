"""Plots of a match: win rate, moves per game and time per move. Needs the extra `plots`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from fivefold.arena.reports.drawing import fit_label, whole_bins
from fivefold.arena.reports.plots import save_figure

if TYPE_CHECKING:
    from fivefold.cli.support.summary import Summary


def write_plot(path: Path, summary: Summary, title: str) -> None:
    """Writes the plots to a file, atomically."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 3.6), layout="constrained")
    rate, length, pace = figure.subplots(1, 3)
    figure.suptitle(fit_label(title, 100))
    names = [fit_label(name, 24) for name in summary.names]

    rate.bar(
        [0], [100 * summary.rate], yerr=[100 * (summary.rate_error or 0)], capsize=8, width=0.5
    )
    rate.axhline(50, color="grey", linewidth=0.8, linestyle="--")
    rate.set(ylim=(0, 105), xlim=(-0.7, 0.7), xticks=[0], ylabel="% of points", title="Win rate")
    rate.set_xticklabels([names[0]])

    length.hist(summary.lengths, bins=whole_bins(summary.lengths, 20), rwidth=0.9)
    length.xaxis.get_major_locator().set_params(integer=True)
    length.set(xlabel="moves", ylabel="games", title="Moves per game")

    paces = [[1000 * second for second in seconds] or [0.0] for seconds in summary.seconds]
    pace.boxplot(paces, showfliers=False)
    pace.set(ylabel="milliseconds", title="Time per move", ylim=(0, None))
    pace.set_xticklabels(names)

    save_figure(figure, path)

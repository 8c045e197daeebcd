"""The five plots of a tournament, each drawn into given axes. Needs the extra `plots`."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fivefold.core import Player
from fivefold.results.elo import TWO_SIDED_95
from fivefold.results.tournament_status import TournamentStatus
from fivefold.words import say

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

    from fivefold.results.journal import Finished

INK, QUIET, FAINT, GRID = "#2b2d42", "#8d99ae", "#cdd3de", "#e5e8ee"
COLOURS = (
    *("#1f77a4", "#e07a3f", "#3a9d6b", "#b6465f", "#7d5ba6"),
    *("#c9a227", "#4c8c94", "#8a5a44"),
)
"""One colour per curve; further ones are grey."""

MAX_NAME = 26
MAX_NUMBERED = 16
"""Maximum players for which the cells of the cross table hold numbers."""
MAX_POINTS = 600
"""Maximum points of a curve."""


def draw_ratings(axes: Axes, status: TournamentStatus) -> None:
    """Draws the rating list: a dot per player, and a bar for its 95 % interval."""
    axes.set_title(str(say("arena.plot.ratings")))
    rows = [row for row in status.standings.rows if row.name in status.ratings]
    if not rows:
        draw_nothing(axes)
        return
    for place, row in enumerate(rows):
        rating = status.ratings[row.name]
        colour = COLOURS[0] if row.name != status.anchor else COLOURS[1]
        axes.errorbar(
            rating.rating,
            place,
            xerr=rating.error95,
            fmt="o",
            color=colour,
            markerfacecolor="white" if rating.swept else colour,
            markersize=6,
            elinewidth=1.6,
            capsize=3,
        )
        axes.annotate(
            f"{rating.rating:.0f}",
            (rating.rating, place),
            xytext=(0, 5),
            textcoords="offset points",
            ha="center",
            fontsize=7,
            color=INK,
        )
    if any(status.ratings[row.name].swept for row in rows):
        axes.set_xlabel(str(say("arena.plot.rating_swept")))
    else:
        axes.set_xlabel(str(say("arena.plot.rating")))
    _names_down(axes, [row.name for row in rows])
    axes.grid(axis="y", visible=False)


def draw_cross(axes: Axes, status: TournamentStatus) -> None:
    """Draws the scores of all pairings as a heat map; blue is good for the row's player."""
    axes.set_title(str(say("arena.plot.cross")))
    names, cross = [row.name for row in status.standings.rows], status.standings.cross
    if not cross:
        draw_nothing(axes)
        return
    shares = [[_share(status, a, b) for b in names] for a in names]
    from matplotlib import colormaps

    colours = colormaps["RdBu"].with_extremes(bad=FAINT)
    image = axes.imshow(shares, cmap=colours, vmin=0, vmax=100, aspect="equal")
    if len(names) <= MAX_NUMBERED:
        _number_cells(axes, status, names, shares)
    label = str(say("arena.plot.percent"))
    axes.figure.colorbar(image, ax=axes, label=label, fraction=0.05, pad=0.03, shrink=0.7)
    _names_down(axes, names)
    axes.set_xticks(range(len(names)), [str(rank) for rank in range(1, len(names) + 1)])
    axes.set_yticklabels([f"{_label(name)}  {rank}" for rank, name in enumerate(names, start=1)])
    axes.tick_params(axis="x", labelsize=6 if len(names) > MAX_NUMBERED else 8)
    axes.xaxis.tick_top()
    axes.grid(visible=False)
    axes.spines[:].set_visible(False)


def draw_score(axes: Axes, status: TournamentStatus) -> None:
    """Draws the share of points over time; with two players, the first's with its interval."""
    names = [row.name for row in status.standings.rows]
    scores = _scores(status)
    axes.set_title(str(say("arena.plot.score")))
    if not scores:
        draw_nothing(axes)
        return
    axes.axhline(50, color=QUIET, linewidth=0.9, linestyle="--")
    ends = []
    two = status.head_to_head is not None
    if two:
        names = [status.journal.tournament.entrants[0].name]
    for place, name in enumerate(names):
        line = scores[name]
        colour = COLOURS[place] if place < len(COLOURS) else FAINT
        _line(axes, line, colour, band=two)
        if place < len(COLOURS) and line:
            ends.append((100 * sum(line) / len(line), name, colour))
    _name_ends(axes, ends)
    axes.set(ylim=(-3, 103), xlim=(0.5, None))
    axes.set_xlabel(str(say("arena.plot.games_of_player")))
    axes.set_ylabel(str(say("arena.plot.percent")))
    _whole_numbers(axes.xaxis)


def draw_lengths(axes: Axes, status: TournamentStatus) -> None:
    """Draws a histogram of moves per game."""
    axes.set_title(str(say("arena.plot.length")))
    lengths = [game.plies for game in _games(status)]
    if not lengths:
        draw_nothing(axes)
        return
    axes.hist(lengths, bins=whole_bins(lengths), rwidth=0.92, color=COLOURS[0])
    axes.set_ylim(top=1.15 * axes.get_ylim()[1])  # room for the mean above the bars
    mean = sum(lengths) / len(lengths)
    axes.axvline(mean, color=COLOURS[1], linewidth=1.5)
    axes.annotate(
        str(say("arena.plot.mean", mean=f"{mean:.1f}")),
        (mean, 1),
        xycoords=("data", "axes fraction"),
        xytext=(4, -9),
        textcoords="offset points",
        fontsize=8,
        color=COLOURS[1],
    )
    axes.set_xlabel(str(say("arena.plot.moves")))
    axes.set_ylabel(str(say("arena.plot.games")))
    _whole_numbers(axes.xaxis)
    _whole_numbers(axes.yaxis)
    axes.grid(axis="x", visible=False)


def draw_pace(axes: Axes, status: TournamentStatus) -> None:
    """Draws the mean time per move of each player, over its games."""
    axes.set_title(str(say("arena.plot.pace")))
    paces = _paces(status)
    names = [row.name for row in status.standings.rows if paces.get(row.name)]
    if not names:
        draw_nothing(axes)
        return
    axes.boxplot(
        [paces[name] for name in names],
        positions=range(len(names)),
        orientation="horizontal",
        showfliers=False,
        widths=0.55,
        patch_artist=True,
        boxprops={"facecolor": "#cfe3ee", "edgecolor": COLOURS[0]},
        medianprops={"color": COLOURS[1], "linewidth": 1.6},
        whiskerprops={"color": COLOURS[0]},
        capprops={"color": COLOURS[0]},
        manage_ticks=False,
    )
    shown = [pace for name in names for pace in paces[name] if pace > 0]
    if shown and max(shown) > 50 * min(shown):
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter(lambda number, _: f"{number:g}")
    else:
        axes.set_xlim(left=0)
    axes.set_xlabel(str(say("arena.plot.milliseconds")))
    _names_down(axes, names)
    axes.grid(axis="y", visible=False)


def draw_nothing(axes: Axes) -> None:
    """Writes “nothing yet” into the middle of the axes."""
    axes.set_axis_off()
    text = str(say("arena.report.no_games"))
    axes.text(0.5, 0.5, text, transform=axes.transAxes, ha="center", va="center", color=QUIET)


def whole_bins(numbers: Sequence[int], most: int = 30) -> list[float]:
    """Returns the edges of at most `most` bins, each around whole numbers."""
    smallest, largest = min(numbers), max(numbers)
    width = (largest - smallest) // most + 1
    return [edge - 0.5 for edge in range(smallest, largest + width + 1, width)]


def fit_label(text: str, longest: int) -> str:
    """Returns the text for a label: shortened, and not read as a formula."""
    shown = text if len(text) <= longest else f"{text[: longest - 1]}…"
    return shown.replace("$", r"\$")


def _label(name: str) -> str:
    return fit_label(name, MAX_NAME)


def _games(status: TournamentStatus) -> list[Finished]:
    """Returns the games that count, in the order in which they ended."""
    finished = status.journal.finished
    games = [finished[fixture.key] for fixture in status.standings.counted]
    return sorted(games, key=lambda game: (game.at, game.key))


def _scores(status: TournamentStatus) -> dict[str, list[float]]:
    """Returns each player's points per game, in the order in which the games ended."""
    scores: dict[str, list[float]] = defaultdict(list)
    for game in _games(status):
        for name, seat in ((game.first, Player.FIRST), (game.second, Player.SECOND)):
            scores[name].append(0.5 if game.winner is None else float(game.winner is seat))
    return scores


def _paces(status: TournamentStatus) -> dict[str, list[float]]:
    """Returns each player's mean milliseconds per move, one value per game."""
    paces: dict[str, list[float]] = defaultdict(list)
    for game in _games(status):
        # Ignores which side began, which matters only in very short games.
        moves = game.plies / 2
        for name, seconds in zip((game.first, game.second), game.seconds, strict=True):
            if moves >= 1:
                paces[name].append(1000 * seconds / moves)
    return paces


def _share(status: TournamentStatus, a: str, b: str) -> float:
    score = status.standings.cross.get((a, b))
    return math.nan if score is None else 100 * score.points / score.games


def _number_cells(
    axes: Axes, status: TournamentStatus, names: Sequence[str], shares: Sequence[Sequence[float]]
) -> None:
    for i, a in enumerate(names):
        for j, b in enumerate(names):
            if (a, b) in status.standings.cross:
                score = status.standings.cross[a, b]
                axes.text(
                    j,
                    i,
                    f"{score.points:g}",
                    ha="center",
                    va="center",
                    fontsize=8,
                    color="white" if abs(shares[i][j] - 50) > 32 else INK,
                )


def _line(axes: Axes, line: Sequence[float], colour: str, band: bool) -> None:
    """Draws the running mean of results, with its 95 % interval if requested."""
    total = squares = 0.0
    numbers, means, spreads = [], [], []
    step = len(line) // MAX_POINTS + 1
    for number, result in enumerate(line, start=1):
        total += result
        squares += result * result
        if number % step == 0 or number in (1, len(line)):
            mean = total / number
            numbers.append(number)
            means.append(100 * mean)
            variance = max(0.0, squares / number - mean * mean)
            spreads.append(100 * TWO_SIDED_95 * math.sqrt(variance / number))
    width, layer = (0.9, 1) if colour == FAINT else (1.6, 2)
    axes.plot(numbers, means, color=colour, linewidth=width, zorder=layer)
    if band:
        low = [mean - spread for mean, spread in zip(means, spreads, strict=True)]
        high = [mean + spread for mean, spread in zip(means, spreads, strict=True)]
        axes.fill_between(numbers, low, high, color=colour, alpha=0.15, linewidth=0)


def _name_ends(axes: Axes, ends: list[tuple[float, str, str]], least: float = 5.5) -> None:
    """Writes the names at the ends of their curves, moved apart to be readable."""
    floor = -math.inf
    for height, name, colour in sorted(ends):
        floor = max(height, floor + least)
        axes.annotate(
            _label(name),
            (1, floor),
            xycoords=("axes fraction", "data"),
            xytext=(5, 0),
            textcoords="offset points",
            va="center",
            fontsize=8,
            color=colour,
            annotation_clip=False,
        )


def _whole_numbers(axis: Axis) -> None:
    from matplotlib.ticker import MaxNLocator

    axis.set_major_locator(MaxNLocator(integer=True))


def _names_down(axes: Axes, names: Sequence[str]) -> None:
    """Labels the rows of a plot from the top."""
    axes.set_yticks(range(len(names)), [_label(name) for name in names])
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)


PANELS: dict[str, Any] = {
    "ratings": draw_ratings,
    "cross-table": draw_cross,
    "score": draw_score,
    "game-length": draw_lengths,
    "time-per-move": draw_pace,
}

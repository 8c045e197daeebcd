"""The plots: each format, any number of players, and the data on the axes."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from fivefold.arena.reports.drawing import whole_bins
from fivefold.arena.reports.plots import figure_of, save_figure, write_plots
from fivefold.errors import FivefoldError
from fivefold.results.journal import Journal
from fivefold.results.schedules.schedule import Schedule
from fivefold.results.standings import standings_of
from fivefold.results.tournament_status import TournamentStatus

if TYPE_CHECKING:
    from tests.conftest import JournalFile, NewJournal

NAMES = ("ratings", "cross-table", "score", "game-length", "time-per-move")
BEGINS = {".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF"}


def status_of(file: JournalFile) -> TournamentStatus:
    journal = Journal.open(file.folder)
    return TournamentStatus.of(journal, standings_of(journal))


def played(folder: Path, new_journal: NewJournal, *names: str) -> TournamentStatus:
    """Returns a tournament of those players with random results."""
    file = new_journal(folder, *names)
    chance = random.Random(3)
    for fixture in Schedule(Journal.open(folder).tournament).known:
        number = int(fixture.key.rpartition(".")[2])
        winner = chance.choice(["X", "O", None])
        file.finished(fixture.pair, number, fixture.first, fixture.second, winner)
    return status_of(file)


@pytest.mark.slow
def test_all_plots_fit_into_one_file(tmp_path: Path, new_journal: NewJournal) -> None:
    status = played(tmp_path / "t", new_journal, "a", "$b_1^2$ and a very long name indeed", "c")
    target = tmp_path / "all.png"
    assert list(write_plots(status, target)) == [target]
    assert target.read_bytes().startswith(BEGINS[".png"])


@pytest.mark.parametrize("kind", [".svg", ".pdf"])
def test_a_picture_is_written_in_the_format_of_its_ending(
    kind: str, tmp_path: Path, new_journal: NewJournal
) -> None:
    target = tmp_path / f"length{kind}"
    save_figure(figure_of(played(tmp_path / "t", new_journal, "a", "b"), "game-length"), target)
    assert target.read_bytes().startswith(BEGINS[kind])


@pytest.mark.system
def test_a_folder_gets_a_file_for_each_plot(tmp_path: Path, new_journal: NewJournal) -> None:
    status = played(tmp_path / "t", new_journal, "a", "나의 로봇")
    files = list(write_plots(status, tmp_path / "plots", ".svg"))
    assert [file.name for file in files] == [f"{name}.svg" for name in NAMES]
    assert sorted((tmp_path / "plots").iterdir()) == sorted(files)


@pytest.mark.parametrize("players", [2, 18])
def test_every_player_has_a_line(players: int, tmp_path: Path, new_journal: NewJournal) -> None:
    names = [f"player {i}" for i in range(players)]
    status = played(tmp_path, new_journal, *names)
    best_first = [row.name for row in status.standings.rows]
    for name in ("ratings", "time-per-move"):
        (axes,) = figure_of(status, name).axes
        assert [label.get_text() for label in axes.get_yticklabels()] == best_first
    heat = figure_of(status, "cross-table").axes[0]
    shares: Any = heat.images[0].get_array()
    assert shares.shape == (players, players)
    assert shares.mask.sum() == players  # nobody plays against itself
    bars: Any = figure_of(status, "game-length").axes[0].patches
    assert sum(bar.get_height() for bar in bars) == players * (players - 1)


def test_the_score_ends_where_the_table_does(tmp_path: Path, new_journal: NewJournal) -> None:
    status = played(tmp_path, new_journal, "a", "b", "c")
    lines: Any = figure_of(status, "score").axes[0].lines[1:]  # the first is the line at one half
    ends = [line.get_ydata()[-1] for line in lines]
    shares = [100 * row.points / row.games for row in status.standings.rows]
    assert ends == pytest.approx(shares)


def test_without_games_every_plot_says_so(tmp_path: Path, new_journal: NewJournal) -> None:
    status = status_of(new_journal(tmp_path, "a", "b", "c"))
    for name in NAMES:
        (axes,) = figure_of(status, name).axes
        assert [text.get_text() for text in axes.texts] == ["No game is finished yet."]


def test_games_that_took_no_time_can_be_drawn(tmp_path: Path, new_journal: NewJournal) -> None:
    file = new_journal(tmp_path, "a", "b")
    file.finished("a – b 1", 1, "a", "b", "X", seconds=[])
    file.finished("a – b 1", 2, "b", "a", "X", moves=[], seconds=[])
    for name in NAMES:
        assert figure_of(status_of(file), name).axes


def test_a_plot_has_bars_around_whole_numbers() -> None:
    assert whole_bins([3, 5]) == [2.5, 3.5, 4.5, 5.5]
    assert whole_bins([7]) == [6.5, 7.5]
    assert len(whole_bins([0, 1000])) <= 32


@pytest.mark.parametrize("target", ["no/such/folder", "no/such/all.png", "taken"])
def test_a_place_that_cannot_be_is_refused(
    target: str, tmp_path: Path, new_journal: NewJournal
) -> None:
    (tmp_path / "taken").write_text("a file")
    status = status_of(new_journal(tmp_path / "t", "a", "b"))
    with pytest.raises(FivefoldError, match="The folder for the plot"):
        list(write_plots(status, tmp_path / target))


def test_without_matplotlib_the_way_to_get_it_is_told(
    tmp_path: Path, new_journal: NewJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    status = status_of(new_journal(tmp_path / "t", "a", "b"))
    with pytest.raises(FivefoldError, match=r"fivefold\[plots\]"):
        list(write_plots(status, tmp_path / "plots"))
    assert not (tmp_path / "plots").exists()

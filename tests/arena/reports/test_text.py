"""The report of a tournament, line by line, from journals written by hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from fivefold.arena.reports.text import report
from fivefold.errors import FivefoldError
from fivefold.results.journal import Journal
from fivefold.results.schedules.schedule import Fixture, Schedule
from fivefold.results.standings import standings_of
from fivefold.results.tournament_status import TournamentStatus, parse_anchor

if TYPE_CHECKING:
    from tests.conftest import JournalFile, NewJournal


def status_of(file: JournalFile, *anchor: Any) -> TournamentStatus:
    journal = Journal.open(file.folder)
    return TournamentStatus.of(journal, standings_of(journal), *anchor)


def lines_of(file: JournalFile) -> list[str]:
    return report(status_of(file))


def fill(
    file: JournalFile, winner: Callable[[Fixture], str | None], games: int | None = None
) -> None:
    """Plays the games of a schedule, or the first `count`; `winner` names the winner."""
    for fixture in Schedule(Journal.open(file.folder).tournament).known[:games]:
        name = winner(fixture)
        seat = {fixture.first: "X", fixture.second: "O", None: None}[name]
        number = int(fixture.key.rpartition(".")[2])
        file.finished(fixture.pair, number, fixture.first, fixture.second, seat)


def test_two_players_get_the_summary_of_fastchess(tmp_path: Path, new_journal: NewJournal) -> None:
    file = new_journal(tmp_path, "new", "old", pairs=4, time="10s", openings=["e5", "d4"])
    wins = iter(["new", "new", "new", None, "new", "old", "old", None])
    fill(file, lambda _: next(wins))
    # Pairs 2, 1½, 1, ½: the mean 0.625 ± 1.96 · 0.2795 / 2, so -106.7 to 379.6 Elo.
    assert lines_of(file) == [
        "A small tournament: finished, 8 games.",
        "",
        "Results of new vs old (gomoku(size=9, rules=freestyle), 10s, 2 openings):",
        "Elo: 88.74 +/- 243.16, nElo: 109.87 +/- 240.76",
        "LOS: 81.45 %, DrawRatio: 25.00 %, PairsRatio: 2.00",
        "Games: 8, Wins: 4, Losses: 2, Draws: 2, Points: 5.0 (62.50%)",
        "Ptnml(0-2): [0, 1, 1, 1, 1]",
    ]


def test_a_sequential_test_says_how_far_it_has_come(
    tmp_path: Path, new_journal: NewJournal
) -> None:
    sprt = {"elo0": 0, "elo1": 20}
    file = new_journal(tmp_path, "new", "old", pairs=100, sprt=sprt)
    fill(file, lambda fixture: fixture.first if fixture.pair.endswith("3") else "new", 40)
    *_, ratio, rest = lines_of(file)
    assert ratio.startswith("LLR: 1.")
    assert ratio.endswith("(-2.94, 2.94) [0.00, 20.00]")
    assert rest.endswith("more games will decide the test.")


@pytest.mark.parametrize(("winner", "verdict"), [("new", "H1"), ("old", "H0")])
def test_a_sequential_test_that_is_over_says_for_what(
    tmp_path: Path, new_journal: NewJournal, winner: str, verdict: str
) -> None:
    sprt = {"elo0": 0, "elo1": 90}
    file = new_journal(tmp_path, "new", "old", pairs=100, sprt=sprt)
    fill(file, lambda _: winner)
    lines = lines_of(file)
    assert lines[-1].startswith(f"The test accepts {verdict}: new is more likely")
    counted = len(status_of(file).standings.counted)
    assert counted < 200
    assert lines[0] == f"A small tournament: finished, {counted} games."


def test_all_won_is_infinite_and_no_error_is_made_up(
    tmp_path: Path, new_journal: NewJournal
) -> None:
    file = new_journal(tmp_path, "new", "old", pairs=2)
    fill(file, lambda _: "new")
    lines = lines_of(file)
    assert lines[3:5] == [
        "Elo: unbounded, every game won, nElo: unbounded, every game won",
        "LOS: 100.00 %, DrawRatio: 0.00 %, PairsRatio: inf",
    ]


@pytest.mark.parametrize(
    ("winner", "elo"),
    [("old", "Elo: unbounded, every game lost, nElo:"), (None, "Elo: 0.00 +/- –, nElo:")],
)
def test_no_number_pretends_to_know_more_than_the_games_say(
    tmp_path: Path, new_journal: NewJournal, winner: str | None, elo: str
) -> None:
    file = new_journal(tmp_path, "new", "old", pairs=2)
    fill(file, lambda _: winner)
    text = "\n".join(lines_of(file))
    assert elo in text
    assert "inf +/-" not in text
    assert "0.00 +/- 0.00" not in text


def test_more_players_get_a_rating_list_and_a_cross_table(
    tmp_path: Path, new_journal: NewJournal
) -> None:
    file = new_journal(tmp_path, "나의 로봇", "b", "c", pairs=2, anchor="b", anchor_rating=1000)
    strengths = ["나의 로봇", "b", "c"]

    def winner(fixture: Fixture) -> str | None:
        if fixture.key.endswith("2.2"):
            return max(fixture.first, fixture.second, key=strengths.index)
        return min(fixture.first, fixture.second, key=strengths.index)

    fill(file, winner)
    assert lines_of(file) == [
        "A small tournament: finished, 12 games.",
        "",
        "#  Name       Rating  +/-  Games  Points     %  Won  Drawn  Lost  Faults",
        "1  나의 로봇    1131  308      8       6  75.0    6      0     2",
        "2  b            1000    0      8       4  50.0    4      0     4",
        "3  c             869  308      8       2  25.0    2      0     6",
        "b is the anchor at 1000; +/- is the 95% interval relative to it.",
        "",
        "Points of the row player against the column player, out of 4 games each:",
        "              1  2  3",
        "1  나의 로봇  ·  3  3",
        "2  b          1  ·  3",
        "3  c          1  1  ·",
    ]


def test_clean_sweeps_and_unconnected_groups_are_reported(
    tmp_path: Path, new_journal: NewJournal
) -> None:
    file = new_journal(tmp_path, "a", "b", "c", "d", format="knockout")
    fill(file, lambda fixture: fixture.first, games=1)
    text = "\n".join(lines_of(file))
    assert "*" in text
    assert "assumes one virtual draw" in text


def test_the_cross_table_of_many_players_is_left_out_with_a_word(
    tmp_path: Path, new_journal: NewJournal
) -> None:
    names = [f"player {i}" for i in range(17)]
    file = new_journal(tmp_path, *names)
    fill(file, lambda fixture: fixture.first)
    assert "The cross table of 17 players is too wide" in lines_of(file)[-1]


def test_broken_players_are_named_with_count_and_reason(
    tmp_path: Path, new_journal: NewJournal
) -> None:
    file = new_journal(tmp_path, "a", "b", pairs=3, withdraw_after=2)
    file.finished("a – b 1", 1, "a", "b", "X")
    for number, ending in ((2, "crashed"), (1, "time")):
        seats = ("a", "b") if number == 1 else ("b", "a")
        file.finished(
            f"a – b {3 - number}",
            number,
            *seats,
            "X" if number == 1 else "O",
            fault="b",
            ending=ending,
            reason=f"It {ending}\x1b[31m.",
        )
    lines = lines_of(file)
    assert lines[-3] == "BROKEN AND WITHDRAWN: b lost 2 games through its own fault."
    assert sorted(line.strip()[:9] for line in lines[-2:]) == ["1 × by a ", "1 × on ti"]
    assert "\x1b" not in "\n".join(lines)
    assert "1 × by a crash: It crashed" in "\n".join(lines)


def test_a_tournament_that_is_not_over_says_so(tmp_path: Path, new_journal: NewJournal) -> None:
    file = new_journal(tmp_path, "a", "b", pairs=2)
    assert lines_of(file) == [
        "A small tournament: not finished, 0 of 4 games; not running now.",
        "",
        "No game is finished yet.",
    ]
    file.finished("a – b 1", 1, "a", "b", "X")
    file.started("a – b 1", 2, "b", "a")
    assert "not finished, 1 of 4 games" in lines_of(file)[0]
    file.run()
    assert lines_of(file)[0] == "A small tournament: running, 1 of 4 games finished, 1 in progress."
    file.write(event="changed", paused=True)
    assert "paused after 1 of 4 games" in lines_of(file)[0]


def test_half_a_pair_has_results_and_no_elo(tmp_path: Path, new_journal: NewJournal) -> None:
    file = new_journal(tmp_path, "a", "b", pairs=2)
    file.finished("a – b 1", 1, "a", "b", None)
    lines = lines_of(file)
    assert "Elo: – +/- –, nElo: – +/- –" in lines
    assert "Games: 1, Wins: 0, Losses: 0, Draws: 1, Points: 0.5 (50.00%)" in lines


def test_another_anchor_moves_everyone_by_as_much(tmp_path: Path, new_journal: NewJournal) -> None:
    file = new_journal(tmp_path, "a", "b", "c")
    fill(file, lambda fixture: fixture.first)
    before, after = status_of(file), status_of(file, "c", 800.0)
    assert after.ratings["c"].rating == pytest.approx(800)
    shift = 800 - before.ratings["c"].rating
    for name in "ab":
        assert after.ratings[name].rating == pytest.approx(before.ratings[name].rating + shift)


def test_an_anchor_nobody_knows_is_refused(tmp_path: Path, new_journal: NewJournal) -> None:
    with pytest.raises(FivefoldError, match="“d” is not a player"):
        status_of(new_journal(tmp_path, "a", "b"), "d")


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("level(1)", ("level(1)", None)),
        ("level(1)=1200", ("level(1)", 1200.0)),
        ("minimax(depth=3)", ("minimax(depth=3)", None)),
        ("minimax(depth=3)=-5.5", ("minimax(depth=3)", -5.5)),
        ("a=b", ("a=b", None)),
    ],
)
def test_an_anchor_is_a_name_or_a_name_and_a_number(
    text: str, parts: tuple[str, float | None]
) -> None:
    assert parse_anchor(text) == parts


@pytest.mark.parametrize("text", ["a=nan", "a=inf", "a=1e9"])
def test_a_rating_is_a_sensible_number(text: str) -> None:
    with pytest.raises(FivefoldError, match="The rating in"):
        parse_anchor(text)

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from fivefold import names
from fivefold.match.record import MatchRecord

if TYPE_CHECKING:
    from tests.cli.conftest import Fivefold, Wander

ENDINGS = {"normal", "resigned", "time", "illegal", "crashed", "adjudicated", "maximum"}


def check_match(data: dict[str, Any], game: str, a: str, b: str) -> None:
    """Asserts that the document follows the contract."""
    assert data.keys() >= {"game", "games", "score", "elo"}
    assert data["game"] == names.game_from(game).name
    wins = draws = 0
    for index, record in enumerate(data["games"]):
        assert (record["first"], record["second"]) == ((b, a) if index % 2 else (a, b))
        assert record["winner"] in ("X", "O", None)
        assert record["ending"] in ENDINGS
        assert isinstance(record["reason"], str)
        assert len(record["seconds"]) == len(record["moves"])
        assert MatchRecord.from_json(record).as_json() == record
        draws += record["winner"] is None
        wins += record["winner"] == ("O" if index % 2 else "X")
    games = len(data["games"])
    assert data["score"] == {
        "wins": wins,
        "draws": draws,
        "losses": games - wins - draws,
        "points": wins + draws / 2,
    }
    for number in data["elo"].values():
        assert number is None or math.isfinite(number)
    assert data["elo"].keys() == {"difference", "error95"}


@pytest.mark.parametrize(
    ("game", "a", "b"),
    [
        ("gomoku(size=7)", "reactive", "random"),
        ("othello(size=6)", "h2", "methodical"),
        ("othello", "random", "random"),
        ("pentomino", "openspace", "random"),
    ],
)
def test_match_keeps_its_json_contract_from_any_position(
    fivefold: Fivefold, wander: Wander, game: str, a: str, b: str
) -> None:
    for seed in range(4):
        state = wander(game, seed, 5 * seed)
        text = state.game.format_position(state)
        arguments = ("--games", "3", "--seed", "1", "--json")
        data = fivefold("match", game, a, b, "-p", text, *arguments).document
        check_match(data, game, a, b)
        assert all(record["start"] == text for record in data["games"])


def test_a_is_x_first_even_where_o_is_to_move(fivefold: Fivefold) -> None:
    data = fivefold("match", "othello", "h1", "h2", "-m", "f5", "--games", "2", "--json").document
    assert [record["first"] for record in data["games"]] == ["h1", "h2"]


def test_the_same_seed_plays_the_same_games(fivefold: Fivefold) -> None:
    arguments = ("match", "othello", "random", "random", "--games", "2", "--seed", "5", "--json")
    one, other = (fivefold(*arguments).document["games"] for _ in range(2))
    assert [game["moves"] for game in one] == [game["moves"] for game in other]


def test_elo_is_null_when_everything_was_won(fivefold: Fivefold) -> None:
    data = fivefold("match", "gomoku", "reactive", "random", "--games", "2", "--json").document
    assert data["score"]["wins"] == 2
    assert data["elo"] == {"difference": None, "error95": None}


def test_the_full_game_simulator_prints_moves_board_discs_and_winner(
    fivefold: Fivefold, tmp_path: Path
) -> None:
    """Row O4: both sides finish a game with the same depth."""
    file = tmp_path / "input.txt"
    cells = ["-1"] * 64
    cells[27] = cells[36] = "1"
    cells[28] = cells[35] = "0"
    file.write_text("0\n" + "\n".join(" ".join(cells[row * 8 : row * 8 + 8]) for row in range(8)))
    player = "minimax(depth=2)"
    data = fivefold("match", "othello", player, player, "-i", str(file), "--json").document
    record = data["games"][0]
    last = MatchRecord.from_json(record).states()[-1]
    answer = fivefold("match", "othello", player, player, "-i", str(file))
    assert answer.code == 0
    assert f"Moves: {' '.join(record['moves'])}\n" in answer.out
    assert last.game.diagram(last) in answer.out
    black, white = last.cells.count("X"), last.cells.count("O")
    assert f"Discs: {black} black, {white} white." in answer.out
    assert record["reason"] in answer.out
    numbers = fivefold("match", "othello", player, player, "-i", str(file), "--numbers")
    expected = [names.game_from("othello").parse_move(move) for move in record["moves"]]
    assert f"Moves: {' '.join(map(str, expected))}\n" in numbers.out
    document = fivefold("match", "othello", player, player, "--numbers", "--json").document
    assert document["games"][0]["moves"] == expected


def test_several_games_are_summed_up_in_a_table(fivefold: Fivefold) -> None:
    """Row P5: win rate with error, moves per game, time per move."""
    answer = fivefold("match", "pentomino", "openspace", "random", "--games", "6", "--seed", "2")
    assert (answer.code, answer.err) == (0, "")
    table = {line.split("  ")[0]: line for line in answer.out.splitlines()}
    assert "±" in table["win rate"]
    assert "ms" in table["time per move"]
    assert "Moves per game: " in answer.out
    assert "Games ended: 6 normally." in answer.out


def test_each_opening_is_played_with_both_colours(fivefold: Fivefold, tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    file.write_text("# two openings\nf5d6\n\nf5 f6 # parallel\n")
    arguments = ("match", "othello", "h1", "h2", "--openings", str(file), "--json")
    games = fivefold(*arguments).document["games"]
    assert [game["first"] for game in games] == ["h1", "h2", "h1", "h2"]
    assert games[0]["start"] == games[1]["start"] != games[2]["start"] == games[3]["start"]


@pytest.mark.system
def test_a_crashing_strategy_loses_the_game(fivefold: Fivefold, tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text(
        "from fivefold.strategies.base import Strategy\n"
        "class Broken(Strategy):\n"
        "    def choose(self, state, limit=None, stop=None):\n"
        "        raise RuntimeError('oh no')\n"
    )
    answer = fivefold("match", "othello", str(file), "random", "--json")
    data = json.loads(answer.out)
    check_match(data, "othello", str(file), "random")
    assert answer.err.splitlines()[-1] == f"[{file}] RuntimeError: oh no"
    assert (data["games"][0]["ending"], data["games"][0]["winner"]) == ("crashed", "O")
    assert "oh no" in data["games"][0]["reason"]


@pytest.mark.parametrize(
    ("ending", "magic"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")]
)
def test_the_plot_is_written_in_the_format_of_its_ending(
    fivefold: Fivefold, tmp_path: Path, ending: str, magic: bytes
) -> None:
    file = tmp_path / f"match.{ending}"
    arguments = ("match", "pentomino", "random", "openspace", "--games", "4", "--seed", "1")
    answer = fivefold(*arguments, "--plot", str(file))
    assert answer.code == 0
    assert str(file) in answer.err
    assert file.read_bytes().startswith(magic)
    assert [each.name for each in tmp_path.iterdir()] == [file.name]


def test_without_matplotlib_nothing_is_played(
    fivefold: Fivefold, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    plot = str(tmp_path / "match.png")
    answer = fivefold("match", "othello", "h1", "h2", "--games", "1000000", "--plot", plot)
    assert (answer.code, answer.out) == (3, "")
    assert answer.err.count("\n") == 1
    assert "fivefold[plots]" in answer.err

"""Tournaments from a TOML file and from the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fivefold.arena.players.entrants import entrant_from, with_names_apart
from fivefold.arena.running.config import Config, config_of, parse_draws, read_file
from fivefold.core import Limit
from fivefold.errors import FivefoldError, InvalidNotation
from fivefold.results.sprt import Sprt
from fivefold.results.tournament import DrawRule, Entrant

FULL = """
name = "Friday"
game = "gomoku"
size = 9
rules = "standard"
format = "match"
pairs = 3
openings = "lines.txt"
seed = 7
depth = 2
time = "1+1"
maximum = 60
proofs = true
draws = { moves = 40, count = 4, score = 10 }
withdraw_after = 2
sprt = { elo0 = 0, elo1 = 20, model = "logistic" }
anchor = "Wine"
anchor_rating = 1800
concurrency = 3

[[player]]
name = "Wine"
player = "gomocup:./pbrain-wine --fast"
folder = "engines"
options = { max_memory = 1000, rule = "x", quick = true }
seconds = 0.5
time = "2+0"

[[player]]
player = "./bots/mine.py:Mine(x=1)"
"""


def read(folder: Path, text: str) -> Config:
    (folder / "t.toml").write_text(text)
    settings, players = read_file(str(folder / "t.toml"))
    return config_of(settings, players, "unnamed")


@pytest.fixture(name="place")
def place_with_files(tmp_path: Path) -> Path:
    (tmp_path / "engines").mkdir()
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "mine.py").write_text("")
    (tmp_path / "lines.txt").write_text("e5 e6 # beside\n\nd4 f6\n")
    return tmp_path


def test_everything_can_be_said_in_a_file(place: Path) -> None:
    config = read(place, FULL)
    tournament = config.tournament
    assert config.concurrency == 3
    assert tournament.name == "Friday"
    assert tournament.game == "gomoku(size=9, rules=standard)"
    assert (tournament.format, tournament.pairs, tournament.seed) == ("match", 3, 7)
    assert tournament.openings == ("e5 e6", "d4 f6")
    assert (tournament.limit, tournament.time, tournament.maximum) == (Limit(depth=2), "1+1", 60)
    assert (tournament.proofs, tournament.draws) == (True, DrawRule(40, 4, 10.0))
    assert tournament.sprt == Sprt(0, 20, model="logistic")
    assert (tournament.anchor, tournament.anchor_rating) == ("Wine", 1800.0)
    assert tournament.withdraw_after == 2
    assert tournament.entrants == (
        Entrant(
            "Wine",
            "gomocup:./pbrain-wine --fast",
            str(place / "engines"),
            {"max_memory": "1000", "rule": "x", "quick": "true"},
            Limit(seconds=0.5),
            "2+0",
        ),
        Entrant("./bots/mine.py:Mine(x=1)", f"{place}/bots/mine.py:Mine(x=1)"),
    )


def test_options_go_before_the_file(place: Path) -> None:
    (place / "t.toml").write_text('game = "othello"\npairs = 3\nopenings = "none"')
    settings, players = read_file(str(place / "t.toml"))
    players += [entrant_from(text, place) for text in ("random", "h1")]
    config = config_of({**settings, "pairs": 5, "seed": 2}, players, "here")
    assert (config.tournament.pairs, config.tournament.seed) == (5, 2)
    assert config.tournament.name == "here"
    assert config.concurrency is None


def test_a_sequential_test_has_games_enough() -> None:
    players = [Entrant("a", "random"), Entrant("b", "random")]
    sprt = {"elo0": 0, "elo1": 5}
    config = config_of({"game": "othello", "sprt": sprt, "openings": "none"}, players, "t")
    assert config.tournament.pairs == 10_000


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("pairs = ", "t.toml” is not valid TOML: Invalid value"),
        ("pair = 3", "tournament has an unknown key “pair”. Choose from"),
        ("pairs = 0", "tournament.pairs must be a whole number of at least 1"),
        ("pairs = 2.0", "tournament.pairs must be a whole number"),
        ('game = "go"', "There is no game called “go”"),
        ("game = 3", "tournament.game must be a string"),
        ('size = "big"', "“big” is not a size"),
        ('format = "ladder"', "tournament.format must be one of match, round-robin, gauntlet"),
        ('openings = "missing.txt"', "missing.txt"),
        ('openings = "bad.txt"', "Line 1 of"),
        ("seconds = -1", "The limit seconds must be a number greater than 0"),
        ('time = "later"', "is not a time"),
        ("rounds = 2", "Only a Swiss tournament has a number of rounds"),
        ("sprt = { elo0 = 0 }", "tournament.sprt has no elo1"),
        ('anchor = "nobody"', "The anchor “nobody” is not a player"),
        ("concurrency = 0", "tournament.concurrency must be a whole number of at least 1"),
        ("player = 3", "t.toml”.player must be a list of objects, not “3”"),
        ('[[player]]\nname = "a"', "player[1] has no player"),
        ('[[player]]\nplayer = "levle(1)"', "Did you mean level"),
        ('[[player]]\nplayer = "missing.py"', "There is no file"),
        ('[[player]]\nplayer = "h1"\ncolour = 1', "an unknown key “colour”"),
        ('[[player]]\nplayer = "h1"\noptions = { a = [] }', "options.a must be a string"),
        ('[[player]]\nplayer = "h1"\noptions = { a = 1 }', "“h1” takes no options"),
        ('[[player]]\nplayer = "gomocup:x"', "gomocup"),
        ('[[player]]\nplayer = "gtp:"', "names no program"),
        ('[[player]]\nplayer = "gtp:x"\nfolder = "none"', "there is no such folder"),
    ],
)
def test_whatever_is_wrong_gets_a_sentence(tmp_path: Path, line: str, sentence: str) -> None:
    (tmp_path / "bad.txt").write_text("a1\n")
    text = f"{line}\n"
    players = '\n[[player]]\nplayer = "random"\n[[player]]\nplayer = "h2"\n'
    game = "" if line.startswith("game") else 'game = "othello"\n'
    openings = "" if line.startswith("openings") else 'openings = "none"\n'
    body = game + openings + text + ("" if line.startswith("player") else players)
    with pytest.raises(FivefoldError) as refusal:
        read(tmp_path, body)
    assert sentence in str(refusal.value)


def test_players_of_the_same_name_are_numbered() -> None:
    players = [Entrant("a", "random"), Entrant("a", "h1"), Entrant("b", "h2"), Entrant("a", "h2")]
    named = with_names_apart(players)
    assert [entrant.name for entrant in named] == ["a", "a #2", "b", "a #3"]
    assert [entrant.player for entrant in named] == ["random", "h1", "h2", "h2"]


@pytest.mark.parametrize(
    ("text", "rule"), [("60,8,20", DrawRule(60, 8, 20.0)), ("0, 1, 0.5", DrawRule(0, 1, 0.5))]
)
def test_a_rule_for_draws_is_three_numbers(text: str, rule: DrawRule) -> None:
    assert parse_draws(text) == rule


@pytest.mark.parametrize(
    "text", ["", "60", "60,8", "60,8,x", "1,2,3,4", "60,0,20", "-1,1,1", "1,1,nan"]
)
def test_other_texts_are_no_rule_for_draws(text: str) -> None:
    with pytest.raises(InvalidNotation, match="not a draw rule"):
        parse_draws(text)


def test_the_example_of_the_reference_is_a_tournament(tmp_path: Path) -> None:
    document = Path(__file__).parents[3] / "docs" / "reference" / "arena.md"
    text = document.read_text(encoding="utf-8")
    example: Any = text.partition("```toml\n")[2].partition("```")[0]
    (tmp_path / "pbrain-mine").mkdir()
    config = read(tmp_path, example)
    assert len(config.tournament.entrants) == 3

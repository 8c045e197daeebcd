"""The opponents of each game, and what a request may name."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fivefold
from fivefold.cage.settings import VARIABLE, default_cage
from fivefold.cage.start import level_of
from fivefold.core import Game, Limit
from fivefold.errors import FivefoldError, InvalidNotation, Refused, UnknownName
from fivefold.games.gomoku import GomokuGame
from fivefold.names import game_from, strategy_from
from fivefold.server.analysis.catalogue import LIMITS, checked, default_opponent, opponents, title
from fivefold.server.analysis.host_strategies import HostStrategies
from fivefold.strategies import STRATEGIES
from fivefold.strategies.base import decision_as_json
from fivefold.strategies.levels import levels_of

GAMES = ("gomoku", "othello", "pentomino")
NOBODY = HostStrategies()


@pytest.mark.parametrize("game", GAMES)
def test_every_listed_opponent_can_be_seated_and_plays(game: str) -> None:
    rules = game_from(game, 8 if game != "gomoku" else 9)
    for entry in opponents(game, NOBODY):
        if not entry["available"]:
            with pytest.raises(Refused):
                checked(entry["text"], game, NOBODY)
            continue
        assert checked(entry["text"], game, NOBODY) == entry["text"]
        strategy = strategy_from(entry["text"], game)
        decision = strategy.choose(rules.start, Limit(seconds=0.2, depth=1))
        assert decision_as_json(decision, rules)["move"]


@pytest.mark.parametrize("game", GAMES)
def test_the_list_is_what_the_picker_shows(game: str) -> None:
    entries = opponents(game, NOBODY)
    json.dumps(entries, allow_nan=False)
    texts = [entry["text"] for entry in entries]
    assert len(texts) == len(set(texts))
    levels = list(levels_of(game))
    assert texts[: len(levels)] == [f"level({level})" for level in levels]
    assert [entry.get("level") for entry in entries[: len(levels)]] == levels
    groups = {entry["text"]: entry["group"] for entry in entries}
    assert groups["perfect" if game == "pentomino" else "engine"] == "engine"
    study = {
        "gomoku": ["reactive"],
        "othello": ["h1", "h2", "methodical"],
        "pentomino": ["easy", "medium", "hard"],
    }[game]
    found = [text for text, group in groups.items() if group == "study"]
    assert found == [*study, "minimax", "negamax"]
    assert groups["random"] == "other"
    for entry in entries:
        assert entry["title"]["text"]
        assert entry["about"]["text"].endswith(".")
    assert default_opponent(game) in texts


@pytest.mark.parametrize("game", GAMES)
def test_each_depth_has_the_rating_that_was_measured_for_it_and_no_other(game: str) -> None:
    file = Path(fivefold.__file__).parent / "data" / "ladder" / f"{game}.json"
    measured = {
        each["player"]: round(each["rating"]) for each in json.loads(file.read_text())["players"]
    }
    for entry in opponents(game, NOBODY):
        if "depth" not in entry:
            continue
        stepper = entry["depth"]
        assert stepper["minimum"] <= stepper["default"] <= stepper["maximum"]
        for depth in range(stepper["minimum"], stepper["maximum"] + 1):
            shown = stepper["ratings"].get(str(depth))
            known = measured.get(f"{entry['name']}(depth={depth})")
            assert (shown and shown["elo"]) == known
            checked(f"{entry['name']}(depth={depth})", game, NOBODY)


def test_levels_are_called_as_in_the_dialogue() -> None:
    first, _, _, fourth, _ = opponents("gomoku", NOBODY)[:5]
    assert first["title"]["text"] == "Level 1 · Random"
    assert first["about"]["text"] == "Plays a random free square."
    assert fourth["title"]["text"] == "Level 4 · Five moves ahead"


def test_parameters_say_what_they_can_be() -> None:
    entries = {entry["name"]: entry for entry in opponents("othello", NOBODY)}
    depth, seconds, evaluate, table = entries["negamax"]["parameters"]
    assert depth == {"name": "depth", "kind": "int", "default": None, "minimum": 1, "maximum": 12}
    assert (seconds["kind"], seconds["maximum"]) == ("float", 10.0)
    assert (evaluate["kind"], evaluate["default"]) == ("choice", "discs")
    assert "stability" in evaluate["choices"]
    assert table["default"] == 200_000
    assert entries["greedy"]["parameters"][0]["choices"] == ["discs", "weighted"]
    assert entries["minimax"]["parameters"][2]["kind"] == "bool"


@pytest.mark.parametrize("game", GAMES)
def test_every_end_of_a_range_is_allowed_and_beyond_it_refused(game: str) -> None:
    for entry in opponents(game, NOBODY):
        if not entry["available"]:
            continue
        for parameter in entry["parameters"]:
            name = parameter["name"]
            for choice in parameter.get("choices", ()):
                checked(f"{entry['name']}({name}={choice})", game, NOBODY)
            if "minimum" not in parameter:
                continue
            for bound in (parameter["minimum"], parameter["maximum"]):
                checked(f"{entry['name']}({name}={bound})", game, NOBODY)
            for beyond in (parameter["minimum"] - 1, parameter["maximum"] + 1):
                with pytest.raises(InvalidNotation) as refusal:
                    checked(f"{entry['name']}({name}={beyond})", game, NOBODY)
                assert refusal.value.field == name


def test_every_number_of_a_strategy_has_its_limits() -> None:
    named = {(name, parameter["name"]) for name, parameter in _numbers()}
    assert named <= LIMITS.keys()


def _numbers() -> list[tuple[str, dict[str, object]]]:
    return [
        (entry["name"], parameter)
        for game in GAMES
        for entry in opponents(game, NOBODY)
        if entry["name"] in STRATEGIES
        for parameter in entry["parameters"]
        if parameter["kind"] in ("int", "float")
    ]


@pytest.mark.parametrize(
    ("text", "game", "canonical"),
    [
        ("level(4)", "gomoku", "level(4)"),
        (" Level( n = 4 ) ", "gomoku", "level(4)"),
        ("level", "gomoku", "level(3)"),
        ("level(2, seed=7)", "gomoku", "level(n=2, seed=7)"),
        ("negamax( 4 )", "othello", "negamax(depth=4)"),
        ("negamax(depth=none, table=200000)", "othello", "negamax"),
        ("negamax(evaluate=discs, seconds=2.0)", "othello", "negamax(seconds=2)"),
        ("minimax(pass_uses_ply=no)", "othello", "minimax(pass_uses_ply=false)"),
        ("H2", "othello", "h2"),
        ("hard", "pentomino", "hard"),
        ("hard(seed=1)", "pentomino", "hard(seed=1)"),
        ("openspace(3, diagonal=0.5)", "pentomino", "openspace(diagonal=0.5)"),
    ],
)
def test_a_text_is_stored_in_one_form(text: str, game: str, canonical: str) -> None:
    assert checked(text, game, NOBODY) == canonical
    assert checked(canonical, game_from(game), NOBODY) == canonical
    if "evaluate" not in text:  # it is the default
        assert repr(strategy_from(canonical, game)) == repr(strategy_from(text, game))


@pytest.mark.parametrize(
    ("text", "game", "kind", "code"),
    [
        ("./my_bot.py:MyBot", "gomoku", Refused, "strategy.path"),
        ("/etc/x.py", "gomoku", Refused, "strategy.path"),
        ("my_bot.py", "gomoku", Refused, "strategy.path"),
        ("../random", "gomoku", Refused, "strategy.path"),
        ("gomocup:pbrain-wine", "gomoku", Refused, "strategy.path"),
        (" GTP:touch x", "othello", Refused, "strategy.path"),
        ("ugi:", "pentomino", Refused, "strategy.path"),
        ("perfect", "othello", UnknownName, "name.unknown_close"),
        ("minimaks", "gomoku", UnknownName, "name.unknown_close"),
        ("greedy", "gomoku", UnknownName, "name.not_for_game"),
        ("hard", "gomoku", UnknownName, "name.unknown"),
        ("level(10)", "gomoku", InvalidNotation, "parameter.range"),
        ("level(depth=3)", "gomoku", UnknownName, "name.unknown"),
        ("minimax(depth=7)", "gomoku", InvalidNotation, "parameter.range"),
        ("minimax(evaluate=discs)", "gomoku", UnknownName, "name.unknown"),
        ("negamax(seconds=11)", "gomoku", InvalidNotation, "parameter.number"),
        ("random(seed=9007199254740992)", "gomoku", InvalidNotation, "parameter.range"),
        ("random(" + "1" * 300 + ")", "gomoku", InvalidNotation, "name.unreadable"),
        ("", "gomoku", InvalidNotation, "name.unreadable"),
        ("human", "gomoku", UnknownName, None),
        ("__import__('os')", "gomoku", UnknownName, None),
    ],
)
def test_what_may_not_play_is_refused_with_a_code(
    text: str, game: str, kind: type[FivefoldError], code: str | None
) -> None:
    with pytest.raises(kind) as refusal:
        checked(text, game, NOBODY)
    assert code is None or refusal.value.code == code
    assert str(refusal.value).endswith((".", "?"))


def test_a_plug_in_game_has_no_engine() -> None:
    class Tiny(GomokuGame):
        name = "tiny"

    with pytest.raises(Refused) as refusal:
        checked("engine", cast("Game", Tiny(5)), NOBODY)
    assert refusal.value.code == "strategy.no_engine"


@given(st.text(max_size=60), st.sampled_from(GAMES))
def test_any_text_is_stored_or_refused_and_has_a_title(text: str, game: str) -> None:
    assert isinstance(str(title(text, game)), str)
    with contextlib.suppress(FivefoldError):
        canonical = checked(text, game, NOBODY)
        assert checked(canonical, game, NOBODY) == canonical


@pytest.mark.parametrize(
    ("text", "game", "expected"),
    [
        ("level(4)", "gomoku", "Level 4"),
        ("hard", "pentomino", "Open space, hard"),
        ("minimax(depth=3)", "othello", "Minimax, depth 3"),
        ("negamax(depth=4, seconds=2)", "othello", "Negamax, depth 4, seconds 2"),
        ("random", "gomoku", "Random"),
        ("h2", "othello", "H2, weighted discs"),
        ("my_bot:MyBot", "othello", "my_bot:MyBot"),
        ("level(99)", "othello", "Level"),
    ],
)
def test_titles_are_short_names_for_people(text: str, game: str, expected: str) -> None:
    assert str(title(text, game)) == expected


@pytest.mark.system
def test_the_hosts_own_are_offered_and_checked_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "bot.py"
    file.write_text(
        "from fivefold.strategies.base import Decision, Strategy\n"
        "class Mine(Strategy):\n"
        "    games = ('othello',)\n"
        "    def choose(self, state, limit=None, stop=None):\n"
        "        return Decision(state.legal_moves()[0])\n"
    )
    own = HostStrategies([str(file)])
    assert opponents("othello", own)[-1]["text"] == "bot:Mine"
    assert opponents("othello", own)[-1]["group"] == "own"
    # The picker says which kind of cage it runs in.
    sentence = opponents("othello", own)[-1]["cage"]
    assert sentence["key"] == f"opponent.cage.{level_of(default_cage())}"
    assert sentence["text"].startswith("It runs ")
    monkeypatch.setenv(VARIABLE, "off")
    uncaged = opponents("othello", HostStrategies([str(file)]))[-1]["cage"]
    assert uncaged["text"] == "It runs without a cage: it can read the host's files."
    assert checked("bot:Mine", "othello", own) == "bot:Mine"
    assert "bot:Mine" not in [entry["text"] for entry in opponents("gomoku", own)]
    with pytest.raises(UnknownName, match="does not play gomoku"):
        checked("bot:Mine", "gomoku", own)
    with pytest.raises(FivefoldError):
        checked("bot:Mine", "othello", NOBODY)


@pytest.mark.parametrize("game", GAMES)
def test_opponents_have_the_ratings_that_the_ladder_measured(game: str) -> None:
    file = Path(fivefold.__file__).parent / "data" / "ladder" / f"{game}.json"
    ladder = {each["player"]: each for each in json.loads(file.read_text())["players"]}
    listed = {each["text"]: each["rating"] for each in opponents(game, NOBODY)}
    assert {f"level({level})" for level in levels_of(game)} <= set(ladder)
    for player in set(ladder) & set(listed):
        assert listed[player]["elo"] == round(ladder[player]["rating"]), player
        assert listed[player]["error95"] == round(ladder[player]["error95"]), player
    best = "perfect" if game == "pentomino" else "engine"
    assert listed[best] is None or best in ladder

"""The public API: its names, that all of them work, and that importing it is cheap."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

import fivefold
from fivefold import errors

ROOT = Path(__file__).parents[1]
EXPORTED = [
    "Analysis",
    "BoardState",
    "Candidate",
    "DamagedBook",
    "Decision",
    "Engine",
    "EngineCrashed",
    "EngineError",
    "EngineTimeout",
    "Finding",
    "FivefoldError",
    "Game",
    "GameReport",
    "GameTree",
    "IllegalMove",
    "InvalidNotation",
    "InvalidPosition",
    "Limit",
    "Line",
    "MatchRecord",
    "Message",
    "Move",
    "NativeUnavailable",
    "NotFound",
    "Outcome",
    "Overlay",
    "PlayedTournament",
    "Player",
    "Proof",
    "ProtocolError",
    "Refused",
    "RulesError",
    "SimpleEngine",
    "StaleWrite",
    "State",
    "StorageUnavailable",
    "StoreError",
    "Strategy",
    "TimeControl",
    "UnknownName",
    "WIN",
    "__version__",
    "all_games",
    "analyse",
    "board_svg",
    "game",
    "open_engine",
    "plain",
    "play",
    "play_async",
    "play_match",
    "read",
    "report",
    "say",
    "strategies_for",
    "strategy",
    "tournament",
    "tournament_async",
    "write",
]


def loaded_by(code: str) -> set[str]:
    """Returns the modules loaded after a fresh interpreter has run the code."""
    printed = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys\nprint(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    ).stdout
    return set(printed.split())


def test_the_public_names_are_these() -> None:
    assert sorted(fivefold.__all__) == sorted(EXPORTED)


@pytest.mark.parametrize("name", EXPORTED)
def test_every_public_name_exists(name: str) -> None:
    assert getattr(fivefold, name) is not None
    assert name in dir(fivefold)


def test_the_tab_key_shows_only_what_is_public() -> None:
    import fivefold.games.othello  # a submodule that is loaded stays out of sight

    assert fivefold.games is not None
    assert dir(fivefold) == sorted(EXPORTED)


def test_the_page_on_the_api_names_everything_public() -> None:
    page = (ROOT / "docs" / "reference" / "python.md").read_text(encoding="utf-8")
    assert [name for name in EXPORTED if not re.search(rf"\b{name}\b", page)] == []


def test_every_error_is_public() -> None:
    tree = {name for name, value in vars(errors).items() if isinstance(value, type)} - {"Message"}
    assert {name for name in tree if issubclass(getattr(errors, name), Exception)} <= set(EXPORTED)


def test_a_star_import_gives_the_public_names() -> None:
    names: dict[str, object] = {}
    exec("from fivefold import *", names)
    assert names.keys() - {"__builtins__"} == set(EXPORTED)


def test_an_unknown_name_is_a_missing_attribute() -> None:
    with pytest.raises(AttributeError, match="module 'fivefold' has no attribute 'chess'"):
        _ = fivefold.chess


def test_the_version_is_that_of_the_package() -> None:
    assert fivefold.__version__ == version("fivefold")


def test_the_version_has_one_source_and_its_release_is_described() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert "version" not in project
    assert project["dynamic"] == ["version"]
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"\n## {fivefold.__version__} – " in changelog
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {fivefold.__version__}\n" in citation


@pytest.mark.system
def test_importing_fivefold_loads_nothing_else_of_ours_and_nothing_heavy() -> None:
    loaded = loaded_by("import fivefold")
    assert {name for name in loaded if name.startswith("fivefold")} == {"fivefold"}
    assert not {"asyncio", "dataclasses", "inspect", "rich", "typer"} & loaded


@pytest.mark.system
def test_playing_a_game_loads_neither_the_command_line_nor_the_event_loop() -> None:
    loaded = loaded_by(
        "import fivefold\n"
        "game = fivefold.game('gomoku')\n"
        "fivefold.strategy('random', game).choose(game.start)\n"
    )
    assert not {"asyncio", "rich", "typer", "numpy", "matplotlib", "fivefold.cli"} & loaded


def test_ten_lines_lead_from_the_import_to_a_five_in_a_row() -> None:
    game = fivefold.game("gomoku", size=9)
    players = [fivefold.strategy("reactive", game), fivefold.strategy("random", game, seed=1)]
    state = game.start
    while state.outcome is None:
        move = players[0].choose(state).move
        assert move is not None
        state = state.play(move)
        players.reverse()
    assert str(state.outcome.reason) == "Black has five in a row."
    assert state.outcome.winner is fivefold.Player.FIRST

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fivefold import names

if TYPE_CHECKING:
    from tests.cli.conftest import Fivefold


def test_every_game_is_listed_with_its_sizes_rules_and_evaluations(fivefold: Fivefold) -> None:
    data = fivefold("games", "--json").document["games"]
    assert [game["name"] for game in data] == list(names.all_games())
    for game in data:
        assert game["summary"]
        assert game["rules"]
        assert game["evaluations"]
    assert data[0]["switches"]["fours"] == ["no", "black"]
    text = fivefold("games").out
    assert "threes=both|black|none, fours=no|black, six=nothing|win|forbidden" in text
    assert all(name in text for name in ("gomoku", "mirrored", "diffusion"))


@pytest.mark.parametrize("game", [None, "gomoku", "othello", "pentomino"])
def test_every_strategy_is_listed_with_its_parameters(fivefold: Fivefold, game: str | None) -> None:
    arguments = ("strategies", *([game] if game else []))
    data = fivefold(*arguments, "--json").document
    known = names.strategies_for(game) if game else names.all_strategies()
    assert [strategy["name"] for strategy in data["strategies"]] == list(known)
    for strategy in data["strategies"]:
        assert strategy["summary"]
        kind = known[strategy["name"]]
        assert [one["name"] for one in strategy["parameters"]] == list(names.parameters(kind))
        assert game is None or game in strategy["games"]
    assert "minimax(depth=" in fivefold(*arguments).out


def test_aliases_show_their_meaning(fivefold: Fivefold) -> None:
    data = fivefold("strategies", "othello", "--json").document
    assert data["aliases"]["othello"]["h2"] == "greedy(heuristic=weighted)"
    assert "h1 = greedy(heuristic=discs)" in fivefold("strategies", "othello").out

"""Orders: what is one, what is a move, and what is neither."""

from __future__ import annotations

import pytest

from fivefold.cli.terminal.orders import ORDERS, Order, parse_order, usage
from fivefold.errors import FivefoldError
from fivefold.games import GAMES


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("moves", Order("moves")),
        ("  HINT ", Order("hint")),
        ("hint level(2)", Order("hint", "level(2)")),
        ("explain", Order("explain")),
        ("replay", Order("replay")),
        ("replay 15", Order("replay", "15")),
        ("replay ALL", Order("replay", "all")),
        ("opponent  minimax(depth=2)", Order("opponent", "minimax(depth=2)")),
        ("opponent ./My Bots/bot.py:Bot", Order("opponent", "./My Bots/bot.py:Bot")),
        ("cpu on", Order("cpu", "on")),
        ("save My Game.json", Order("save", "My Game.json")),
        ("load", Order("load")),
        ("?", Order("help")),
        ("h", Order("help")),
        ("q", Order("quit")),
        ("exit", Order("quit")),
        ("u", Order("undo")),
    ],
)
def test_what_is_an_order(text: str, order: Order) -> None:
    assert parse_order(text) == order


@pytest.mark.parametrize(
    "text", ["h8", "--", "pass", "37", "(2, 4)", "U a1 c1 a2 b2 c2", "u a1 c1 a2 b2 c2", "", "x"]
)
def test_what_may_be_a_move(text: str) -> None:
    assert parse_order(text) is None


@pytest.mark.parametrize("name", GAMES)
def test_no_move_of_any_game_is_taken_for_an_order(name: str) -> None:
    game = GAMES[name].of()
    for move in game.start.legal_moves():
        assert parse_order(game.format_move(move)) is None


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("undo 3", "“undo 3” cannot be done: type undo."),
        ("replay 7", "“replay 7” cannot be done: type replay [5|10|15|all]."),
        ("cpu", "“cpu” cannot be done: type cpu on|off."),
        ("cpu maybe", "“cpu maybe” cannot be done: type cpu on|off."),
        ("opponent", "“opponent” cannot be done: type opponent WHO."),
        ("quit now", "“quit now” cannot be done: type quit."),
        ("oponent random", "There is no order “oponent”; did you mean opponent WHO?"),
        ("resing", "There is no order “resing”; did you mean resign?"),
    ],
)
def test_wrong_orders_say_how_they_are_typed(text: str, sentence: str) -> None:
    with pytest.raises(FivefoldError) as error:
        parse_order(text)
    assert str(error.value) == sentence


def test_usage_of_each_order() -> None:
    assert [usage(word) for word in ORDERS][3:7] == [
        "undo",
        "replay [5|10|15|all]",
        "opponent WHO",
        "cpu on|off",
    ]

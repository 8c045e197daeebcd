"""Tells commands, moves and other input apart."""

from __future__ import annotations

import pytest

from fivefold.cli.terminal.commands import COMMANDS, Command, parse_command, usage
from fivefold.errors import FivefoldError
from fivefold.games import GAMES


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("moves", Command("moves")),
        ("  HINT ", Command("hint")),
        ("hint level(2)", Command("hint", "level(2)")),
        ("explain", Command("explain")),
        ("replay", Command("replay")),
        ("replay 15", Command("replay", "15")),
        ("replay 7", Command("replay", "7")),
        ("replay ALL", Command("replay", "all")),
        ("opponent  minimax(depth=2)", Command("opponent", "minimax(depth=2)")),
        ("opponent ./My Bots/bot.py:Bot", Command("opponent", "./My Bots/bot.py:Bot")),
        ("cpu on", Command("cpu", "on")),
        ("save My Game.json", Command("save", "My Game.json")),
        ("load", Command("load")),
        ("?", Command("help")),
        ("h", Command("help")),
        ("q", Command("quit")),
        ("exit", Command("quit")),
        ("u", Command("undo")),
    ],
)
def test_commands_are_recognized(text: str, command: Command) -> None:
    assert parse_command(text) == command


@pytest.mark.parametrize(
    "text", ["h8", "--", "pass", "37", "(2, 4)", "U a1 c1 a2 b2 c2", "u a1 c1 a2 b2 c2", "", "x"]
)
def test_possible_moves_are_not_commands(text: str) -> None:
    assert parse_command(text) is None


@pytest.mark.parametrize("name", GAMES)
def test_no_move_of_any_game_is_taken_for_a_command(name: str) -> None:
    game = GAMES[name].of()
    for move in game.start.legal_moves():
        assert parse_command(game.format_move(move)) is None


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("undo 3", "“undo 3” does not work: type undo."),
        ("replay 0", "“replay 0” does not work: type replay [N|all]."),
        ("replay some", "“replay some” does not work: type replay [N|all]."),
        ("cpu", "“cpu” does not work: type cpu on|off."),
        ("cpu maybe", "“cpu maybe” does not work: type cpu on|off."),
        ("opponent", "“opponent” does not work: type opponent WHO."),
        ("quit now", "“quit now” does not work: type quit."),
        ("oponent random", "There is no command “oponent”. Did you mean opponent WHO?"),
        ("resing", "There is no command “resing”. Did you mean resign?"),
    ],
)
def test_wrong_commands_show_their_usage(text: str, sentence: str) -> None:
    with pytest.raises(FivefoldError) as error:
        parse_command(text)
    assert str(error.value) == sentence


def test_usage_of_each_command() -> None:
    assert [usage(word) for word in COMMANDS][3:7] == [
        "undo",
        "replay [N|all]",
        "opponent WHO",
        "cpu on|off",
    ]

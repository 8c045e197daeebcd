"""The rule sets of Gomoku: spelling, caro's blocked five, and the switches of omok."""

from __future__ import annotations

import itertools
import random

import pytest

from fivefold.core import Player
from fivefold.errors import InvalidNotation, UnknownName
from fivefold.games.gomoku import GomokuGame, GomokuState
from fivefold.games.gomoku_rules import SWITCHES, canonical, side_rules
from fivefold.names import format_game, game_from

DOUBLE_THREE = ("XX.", "..X", "..X")
DOUBLE_FOUR = ("XXX.", "...X", "...X", "...X")
SIX = ("XXX.XX",)


def position(rules: str, *rows: str, side: str = "X", column: int = 3, row: int = 3) -> GomokuState:
    """Returns a 15x15 position with the drawn rows at this corner and nothing else."""
    cells = ["."] * 225
    for down, line in enumerate(rows):
        start = (row + down) * 15 + column
        cells[start : start + len(line)] = line
    return GomokuGame.of((15, 15), rules).parse_position("".join(cells) + f" {side}")


def at(row: int, column: int) -> int:
    return (3 + row) * 15 + 3 + column


def winner(state: GomokuState) -> Player | None:
    return state.outcome.winner if state.outcome else None


def test_the_rule_sets_and_the_default() -> None:
    assert GomokuGame.rule_names == ("freestyle", "standard", "renju", "caro", "omok")
    assert GomokuGame.of().rules == "freestyle"


@pytest.mark.parametrize("rules", GomokuGame.rule_names)
@pytest.mark.parametrize("size", [5, 22])
def test_every_rule_set_is_played_on_every_size(rules: str, size: int) -> None:
    assert len(GomokuGame.of((size, size), rules).start.legal_moves()) == size * size


@pytest.mark.parametrize(
    ("rules", "expected"),
    [("freestyle", False), ("standard", False), ("caro", False), ("renju", True), ("omok", True)],
)
def test_a_game_has_fouls_when_one_side_can_make_one(rules: str, expected: bool) -> None:
    assert GomokuGame.of(None, rules).has_fouls is expected


@pytest.mark.parametrize("rules", ["freestyle", "standard", "renju", "omok"])
def test_except_in_caro_a_five_blocked_at_both_ends_wins(rules: str) -> None:
    assert winner(position(rules, "OXX.XXO").play(at(0, 3))) is Player.FIRST


# caro


@pytest.mark.parametrize(
    ("row", "wins"),
    [
        (".XX.XX.", True),
        ("OXX.XX.", True),
        (".XX.XXO", True),
        ("OXX.XXO", False),
        (".XX.XXX.", False),
        ("OXX.XXX.", False),
    ],
)
@pytest.mark.parametrize("swapped", [False, True])
def test_caro_a_five_blocked_at_both_ends_does_not_win(row: str, wins: bool, swapped: bool) -> None:
    side = "O" if swapped else "X"
    row = row.translate(str.maketrans("XO", "OX")) if swapped else row
    state = position("caro", row, side=side).play(at(0, 3))
    assert winner(state) is (Player(side) if wins else None)
    assert GomokuGame.of(None, "caro").parse_position(
        f"{state.cells} {state.to_move.value}"
    ).outcome == (state.outcome)


@pytest.mark.parametrize("row", ["XX.XX.", "XX.XXO", "XX.XX"])
def test_caro_the_edge_of_the_board_does_not_block(row: str) -> None:
    assert winner(position("caro", row, column=0).play(3 * 15 + 2)) is Player.FIRST
    mirrored = position("caro", row[::-1], column=15 - len(row))
    assert winner(mirrored.play(3 * 15 + 12)) is Player.FIRST


def test_caro_a_five_from_edge_to_edge_wins() -> None:
    state = GomokuGame.of((5, 5), "caro").parse_position("XX.XX" + "OOOO." + "." * 15 + " X")
    assert winner(state.play(2)) is Player.FIRST


def test_caro_a_blocked_five_stays_blocked_as_the_game_continues() -> None:
    state = position("caro", "OXXXXXO", side="O")
    assert state.outcome is None
    assert state.play(0).outcome is None


def test_caro_another_line_may_still_win() -> None:
    state = position("caro", "OXX.XXO", "...X", "...X", "...X", "...X")
    assert winner(state.play(at(0, 3))) is Player.FIRST


# omok and its switches


@pytest.mark.parametrize(
    ("threes", "black", "white"),
    [("none", True, True), ("black", False, True), ("both", False, False)],
)
def test_omok_who_may_make_a_double_three(threes: str, black: bool, white: bool) -> None:
    rules = f"omok:threes={threes}"
    swapped = tuple(row.replace("X", "O") for row in DOUBLE_THREE)
    assert (at(0, 2) in position(rules, *DOUBLE_THREE).legal_moves()) is black
    assert (at(0, 2) in position(rules, *swapped, side="O").legal_moves()) is white


@pytest.mark.parametrize(("fours", "allowed"), [("no", True), ("black", False)])
def test_omok_who_may_make_a_double_four(fours: str, allowed: bool) -> None:
    rules = f"omok:fours={fours}"
    swapped = tuple(row.replace("X", "O") for row in DOUBLE_FOUR)
    assert (at(0, 3) in position(rules, *DOUBLE_FOUR).legal_moves()) is allowed
    assert at(0, 3) in position(rules, *swapped, side="O").legal_moves()


@pytest.mark.parametrize(
    ("six", "black", "white"),
    [("win", "wins", "wins"), ("nothing", "goes on", "goes on"), ("forbidden", "foul", "wins")],
)
def test_omok_what_six_does(six: str, black: str, white: str) -> None:
    for side, expected in (("X", black), ("O", white)):
        rows = [row.replace("X", side) for row in SIX]
        state = position(f"omok:six={six}", *rows, side=side)
        if expected == "foul":
            assert {move: str(foul) for move, foul in state.forbidden.items()} == {
                at(0, 3): "an overline"
            }
        else:
            after = state.play(at(0, 3))
            assert winner(after) is (Player(side) if expected == "wins" else None)


def test_omok_six_can_be_the_only_foul() -> None:
    state = position("omok:threes=none:six=forbidden", *SIX)
    assert list(state.forbidden) == [at(0, 3)]


def test_omok_if_six_wins_it_also_completes_a_straight_four() -> None:
    # . X X * p . X becomes a straight four by p only if the six beyond p wins.
    rows = ("O.XX...X", "....X", "....X")
    assert at(0, 4) in position("omok", *rows).legal_moves()
    assert at(0, 4) not in position("omok:six=win", *rows).legal_moves()


def test_omok_can_be_switched_to_renju() -> None:
    for player in Player:
        switched = "omok:threes=black:fours=black:six=forbidden"
        assert side_rules(switched, player) == side_rules("renju", player)


def test_omok_can_be_switched_to_freestyle_and_standard() -> None:
    for player in Player:
        assert side_rules("omok:threes=none:six=win", player) == side_rules("freestyle", player)
        assert side_rules("omok:threes=none", player) == side_rules("standard", player)


def test_the_rules_of_a_side_are_a_value() -> None:
    assert (
        len({side_rules("omok:threes=none", Player.FIRST), side_rules("standard", Player.FIRST)})
        == 1
    )


def test_the_default_of_omok_bars_both_from_double_threes_and_nothing_else() -> None:
    assert GomokuGame.of(None, "omok:threes=both:fours=no:six=nothing").rules == "omok"


# spelling


def all_switched() -> list[str]:
    return [
        "omok:" + ":".join(f"{key}={value}" for key, value in zip(SWITCHES, values, strict=True))
        for values in itertools.product(*SWITCHES.values())
    ]


def test_a_rule_set_has_one_spelling_whatever_the_order_of_switches() -> None:
    rng = random.Random(1)
    texts = {canonical(text) for text in all_switched()}
    assert len(texts) == 18
    for text in all_switched():
        name, *switches = text.split(":")
        rng.shuffle(switches)
        assert canonical(":".join([name, *switches])) == canonical(text)
        assert canonical(canonical(text)) == canonical(text)


@pytest.mark.parametrize("text", [*GomokuGame.rule_names, *map(canonical, all_switched())])
def test_a_game_is_read_as_it_is_written_under_every_rule_set(text: str) -> None:
    game = GomokuGame.of((9, 9), text)
    assert game.rules == text
    assert game_from(format_game(game)) == game
    assert game_from("gomoku", 9, text.upper()) == game


def test_switches_may_stand_beside_the_rules() -> None:
    game = game_from("gomoku(rules=omok, threes=black, six=win)")
    assert game == game_from("gomoku", rules="omok:six=win:threes=black")
    assert format_game(game) == "gomoku(size=15, rules=omok:threes=black:six=win)"
    assert game_from("gomoku(fours=black)", rules="omok").rules == "omok:fours=black"


@pytest.mark.parametrize(
    "text", ["omok:", "omok:threes", "omok:threes=all", "omok:six=win:six=win", "omok:44=no"]
)
def test_an_unknown_switch_lists_the_valid_ones(text: str) -> None:
    with pytest.raises(InvalidNotation, match=r"threes=both\|black\|none, fours=no\|black"):
        game_from("gomoku", rules=text)


def test_other_rule_sets_have_no_switches() -> None:
    with pytest.raises(InvalidNotation, match=r"“renju” have no switches\. Only omok does"):
        game_from("gomoku", rules="renju:six=win")
    with pytest.raises(InvalidNotation, match="“freestyle” have no switches"):
        game_from("gomoku(threes=both)")
    with pytest.raises(UnknownName, match="othello rule set called “standard:six=win”"):
        game_from("othello", rules="standard:six=win")
    with pytest.raises(UnknownName, match="othello parameter called “six”"):
        game_from("othello(six=win)")
    with pytest.raises(UnknownName, match="Did you mean renju"):
        game_from("gomoku", rules="renjo")

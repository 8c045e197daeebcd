"""Swap2 as a state machine: whose turn it is, and the final colours."""

from __future__ import annotations

import pytest

from fivefold.core import Move, Player
from fivefold.errors import IllegalMove, InvalidNotation, InvalidPosition, RulesError
from fivefold.games.swap2 import Agreement, Swap2, SwapAnswer, check_opening
from fivefold.names import game_from

GAME = game_from("gomoku")
BLACK, WHITE = SwapAnswer(takes=Player.FIRST), SwapAnswer(takes=Player.SECOND)


def cells(text: str) -> tuple[Move, ...]:
    return tuple(map(GAME.parse_move, text.split()))


def opened() -> Swap2:
    return Swap2.begin(GAME.start).after(SwapAnswer(cells("h8 i9 a1")))


def test_after_three_stones_the_responder_is_asked() -> None:
    swap = Swap2.begin(GAME.start)
    assert (swap.asked, swap.wants, swap.may_take) == ("opener", (3,), False)
    swap = opened()
    assert (swap.asked, swap.wants, swap.may_take) == ("responder", (2,), True)
    assert swap.state.to_move is Player.SECOND
    assert [swap.state.cells[move] for move in swap.stones] == ["X", "O", "X"]


@pytest.mark.parametrize(("answer", "colour"), [(BLACK, Player.SECOND), (WHITE, Player.FIRST)])
def test_the_responder_takes_a_side_and_the_opener_has_the_other(
    answer: SwapAnswer, colour: Player
) -> None:
    swap = opened().after(answer)
    assert (swap.asked, swap.opener, swap.may_take) == (None, colour, False)
    assert swap.state == opened().state
    with pytest.raises(IllegalMove, match="settled"):
        swap.after(answer)


@pytest.mark.parametrize(("answer", "colour"), [(BLACK, Player.FIRST), (WHITE, Player.SECOND)])
def test_after_two_more_stones_the_opener_takes_a_side(answer: SwapAnswer, colour: Player) -> None:
    swap = opened().after(SwapAnswer(cells("b2 c3")))
    assert (swap.asked, swap.wants) == ("opener", ())
    swap = swap.after(answer)
    assert swap.opener is colour
    assert swap.choices[0] == "two"
    assert swap.state.cells.count("X") == 3
    assert swap.state.to_move is Player.SECOND


def test_a_player_who_takes_white_may_add_the_next_move() -> None:
    swap = opened().after(SwapAnswer(cells("b2"), Player.SECOND))
    assert swap.opener is Player.FIRST
    assert swap.stones == cells("h8 i9 a1 b2")
    assert swap.state.to_move is Player.FIRST


@pytest.mark.parametrize(
    "answer",
    [
        SwapAnswer(),
        SwapAnswer(cells("h8")),
        SwapAnswer(cells("h8 i9")),
        SwapAnswer(cells("h8 i9 h8")),
        SwapAnswer(cells("h8 i9 a1 a2")),
        SwapAnswer(cells("h8 i9 a1"), Player.FIRST),
        SwapAnswer((0, 1, 999)),
        BLACK,
        WHITE,
    ],
)
def test_an_opening_is_exactly_three_stones(answer: SwapAnswer) -> None:
    with pytest.raises(RulesError):
        Swap2.begin(GAME.start).after(answer)


@pytest.mark.parametrize(
    "answer",
    [
        SwapAnswer(),
        SwapAnswer(cells("b2")),
        SwapAnswer(cells("b2 c3 d4")),
        SwapAnswer(cells("b2 h8")),
        SwapAnswer(cells("b2"), Player.FIRST),
        SwapAnswer(cells("b2 c3"), Player.SECOND),
        SwapAnswer(cells("h8"), Player.SECOND),
    ],
)
def test_a_choice_is_a_side_or_exactly_two_stones(answer: SwapAnswer) -> None:
    with pytest.raises(RulesError):
        opened().after(answer)


@pytest.mark.parametrize(
    ("swap", "answer", "wanted"),
    [
        (Swap2.begin(GAME.start), SwapAnswer(cells("h8 i9")), [3]),
        (opened(), SwapAnswer(cells("b2")), [2]),
        (opened(), SwapAnswer(cells("b2"), Player.FIRST), [0]),
        (opened().after(SwapAnswer(cells("b2 c3"))), SwapAnswer(cells("d4 e5")), [0]),
    ],
)
def test_a_wrong_number_of_stones_is_rejected_with_the_right_one(
    swap: Swap2, answer: SwapAnswer, wanted: list[int]
) -> None:
    with pytest.raises(InvalidNotation) as caught:
        swap.after(answer)
    assert caught.value.code == "swap2.stones"
    assert (caught.value.count, caught.value.wanted) == (len(answer.moves), wanted)


def test_no_colour_can_be_taken_before_the_first_stones() -> None:
    with pytest.raises(InvalidNotation) as caught:
        Swap2.begin(GAME.start).after(WHITE)
    assert caught.value.code == "swap2.too_early"


def test_answers_openings_and_agreements_are_values() -> None:
    agreement = Agreement(Player.FIRST, ("white",))
    assert len({SwapAnswer(cells("b2")), SwapAnswer(cells("b2"))}) == 1
    assert len({opened(), opened()}) == 1
    assert len({agreement, Agreement(Player.FIRST, ("white",))}) == 1


def test_it_starts_on_an_empty_gomoku_board() -> None:
    with pytest.raises(InvalidPosition, match="empty board"):
        Swap2.begin(GAME.start.play(0))
    with pytest.raises(InvalidPosition, match="empty board"):
        check_opening("swap2", GAME.start.play(0))
    with pytest.raises(InvalidNotation, match="for Gomoku only"):
        Swap2.begin(game_from("othello").start)
    with pytest.raises(InvalidNotation, match="for Gomoku only"):
        check_opening("swap2", game_from("othello").start)
    with pytest.raises(InvalidNotation, match="swap3"):
        check_opening("swap3", GAME.start)


@pytest.mark.parametrize(
    "data",
    [
        3,
        {},
        {"opener": "Z", "choices": []},
        {"opener": "X"},
        {"opener": "X", "choices": ["red"]},
        {"opener": "X", "choices": ["two", "red"]},
    ],
)
def test_bad_agreement_data_is_rejected(data: object) -> None:
    with pytest.raises(InvalidNotation) as caught:
        Agreement.from_json(data)
    assert (caught.value.code, caught.value.field) == ("record.value", "swap2")
    assert str(caught.value.wanted) == "the opener's colour and the choices"


def test_an_agreement_round_trips_through_json() -> None:
    agreement = Agreement(Player.SECOND, ("two", "white"))
    assert Agreement.from_json(agreement.as_json()) == agreement

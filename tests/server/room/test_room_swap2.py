"""An opening by swap2 in a match: whose turn it is, what may be chosen, who has which colour."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from fivefold.core import Player
from fivefold.errors import FivefoldError, RulesError
from fivefold.games.swap2 import Agreement, Choice, Swap2, SwapAnswer
from fivefold.names import game_from
from fivefold.server import commands as do
from fivefold.server.room import MACHINE
from fivefold.server.room_swap2 import Opening

if TYPE_CHECKING:
    from tests.server.room.conftest import Sit, Table

ANN, BOB, EVE = "a" * 64, "b" * 64, "e" * 64
STONES = ("e5", "f6", "g5")


def choose(table: Table, choice: Choice, who: str | None = None) -> None:
    """Lets whoever has to choose do it."""
    holder = who or table.room.seats[table.room.turn.value].holder
    table.do(do.Choose(choice, table.version), holder)


def names(table: Table) -> dict[str, str]:
    """Returns who sits where."""
    called = {ANN: "ann", BOB: "bob", None: "machine"}
    return {seat: called[who.holder] for seat, who in table.room.seats.items()}


def asked(table: Table) -> tuple[Any, ...] | None:
    """Returns what the page knows of the opening, after checking that the log gives the same."""
    assert table.rebuilt().document() == table.room.document()
    known = table.room.view()["swap2"]
    return known and (known["asked"], known["seat"], known["stones"], known["may"])


def opening(people: Sit, *choices: Choice, stones: int = 3) -> Table:
    """Returns a match of Ann, who opens, and Bob, with so many stones and those choices."""
    table = people(opening_by="swap2")
    table.play(*STONES[:stones])
    for choice in choices:
        choose(table, choice)
        if choice == "two":
            table.play("d4", "h8")
    return table


def test_the_opener_puts_three_stones_of_both_colours(people: Sit) -> None:
    table = people(opening_by="swap2")
    for left, move in zip((3, 2, 1), STONES, strict=True):
        assert asked(table) == ("opener", "X", left, [])
        assert table.refusal(do.Move(move, "m", table.version), BOB) == "match.not_your_turn"
        table.move(move, ANN)
    assert [ply["seat"] for ply in table.room.plies] == ["X", "O", "X"]
    assert {ply["role"] for ply in table.room.plies} == {"opener"}
    assert asked(table) == ("responder", "O", 0, ["black", "white", "two"])
    assert table.refusal(do.Move("a1", "m", table.version), ANN) == "match.not_your_turn"


@pytest.mark.parametrize(
    ("choices", "seats", "agreement"),
    [
        (("black",), {"X": "bob", "O": "ann"}, Agreement(Player.SECOND, ("black",))),
        (("white",), {"X": "ann", "O": "bob"}, Agreement(Player.FIRST, ("white",))),
        (("two", "black"), {"X": "ann", "O": "bob"}, Agreement(Player.FIRST, ("two", "black"))),
        (("two", "white"), {"X": "bob", "O": "ann"}, Agreement(Player.SECOND, ("two", "white"))),
    ],
)
def test_who_has_which_colour_then(
    people: Sit, choices: tuple[Choice, ...], seats: dict[str, str], agreement: Agreement
) -> None:
    table = opening(people, *choices)
    assert names(table) == seats
    assert asked(table) is None
    assert table.room.swap2 is not None
    assert table.room.swap2.agreement == agreement
    agreed = table.room.document()["swap2"]
    assert agreed["opener"] == agreement.opener.value
    assert [each["choice"] for each in agreed["choices"]] == list(choices)
    # O goes on, whoever that is, and then X.
    assert table.room.turn is Player.SECOND
    first, second = (BOB, ANN) if seats["O"] == "bob" else (ANN, BOB)
    assert table.refusal(do.Move("a1", "m", table.version), second) == "match.not_your_turn"
    table.move("a1", first)
    table.move("b1", second)
    assert table.rebuilt().document() == table.room.document()


def test_two_more_stones_are_put_by_the_responder(people: Sit) -> None:
    table = opening(people)
    choose(table, "two")
    for left, move in ((2, "d4"), (1, "h8")):
        assert asked(table) == ("responder", "O", left, [])
        assert table.refusal(do.Move(move, "m", table.version), ANN) == "match.not_your_turn"
        table.move(move, BOB)
    assert asked(table) == ("opener", "X", 0, ["black", "white"])
    assert [ply["role"] for ply in table.room.plies[3:]] == ["responder"] * 2
    assert table.refusal(do.Move("a1", "m", table.version), BOB) == "match.not_your_turn"


@pytest.mark.parametrize("choices", [(), ("two",)])
def test_whoever_puts_a_stone_instead_of_choosing_takes_o(
    people: Sit, choices: tuple[Choice, ...]
) -> None:
    table = opening(people, *choices)
    who = BOB if not choices else ANN
    events = table.move("a9", who)
    assert [event.kind for event in events] == ["chosen", "moved"]
    assert table.room.document()["swap2"]["choices"][-1]["choice"] == "white"
    assert table.room.seats["O"].holder == who
    assert table.room.plies[-1]["seat"] == "O"
    assert "role" not in table.room.plies[-1]
    assert table.room.answered("id4" if not choices else "id6", who) == events[1].version
    assert asked(table) is None


def test_nobody_else_chooses_and_nobody_too_early(people: Sit) -> None:
    table = opening(people, stones=2)
    assert table.refusal(do.Choose("black", table.version), ANN) == "swap2.stones_first"
    assert table.refusal(do.Choose("black", table.version), BOB) == "match.not_your_turn"
    table.play("g5")
    for who, why in ((ANN, "not_your_turn"), (EVE, "not_yours"), (None, "not_yours")):
        assert table.refusal(do.Choose("white", table.version), who) == f"match.{why}"
    assert table.refusal(do.Choose("white", table.version), MACHINE) == "match.not_yours"
    assert table.refusal(do.Choose("white", table.version - 1), BOB) == "match.stale"
    choose(table, "two", BOB)
    assert table.refusal(do.Choose("two", table.version), BOB) == "swap2.stones_first"
    table.play("d4", "h8")
    assert table.refusal(do.Choose("two", table.version), ANN) == "swap2.no_more"
    choose(table, "white", ANN)
    for who in (ANN, BOB):
        assert table.refusal(do.Choose("white", table.version), who) == "swap2.no_choice"


def test_a_stone_on_a_stone_is_refused_by_the_rules(people: Sit) -> None:
    table = opening(people, stones=2)
    assert table.refusal(do.Move("e5", "m", table.version), ANN) == "move.occupied"


def test_there_is_nothing_to_choose_in_a_match_that_was_not_opened_so(people: Sit) -> None:
    table = people()
    assert table.refusal(do.Choose("black", table.version), ANN) == "swap2.no_choice"
    assert table.refusal(do.Answer(STONES, None, table.version), MACHINE) == "swap2.settled"


@pytest.mark.parametrize(
    ("game", "options", "why"),
    [
        ("othello", {}, "swap2.game"),
        ("pentomino", {}, "swap2.game"),
        ("gomoku(9)", {"moves": ("e5",)}, "swap2.start"),
        ("gomoku(5)", {"start": "X" + "." * 24 + " O"}, "swap2.start"),
    ],
)
def test_it_is_for_gomoku_from_an_empty_board(
    sit: Sit, game: str, options: dict[str, Any], why: str
) -> None:
    with pytest.raises(RulesError) as caught:
        sit(game, opening_by="swap2", **options)
    assert caught.value.code == why


def test_an_unknown_procedure_is_named_with_those_there_are(sit: Sit) -> None:
    with pytest.raises(FivefoldError, match="swap2"):
        sit(opening_by="pro")


@pytest.mark.parametrize("rules", ["freestyle", "standard", "renju", "caro", "omok"])
def test_it_goes_with_every_rule_set(people: Sit, rules: str) -> None:
    table = people(f"gomoku(9, rules={rules})", opening_by="swap2")
    table.play(*STONES)
    choose(table, "black")
    table.play("a1", "b1")
    assert asked(table) is None


# Time


def test_the_time_of_a_turn_is_the_players_and_goes_along_with_the_colour(people: Sit) -> None:
    table = people(opening_by="swap2", time="1+2")
    for seconds, move in zip((10, 5, 5), STONES, strict=True):
        assert table.clocks()["running"] == "X"
        table.now += seconds
        table.move(move, ANN)
    assert table.clocks()["X"] == {"used": 20.0, "left": 60.0 - 20 + 3 * 2}
    assert table.clocks()["running"] == "O"
    table.now += 7
    choose(table, "black", BOB)
    # Bob has X now, and the time he spent; Ann, who has O, is to move.
    assert table.clocks()["X"] == {"used": 7.0, "left": 60.0 - 7 + 2}
    assert table.clocks()["O"] == {"used": 20.0, "left": 46.0}
    assert table.clocks()["running"] == "O"
    table.now += 1
    table.move("a1", ANN)
    assert table.clocks()["O"] == {"used": 21.0, "left": 47.0}
    assert table.rebuilt().document()["clocks"]["X"] == table.clocks()["X"]


def test_whoever_is_to_choose_can_lose_on_time(people: Sit) -> None:
    table = people(opening_by="swap2", time="1+0")
    table.play(*STONES)
    table.now += 61
    assert table.refusal(do.Choose("black", table.version), BOB) == "match.time_over"
    (event,) = table.do(do.Flag(), MACHINE)
    assert event.data["winner"] == "X"
    assert event.data["reason"]["text"] == "Second ran out of time: First wins."
    assert asked(table) == (None, None, 0, [])
    assert table.refusal(do.Choose("black", table.version), BOB) == "match.over"


# Taking back, giving up, playing again


def test_a_stone_is_taken_back_alone_against_a_machine(sit: Sit) -> None:
    table = sit(opening_by="swap2")
    table.play(*STONES[:2])
    table.do(do.Undo(table.version))
    assert asked(table) == ("opener", "X", 2, [])
    table.play("a1")
    assert table.room.document()["moves"] == ["e5", "a1"]


def test_a_choice_is_taken_back_with_the_colours_and_the_time(sit: Sit) -> None:
    table = sit(x="level(1)", o="me", opening_by="swap2", time="1+0")
    table.do(do.Answer(STONES, None, table.version), MACHINE)
    table.now += 4
    choose(table, "black", ANN)
    assert names(table) == {"X": "ann", "O": "machine"}
    table.now += 9
    table.move("a1", MACHINE)
    table.do(do.Undo(table.version))
    assert names(table) == {"X": "machine", "O": "ann"}
    assert asked(table) == ("responder", "O", 0, ["black", "white", "two"])
    assert table.room.document()["moves"] == list(STONES)
    assert table.clocks()["O"]["used"] == 4.0
    assert table.clocks()["X"]["used"] == 9.0
    choose(table, "two", ANN)
    table.do(do.Undo(table.version))
    assert asked(table) == ("responder", "O", 0, ["black", "white", "two"])
    # The machine's own stones stay.
    assert table.refusal(do.Undo(table.version)) == "match.nothing_to_undo"


def test_the_openers_last_stone_is_taken_back_with_the_choice_that_followed(sit: Sit) -> None:
    table = sit(opening_by="swap2")
    table.play(*STONES)
    table.do(do.Answer((), "black", table.version), MACHINE)
    assert names(table) == {"X": "machine", "O": "ann"}
    table.do(do.Undo(table.version))
    assert names(table) == {"X": "ann", "O": "machine"}
    assert asked(table) == ("opener", "X", 1, [])


def test_between_people_the_other_agrees_to_it(people: Sit) -> None:
    table = opening(people, "black")
    table.do(do.Undo(table.version), BOB)
    assert table.room.document()["undo_asked"] == "X"
    table.do(do.AnswerUndo(table.version, accept=True), ANN)
    assert names(table) == {"X": "ann", "O": "bob"}
    assert asked(table) == ("responder", "O", 0, ["black", "white", "two"])
    table.do(do.Undo(table.version), ANN)
    assert table.room.document()["undo_asked"] == "X"
    choose(table, "white", BOB)  # which says no
    assert table.room.document()["undo_asked"] is None


@pytest.mark.parametrize(("who", "winner"), [(ANN, "O"), (BOB, "X")])
def test_giving_up_in_the_opening(people: Sit, who: str, winner: str) -> None:
    table = opening(people)
    table.do(do.Resign(table.version), who)
    assert table.room.result is not None
    assert table.room.result["winner"] == winner
    assert {"First", "Second"} <= set(table.room.result["reason"]["text"].replace(":", "").split())
    assert asked(table) == (None, None, 0, [])


def test_who_shares_a_screen_gives_up_the_seat_whose_turn_it_is(sit: Sit) -> None:
    table = sit(o="me", opening_by="swap2")
    table.play("e5")
    table.do(do.Resign(table.version))
    assert table.room.result is not None
    assert table.room.result["winner"] == "O"


@pytest.mark.parametrize("choices", [(), ("black",), ("white",), ("two", "white")])
def test_in_a_rematch_the_other_opens(people: Sit, choices: tuple[Choice, ...]) -> None:
    table = opening(people, *choices)
    assert table.refusal(do.Rematch(table.version, "m2"), ANN) == "match.not_over"
    table.do(do.Resign(table.version), ANN)
    (created,) = table.room.rematch(table.at)
    assert created.data["opening"] == "swap2"
    assert created.data["seats"]["X"]["holder"] == BOB
    assert created.data["seats"]["O"]["holder"] == ANN


def test_seats_can_be_changed_in_the_middle(sit: Sit) -> None:
    table = sit(opening_by="swap2")
    table.play("e5")
    table.do(do.Swap(table.version))
    # The machine goes on as the opener, with the stones that are left.
    assert table.room.machine_to_move == "level(1)"
    assert table.refusal(do.Move("a1", "m", table.version)) == "match.not_your_turn"
    table.do(do.Answer(("f6", "g5"), None, table.version), MACHINE)
    assert asked(table) == ("responder", "O", 0, ["black", "white", "two"])
    choose(table, "black", ANN)
    assert names(table) == {"X": "ann", "O": "machine"}


# Machines


def test_a_machine_says_it_all_at_once(sit: Sit) -> None:
    table = sit(x="level(1)", o="level(2)", opening_by="swap2")
    assert table.room.machine_to_move == "level(1)"
    reasons = {"text": None}
    events = table.do(do.Answer(STONES, None, table.version, reasons), MACHINE)
    assert [(event.kind, event.data["ply"]) for event in events] == [
        ("moved", 1),
        ("moved", 2),
        ("moved", 3),
    ]
    assert [ply["decision"] for ply in table.room.plies] == [None, None, reasons]
    assert table.room.machine_to_move == "level(2)"
    table.do(do.Answer((), "black", table.version, reasons), MACHINE)
    chosen = table.room.document()["swap2"]["choices"][0]
    assert (chosen["decision"], chosen["at"]) == (reasons, table.at)
    assert table.room.seats["X"].strategy == "level(2)"
    assert table.room.machine_to_move == "level(1)"
    assert asked(table) is None


def test_what_a_machine_may_not_say(sit: Sit) -> None:
    table = sit(x="level(1)", o="me", opening_by="swap2")
    for moves in (STONES[:2], (*STONES, "a1"), ()):
        assert table.refusal(do.Answer(moves, None, table.version), MACHINE) == "swap2.stones"
    assert table.refusal(do.Answer(("e5",) * 3, None, table.version), MACHINE) == "move.occupied"
    assert table.refusal(do.Answer((), "black", table.version), MACHINE) == "swap2.stones_first"
    assert table.refusal(do.Answer(STONES, None, table.version), ANN) == "match.not_yours"
    table.do(do.Answer(STONES, None, table.version), MACHINE)
    # It is Ann's turn to choose, and not the machine's.
    for choice in ("black", None):
        answer = do.Answer((), choice, table.version)
        assert table.refusal(answer, MACHINE) == "match.not_your_turn"
    choose(table, "white", ANN)
    assert table.refusal(do.Answer((), "black", table.version), MACHINE) == "swap2.settled"


# Beside the procedure itself


@pytest.mark.parametrize("seed", range(30))
def test_it_is_the_procedure_that_matches_and_tournaments_use(sit: Sit, seed: int) -> None:
    """Any course of an opening, asked of `games.swap2` in whole answers."""
    chance = random.Random(seed)
    table = sit("gomoku(7)", o="me", opening_by="swap2")
    swap = Swap2.begin(game_from("gomoku(7)").start)
    while swap.asked is not None:
        now = table.room.swap2
        assert now is not None
        assert now.asked == swap.asked
        assert bool(now.may_choose) == swap.may_take
        assert ("two" in now.may_choose) == (swap.may_take and bool(swap.wants))
        if now.may_choose:
            choice = chance.choice(now.may_choose)
            table.do(do.Choose(choice, table.version))
            if choice != "two":
                side = Player.FIRST if choice == "black" else Player.SECOND
                swap = swap.after(SwapAnswer(takes=side))
                continue
        now = table.room.swap2
        assert now is not None
        moves = chance.sample(table.room.state.legal_moves(), now.left)
        table.play(*(table.room.game.format_move(move) for move in moves))
        swap = swap.after(SwapAnswer(tuple(moves)))
    settled = table.room.swap2
    assert settled is not None
    assert swap.opener is not None
    assert settled.agreement == Agreement(swap.opener, swap.choices)
    assert table.room.state == swap.state
    assert table.rebuilt().document() == table.room.document()


def test_the_check_beside_the_procedure_would_notice_a_wrong_seat() -> None:
    """The control: an opening that lets the chooser have the other colour is told apart."""

    class Wrong(Opening):
        @property
        def opener(self) -> Player | None:
            right = super().opener
            return right and right.other

    swap = Swap2.begin(game_from("gomoku(7)").start).after(SwapAnswer((0, 1, 2)))
    swap = swap.after(SwapAnswer(takes=Player.FIRST))
    assert Opening(3, ("black",)).opener is swap.opener
    assert Wrong(3, ("black",)).opener is not swap.opener

"""Swap2 openings in a match: turns, choices, colours."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from fivefold.core import Player
from fivefold.errors import FivefoldError, RulesError
from fivefold.games.swap2 import Agreement, Choice, Swap2, SwapAnswer
from fivefold.names import game_from
from fivefold.server.room import commands as do
from fivefold.server.room.room import MACHINE
from fivefold.server.room.swap2 import Opening

if TYPE_CHECKING:
    from tests.server.room.conftest import PlayedMatch, Sit

ANN, BOB, EVE = "a" * 64, "b" * 64, "e" * 64
STONES = ("e5", "f6", "g5")


def choose(played: PlayedMatch, choice: Choice, who: str | None = None) -> None:
    """Makes a choice for the player who has to choose."""
    holder = who or played.room.seats[played.room.turn.value].holder
    played.do(do.Choose(choice, played.version), holder)


def names(played: PlayedMatch) -> dict[str, str]:
    """Returns the player of each seat."""
    called = {ANN: "ann", BOB: "bob", None: "machine"}
    return {seat: called[who.holder] for seat, who in played.room.seats.items()}


def asked(played: PlayedMatch) -> tuple[Any, ...] | None:
    """Returns the next decision as the page gets it; a replayed log must agree."""
    assert played.rebuilt().document() == played.room.document()
    known = played.room.view()["swap2"]
    return known and (known["asked"], known["seat"], known["stones"], known["may"])


def opening(people: Sit, *choices: Choice, stones: int = 3) -> PlayedMatch:
    """Returns a match that Ann opens against Bob, after these stones and choices."""
    played = people(opening_by="swap2")
    played.play(*STONES[:stones])
    for choice in choices:
        choose(played, choice)
        if choice == "two":
            played.play("d4", "h8")
    return played


def test_the_opener_puts_three_stones_of_both_colours(people: Sit) -> None:
    played = people(opening_by="swap2")
    for left, move in zip((3, 2, 1), STONES, strict=True):
        assert asked(played) == ("opener", "X", left, [])
        assert played.refusal(do.Move(move, "m", played.version), BOB) == "match.not_your_turn"
        played.move(move, ANN)
    assert [ply["seat"] for ply in played.room.plies] == ["X", "O", "X"]
    assert {ply["role"] for ply in played.room.plies} == {"opener"}
    assert asked(played) == ("responder", "O", 0, ["black", "white", "two"])
    assert played.refusal(do.Move("a1", "m", played.version), ANN) == "match.not_your_turn"


@pytest.mark.parametrize(
    ("choices", "seats", "agreement"),
    [
        (("black",), {"X": "bob", "O": "ann"}, Agreement(Player.SECOND, ("black",))),
        (("white",), {"X": "ann", "O": "bob"}, Agreement(Player.FIRST, ("white",))),
        (("two", "black"), {"X": "ann", "O": "bob"}, Agreement(Player.FIRST, ("two", "black"))),
        (("two", "white"), {"X": "bob", "O": "ann"}, Agreement(Player.SECOND, ("two", "white"))),
    ],
)
def test_each_choice_gives_the_right_colours(
    people: Sit, choices: tuple[Choice, ...], seats: dict[str, str], agreement: Agreement
) -> None:
    played = opening(people, *choices)
    assert names(played) == seats
    assert asked(played) is None
    assert played.room.swap2 is not None
    assert played.room.swap2.agreement == agreement
    agreed = played.room.document()["swap2"]
    assert agreed["opener"] == agreement.opener.value
    assert [each["choice"] for each in agreed["choices"]] == list(choices)
    # O plays next, whoever has it, then X.
    assert played.room.turn is Player.SECOND
    first, second = (BOB, ANN) if seats["O"] == "bob" else (ANN, BOB)
    assert played.refusal(do.Move("a1", "m", played.version), second) == "match.not_your_turn"
    played.move("a1", first)
    played.move("b1", second)
    assert played.rebuilt().document() == played.room.document()


def test_two_more_stones_are_put_by_the_responder(people: Sit) -> None:
    played = opening(people)
    choose(played, "two")
    for left, move in ((2, "d4"), (1, "h8")):
        assert asked(played) == ("responder", "O", left, [])
        assert played.refusal(do.Move(move, "m", played.version), ANN) == "match.not_your_turn"
        played.move(move, BOB)
    assert asked(played) == ("opener", "X", 0, ["black", "white"])
    assert [ply["role"] for ply in played.room.plies[3:]] == ["responder"] * 2
    assert played.refusal(do.Move("a1", "m", played.version), BOB) == "match.not_your_turn"


@pytest.mark.parametrize("choices", [(), ("two",)])
def test_placing_a_stone_instead_of_choosing_takes_o(
    people: Sit, choices: tuple[Choice, ...]
) -> None:
    played = opening(people, *choices)
    who = BOB if not choices else ANN
    events = played.move("a9", who)
    assert [event.kind for event in events] == ["chosen", "moved"]
    assert played.room.document()["swap2"]["choices"][-1]["choice"] == "white"
    assert played.room.seats["O"].holder == who
    assert played.room.plies[-1]["seat"] == "O"
    assert "role" not in played.room.plies[-1]
    assert played.room.answered("id4" if not choices else "id6", who) == events[1].version
    assert asked(played) is None


def test_only_the_right_player_chooses_and_not_too_early(people: Sit) -> None:
    played = opening(people, stones=2)
    assert played.refusal(do.Choose("black", played.version), ANN) == "swap2.stones_first"
    assert played.refusal(do.Choose("black", played.version), BOB) == "match.not_your_turn"
    played.play("g5")
    for who, why in ((ANN, "not_your_turn"), (EVE, "not_yours"), (None, "not_yours")):
        assert played.refusal(do.Choose("white", played.version), who) == f"match.{why}"
    assert played.refusal(do.Choose("white", played.version), MACHINE) == "match.not_yours"
    assert played.refusal(do.Choose("white", played.version - 1), BOB) == "match.stale"
    choose(played, "two", BOB)
    assert played.refusal(do.Choose("two", played.version), BOB) == "swap2.stones_first"
    played.play("d4", "h8")
    assert played.refusal(do.Choose("two", played.version), ANN) == "swap2.no_more"
    choose(played, "white", ANN)
    for who in (ANN, BOB):
        assert played.refusal(do.Choose("white", played.version), who) == "swap2.no_choice"


def test_a_stone_on_a_stone_is_refused_by_the_rules(people: Sit) -> None:
    played = opening(people, stones=2)
    assert played.refusal(do.Move("e5", "m", played.version), ANN) == "move.occupied"


def test_without_swap2_there_is_nothing_to_choose(people: Sit) -> None:
    played = people()
    assert played.refusal(do.Choose("black", played.version), ANN) == "swap2.no_choice"
    assert played.refusal(do.Answer(STONES, None, played.version), MACHINE) == "swap2.settled"


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
    played = people(f"gomoku(9, rules={rules})", opening_by="swap2")
    played.play(*STONES)
    choose(played, "black")
    played.play("a1", "b1")
    assert asked(played) is None


# Time


def test_the_time_of_a_turn_is_the_players_and_goes_along_with_the_colour(people: Sit) -> None:
    played = people(opening_by="swap2", time="1+2")
    for seconds, move in zip((10, 5, 5), STONES, strict=True):
        assert played.clocks()["running"] == "X"
        played.now += seconds
        played.move(move, ANN)
    assert played.clocks()["X"] == {"used": 20.0, "left": 60.0 - 20 + 3 * 2}
    assert played.clocks()["running"] == "O"
    played.now += 7
    choose(played, "black", BOB)
    # Bob now has X and the time he spent; Ann, who has O, is to move.
    assert played.clocks()["X"] == {"used": 7.0, "left": 60.0 - 7 + 2}
    assert played.clocks()["O"] == {"used": 20.0, "left": 46.0}
    assert played.clocks()["running"] == "O"
    played.now += 1
    played.move("a1", ANN)
    assert played.clocks()["O"] == {"used": 21.0, "left": 47.0}
    assert played.rebuilt().document()["clocks"]["X"] == played.clocks()["X"]


def test_a_player_who_has_to_choose_can_lose_on_time(people: Sit) -> None:
    played = people(opening_by="swap2", time="1+0")
    played.play(*STONES)
    played.now += 61
    assert played.refusal(do.Choose("black", played.version), BOB) == "match.time_over"
    (event,) = played.do(do.Flag(), MACHINE)
    assert event.data["winner"] == "X"
    assert event.data["reason"]["text"] == "First wins: Second ran out of time."
    assert asked(played) == (None, None, 0, [])
    assert played.refusal(do.Choose("black", played.version), BOB) == "match.over"


# Undo, resignation, rematch


def test_a_stone_is_taken_back_alone_against_a_machine(sit: Sit) -> None:
    played = sit(opening_by="swap2")
    played.play(*STONES[:2])
    played.do(do.Undo(played.version))
    assert asked(played) == ("opener", "X", 2, [])
    played.play("a1")
    assert played.room.document()["moves"] == ["e5", "a1"]


def test_a_choice_is_taken_back_with_the_colours_and_the_time(sit: Sit) -> None:
    played = sit(x="level(1)", o="me", opening_by="swap2", time="1+0")
    played.do(do.Answer(STONES, None, played.version), MACHINE)
    played.now += 4
    choose(played, "black", ANN)
    assert names(played) == {"X": "ann", "O": "machine"}
    played.now += 9
    played.move("a1", MACHINE)
    played.do(do.Undo(played.version))
    assert names(played) == {"X": "machine", "O": "ann"}
    assert asked(played) == ("responder", "O", 0, ["black", "white", "two"])
    assert played.room.document()["moves"] == list(STONES)
    assert played.clocks()["O"]["used"] == 4.0
    assert played.clocks()["X"]["used"] == 9.0
    choose(played, "two", ANN)
    played.do(do.Undo(played.version))
    assert asked(played) == ("responder", "O", 0, ["black", "white", "two"])
    # The machine's own stones stay.
    assert played.refusal(do.Undo(played.version)) == "match.nothing_to_undo"


def test_the_openers_last_stone_is_taken_back_with_the_choice_that_followed(sit: Sit) -> None:
    played = sit(opening_by="swap2")
    played.play(*STONES)
    played.do(do.Answer((), "black", played.version), MACHINE)
    assert names(played) == {"X": "machine", "O": "ann"}
    played.do(do.Undo(played.version))
    assert names(played) == {"X": "ann", "O": "machine"}
    assert asked(played) == ("opener", "X", 1, [])


def test_between_people_the_other_agrees_to_it(people: Sit) -> None:
    played = opening(people, "black")
    played.do(do.Undo(played.version), BOB)
    assert played.room.document()["undo_asked"] == "X"
    played.do(do.AnswerUndo(played.version, accept=True), ANN)
    assert names(played) == {"X": "ann", "O": "bob"}
    assert asked(played) == ("responder", "O", 0, ["black", "white", "two"])
    played.do(do.Undo(played.version), ANN)
    assert played.room.document()["undo_asked"] == "X"
    choose(played, "white", BOB)  # rejected
    assert played.room.document()["undo_asked"] is None


@pytest.mark.parametrize(("who", "winner"), [(ANN, "O"), (BOB, "X")])
def test_giving_up_in_the_opening(people: Sit, who: str, winner: str) -> None:
    played = opening(people)
    played.do(do.Resign(played.version), who)
    assert played.room.result is not None
    assert played.room.result["winner"] == winner
    assert {"First", "Second"} <= set(played.room.result["reason"]["text"].replace(":", "").split())
    assert asked(played) == (None, None, 0, [])


def test_on_a_shared_screen_the_side_to_move_resigns(sit: Sit) -> None:
    played = sit(o="me", opening_by="swap2")
    played.play("e5")
    played.do(do.Resign(played.version))
    assert played.room.result is not None
    assert played.room.result["winner"] == "O"


@pytest.mark.parametrize("choices", [(), ("black",), ("white",), ("two", "white")])
def test_in_a_rematch_the_other_opens(people: Sit, choices: tuple[Choice, ...]) -> None:
    played = opening(people, *choices)
    assert played.refusal(do.Rematch(played.version, "m2"), ANN) == "match.not_over"
    played.do(do.Resign(played.version), ANN)
    (created,) = played.room.rematch(played.at)
    assert created.data["opening"] == "swap2"
    assert created.data["seats"]["X"]["holder"] == BOB
    assert created.data["seats"]["O"]["holder"] == ANN


def test_seats_can_be_changed_in_the_middle(sit: Sit) -> None:
    played = sit(opening_by="swap2")
    played.play("e5")
    played.do(do.Swap(played.version))
    # The machine opens, with the stones that are left.
    assert played.room.machine_to_move == "level(1)"
    assert played.refusal(do.Move("a1", "m", played.version)) == "match.not_your_turn"
    played.do(do.Answer(("f6", "g5"), None, played.version), MACHINE)
    assert asked(played) == ("responder", "O", 0, ["black", "white", "two"])
    choose(played, "black", ANN)
    assert names(played) == {"X": "ann", "O": "machine"}


# Machines


def test_a_machine_says_it_all_at_once(sit: Sit) -> None:
    played = sit(x="level(1)", o="level(2)", opening_by="swap2")
    assert played.room.machine_to_move == "level(1)"
    reasons = {"text": None}
    events = played.do(do.Answer(STONES, None, played.version, reasons), MACHINE)
    assert [(event.kind, event.data["ply"]) for event in events] == [
        ("moved", 1),
        ("moved", 2),
        ("moved", 3),
    ]
    assert [ply["decision"] for ply in played.room.plies] == [None, None, reasons]
    assert played.room.machine_to_move == "level(2)"
    played.do(do.Answer((), "black", played.version, reasons), MACHINE)
    chosen = played.room.document()["swap2"]["choices"][0]
    assert (chosen["decision"], chosen["at"]) == (reasons, played.at)
    assert played.room.seats["X"].strategy == "level(2)"
    assert played.room.machine_to_move == "level(1)"
    assert asked(played) is None


def test_invalid_answers_of_a_machine_are_rejected(sit: Sit) -> None:
    played = sit(x="level(1)", o="me", opening_by="swap2")
    for moves in (STONES[:2], (*STONES, "a1"), ()):
        assert played.refusal(do.Answer(moves, None, played.version), MACHINE) == "swap2.stones"
    assert played.refusal(do.Answer(("e5",) * 3, None, played.version), MACHINE) == "move.occupied"
    assert played.refusal(do.Answer((), "black", played.version), MACHINE) == "swap2.stones_first"
    assert played.refusal(do.Answer(STONES, None, played.version), ANN) == "match.not_yours"
    played.do(do.Answer(STONES, None, played.version), MACHINE)
    # It is Ann's turn to choose, not the machine's.
    for choice in ("black", None):
        answer = do.Answer((), choice, played.version)
        assert played.refusal(answer, MACHINE) == "match.not_your_turn"
    choose(played, "white", ANN)
    assert played.refusal(do.Answer((), "black", played.version), MACHINE) == "swap2.settled"


# Compared with the procedure itself


@pytest.mark.parametrize("seed", range(30))
def test_it_is_the_procedure_that_matches_and_tournaments_use(sit: Sit, seed: int) -> None:
    """Random openings, compared with `games.swap2`."""
    chance = random.Random(seed)
    played = sit("gomoku(7)", o="me", opening_by="swap2")
    swap = Swap2.begin(game_from("gomoku(7)").start)
    while swap.asked is not None:
        now = played.room.swap2
        assert now is not None
        assert now.asked == swap.asked
        assert bool(now.may_choose) == swap.may_take
        assert ("two" in now.may_choose) == (swap.may_take and bool(swap.wants))
        if now.may_choose:
            choice = chance.choice(now.may_choose)
            played.do(do.Choose(choice, played.version))
            if choice != "two":
                side = Player.FIRST if choice == "black" else Player.SECOND
                swap = swap.after(SwapAnswer(takes=side))
                continue
        now = played.room.swap2
        assert now is not None
        moves = chance.sample(played.room.state.legal_moves(), now.left)
        played.play(*(played.room.game.format_move(move) for move in moves))
        swap = swap.after(SwapAnswer(tuple(moves)))
    settled = played.room.swap2
    assert settled is not None
    assert swap.opener is not None
    assert settled.agreement == Agreement(swap.opener, swap.choices)
    assert played.room.state == swap.state
    assert played.rebuilt().document() == played.room.document()


def test_the_check_beside_the_procedure_would_notice_a_wrong_seat() -> None:
    """The control: an opening that gives the chooser the other colour is detected."""

    class Wrong(Opening):
        @property
        def opener(self) -> Player | None:
            right = super().opener
            return right and right.other

    swap = Swap2.begin(game_from("gomoku(7)").start).after(SwapAnswer((0, 1, 2)))
    swap = swap.after(SwapAnswer(takes=Player.FIRST))
    assert Opening(3, ("black",)).opener is swap.opener
    assert Wrong(3, ("black",)).opener is not swap.opener

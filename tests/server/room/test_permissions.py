"""Permissions: every command by everyone, in a live match and in one that is over."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from fivefold.core import Player
from fivefold.errors import FivefoldError
from fivefold.server.room import commands as do
from fivefold.server.room.room import MACHINE
from fivefold.words import say

if TYPE_CHECKING:
    from tests.server.room.conftest import PlayedMatch, Sit

ANN, BOB, EVE = "a" * 64, "b" * 64, "e" * 64

COMMANDS: dict[str, Callable[[int], do.Command]] = {
    "move": lambda version: do.Move("e7", "new", version),
    "undo": do.Undo,
    "agree": lambda version: do.AnswerUndo(version, True),
    "decline": lambda version: do.AnswerUndo(version, False),
    "resign": do.Resign,
    "reseat": lambda version: do.Reseat(version, {"O": "level(2)"}),
    "swap": do.Swap,
    "join": lambda version: do.Join(),
    "pace": lambda version: do.Pace(500),
    "rematch": lambda version: do.Rematch(version, "m2"),
    "claim": do.Claim,
    "flag": lambda version: do.Flag(),
    "crash": lambda version: do.Crash("O", say("match.no_move")),
}


def outcome(played: PlayedMatch, command: str, who: str | None) -> str:
    """Returns the kinds of the command's events, `-` for none, or the error code."""
    played.away = {Player.FIRST: 61.0, Player.SECOND: 61.0}
    try:
        events = played.do(COMMANDS[command](played.version), who)
    except FivefoldError as error:
        return error.code.removeprefix("match.")
    return " ".join(event.kind for event in events) or "-"


# Two moves were made and X, Ann, is to move; it is over because O resigned.
BETWEEN_PEOPLE = """
live     Ann (X)         Bob (O)         Eve           house
move     moved           not_your_turn   not_yours     not_your_turn
undo     undo_asked      undo_asked      not_yours     not_yours
agree    no_undo_asked   no_undo_asked   not_yours     not_yours
decline  no_undo_asked   no_undo_asked   not_yours     not_yours
resign   ended           ended           not_yours     not_yours
reseat   between_people  between_people  not_yours     not_yours
swap     between_people  between_people  not_yours     not_yours
join     -               -               no_open_seat  no_open_seat
pace     not_machines    not_machines    not_yours     not_yours
rematch  not_over        not_over        not_yours     not_yours
claim    ended           ended           not_yours     not_yours
flag     not_yours       not_yours       not_yours     -
crash    not_yours       not_yours       not_yours     not_its_turn

over     Ann             Bob             Eve           house
move     over            over            not_yours     over
undo     over            over            not_yours     not_yours
agree    over            over            not_yours     not_yours
decline  over            over            not_yours     not_yours
resign   over            over            not_yours     not_yours
reseat   between_people  between_people  not_yours     not_yours
swap     between_people  between_people  not_yours     not_yours
join     -               -               over          over
pace     not_machines    not_machines    not_yours     not_yours
rematch  rematch_asked   rematch_asked   not_yours     not_yours
claim    over            over            not_yours     not_yours
flag     not_yours       not_yours       not_yours     -
crash    not_yours       not_yours       not_yours     over
"""

# Ann has X against a machine, and resigns; Bob has no seat.
AGAINST_A_MACHINE = """
live     Ann (X)          Bob           Eve           house
move     moved            not_yours     not_yours     not_your_turn
undo     undone           not_yours     not_yours     not_yours
agree    no_undo_asked    not_yours     not_yours     not_yours
decline  no_undo_asked    not_yours     not_yours     not_yours
resign   ended            not_yours     not_yours     not_yours
reseat   seated           not_yours     not_yours     not_yours
swap     seated           not_yours     not_yours     not_yours
join     -                no_open_seat  no_open_seat  no_open_seat
pace     not_machines     not_yours     not_yours     not_yours
rematch  not_over         not_yours     not_yours     not_yours
claim    nobody_to_leave  not_yours     not_yours     not_yours
flag     not_yours        not_yours     not_yours     -
crash    not_yours        not_yours     not_yours     not_its_turn

over     Ann              Bob           Eve           house
move     over             not_yours     not_yours     over
undo     undone           not_yours     not_yours     not_yours
agree    over             not_yours     not_yours     not_yours
decline  over             not_yours     not_yours     not_yours
resign   over             not_yours     not_yours     not_yours
reseat   seated           not_yours     not_yours     not_yours
swap     seated           not_yours     not_yours     not_yours
join     -                over          over          over
pace     not_machines     not_yours     not_yours     not_yours
rematch  rematched        not_yours     not_yours     not_yours
claim    over             not_yours     not_yours     not_yours
flag     not_yours        not_yours     not_yours     -
crash    not_yours        not_yours     not_yours     over
"""

# Ann created the match and watches two machines. It ends because one crashes.
BETWEEN_MACHINES = """
live     Ann (owner)   Bob           Eve           house
move     not_yours     not_yours     not_yours     moved
undo     undone        not_yours     not_yours     not_yours
agree    not_yours     not_yours     not_yours     not_yours
decline  not_yours     not_yours     not_yours     not_yours
resign   not_yours     not_yours     not_yours     not_yours
reseat   seated        not_yours     not_yours     not_yours
swap     seated        not_yours     not_yours     not_yours
join     no_open_seat  no_open_seat  no_open_seat  no_open_seat
pace     paced         not_yours     not_yours     not_yours
rematch  not_over      not_yours     not_yours     not_yours
claim    not_yours     not_yours     not_yours     not_yours
flag     not_yours     not_yours     not_yours     -
crash    not_yours     not_yours     not_yours     not_its_turn

over     Ann           Bob           Eve           house
move     not_yours     not_yours     not_yours     over
undo     undone        not_yours     not_yours     not_yours
agree    not_yours     not_yours     not_yours     not_yours
decline  not_yours     not_yours     not_yours     not_yours
resign   not_yours     not_yours     not_yours     not_yours
reseat   seated        not_yours     not_yours     not_yours
swap     seated        not_yours     not_yours     not_yours
join     over          over          over          over
pace     paced         not_yours     not_yours     not_yours
rematch  rematched     not_yours     not_yours     not_yours
claim    not_yours     not_yours     not_yours     not_yours
flag     not_yours     not_yours     not_yours     -
crash    not_yours     not_yours     not_yours     over
"""


def cases(played: str) -> list[tuple[str, bool, str, str]]:
    """Returns (command, is over, who, expected) for every field of a table."""
    found = []
    for half in played.strip().split("\n\n"):
        head, *lines = half.splitlines()
        for line in lines:
            command, *words = line.split()
            for who, expected in zip((ANN, BOB, EVE, MACHINE), words, strict=True):
                found.append((command, head.startswith("over"), who, expected))
    assert {command for command, *_ in found} == set(COMMANDS)
    return found


NAMES = {ANN: "ann", BOB: "bob", EVE: "eve", MACHINE: "house"}


def named(case: object) -> str | None:
    return NAMES.get(case) if isinstance(case, str) else None


@pytest.mark.parametrize(("command", "over", "who", "expected"), cases(BETWEEN_PEOPLE), ids=named)
def test_between_people(people: Sit, command: str, over: bool, who: str, expected: str) -> None:
    played = people()
    played.play("e5", "e6")
    if over:
        played.do(do.Resign(played.version), BOB)
    assert outcome(played, command, who) == expected


@pytest.mark.parametrize(
    ("command", "over", "who", "expected"), cases(AGAINST_A_MACHINE), ids=named
)
def test_against_a_machine(sit: Sit, command: str, over: bool, who: str, expected: str) -> None:
    played = sit()
    played.play("e5", "e6")
    if over:
        played.do(do.Resign(played.version))
    assert outcome(played, command, who) == expected


@pytest.mark.parametrize(("command", "over", "who", "expected"), cases(BETWEEN_MACHINES), ids=named)
def test_between_machines(sit: Sit, command: str, over: bool, who: str, expected: str) -> None:
    played = sit(x="random", o="level(1)")
    played.play("e5", "e6")
    if over:
        played.do(do.Crash("X", say("match.no_move")), MACHINE)
    assert outcome(played, command, who) == expected


@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize("command", sorted(set(COMMANDS) - {"join"}))
def test_without_a_secret_nothing_is_permitted(people: Sit, command: str, over: bool) -> None:
    played = people()
    played.play("e5", "e6")
    if over:
        played.do(do.Resign(played.version), BOB)
    assert outcome(played, command, None) == "not_yours"


@pytest.mark.parametrize(
    ("command", "ann", "bob", "eve"),
    [
        ("agree", "undo_is_yours", "undone", "not_yours"),
        ("decline", "undo_is_yours", "undo_refused", "not_yours"),
        ("undo", "undo_pending", "undo_pending", "not_yours"),
    ],
)
def test_an_undo_that_ann_asked_for(
    people: Sit, command: str, ann: str, bob: str, eve: str
) -> None:
    for who, expected in ((ANN, ann), (BOB, bob), (EVE, eve)):
        played = people()
        played.play("e5", "e6")
        played.do(do.Undo(played.version), ANN)
        assert outcome(played, command, who) == expected


def test_the_maker_of_a_match_is_not_in_charge_once_somebody_plays_there(sit: Sit) -> None:
    played = sit(x="open", o="level(1)")
    assert outcome(played, "reseat", ANN) == "seated"
    played.do(do.Join(name="Bob"), BOB)
    for command in ("undo", "reseat", "swap", "pace", "rematch"):
        assert outcome(played, command, ANN) == "not_yours"

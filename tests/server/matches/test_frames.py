"""What the frames of an event change: a page that takes it has the match the server has."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.server.room.conftest import ANN, BOB, PlayedMatch

from fivefold.server.matches.frames import Before, event_frame, events_frame
from fivefold.server.room import commands as do
from fivefold.server.room.room import MACHINE, Room
from fivefold.words import say


def document_of(room: Room) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(room.document()))
    return found


def updated(document: dict[str, Any], frame: dict[str, Any]) -> dict[str, Any]:
    """Returns the document after a frame, as a page updates it."""
    changed = dict(frame["changed"])
    beside = {key: frame[key] for key in ("view", "clocks", "version")}
    kept = changed.pop("kept", None)
    if kept is not None:
        for key in ("moves", "plies"):
            changed[key] = document[key][:kept] + changed[key]
    return {**document, **changed, **beside}


class Pages:
    """A match, and a document kept up to date by frames alone, for each version it has had."""

    def __init__(self, played: PlayedMatch) -> None:
        self.played = played
        self.page = document_of(played.room)
        self.documents = {played.room.version: self.page}

    def do(self, command: do.Command, who: str | None = ANN) -> list[dict[str, Any]]:
        """Returns what each event of the command changes, checked against the document."""
        played = self.played
        events = played.room.decide(command, who, played.at, away=played.away)
        changes = []
        for event in events:
            before = Before.of(played.room)
            played.room.apply([event])
            played.log.append(event)
            frame = json.loads(event_frame(played.room, event, before))
            changes.append(frame["changed"])
            self.page = updated(self.page, frame)
            assert self.page == document_of(played.room)
            self.documents[played.room.version] = self.page
        return changes

    def check_missed(self) -> None:
        """Checks that a page that missed events is up to date after one frame."""
        for version, document in self.documents.items():
            if version < self.played.room.version:
                frame = json.loads(events_frame(self.played.room, self.played.log[version:]))
                assert updated(document, frame) == document_of(self.played.room)


def test_a_move_changes_nothing_but_the_moves() -> None:
    pages = Pages(PlayedMatch("gomoku(size=9)", o="me"))
    pages.do(do.Move("e5", "a", 1))
    (changed,) = pages.do(do.Move("e6", "b", 2))
    assert (changed["kept"], changed["moves"]) == (1, ["e6"])
    assert set(changed) == {"kept", "moves", "plies"}


@pytest.mark.parametrize("ending", ["crashed", "illegal"])
def test_a_seat_change_that_reopens_a_broken_off_match_says_so(ending: str) -> None:
    """The page once worked this out by itself, and went on showing the old result."""
    pages = Pages(PlayedMatch(x="me", o="level(1)"))
    pages.do(do.Move("e5", "a", 1))
    pages.do(do.Crash("O", say("match.no_move"), ending), MACHINE)
    pages.do(do.Rematch(3, "unused"))
    (changed,) = pages.do(do.Reseat(4, {"O": "random"}))
    assert (changed["live"], changed["result"], changed["rematch"]) == (True, None, None)
    pages.check_missed()


def test_joining_makes_it_a_match_between_people() -> None:
    pages = Pages(PlayedMatch(o="open"))
    (changed,) = pages.do(do.Join(name="Bob"), BOB)
    assert changed == {"seats": pages.page["seats"]}
    pages = Pages(PlayedMatch(x="level(1)", o="open"))
    assert pages.page["between_people"] is False
    pages.do(do.Join(name="Bob"), BOB)
    pages.check_missed()


def test_an_opening_with_exchanged_seats_and_undo() -> None:
    pages = Pages(PlayedMatch(o="open", opening_by="swap2"))
    pages.do(do.Join(name="Bob"), BOB)
    for text in ("e5", "f6", "g5"):
        pages.do(do.Move(text, text, pages.played.version))
    pages.do(do.Choose("black", pages.played.version), BOB)
    assert pages.page["seats"]["X"]["name"] == "Bob"
    pages.do(do.Move("d4", "d", pages.played.version), ANN)
    pages.do(do.Undo(pages.played.version), BOB)
    pages.do(do.AnswerUndo(pages.played.version, accept=True), ANN)
    assert pages.page["seats"]["X"]["name"] is None
    pages.do(do.Resign(pages.played.version), ANN)
    pages.check_missed()


def test_two_machines_change_their_pace() -> None:
    pages = Pages(PlayedMatch(x="random", o="random", pace=500))
    (changed,) = pages.do(do.Pace(None))
    assert changed == {"pace": None}
    pages.check_missed()


def test_moves_taken_back_leave_the_rest() -> None:
    pages = Pages(PlayedMatch("othello(4)", o="me"))
    for number, text in enumerate(("a2", "a1", "b1")):
        pages.do(do.Move(text, text, number + 1))
    (changed,) = pages.do(do.Undo(4))
    assert (changed["kept"], changed["moves"], changed["plies"]) == (2, [], [])
    pages.check_missed()

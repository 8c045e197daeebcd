"""Random commands to a match, compared with a plain reference model.

The reference is a list of moves played through by the public rules, a dictionary of seats and two
numbers for the clocks. It shares no code with the room.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from fivefold.core import Game, State
from fivefold.errors import FivefoldError
from fivefold.names import game_from
from fivefold.server.room import commands as do
from fivefold.server.room.events import Event
from fivefold.server.room.replay import verified
from fivefold.server.room.room import MACHINE, Order, Room, opening

BASE, INCREMENT = 60, 2
WHO = st.sampled_from(["ann", "bob", "eve", MACHINE])
SECONDS = st.sampled_from([0, 1, 5, 25])


@dataclass
class Reference:
    """The expected state, computed from the moves."""

    game: Game
    seats: dict[str, str | None]
    timed: bool
    now: int = 0
    version: int = 1
    moves: list[str] = field(default_factory=list)
    ended: tuple[str | None, str] | None = None
    asked: str | None = None
    acks: dict[tuple[str, str], int] = field(default_factory=dict)
    used: dict[str, int] = field(default_factory=lambda: {"X": 0, "O": 0})
    left: dict[str, int] = field(default_factory=lambda: {"X": BASE, "O": BASE})
    since: int = 0

    def position(self, plies: int | None = None) -> State:
        state = self.game.start
        for move in self.moves[:plies]:
            state = state.play(self.game.parse_move(move))
        return state

    @property
    def to_move(self) -> str:
        return self.position().to_move.value

    @property
    def runs(self) -> bool:
        return self.ended is None and None not in self.seats.values()

    @property
    def is_out(self) -> bool:
        return self.timed and self.runs and self.now - self.since >= self.left[self.to_move]

    @property
    def people(self) -> set[str]:
        return {who for who in self.seats.values() if who not in (None, MACHINE)}

    def held(self, who: str) -> set[str]:
        return set() if who == MACHINE else {s for s, sits in self.seats.items() if sits == who}

    def spend(self, earned: int = 0) -> None:
        """Charges the current turn, and begins the next."""
        if self.runs:
            seat, seconds = self.to_move, self.now - self.since
            if self.timed:
                seconds = min(seconds, self.left[seat])
            self.used[seat] += seconds
            self.left[seat] -= seconds
            self.left[seat] += earned
        self.since = self.now

    def happened(self) -> None:
        self.version += 1

    def play(self, move: str) -> None:
        self.spend(INCREMENT)
        self.moves.append(move)
        self.asked = None
        self.happened()
        while self.position().legal_moves() == [-1] and self.game.name == "othello":
            self.moves.append("--")
            self.happened()
        outcome = self.position().outcome
        if outcome is not None:
            self.ended = (outcome.winner.value if outcome.winner else None, "normal")
            self.happened()

    def end(self, loser: str, ending: str) -> None:
        self.spend()
        self.ended = ("XO".replace(loser, ""), ending)
        self.asked = None
        self.happened()

    def kept_after_undo(self, seats: set[str]) -> int | None:
        """Returns how many moves remain when these seats undo their last decision."""
        for plies in range(len(self.moves) - 1, -1, -1):
            state = self.position(plies)
            if state.to_move.value in seats and state.legal_moves() != [-1]:
                return plies
        return None

    def undo(self, plies: int) -> None:
        self.spend()
        del self.moves[plies:]
        self.ended = self.asked = None
        self.since = self.now
        self.happened()


class Matches(RuleBasedStateMachine):
    """One match that gets every command from everyone."""

    def __init__(self) -> None:
        super().__init__()
        self.ids = 0

    @initialize(
        game=st.sampled_from(["gomoku(5)", "othello(4)", "pentomino(4x5)"]),
        seats=st.sampled_from(
            [
                {"X": "me", "O": "open"},
                {"X": "open", "O": "me"},
                {"X": "me", "O": "me"},
                {"X": "me", "O": "random"},
                {"X": "random", "O": "me"},
                {"X": "random", "O": "random"},
            ]
        ),
        timed=st.booleans(),
    )
    def create(self, game: str, seats: dict[str, str], timed: bool) -> None:
        rules = game_from(game)
        time = f"{BASE // 60}+{INCREMENT}" if timed else None
        self.log = opening(Order(rules, rules.start, (), seats, time=time), "ann", 0.0)
        meaning: dict[str, str | None] = {"me": "ann", "open": None, "random": MACHINE}
        taken = {seat: meaning[who] for seat, who in seats.items()}
        self.model = Reference(rules, taken, timed)
        self.room = Room("m", self.log, lambda: float(self.model.now))

    def ask(self, command: do.Command, who: str, refusal: str | None) -> list[Event]:
        """Executes a command, or checks that it is rejected with that code."""
        if refusal is not None:
            version = self.room.version
            with pytest.raises(FivefoldError) as caught:
                self.room.decide(command, who, 0.0)
            assert caught.value.code.removeprefix("match.") == refusal
            assert self.room.version == version
            return []
        events = self.room.decide(command, who, 0.0)
        self.room.apply(events)
        self.log += events
        return events

    def may_move(self, who: str) -> str | None:
        model = self.model
        held = {s for s, sits in model.seats.items() if sits == MACHINE}
        held = held if who == MACHINE else model.held(who)
        if not held and who != MACHINE:
            return "not_yours"
        if model.ended is not None:
            return "over"
        if model.to_move not in held:
            return "not_your_turn"
        return "time_over" if model.is_out else None

    @rule(who=WHO)
    def join(self, who: str) -> None:
        if who == MACHINE:
            return
        model = self.model
        free = [seat for seat, sits in model.seats.items() if sits is None]
        refusal = "over" if model.ended else None if free else "no_open_seat"
        if model.held(who):
            assert self.ask(do.Join(), who, None) == []
        elif self.ask(do.Join(), who, refusal):
            model.seats[free[0]] = who
            model.since = model.now
            model.happened()

    @rule(right=st.booleans(), who=WHO, number=st.integers(0, 400), thought=SECONDS)
    def move(self, right: bool, who: str, number: int, thought: int) -> None:
        model = self.model
        model.now += thought
        if right:
            who = model.seats[model.to_move] or who
        legal = model.position().legal_moves() or [0]
        move = model.game.format_move(legal[number % len(legal)])
        self.ids += 1
        move_id = str(self.ids)
        if self.ask(do.Move(move, move_id, model.version), who, self.may_move(who)):
            model.acks[who, move_id] = model.version + 1
            model.play(move)

    @rule(who=WHO, text=st.sampled_from(["", "?", "zz", "a99", "--", "h8 h8", "1e5", "-5"]))
    def move_that_no_rules_allow(self, who: str, text: str) -> None:
        if self.may_move(who) is None:
            version = self.room.version
            with pytest.raises(FivefoldError) as caught:
                self.room.decide(do.Move(text, "bad", version), who, 0.0)
            assert not caught.value.code.startswith("match.")
            assert self.room.answered("bad", who) is None

    @precondition(lambda self: self.model.moves)
    @rule(number=st.integers(0, 50))
    def move_where_one_is(self, number: int) -> None:
        model = self.model
        who = model.seats[model.to_move]
        move = model.moves[number % len(model.moves)]
        if who is not None and self.may_move(who) is None:
            with pytest.raises(FivefoldError) as caught:
                self.room.decide(do.Move(move, "again", model.version), who, 0.0)
            assert not caught.value.code.startswith("match.")

    @precondition(lambda self: self.model.acks)
    @rule(data=st.data(), version=st.integers(0, 20))
    def send_again(self, data: st.DataObject, version: int) -> None:
        who, move_id = data.draw(st.sampled_from(sorted(self.model.acks)))
        assert self.ask(do.Move("a1", move_id, version), who, None) == []
        assert self.room.answered(move_id, who) == self.model.acks[who, move_id]

    @rule(who=WHO, late=st.integers(1, 3), kind=st.sampled_from([do.Undo, do.Resign, do.Swap]))
    def be_late(self, who: str, late: int, kind: type[do.Undo]) -> None:
        version = self.model.version - late
        self.ask(kind(version), who, "stale")
        self.ask(do.Move("a1", "late", version), who, "stale")

    @rule(who=WHO)
    def undo(self, who: str) -> None:
        model = self.model
        held = model.held(who)
        together = len(model.people) == 2
        if not held and not (who == "ann" and not model.people):
            refusal: str | None = "not_yours"
        elif together and model.ended:
            refusal = "over"
        elif together and model.asked:
            refusal = "undo_pending"
        elif model.ended and model.ended[1] == "time":
            refusal = "no_undo_on_time"
        else:
            refusal = None
        kept = model.kept_after_undo(held or {"X", "O"})
        if refusal is None and kept is None:
            refusal = "nothing_to_undo"
        if self.ask(do.Undo(model.version), who, refusal):
            if together:
                model.asked = held.pop()
                model.happened()
            else:
                assert kept is not None
                model.undo(kept)

    @rule(who=WHO, accept=st.booleans())
    def answer_undo(self, who: str, accept: bool) -> None:
        model = self.model
        held, refusal = model.held(who), None
        if not held:
            refusal = "not_yours"
        elif model.ended:
            refusal = "over"
        elif not model.asked:
            refusal = "no_undo_asked"
        elif model.asked in held:
            refusal = "undo_is_yours"
        kept = model.kept_after_undo({model.asked or ""})
        if self.ask(do.AnswerUndo(model.version, accept), who, refusal):
            if accept:
                assert kept is not None
                model.undo(kept)
            else:
                model.asked = None
                model.happened()

    @rule(who=WHO, sure=st.integers(0, 4))
    def resign(self, who: str, sure: int) -> None:
        model = self.model
        held = model.held(who)
        refusal = "not_yours" if not held else "over" if model.ended else None
        if refusal is None and sure:
            return  # otherwise most matches would end at once
        loser = model.to_move if model.to_move in held else "".join(held)
        if self.ask(do.Resign(model.version), who, refusal):
            model.end(loser, "resigned")

    @rule(seconds=SECONDS)
    def wait_for_the_flag(self, seconds: int) -> None:
        model = self.model
        model.now += seconds
        due = self.room.flag_due()
        assert (due is None) == (not (model.timed and model.runs))
        if due is not None:
            assert due == max(0, model.left[model.to_move] - (model.now - model.since))
        is_out = model.is_out
        assert bool(self.ask(do.Flag(), MACHINE, None)) == is_out
        if is_out:
            model.end(model.to_move, "time")

    @invariant()
    def room_and_reference_agree(self) -> None:
        model, document = self.model, self.room.document()
        state = model.position()
        assert document["version"] == model.version == len(self.log)
        assert document["moves"] == model.moves
        assert document["view"]["cells"] == state.cells
        assert document["view"]["ply"] == len(model.moves)
        assert document["live"] == (model.ended is None)
        assert document["undo_asked"] == model.asked
        if model.ended is None:
            assert document["result"] is None
            assert document["view"]["to_move"] == state.to_move.value
        else:
            assert (document["result"]["winner"], document["result"]["ending"]) == model.ended
            assert document["view"]["to_move"] is None
        for seat, who in model.seats.items():
            kind = {None: "open", MACHINE: "machine"}.get(who, "person")
            assert document["seats"][seat]["kind"] == kind
        assert document["between_people"] == (
            len(model.people) == 2 or None in model.seats.values()
        )

    @invariant()
    def the_clocks_agree(self) -> None:
        model, clocks = self.model, self.room.document()["clocks"]
        assert clocks["running"] == (model.to_move if model.runs else None)
        for seat in "XO":
            turn = model.now - model.since if clocks["running"] == seat else 0
            assert clocks[seat]["used"] == model.used[seat] + turn
            left = max(0, model.left[seat] - turn)
            assert clocks[seat]["left"] == (left if model.timed else None)

    @invariant()
    def the_log_gives_the_same_match_again(self) -> None:
        written: list[dict[str, Any]] = json.loads(
            json.dumps([event.as_json() for event in self.log])
        )
        events = [Event.from_json(each) for each in written]
        verified("m", events)
        room = Room("m", events, lambda: float(self.model.now))
        again, document = room.document(), self.room.document()
        clocks = again.pop("clocks")
        assert again == {key: value for key, value in document.items() if key != "clocks"}
        for seat in "XO":  # the current turn begins again
            assert clocks[seat]["used"] == self.model.used[seat]
        for (who, move_id), version in self.model.acks.items():
            assert room.answered(move_id, who) == version


def test_a_match_is_what_the_plain_reference_says() -> None:
    run_state_machine_as_test(
        Matches, settings=settings(max_examples=50, stateful_step_count=30, deadline=None)
    )

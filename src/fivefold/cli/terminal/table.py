"""A game in progress: who sits where, what was played, what can be taken back. Prints nothing."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from fivefold.cli.terminal.board import Marks
from fivefold.cli.terminal.clocks import TableClock
from fivefold.core import Move, Player, State
from fivefold.engines import is_foreign
from fivefold.errors import InvalidNotation
from fivefold.formats import Reading
from fivefold.games.gomoku import GomokuState
from fivefold.games.swap2 import FIRST_STONES, MORE_STONES
from fivefold.match.clock import TimeControl
from fivefold.match.opening import Settled
from fivefold.match.play import Ply
from fivefold.match.record import Ending, MatchRecord
from fivefold.match.replay import play_through
from fivefold.names import format_game
from fivefold.strategies.base import Decision
from fivefold.words import say

HUMAN = "human"
USUAL_OPPONENT = "level(3)"
AGREED: tuple[Ending, ...] = ("resigned", "time", "adjudicated")
"""Endings that are none on the board and hold all the same when the game is read from a file."""


class Table:
    """The seats, the moves and the clock of one game."""

    def __init__(
        self,
        reading: Reading,
        seats: dict[Player, str],
        control: TimeControl | None = None,
        procedure: str | None = None,
    ) -> None:
        self.seats = dict(seats)
        self.control = control
        self.procedure = procedure
        """How new games are opened, `swap2`, if not by the first move."""
        self._opponent = next((who for who in seats.values() if who != HUMAN), USUAL_OPPONENT)
        self.put(reading)

    def put(self, reading: Reading) -> None:
        """Begins with another game, or from the middle of one; the seats stay."""
        self.states = list(reading.states)
        self.moves = list(reading.moves)
        known = reading.record.seconds if reading.record else ()
        self.seconds = list(known) or [0.0] * len(self.moves)
        self.thoughts: list[Decision | None] = [None] * len(self.moves)
        """What the machine thought that made the move; None for people."""
        self.record: MatchRecord | None = None
        """How the game ended, once it has."""
        self.hindsight: str | None = None
        """What its loser could have done, once somebody has looked."""
        self.is_opening = bool(self.procedure) and not self.moves
        self.choices: Sequence[str] = ()
        """What a person can choose in the opening now."""
        self.agreement = reading.record.swap2 if reading.record else None
        self._opening_moves = 0
        if reading.record and reading.record.ending in AGREED:
            self.record = reading.record
        self.clock = TableClock(self.control)

    def start_again(self) -> None:
        """Goes back to the first position."""
        self.put(Reading(self.states[0]))

    @property
    def state(self) -> State:
        return self.states[-1]

    @property
    def has_human(self) -> bool:
        return HUMAN in self.seats.values()

    @property
    def is_over(self) -> bool:
        return self.record is not None or self.state.outcome is not None

    @property
    def asks_human(self) -> bool:
        """Tells whether a person is to move."""
        return not self.is_over and (self.is_opening or self.seats[self.state.to_move] == HUMAN)

    @property
    def asked(self) -> Player | None:
        """The seat that has to put stones or to choose, while an opening is agreed on.

        The opener sits first; nobody has a colour yet.
        """
        if not self.is_opening:
            return None
        answers = FIRST_STONES <= len(self.moves) < FIRST_STONES + MORE_STONES
        return Player.SECOND if answers else Player.FIRST

    def open_with(self, stones: Sequence[Move], choices: Sequence[str] = ()) -> None:
        """Shows the stones that are on the board while the opening is agreed on."""
        self.states = list(play_through(self.states[0], stones))
        self.moves = list(stones)
        self.seconds, self.thoughts = [0.0] * len(stones), [None] * len(stones)
        self.choices = choices

    def settle(self, settled: Settled) -> None:
        """Begins the game with an opening that was agreed on, everybody in the seat of a colour."""
        self.open_with(settled.moves)
        self.seconds = list(settled.seconds)
        self.is_opening, self.agreement = False, settled.agreement
        self._opening_moves = len(settled.moves)
        if settled.is_swapped:
            self.swap()

    def played(self, ply: Ply) -> None:
        """Takes down a move that was just made."""
        assert ply.decision.move is not None
        self.moves.append(ply.decision.move)
        self.states.append(ply.after)
        self.seconds.append(ply.seconds)
        self.thoughts.append(None if self.seats[ply.player] == HUMAN else ply.decision)

    def last_thought(self) -> tuple[int, Decision] | None:
        """Returns the number of moves before a machine last moved, and what it thought."""
        made = ((ply, thought) for ply, thought in enumerate(self.thoughts) if thought)
        return max(made, key=lambda each: each[0], default=None)

    def finish(self, record: MatchRecord) -> None:
        """Ends the game as the record says, with names of players instead of seats in it."""
        winner, reason = record.winner, record.reason
        if winner is not None and record.ending != "normal":
            name = self.state.game.player_name
            names = {"loser": name(winner.other), "winner": name(winner)}
            if record.ending == "resigned":
                reason = str(say("play.resigned", **names))
            elif self.clock.flag is winner.other:
                reason = str(say("play.out_of_time", **names))
            else:
                reason = str(say("play.broken", reason=reason, **names))
        self.record = dataclasses.replace(self._as_record(record), reason=reason)

    def undo(self) -> int:
        """Takes back moves until a person is to move and has a choice; returns how many."""
        if self.record and self.record.ending == "time" and not self._broke_off:
            raise InvalidNotation("play.no_undo_on_time")
        since = range(len(self.moves) if self.is_opening else self._opening_moves, len(self.moves))
        places = [place for place in since if self._is_choice(self.states[place])]
        if not places:
            raise InvalidNotation("play.nothing_to_undo")
        kept, before = places[-1], len(self.moves)
        del self.moves[kept:], self.seconds[kept:], self.thoughts[kept:]
        del self.states[kept + 1 :]
        self.record = self.hindsight = None
        return before - kept

    def _is_choice(self, state: State) -> bool:
        forced = state.legal_moves() == [state.game.pass_move]
        return not self.has_human or (self.seats[state.to_move] == HUMAN and not forced)

    @property
    def _broke_off(self) -> bool:
        """Tells whether the game ended because a machine failed: others may play on."""
        record = self.record
        if record is None or record.winner is None or record.ending in ("normal", "resigned"):
            return False
        return self.seats[record.winner.other] != HUMAN and self.clock.flag is None

    def swap(self) -> None:
        """Exchanges the seats."""
        self._seat(dict(zip(Player, reversed(self.seats.values()), strict=True)))

    def seat_opponent(self, who: str) -> None:
        """Gives the opponent's seat to somebody else.

        That is the machine's; between two machines or two people, the seat of the one who waits.
        """
        machines = [player for player in Player if self.seats[player] != HUMAN]
        seat = machines[0] if len(machines) == 1 else self.state.to_move.other
        self._seat({**self.seats, seat: who})

    def switch_computer(self, on: bool) -> None:
        """Puts the computer in the waiting player's seat, or people in both."""
        if not on:
            self._seat(dict.fromkeys(Player, HUMAN))
        elif set(self.seats.values()) == {HUMAN}:
            self._seat({**self.seats, self.state.to_move.other: self._opponent})

    def _seat(self, seats: dict[Player, str]) -> None:
        """Seats people and machines; a game that only a machine's failure ended goes on."""
        if self._broke_off:
            self.record = self.hindsight = None
        self.seats = {player: seats[player] for player in Player}
        self._opponent = next((who for who in seats.values() if who != HUMAN), self._opponent)

    def marks(self, index: int = -1) -> Marks:
        """Returns what to point out in a position of the game, by default the last one."""
        state = self.states[index]
        last = () if state.last_move is None else state.game.move_cells(state.last_move)
        line: tuple[int, ...] = ()
        if isinstance(state, GomokuState) and state.outcome and state.outcome.winner:
            # A position that was set up does not know its last move.
            stones = last or [cell for cell, mark in enumerate(state.cells) if mark != "."]
            lines = (state.game.five_through(state.cells, cell) for cell in stones)
            line = next(filter(None, lines), ())
        barred = tuple(state.forbidden) if isinstance(state, GomokuState) else ()
        return Marks(last=last, line=line, forbidden=barred)

    def as_record(self) -> MatchRecord:
        """Returns the game as a record; an unfinished one ends because it was left."""
        return self._as_record(self.record)

    def _as_record(self, end: MatchRecord | None) -> MatchRecord:
        start, outcome = self.states[0], self.state.outcome
        ending: Ending = "maximum"
        winner, reason = None, str(say("play.left", count=len(self.moves)))
        if end is not None:
            ending, winner, reason = end.ending, end.winner, end.reason
        elif outcome is not None:
            ending, winner, reason = "normal", outcome.winner, str(outcome.reason)
        return MatchRecord(
            game=format_game(start.game),
            first=self.seats[Player.FIRST],
            second=self.seats[Player.SECOND],
            start=start.game.format_position(start),
            moves=tuple(map(start.game.format_move, self.moves)),
            winner=winner,
            ending=ending,
            reason=reason,
            seconds=tuple(self.seconds),
            swap2=self.agreement,
        )


def seats_from(record: MatchRecord | None) -> Sequence[str]:
    """Returns who sat where in a game that people played, else the usual two.

    A player from a file is not among them: reading a game must run nobody's program.
    """
    if record is not None and HUMAN in (record.first, record.second):
        both = record.first, record.second
        return [USUAL_OPPONENT if is_foreign(who) else who for who in both]
    return HUMAN, USUAL_OPPONENT

"""A game in progress: seats, moves, clock and undo. Prints nothing."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from pathlib import Path

from fivefold.cli.terminal.board import Marks
from fivefold.cli.terminal.clocks import SessionClock
from fivefold.core import Move, Player, State
from fivefold.engines import is_foreign
from fivefold.errors import InvalidNotation
from fivefold.formats import Reading
from fivefold.games.gomoku import GomokuState
from fivefold.games.swap2 import FIRST_STONES, MORE_STONES
from fivefold.match.clock import TimeControl
from fivefold.match.play import Ply
from fivefold.match.record import Ending, MatchRecord
from fivefold.match.replay import play_through
from fivefold.match.swap2 import Settled
from fivefold.names import format_game
from fivefold.strategies.base import Decision, Finding
from fivefold.words import say

HUMAN = "human"
DEFAULT_OPPONENT = "level(3)"
AGREED: tuple[Ending, ...] = ("resigned", "time", "adjudicated")
"""Endings that the board does not show; they are kept when a game is loaded."""


class Session:
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
        """The opening procedure of new games: `swap2` or None."""
        self.progress: Callable[[], Finding | None] | None = None
        """Asks the thinking engine what it has found so far."""
        self.saved_as: Path | None = None
        """The numbered file in which this game is saved."""
        self._opponent = next((who for who in seats.values() if who != HUMAN), DEFAULT_OPPONENT)
        self.load(reading)

    def load(self, reading: Reading) -> None:
        """Continues from another game or position; the seats stay."""
        self.saved_as = None
        self.states = list(reading.states)
        self.moves = list(reading.moves)
        known = reading.record.seconds if reading.record else ()
        self.seconds = list(known) or [0.0] * len(self.moves)
        self.thoughts: list[Decision | None] = [None] * len(self.moves)
        """The decision behind each move; None for a person's."""
        self.record: MatchRecord | None = None
        """The result, once the game is over."""
        self.review: str | None = None
        """The loser's last missed win as a sentence, once computed."""
        self.is_opening = bool(self.procedure) and not self.moves
        self.choices: Sequence[str] = ()
        """The valid choices in the opening now."""
        self.agreement = reading.record.swap2 if reading.record else None
        self._opening_moves = 0
        if reading.record and reading.record.ending in AGREED:
            self.record = reading.record
        self.clock = SessionClock(self.control)

    def restart(self) -> None:
        """Returns to the first position."""
        self.load(Reading(self.states[0]))

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
        """The seat that has to place stones or to choose during an opening; else None.

        The opener has the first seat; colours are not assigned yet.
        """
        if not self.is_opening:
            return None
        answers = FIRST_STONES <= len(self.moves) < FIRST_STONES + MORE_STONES
        return Player.SECOND if answers else Player.FIRST

    def open_with(self, stones: Sequence[Move], choices: Sequence[str] = ()) -> None:
        """Sets the stones of an unfinished opening."""
        self.states = list(play_through(self.states[0], stones))
        self.moves = list(stones)
        self.seconds, self.thoughts = [0.0] * len(stones), [None] * len(stones)
        self.choices = choices

    def settle(self, settled: Settled) -> None:
        """Starts the game with the agreed opening; swaps the seats if the colours were swapped."""
        self.open_with(settled.moves)
        self.seconds = list(settled.seconds)
        self.is_opening, self.agreement = False, settled.agreement
        self._opening_moves = len(settled.moves)
        if settled.is_swapped:
            self.swap()

    def played(self, ply: Ply) -> None:
        """Records a move."""
        assert ply.decision.move is not None
        self.moves.append(ply.decision.move)
        self.states.append(ply.after)
        self.seconds.append(ply.seconds)
        self.thoughts.append(None if self.seats[ply.player] == HUMAN else ply.decision)

    def last_thought(self) -> tuple[int, Decision] | None:
        """Returns the index of the last engine move and its decision."""
        made = ((ply, thought) for ply, thought in enumerate(self.thoughts) if thought)
        return max(made, key=lambda each: each[0], default=None)

    def finish(self, record: MatchRecord) -> None:
        """Ends the game with the result of the record, phrased with the names of the sides."""
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
        """Takes back moves until a person has a choice; returns how many."""
        if self.record and self.record.ending == "time" and not self._engine_failed:
            raise InvalidNotation("play.no_undo_on_time")
        since = range(len(self.moves) if self.is_opening else self._opening_moves, len(self.moves))
        places = [place for place in since if self._is_choice(self.states[place])]
        if not places:
            raise InvalidNotation("play.nothing_to_undo")
        kept, before = places[-1], len(self.moves)
        del self.moves[kept:], self.seconds[kept:], self.thoughts[kept:]
        del self.states[kept + 1 :]
        self.record = self.review = None
        return before - kept

    def _is_choice(self, state: State) -> bool:
        forced = state.legal_moves() == [state.game.pass_move]
        return not self.has_human or (self.seats[state.to_move] == HUMAN and not forced)

    @property
    def _engine_failed(self) -> bool:
        """Tells whether the game ended because an engine failed; it can be continued then."""
        record = self.record
        if record is None or record.winner is None or record.ending in ("normal", "resigned"):
            return False
        return self.seats[record.winner.other] != HUMAN and self.clock.flag is None

    def swap(self) -> None:
        """Exchanges the seats."""
        self._seat(dict(zip(Player, reversed(self.seats.values()), strict=True)))

    def seat_opponent(self, who: str) -> None:
        """Replaces the opponent.

        That is the only engine; with none or two, the player who is not to move.
        """
        machines = [player for player in Player if self.seats[player] != HUMAN]
        seat = machines[0] if len(machines) == 1 else self.state.to_move.other
        self._seat({**self.seats, seat: who})

    def seat_players(self, first: str, second: str) -> None:
        """Replaces both players."""
        self._seat(dict(zip(Player, (first, second), strict=True)))

    def switch_computer(self, on: bool) -> None:
        """Replaces the player who is not to move by the computer, or all engines by people."""
        if not on:
            self._seat(dict.fromkeys(Player, HUMAN))
        elif set(self.seats.values()) == {HUMAN}:
            self._seat({**self.seats, self.state.to_move.other: self._opponent})

    def _seat(self, seats: dict[Player, str]) -> None:
        """Sets the seats; a game that ended with an engine failure continues."""
        if self._engine_failed:
            self.record = self.review = None
        self.seats = {player: seats[player] for player in Player}
        self._opponent = next((who for who in seats.values() if who != HUMAN), self._opponent)

    def marks(self, index: int = -1) -> Marks:
        """Returns the marks for a position, by default the last one."""
        state = self.states[index]
        last = () if state.last_move is None else state.game.move_cells(state.last_move)
        line: tuple[int, ...] = ()
        if isinstance(state, GomokuState) and state.outcome and state.outcome.winner:
            # A position that was set up has no last move.
            stones = last or [cell for cell, mark in enumerate(state.cells) if mark != "."]
            lines = (state.game.five_through(state.cells, cell) for cell in stones)
            line = next(filter(None, lines), ())
        barred = tuple(state.forbidden) if isinstance(state, GomokuState) else ()
        return Marks(last=last, line=line, forbidden=barred)

    def as_record(self) -> MatchRecord:
        """Returns the game as a record; an unfinished one is marked as such."""
        return self._as_record(self.record)

    def _as_record(self, end: MatchRecord | None) -> MatchRecord:
        start, outcome = self.states[0], self.state.outcome
        ending: Ending = "unfinished"
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
    """Returns the seats of a saved game with a person, else the default ones.

    Foreign players are replaced: loading a game must not run foreign code.
    """
    if record is not None and HUMAN in (record.first, record.second):
        both = record.first, record.second
        return [DEFAULT_OPPONENT if is_foreign(who) else who for who in both]
    return HUMAN, DEFAULT_OPPONENT

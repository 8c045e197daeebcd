"""Perfect play of the pentomino game: by book, otherwise by solving.

    won         a winning move, the quickest if lengths can be counted
    lost        the move that makes the win hardest to find: the fewest winning replies, then the
                longest defence; against people, a lost game is not over
    not proven  the limit was too short: the rules of the levels, on the moves not refuted

The decision claims only what is proven.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from fivefold.core import WIN, Limit, Move
from fivefold.games.pentomino import PentominoGame, PentominoState
from fivefold.strategies import explain
from fivefold.strategies.base import Candidate, Decision, Overlay, Proof, Score, Stop
from fivefold.strategies.budget import Budget
from fivefold.strategies.pentomino.analysis import (
    Known,
    PentominoAnalyser,
    known_from_lengths,
    replies,
)
from fivefold.strategies.pentomino.length import lengths_of
from fivefold.strategies.pentomino.levels import first_safe, plies_left
from fivefold.strategies.pentomino.solver import MEMORY
from fivefold.strategies.teaching.ordering import by_replies
from fivefold.words import Message, say

SOLVING_SHARE = 0.7
"""The share of the limit for finding the winner; the rest finds a good move if that fails."""
COUNTING_SHARE = 0.8
"""The share of the remaining limit for counting winning replies; the rest is for the line."""
MANY_MOVES = 700
"""With more moves than this, the winning ones are counted only on request, because it is slow."""
EXPLANATION = Limit(nodes=5_000_000)
"""Limit for valuing the other moves once a winning one is known, within half of what remains."""


class PerfectPlayer:
    """Plays on one board; the solver's table is kept between moves."""

    def __init__(
        self, game: PentominoGame, memory: int = MEMORY, every_value: bool = False
    ) -> None:
        self.game = game
        self._analyser = PentominoAnalyser(game, memory)
        self._every_value = every_value
        self._has_complained = False

    def prepare(self) -> None:
        """Reads the book, which takes a few hundredths of a second."""
        self._analyser.in_book(self.game.start)

    def choose(self, state: PentominoState, limit: Limit, stop: Stop | None) -> Decision:
        """Returns a winning move if one is found, and what is known about the others.

        A position that may last longer than the depth limit is not solved.
        """
        budget = Budget(limit, stop)
        may_solve = limit.depth is None or plies_left(state) <= limit.depth
        lengths = lengths_of(state, budget) if may_solve else {}
        known = known_from_lengths(lengths) if lengths else self._analyser.in_book(state)
        if known.value is None and may_solve:
            known = self._analyser.solved(state, budget, SOLVING_SHARE)
        if known.value == "win":
            decision = self._won(state, known, lengths, budget)
        elif known.value == "loss":
            decision = self._lost(state, known, lengths, budget)
        else:
            decision = self._unproven(state, budget, may_solve)
        trouble = self._analyser.trouble
        if trouble is not None and not self._has_complained:
            self._has_complained = True
            text = say("perfect.no_book", reason=trouble, text=decision.text)
            decision = replace(decision, text=text)
        return decision

    def _won(
        self, state: PentominoState, known: Known, lengths: Mapping[Move, int], budget: Budget
    ) -> Decision:
        move = known.move
        assert move is not None
        line = self._analyser.line(state, known, budget)
        values = self._values(state, known, lengths, budget)
        if not replies(state, move):
            lengths = {**lengths, move: 1}
        wins, moves = sum(map(bool, values.values())), len(values)
        facts = {"move": state.game.format_move(move), "wins": wins, "moves": moves}
        if None in values.values():
            text = say("perfect.won_some", **facts)
        else:
            text = say("perfect.won", **facts)
        return Decision(
            move,
            score=_score(lengths.get(move)),
            nodes=budget.nodes,
            pv=line,
            candidates=_candidates(move, values, lengths),
            overlay=(*_covered(state, values), *explain.move_overlay(state.game, move)),
            proof=Proof("win", line, known.by, plies=lengths.get(move)),
            text=say("perfect.by_book", text=text) if known.by == "book" else text,
        )

    def _values(
        self, state: PentominoState, known: Known, lengths: Mapping[Move, int], budget: Budget
    ) -> dict[Move, bool | None]:
        """Returns which moves win, as far as that is known or can be found quickly."""
        moves = state.legal_moves()
        if lengths or self._every_value:
            return self._analyser.values(state, known, budget, lengths=lengths)
        limit = budget.left(0.5)
        if len(moves) <= MANY_MOVES and limit is not None:
            return self._analyser.values(state, known, budget, limit.tightest(EXPLANATION))
        values = dict.fromkeys(moves, None) | self._analyser.values_in_book(state, budget)
        return values if known.move is None else {**values, known.move: True}

    def _lost(
        self, state: PentominoState, known: Known, lengths: Mapping[Move, int], budget: Budget
    ) -> Decision:
        counts = self._winning_replies(state, budget, is_small=bool(lengths))
        move = self._hardest(state, counts, lengths)
        line = self._analyser.line(state, known, budget, move)
        left = replies(state, move)
        facts = {"move": state.game.format_move(move), "replies": left}
        if move not in counts:
            text = say("perfect.lost_uncounted", **facts)
        elif left == 1:
            text = say("perfect.lost_only", **facts)
        else:
            text = say("perfect.lost", **facts, wins=counts[move])
        notes = {
            each: say("perfect.loses_to", wins=counts[each], replies=replies(state, each))
            for each in sorted(counts, key=lambda each: counts[each])
        }
        values = dict.fromkeys([*notes, *state.legal_moves()], False)
        return Decision(
            move,
            score=_score(lengths.get(move)),
            nodes=budget.nodes,
            pv=line,
            candidates=_candidates(move, values, lengths, notes),
            overlay=explain.move_overlay(state.game, move),
            proof=Proof("loss", line, known.by, plies=lengths.get(move)),
            text=say("perfect.by_book", text=text) if known.by == "book" else text,
        )

    def _winning_replies(
        self, state: PentominoState, budget: Budget, is_small: bool
    ) -> dict[Move, int]:
        """Returns the number of winning replies by move, as far as the budget allows."""
        counts: dict[Move, int] = {}
        limit = budget.left(COUNTING_SHARE)
        if limit is None:
            return counts
        counting = Budget(limit, budget.stop)
        for move in by_replies(state, state.legal_moves()):
            after = state.play(move)
            lengths = lengths_of(after, counting) if is_small else {}
            values = self._analyser.values(after, Known(), counting, lengths=lengths)
            if None in values.values():
                break
            counts[move] = sum(map(bool, values.values()))
        budget.charge(counting.nodes)
        return counts

    def _hardest(
        self, state: PentominoState, counts: Mapping[Move, int], lengths: Mapping[Move, int]
    ) -> Move:
        """Returns the move of a lost position that makes the win hardest to find."""
        if not counts:
            return self._rarest_answer(state)
        # An uncounted length is assumed to be the maximum.
        longest = plies_left(state)
        return min(
            counts,
            key=lambda move: (counts[move], -lengths.get(move, longest), -replies(state, move)),
        )

    def _rarest_answer(self, state: PentominoState) -> Move:
        """Returns the move whose answer in the book is the rarest.

        The book was built by trying earlier answers first, so an answer that serves few moves was
        found only when nothing easier worked. Without answers in the book, it is the move that
        leaves the most replies.
        """
        answers = self._analyser.answers_in_book(state)
        served = Counter(answers.values())
        return min(
            state.legal_moves(),
            key=lambda move: (served[answers[move]] if answers else 0, -replies(state, move)),
        )

    def _unproven(self, state: PentominoState, budget: Budget, may_solve: bool) -> Decision:
        """Returns a move by the rules of the levels, among those the solver has not refuted."""
        values: dict[Move, bool | None] = dict.fromkeys(state.legal_moves())
        limit = budget.left(0.5)
        if may_solve and limit is not None:
            values = self._analyser.values(state, Known(), budget, limit)
        winning = [move for move, wins in values.items() if wins]
        if winning:
            return self._won(state, Known("win", winning[0]), {}, budget)
        open_moves = [move for move, wins in values.items() if wins is None]
        if not open_moves:
            return self._lost(state, Known("loss"), {}, budget)
        decision = first_safe(state, by_replies(state, open_moves), budget)
        assert decision.move is not None
        if decision.proof is not None:
            return decision
        # The candidates tried before it lose at once.
        notes = {each.move: each.note for each in decision.candidates}
        values |= dict.fromkeys(notes.keys() - {decision.move}, False)
        return replace(
            decision,
            candidates=_candidates(decision.move, values, {}, notes),
            text=say("perfect.unproven", text=decision.text),
        )


def _score(length: int | None) -> Score | None:
    """Returns the score of a game that ends in `length` plies, or None."""
    if length is None:
        return None
    return WIN - length if length % 2 else length - WIN


def _candidates(
    chosen: Move,
    values: Mapping[Move, bool | None],
    lengths: Mapping[Move, int],
    notes: Mapping[Move, Message | str | None] = {},
) -> tuple[Candidate, ...]:
    """Returns the decided moves and the chosen one: winning moves first, losing ones last."""
    order = {True: 0, None: 1, False: 2}
    decided = [move for move, wins in values.items() if wins is not None or move == chosen]
    ranked = sorted(decided, key=lambda move: (order[values[move]], move != chosen))
    return tuple(
        Candidate(
            move,
            _score(lengths.get(move)),
            notes.get(move) or _note(values[move], lengths.get(move)),
        )
        for move in ranked
    )


def _note(wins: bool | None, length: int | None) -> Message:
    if wins is None:
        return say("perfect.unknown")
    if length is not None:
        return say("perfect.wins_in" if wins else "perfect.loses_in", plies=length)
    return say("perfect.wins" if wins else "perfect.loses")


def _covered(state: PentominoState, values: Mapping[Move, bool | None]) -> tuple[Overlay, ...]:
    """Returns an overlay of how many winning moves cover each free cell, if it says anything."""
    if sum(wins is not None for wins in values.values()) < 2:
        return ()
    counts: list[Score | None] = [0 if mark == "." else None for mark in state.cells]
    for move in (move for move, wins in values.items() if wins):
        for cell in state.game.move_cells(move):
            counts[cell] = (counts[cell] or 0) + 1
    return (Overlay("values", say("perfect.covered"), "good", values=tuple(counts)),)

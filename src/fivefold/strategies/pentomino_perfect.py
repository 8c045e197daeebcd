"""Perfect play of the pentomino game: from the book at once, else by solving.

    won         a winning move, the quickest where the end can be counted
    lost        the move that makes the win hardest to find: it leaves the fewest replies that win,
                and of those the longest defence; for against a person a lost game is not over
    not proven  the limit was too short: the rules of the levels among the moves not refuted

What is said is what was shown: without a proof there is no claim.
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
from fivefold.strategies.ordering import by_replies
from fivefold.strategies.pentomino_analysis import Analyst, Known, known_by, replies
from fivefold.strategies.pentomino_length import lengths_of
from fivefold.strategies.pentomino_levels import first_safe, plies_left
from fivefold.strategies.pentomino_solver import MEMORY
from fivefold.words import Message, say

SOLVING = 0.7
"""The share of a limit for finding out who wins; the rest is for a good move if nobody does."""
COUNTING = 0.8
"""The share of what is left for counting the winning replies; the rest is for the line."""
MANY = 700
"""With more moves than these, those that win are counted only on request: it takes long."""
EXPLAINING = Limit(nodes=5_000_000)
"""What may be spent on the other moves once a winning one is known, within half of what is left."""


class PerfectPlayer:
    """Plays one board; what the solver learns is kept from move to move."""

    def __init__(
        self, game: PentominoGame, memory: int = MEMORY, every_value: bool = False
    ) -> None:
        self.game = game
        self._analyst = Analyst(game, memory)
        self._every_value = every_value
        self._has_complained = False

    def prepare(self) -> None:
        """Reads the book, which takes some hundredths of a second."""
        self._analyst.in_book(self.game.start)

    def choose(self, state: PentominoState, limit: Limit, stop: Stop | None) -> Decision:
        """Returns a move that wins if one is found, and everything that is known of the others.

        A position that may last longer than the limit's depth is not solved.
        """
        budget = Budget(limit, stop)
        may_solve = limit.depth is None or plies_left(state) <= limit.depth
        lengths = lengths_of(state, budget) if may_solve else {}
        known = known_by(lengths) if lengths else self._analyst.in_book(state)
        if known.value is None and may_solve:
            known = self._analyst.solved(state, budget, SOLVING)
        if known.value == "win":
            decision = self._won(state, known, lengths, budget)
        elif known.value == "loss":
            decision = self._lost(state, known, lengths, budget)
        else:
            decision = self._unproven(state, budget, may_solve)
        trouble = self._analyst.trouble
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
        line = self._analyst.line(state, known, budget)
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
        """Returns which moves win, as far as that is known or found out soon enough."""
        moves = state.legal_moves()
        if lengths or self._every_value:
            return self._analyst.values(state, known, budget, lengths=lengths)
        limit = budget.left(0.5)
        if len(moves) <= MANY and limit is not None:
            return self._analyst.values(state, known, budget, limit.tightest(EXPLAINING))
        values = dict.fromkeys(moves, None) | self._analyst.values_in_book(state, budget)
        return values if known.move is None else {**values, known.move: True}

    def _lost(
        self, state: PentominoState, known: Known, lengths: Mapping[Move, int], budget: Budget
    ) -> Decision:
        counts = self._winning_replies(state, budget, is_small=bool(lengths))
        move = self._hardest(state, counts, lengths)
        line = self._analyst.line(state, known, budget, move)
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
        """Returns for as many moves as the budget allows how many replies to them win."""
        counts: dict[Move, int] = {}
        limit = budget.left(COUNTING)
        if limit is None:
            return counts
        counting = Budget(limit, budget.stop)
        for move in by_replies(state, state.legal_moves()):
            after = state.play(move)
            lengths = lengths_of(after, counting) if is_small else {}
            values = self._analyst.values(after, Known(), counting, lengths=lengths)
            if None in values.values():
                break
            counts[move] = sum(map(bool, values.values()))
        budget.charge(counting.nodes)
        return counts

    def _hardest(
        self, state: PentominoState, counts: Mapping[Move, int], lengths: Mapping[Move, int]
    ) -> Move:
        """Returns the move of a lost position after which the win is hardest to find."""
        if not counts:
            return self._rarest_answer(state)
        # Where the length is not counted it is as long as the pieces may last.
        longest = plies_left(state)
        return min(
            counts,
            key=lambda move: (counts[move], -lengths.get(move, longest), -replies(state, move)),
        )

    def _rarest_answer(self, state: PentominoState) -> Move:
        """Returns the move whose answer in the book answers the fewest others.

        The book was made with the answers that had served before tried first, so one that stands
        there for few moves was found when nothing easier was left. Where the book has no answers,
        the move that leaves the most replies.
        """
        answers = self._analyst.answers_in_book(state)
        served = Counter(answers.values())
        return min(
            state.legal_moves(),
            key=lambda move: (served[answers[move]] if answers else 0, -replies(state, move)),
        )

    def _unproven(self, state: PentominoState, budget: Budget, may_solve: bool) -> Decision:
        """Returns a move by the levels' rules, out of those that the solver has not refuted."""
        values: dict[Move, bool | None] = dict.fromkeys(state.legal_moves())
        limit = budget.left(0.5)
        if may_solve and limit is not None:
            values = self._analyst.values(state, Known(), budget, limit)
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
        # Those looked at before it lose at once.
        notes = {each.move: each.note for each in decision.candidates}
        values |= dict.fromkeys(notes.keys() - {decision.move}, False)
        return replace(
            decision,
            candidates=_candidates(decision.move, values, {}, notes),
            text=say("perfect.unproven", text=decision.text),
        )


def _score(length: int | None) -> Score | None:
    """Returns the score of a game that lasts so many plies; None if that is not known."""
    if length is None:
        return None
    return WIN - length if length % 2 else length - WIN


def _candidates(
    chosen: Move,
    values: Mapping[Move, bool | None],
    lengths: Mapping[Move, int],
    notes: Mapping[Move, Message | str | None] = {},
) -> tuple[Candidate, ...]:
    """Returns the decided moves and the chosen one: those that win first, those that lose last."""
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
    """Returns how many winning moves cover each free cell, where more than one move is decided."""
    if sum(wins is not None for wins in values.values()) < 2:
        return ()
    counts: list[Score | None] = [0 if mark == "." else None for mark in state.cells]
    for move in (move for move, wins in values.items() if wins):
        for cell in state.game.move_cells(move):
            counts[cell] = (counts[cell] or 0) + 1
    return (Overlay("values", say("perfect.covered"), "good", values=tuple(counts)),)

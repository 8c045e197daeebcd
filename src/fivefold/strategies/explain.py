"""Turns the values of the root moves into a decision that people can read."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import partial

from fivefold.core import WIN, Game, Move, State
from fivefold.strategies.base import Candidate, Decision, Overlay, Proof, Score
from fivefold.words import Message, say

PROVEN = WIN - 1_000
SURE_IN_GOMOKU = 3
"""Gomoku's searches skip cells far from all stones. That can miss a defence against a long win, but
never against a win in three plies: every cell that stops a five is next to its stones."""


MOST_SHOWN = 99
"""A larger score of an evaluation means nothing to a reader, who gets the move's rank instead."""

ScoreWords = Callable[[Score], Message]


def number_words(score: Score) -> Message:
    """Returns the score as a signed number, rounded to two decimals."""
    return say("score.number", score=_rounded(score))


def _rounded(score: Score) -> Score:
    rounded = round(score, 2)
    return int(rounded) if rounded == int(rounded) else rounded


def side_words(state: State, score: Score) -> Message:
    """Returns the score with the side it is for: `White −3`, `White wins in 5`."""
    player = state.game.player_name(state.to_move)
    if abs(score) > PROVEN:
        winner = player if score > 0 else state.game.player_name(state.to_move.other)
        return say("score.wins_in", player=winner, plies=int(WIN - abs(score)))
    number = _rounded(score)
    return say("score.side", player=player, score=number) if number else say("score.even")


def score_words(score: Score) -> Message:
    """Returns the score in words: a number, or the plies until a forced win or loss."""
    if abs(score) > PROVEN:
        key = "score.win" if score > 0 else "score.loss"
        return say(key, plies=WIN - abs(score))
    return number_words(score)


def reason(
    state: State,
    best: Move,
    values: Mapping[Move, Score],
    at_most: Collection[Move] = (),
    *,
    ranked: bool = False,
    words: ScoreWords | None = None,
) -> Message:
    """Returns the sentence that names the move, its score and the runner-up.

    With `ranked`, a score too large to mean anything becomes the move's rank. `words` writes a
    score; default: with its side.
    """
    game = state.game
    words = words or partial(side_words, state)
    move, score = game.format_move(best), words(values[best])
    others = [other for other in values if other != best]
    if not others:
        return say("decision.only", move=move, score=score)
    if ranked and MOST_SHOWN < abs(values[best]) <= PROVEN:
        runner_up = game.format_move(max(others, key=lambda other: values[other]))
        return say("decision.ranked", move=move, count=len(values), runner_up=runner_up)
    equal = [other for other in others if values[other] == values[best] and other not in at_most]
    if equal:
        runner_up, more = game.format_move(equal[0]), len(equal) - 1
        key = "decision.equal_more" if more else "decision.equal"
        return say(key, move=move, score=score, runner_up=runner_up, count=more)
    second = max(others, key=lambda other: values[other])
    runner_up, lower = game.format_move(second), _worth(second, values, at_most, words)
    return say("decision.best", move=move, score=score, runner_up=runner_up, lower=lower)


def compared(
    values: Mapping[Move, Score], at_most: Collection[Move] = (), words: ScoreWords = score_words
) -> tuple[Candidate, ...]:
    """Returns every move that was compared, with its score and a note."""
    # Thousands of pentomino moves share a few hundred notes, so build each note once.
    notes: dict[tuple[Score, bool], Message] = {}
    found = []
    for move, score in values.items():
        kind = score, move in at_most
        if kind not in notes:
            notes[kind] = _worth(move, values, at_most, words)
        found.append(Candidate(move, score, notes[kind]))
    return tuple(found)


def _worth(
    move: Move, values: Mapping[Move, Score], at_most: Collection[Move], words: ScoreWords
) -> Message:
    """Returns a move's score in words; for moves in `at_most` it is only an upper bound."""
    score = words(values[move])
    return say("note.at_most", score=score) if move in at_most else score


def values_overlay(game: Game, values: Mapping[Move, Score], label: Message) -> Overlay:
    """Returns an overlay with the best value of the moves that fill each cell."""
    cells: list[Score | None] = [None] * (game.rows * game.columns)
    for move, score in values.items():
        for cell in game.move_cells(move):
            known = cells[cell]
            cells[cell] = score if known is None else max(known, score)
    return Overlay("values", label, values=tuple(cells))


def move_overlay(game: Game, move: Move) -> tuple[Overlay, ...]:
    """Returns the overlay of the chosen move; a pass has none."""
    cells = game.move_cells(move)
    return (Overlay("move", say("overlay.move"), "good", cells=cells),) if cells else ()


def proof_of(game: Game, score: Score, line: tuple[Move, ...], complete: bool) -> Proof | None:
    """Returns the proof that follows from a full-width search, or None."""
    if abs(score) > PROVEN:
        plies = int(WIN - abs(score))
        if game.name == "gomoku" and plies > SURE_IN_GOMOKU:
            return None
        return Proof("win" if score > 0 else "loss", line, plies=plies)
    if complete and game.name != "gomoku":
        return Proof("exact", line, score=score)
    return None


def with_depth_text(decision: Decision) -> Decision:
    """Returns a level's decision with its text prefixed by the search depth."""
    if not decision.depth:
        return decision
    return replace(decision, text=say("level.ahead", depth=decision.depth, text=decision.text))


def no_time_decision(state: State, best_guess: Move) -> Decision:
    """Returns the decision of a search that ran out of time before depth 1."""
    text = say("decision.no_time", move=state.game.format_move(best_guess))
    overlay = move_overlay(state.game, best_guess)
    return Decision(best_guess, depth=0, nodes=0, pv=(best_guess,), overlay=overlay, text=text)


def best_candidates(decision: Decision, count: int) -> tuple[Candidate, ...]:
    """Returns the best candidates with their lines, best first; of equals, the chosen move first.

    A strategy that compares nothing has its chosen move.
    """
    found = decision.candidates
    if decision.move is not None and all(each.move != decision.move for each in found):
        found = (Candidate(decision.move, decision.score), *found)

    def place(candidate: Candidate) -> tuple[bool, Score, bool]:
        return candidate.score is None, -(candidate.score or 0), candidate.move != decision.move

    return tuple(decision.with_line(each) for each in sorted(found, key=place)[:count])

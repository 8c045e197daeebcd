"""Prints a decision: compared moves, the boards, the expected line and the effort."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from fivefold.cli.support.options import MoveWriter
from fivefold.cli.support.printing import Page, count, score_text
from fivefold.cli.terminal.capabilities import Look
from fivefold.cli.terminal.glass_box import boards, printable
from fivefold.cli.terminal.layout import wrapped
from fivefold.core import Game, State
from fivefold.strategies.base import Candidate, Decision, Proof, Score
from fivefold.strategies.explain import PROVEN, side_words
from fivefold.words import Message, say

MOST_CANDIDATES = 20
SCORE_ONLY = ("score.number", "score.side", "score.even", "score.win", "score.loss")
"""Notes that say no more than the score beside them."""


def explain(
    page: Page,
    decision: Decision,
    state: State,
    write: MoveWriter,
    seconds: float,
    *,
    ascii: bool = False,
) -> None:
    """Prints all details of a decision; on a terminal, long lines are wrapped."""
    game, look = state.game, Look.of(sys.stdout, ascii=ascii)
    _print_candidates(page, decision.candidates, state, write)
    if game.name == "pentomino":
        _print_pieces(page, decision.candidates, game)
    for board in boards(decision, state, look):
        page.line()
        _print_lines(page, board, look)
    page.line()
    lines = []
    if decision.pv:
        lines.append(str(say("cli.expected", moves=write.line(decision.pv))))
    if decision.proof:
        lines.append(_proof(decision, decision.proof, state, write))
    lines.append(_effort(decision, state, seconds))
    _print_lines(page, lines, look)


def _print_lines(page: Page, lines: Sequence[str], look: Look) -> None:
    """Prints lines; only a terminal has a width that sentences must fit."""
    for line in wrapped(list(lines), look.columns, look) if look.styles else lines:
        page.line(line)


def score_in_words(score: Score | None, state: State) -> str:
    """Returns a score as a number, or a proven one as a sentence: `Black wins in 4`."""
    if score is not None and abs(score) > PROVEN:
        return str(side_words(state, score))
    return score_text(score)


def _print_candidates(
    page: Page, candidates: tuple[Candidate, ...], state: State, write: MoveWriter
) -> None:
    if not candidates:
        return
    ranked = sorted(candidates, key=_rank)
    heads = ["move", f"score for {state.game.player_name(state.to_move)}", "note"]
    rows = [
        [write.text(candidate.move), score_in_words(candidate.score, state), _note(candidate)]
        for candidate in ranked[:MOST_CANDIDATES]
    ]
    if not any(row[-1] for row in rows):
        heads, rows = heads[:-1], [row[:-1] for row in rows]
    page.line()
    page.table(heads, rows, numbers=heads[1:2])
    if len(ranked) > MOST_CANDIDATES:
        page.line(str(say("cli.and_more", more=len(ranked) - MOST_CANDIDATES)))


def _note(candidate: Candidate) -> str:
    """Returns the note of a move, unless it repeats the score."""
    note = candidate.note
    if note is None or (isinstance(note, Message) and note.key in SCORE_ONLY):
        return ""
    return printable(note)


def _rank(candidate: Candidate) -> tuple[bool, Score]:
    """Returns a sort key: best score first, moves without a score last."""
    return candidate.score is None, -(candidate.score or 0)


def _print_pieces(page: Page, candidates: tuple[Candidate, ...], game: Game) -> None:
    """Prints the number of proven wins and losses for each piece."""
    decided: dict[str, list[bool]] = {}
    for candidate in candidates:
        key = candidate.note.key if isinstance(candidate.note, Message) else ""
        if key.startswith(("perfect.wins", "perfect.loses")):
            letter = game.format_move(candidate.move)[0]
            decided.setdefault(letter, []).append(key.startswith("perfect.wins"))
    if sum(map(len, decided.values())) > 1:
        rows = [
            (letter, str(sum(wins)), str(len(wins) - sum(wins)))
            for letter, wins in sorted(decided.items())
        ]
        page.line()
        page.table(("piece", "win", "lose"), rows, numbers=("win", "lose"))


def _proof(decision: Decision, proof: Proof, state: State, write: MoveWriter) -> str:
    """Returns the sentence of a proof, with its line unless that is the expected one."""
    claim, score = say(f"cli.claim.{proof.claim}", score=score_text(proof.score)), proof.score
    if proof.plies is not None and proof.claim in ("win", "loss"):
        winner = state.to_move if proof.claim == "win" else state.to_move.other
        claim = say("score.wins_in", player=state.game.player_name(winner), plies=proof.plies)
    elif proof.claim == "exact" and score is not None:
        claim = say("cli.claim.exact", score=side_words(state, score))
    moves = "" if proof.line == decision.pv else write.line(proof.line)
    by = say(f"cli.by.{proof.by}")
    return str(say("cli.proof", claim=claim, by=by, moves=moves)).rstrip()


def _effort(decision: Decision, state: State, seconds: float) -> str:
    parts = [say("cli.effort.seconds", seconds=f"{seconds:.2f}")]
    if decision.nodes is not None:
        parts.insert(0, say("cli.effort.nodes", nodes=count(decision.nodes), many=decision.nodes))
    if decision.depth is not None:
        parts.insert(0, say("cli.effort.depth", depth=decision.depth))
    if decision.score is not None:
        score = side_words(state, decision.score)
        is_proven = abs(decision.score) > PROVEN
        parts.insert(0, score if is_proven else say("cli.effort.score", score=score))
    return str(say("cli.effort", parts=parts))

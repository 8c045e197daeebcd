"""Prints a decision: compared moves, the expected line and overlays."""

from __future__ import annotations

import re

from fivefold.cli.support.options import MoveWriter
from fivefold.cli.support.printing import Page, count, score_text
from fivefold.core import Game, State
from fivefold.strategies.base import Candidate, Decision, Overlay, Proof, Score
from fivefold.strategies.explain import side_words
from fivefold.words import Message, say

MOST_CANDIDATES = 20


def explain(
    page: Page, decision: Decision, state: State, write: MoveWriter, seconds: float
) -> None:
    """Prints all details of a decision."""
    game = state.game
    _print_candidates(page, decision.candidates, state, write)
    if game.name == "pentomino":
        _print_pieces(page, decision.candidates, game)
    _print_overlays(page, decision.overlay, game)
    page.line()
    if decision.pv:
        page.line(str(say("cli.expected", moves=write.line(decision.pv))))
    if decision.proof:
        page.line(_proof(decision.proof, write))
    page.line(_effort(decision, state, seconds))


def _print_candidates(
    page: Page, candidates: tuple[Candidate, ...], state: State, write: MoveWriter
) -> None:
    if not candidates:
        return
    ranked = sorted(candidates, key=_rank)
    rows = [
        (write.text(candidate.move), score_text(candidate.score), str(candidate.note or ""))
        for candidate in ranked[:MOST_CANDIDATES]
    ]
    page.line()
    score = f"score for {state.game.player_name(state.to_move)}"
    page.table(("move", score, "note"), rows, numbers=(score,))
    if len(ranked) > MOST_CANDIDATES:
        page.line(str(say("cli.and_more", more=len(ranked) - MOST_CANDIDATES)))


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


def _print_overlays(page: Page, overlays: tuple[Overlay, ...], game: Game) -> None:
    """Prints the marked cells, then the grids of numbers."""
    marked = [(overlay.label, overlay.cells) for overlay in overlays if overlay.cells is not None]
    if marked:
        page.line()
    for label, cells in marked:
        named = " ".join(map(game.format_cell, cells))
        page.line(str(say("cli.overlay", label=label, cells=named)))
    for overlay in overlays:
        if overlay.values is not None:
            page.line()
            page.line(str(say("cli.overlay_grid", label=overlay.label)))
            page.line(values_grid(overlay.values, game))


def values_grid(values: tuple[Score | None, ...], game: Game) -> str:
    """Returns the numbers of the cells in the layout of the board.

          a   b
    1   105 233
    2   233   .
    """
    texts = ["." if value is None else score_text(value) for value in values]
    width = max(map(len, texts))
    row_names = [_name(game, row * game.columns)[1] for row in range(game.rows)]
    margin = max(map(len, row_names))
    heads = [_name(game, column)[0].rjust(width) for column in range(game.columns)]
    lines = [" " * margin + " " + " ".join(heads)]
    for row, name in enumerate(row_names):
        line = texts[row * game.columns : (row + 1) * game.columns]
        lines.append(f"{name:>{margin}} " + " ".join(text.rjust(width) for text in line))
    return "\n".join(lines)


def _name(game: Game, cell: int) -> tuple[str, str]:
    """Returns the column part and the row part of a cell's name."""
    column, row = re.fullmatch(r"(\D*)(.*)", game.format_cell(cell)).groups()  # type: ignore[union-attr]
    return column, row


def _proof(proof: Proof, write: MoveWriter) -> str:
    claim = say(f"cli.claim.{proof.claim}", score=score_text(proof.score))
    moves = write.line(proof.line)
    key = "cli.proof" if proof.plies is None else "cli.proof_plies"
    by = say(f"cli.by.{proof.by}")
    return str(say(key, claim=claim, plies=proof.plies, by=by, moves=moves))


def _effort(decision: Decision, state: State, seconds: float) -> str:
    parts = [say("cli.effort.seconds", seconds=f"{seconds:.2f}")]
    if decision.nodes is not None:
        parts.insert(0, say("cli.effort.nodes", nodes=count(decision.nodes), many=decision.nodes))
    if decision.depth is not None:
        parts.insert(0, say("cli.effort.depth", depth=decision.depth))
    if decision.score is not None:
        parts.insert(0, say("cli.effort.score", score=side_words(state, decision.score)))
    return str(say("cli.effort", parts=parts))

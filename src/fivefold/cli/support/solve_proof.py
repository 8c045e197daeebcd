"""Proofs of forced wins in Gomoku as files: `fivefold solve gomoku --proof` and `--check`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from fivefold.cli.support.exits import ANSWER_IS_NO
from fivefold.cli.support.printing import Page
from fivefold.core import State
from fivefold.errors import InvalidNotation
from fivefold.words import quoted, say

if TYPE_CHECKING:
    from fivefold.strategies.gomoku.forced_wins import Forced, Kind


def kinds_named(kind: str | None) -> tuple[Kind, ...] | None:
    """Returns the kinds of forced wins selected by `--kind`, or None without it."""
    from fivefold.strategies.gomoku.forced_wins import KINDS

    if kind is None:
        return None
    kinds = KINDS if kind == "both" else tuple(known for known in KINDS if known == kind)
    if not kinds:
        raise InvalidNotation("gomoku.solve.kind", kind=quoted(kind))
    return kinds


def write_file(file: str, state: State, forced: Forced | None, page: Page) -> None:
    """Writes the proof of a forced win, or prints a note if there is none."""
    from fivefold.formats.files import write_to
    from fivefold.games.gomoku import GomokuState
    from fivefold.strategies.gomoku.proof_text import WrittenProof, write_proof

    if forced is None or forced.tree is None or not isinstance(state, GomokuState):
        page.note(str(say("solve.no_proof")))
        return
    write_to(file, write_proof(WrittenProof(state, forced.kind, forced.tree, forced.line)))


def check_file(file: str, page: Page, json: bool) -> None:
    """Prints whether the proof in the file is valid; exit code 1 if not."""
    from fivefold.formats.files import read_from
    from fivefold.strategies.gomoku.proof import check
    from fivefold.strategies.gomoku.proof_text import read_proof

    proof = read_proof(read_from(file))
    game, verdict = proof.state.game, check(proof.state, proof.tree)
    flaw = verdict.flaw
    line = [] if flaw is None else [game.format_move(move) for move in flaw.moves]
    if json:
        page.document(
            {
                "holds": flaw is None,
                "plies": proof.tree.plies if flaw is None else None,
                "positions": verdict.positions,
                "line": line,
                "reason": None if flaw is None else str(flaw.reason),
            }
        )
    elif flaw is None:
        player = game.player_name(proof.state.to_move)
        page.line(str(say("gomoku.proof.holds", player=player, plies=proof.tree.plies)))
        page.line(str(say("gomoku.proof.checked", positions=verdict.positions)))
    elif line:
        page.line(str(say("gomoku.proof.fails", moves=" ".join(line), reason=flaw.reason)))
    else:
        page.line(str(say("gomoku.proof.fails_at_once", reason=flaw.reason)))
    if flaw is not None:
        raise typer.Exit(ANSWER_IS_NO)

"""`fivefold book pentomino verify`: checks a book with an independent program."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fivefold.cli.support.exits import ANSWER_IS_NO, INTERRUPTED
from fivefold.cli.support.interrupt import stop_on_interrupt
from fivefold.cli.support.options import Ascii, Json
from fivefold.cli.support.printing import Page, count
from fivefold.cli.support.progress import Ticker
from fivefold.errors import InvalidNotation
from fivefold.words import Message, quoted, say

if TYPE_CHECKING:
    from fivefold.book.verify import Report
    from fivefold.book.verify_claims import Fault

SAMPLE = 3
"""Default number of positions searched for each first move."""
SHOWN = 10
"""Maximum number of faults listed."""

EXAMPLES = """\b
Examples:
  fivefold book pentomino verify
  fivefold book pentomino verify --first "N d4 e4 f4 c5 d5" --all
  fivefold book pentomino verify book.txt --all --journal verified.txt --threads 2
  fivefold book pentomino verify book.txt --sample 20 --seed 7 --json
"""


def verify(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="FILE", help="The book; default: the one Fivefold plays from."),
    ] = None,
    all: Annotated[bool, typer.Option("--all", help="Search every final claim.")] = False,
    sample: Annotated[
        int | None,
        typer.Option(
            "--sample",
            metavar="N",
            help=f"Search N random positions of each first move; default: {SAMPLE}.",
            min=0,
        ),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Random seed of the sample.")] = 0,
    first: Annotated[
        list[str] | None,
        typer.Option(
            "--first",
            metavar="MOVE",
            help="Search only claims of this first move; may be repeated.",
        ),
    ] = None,
    journal: Annotated[
        Path | None,
        typer.Option(
            "--journal",
            metavar="FILE",
            help="File for results; the same command continues from it.",
        ),
    ] = None,
    threads: Annotated[
        int | None,
        typer.Option(
            "--threads",
            metavar="N",
            help="Positions at a time; default: one per core.",
            min=1,
            max=1024,
        ),
    ] = None,
    memory: Annotated[
        int,
        typer.Option(
            "--memory", metavar="MB", help="Table of each thread in MiB.", min=1, max=1 << 20
        ),
    ] = 256,
    json: Json = False,
    ascii: Ascii = False,
) -> None:
    """Check a book with a second program, independent of the one that built it.

    The checksum, the syntax and an answer to every reply are always checked. The final claims, that
    a position is lost, are verified by a search: of a random sample, or with --all of each.
    """
    from fivefold.book.verify import Verifier

    if all and sample is not None:
        raise InvalidNotation("verify.all_or_sample")
    page = Page(ascii)
    ticker = Ticker(page)
    verifier = Verifier(
        file or _packaged(),
        journal=journal,
        sample=None if all else SAMPLE if sample is None else sample,
        seed=seed,
        threads=threads or _cores(),
        memory=memory,
        on_tick=lambda report: ticker.tick(report.seconds, _standing(report)),
    )
    if first:
        verifier.only(first)
    with stop_on_interrupt(verifier.stop):
        try:
            report = verifier.run()
        finally:
            ticker.close()
    if json:
        page.document(_document(report, str(file or _packaged())))
    else:
        for line in _lines(report, str(file or _packaged())):
            page.line(str(line))
    if verifier.stop.is_set() and not report.is_verified:
        raise typer.Exit(INTERRUPTED)
    if not report.is_verified:
        raise typer.Exit(ANSWER_IS_NO)


def _packaged() -> Any:
    from importlib import resources

    return resources.files("fivefold").joinpath("data", "pentomino", "book.txt")


def _cores() -> int:
    from fivefold.arena.running.runner import cores

    return cores()


def _lines(report: Report, file: str) -> list[Message]:
    """Returns the text report: contents, effort, faults and verdict."""
    lines = []
    if report.positions or not report.faults:
        lines.append(
            say(
                "verify.contents",
                file=quoted(file, 200),
                wins=report.wins,
                losses=report.losses,
                board=report.board,
                claims=count(report.claims),
                many=report.claims,
            )
        )
        lines.append(
            say(
                "verify.effort",
                done=count(report.done),
                all=count(report.positions),
                remembered=count(report.remembered),
                nodes=count(report.nodes),
                time=_clock(report.seconds),
            )
        )
    lines += [_fault(fault) for fault in report.faults[:SHOWN]]
    if len(report.faults) > SHOWN:
        lines.append(say("verify.more_faults", count=count(len(report.faults) - SHOWN)))
    return [*lines, _verdict(report)]


def _verdict(report: Report) -> Message:
    if report.faults:
        return say("verify.failed", count=len(report.faults))
    if not report.is_verified:
        return say("verify.stopped")
    if report.is_complete:
        return say("verify.verified")
    return say("verify.sampled", chosen=count(report.chosen), many=report.chosen)


def _fault(fault: Fault) -> Message:
    if fault.reply is not None:
        where = {"first": fault.first, "reply": fault.reply}
        return say("verify.fault_of_reply", **where, reason=fault.reason)
    if fault.first is not None:
        return say("verify.fault_of_first", first=fault.first, reason=fault.reason)
    return fault.reason


def _document(report: Report, file: str) -> dict[str, Any]:
    return {
        "board": report.board,
        "file": file,
        "verified": report.is_verified,
        "complete": report.is_complete,
        "won": report.wins,
        "lost": report.losses,
        "claims": report.claims,
        "chosen": report.chosen,
        "positions": report.positions,
        "searched": report.searched,
        "remembered": report.remembered,
        "faults": [
            {"first": fault.first, "reply": fault.reply, "reason": str(fault.reason)}
            for fault in report.faults
        ],
        "nodes": report.nodes,
        "seconds": round(report.seconds, 3),
    }


def _standing(report: Report) -> Message:
    return say(
        "verify.progress",
        done=count(report.done),
        all=count(report.positions),
        faults=len(report.faults),
        nodes=count(report.nodes),
        time=_clock(report.seconds),
    )


def _clock(seconds: float) -> str:
    """Returns a duration as h:mm:ss."""
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"

"""`fivefold book pentomino verify`: whether a book is right, found out by a program of its own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fivefold.cli.exits import ANSWER_IS_NO, INTERRUPTED
from fivefold.cli.interrupt import listening
from fivefold.cli.position import Ascii, Json
from fivefold.cli.printing import Page, count
from fivefold.cli.progress import Ticker
from fivefold.errors import InvalidNotation
from fivefold.words import Message, quoted, say

if TYPE_CHECKING:
    from fivefold.book.verify import Report
    from fivefold.book.verify_claims import Fault

SAMPLE = 3
"""Positions of each first move that are searched when nothing is said."""
SHOWN = 10
"""Faults that are named."""

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
        typer.Argument(metavar="FILE", help="The book; unless said the one Fivefold plays from."),
    ] = None,
    all: Annotated[bool, typer.Option("--all", help="Search every final claim.")] = False,
    sample: Annotated[
        int | None,
        typer.Option(
            "--sample",
            metavar="N",
            help=f"Search N positions of each first move, chosen by chance; unless said {SAMPLE}.",
            min=0,
        ),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Chooses the sample.")] = 0,
    first: Annotated[
        list[str] | None,
        typer.Option(
            "--first",
            metavar="MOVE",
            help="Search only claims of that first move; may be repeated.",
        ),
    ] = None,
    journal: Annotated[
        Path | None,
        typer.Option(
            "--journal",
            metavar="FILE",
            help="Where results are kept: the same command goes on from there.",
        ),
    ] = None,
    threads: Annotated[
        int | None,
        typer.Option(
            "--threads",
            metavar="N",
            help="Positions searched at a time; unless said one a core.",
            min=1,
            max=1024,
        ),
    ] = None,
    memory: Annotated[
        int,
        typer.Option(
            "--memory", metavar="MB", help="MiB for each thread's table.", min=1, max=1 << 20
        ),
    ] = 256,
    json: Json = False,
    ascii: Ascii = False,
) -> None:
    """Check a book by a second program that shares nothing with the one that made it.

    The checksum, every line and an answer to every reply are always checked; of the final claims,
    that a position is lost, a sample is searched, or with --all every one.
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
    with listening(verifier.stop):
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
    from fivefold.arena.runner import cores

    return cores()


def _lines(report: Report, file: str) -> list[Message]:
    """Returns what is printed: the contents, the effort, what is wrong, and the verdict."""
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

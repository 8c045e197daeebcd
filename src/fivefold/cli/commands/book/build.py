"""`fivefold book pentomino build`: solves first moves, pair by pair."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fivefold.cli.support.exits import INTERRUPTED
from fivefold.cli.support.interrupt import stop_on_interrupt
from fivefold.cli.support.options import Ascii, Json, Size
from fivefold.cli.support.printing import Page, count
from fivefold.cli.support.progress import Ticker
from fivefold.errors import EngineCrashed, EngineError
from fivefold.words import Message, quoted, say

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from fivefold.book.builder import Progress

EXAMPLES = """\b
Examples:
  fivefold book pentomino build small.txt --size 5
  fivefold book pentomino build book.txt --minutes 60
  fivefold book pentomino build book.txt --first "N d4 e4 f4 c5 d5" --processes 4
  fivefold book pentomino build book.txt --cluster tcp://scheduler:8786
"""


def build(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The book; an existing one is extended.")
    ],
    first: Annotated[
        list[str] | None,
        typer.Option(
            "--first", metavar="MOVE", help="Solve only this first move; may be repeated."
        ),
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option("--minutes", metavar="M", help="Stop after M minutes.", min=0),
    ] = None,
    processes: Annotated[
        int | None,
        typer.Option(
            "--processes", metavar="N", help="Pairs at a time; default: one per core.", min=1
        ),
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(
            "--cluster",
            metavar="URL",
            help="Solve on the Dask cluster with this scheduler, tcp://HOST:8786.",
        ),
    ] = None,
    memory: Annotated[
        int, typer.Option("--memory", metavar="MB", help="Table of each process in MiB.", min=1)
    ] = 1024,
    journal: Annotated[
        Path | None,
        typer.Option(
            "--journal",
            metavar="FILE",
            help="File for solved pairs; default: the book's name plus .journal.",
        ),
    ] = None,
    size: Size = None,
    json: Json = False,
    ascii: Ascii = False,
) -> None:
    """Find out which first moves win, and how.

    Each solved pair is stored at once: after Ctrl-C, a crash or a power cut, the same command
    continues.
    """
    from fivefold.book.builder import Builder
    from fivefold.games.pentomino import PentominoGame
    from fivefold.names import parse_size

    page = Page(ascii)
    ticker = Ticker(page)
    game = None if size is None else PentominoGame.of(parse_size(size))
    builder = Builder(
        file,
        game=game,
        journal=journal,
        minutes=minutes,
        memory=memory,
        on_tick=lambda progress: ticker.tick(progress.seconds, _standing(progress)),
    )
    builder.want(builder.game.parse_move(text) for text in first or ())
    with stop_on_interrupt(builder.stop):
        try:
            progress = builder.run(_executor(cluster, processes))
        except EngineError as error:
            if error.code == "cluster.gone":  # its sentence is about games
                raise EngineCrashed("book.cluster_gone", address=error.address) from error
            raise
        finally:
            ticker.close()
    if json:
        page.document(_document(progress, builder.file))
    else:
        page.line(str(_summary(progress, builder.file)))
    if builder.stop.is_set():
        page.note(str(say("book.stopped")))
        raise typer.Exit(INTERRUPTED)


def _executor(cluster: str | None, processes: int | None) -> Callable[[], Executor]:
    """Returns a function that opens the local processes, or those of a cluster."""

    def here() -> Executor:
        from fivefold.arena.running.pool import LocalPool
        from fivefold.arena.running.runner import cores

        return LocalPool(processes or cores())

    def there() -> Executor:
        from fivefold.arena.running.cluster import open_cluster

        executor = open_cluster(cluster or "")
        executor.resize(processes)
        return executor

    return here if cluster is None else there


def _facts(progress: Progress) -> dict[str, str | int]:
    return {
        "pairs": count(progress.pairs),
        "known": count(progress.known),
        "decided": progress.won + progress.lost,
        "all": progress.first_moves,
        "won": progress.won,
        "lost": progress.lost,
        "rate": f"{progress.rate:.1f}",
        "time": _clock(progress.seconds),
    }


def _standing(progress: Progress) -> Message:
    return say("book.progress", **_facts(progress))


def _summary(progress: Progress, file: Path) -> Message:
    return say("book.built", file=quoted(str(file), 200), **_facts(progress))


def _document(progress: Progress, file: Path) -> dict[str, object]:
    return {
        "board": progress.board,
        "file": str(file),
        "first_moves": progress.first_moves,
        "won": progress.won,
        "lost": progress.lost,
        "known_pairs": progress.known,
        "pairs": progress.pairs,
        "nodes": progress.nodes,
        "seconds": round(progress.seconds, 3),
    }


def _clock(seconds: float) -> str:
    """Returns a duration as h:mm:ss."""
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"

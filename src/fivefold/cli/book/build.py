"""`fivefold book pentomino build`: decides first moves by solving pairs, as long as one likes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fivefold.cli.exits import INTERRUPTED
from fivefold.cli.interrupt import listening
from fivefold.cli.position import Ascii, Json, Size
from fivefold.cli.printing import Page, count
from fivefold.cli.progress import Ticker
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
        Path, typer.Argument(metavar="FILE", help="The book; one that is there is extended.")
    ],
    first: Annotated[
        list[str] | None,
        typer.Option(
            "--first", metavar="MOVE", help="Decide only that first move; may be repeated."
        ),
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option("--minutes", metavar="M", help="End after so many minutes.", min=0),
    ] = None,
    processes: Annotated[
        int | None,
        typer.Option(
            "--processes", metavar="N", help="Pairs at a time; unless said one a core.", min=1
        ),
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(
            "--cluster",
            metavar="URL",
            help="Solve on the Dask cluster of that scheduler, tcp://HOST:8786.",
        ),
    ] = None,
    memory: Annotated[
        int, typer.Option("--memory", metavar="MB", help="MiB for each process's table.", min=1)
    ] = 1024,
    journal: Annotated[
        Path | None,
        typer.Option(
            "--journal", metavar="FILE", help="Where solved pairs are kept: FILE.journal."
        ),
    ] = None,
    size: Size = None,
    json: Json = False,
    ascii: Ascii = False,
) -> None:
    """Decide first moves: which of them win, and why.

    Every solved pair is kept as it comes: after Ctrl-C, a crash or a power cut the same command
    goes on. With --minutes it ends by itself.
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
    with listening(builder.stop):
        try:
            progress = builder.run(_executor(cluster, processes))
        except EngineError as error:
            if error.code == "cluster.gone":  # whose sentence is about games
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
    """Returns what opens the processes here, or those of a cluster."""

    def here() -> Executor:
        from fivefold.arena.pool import LocalPool
        from fivefold.arena.runner import cores

        return LocalPool(processes or cores())

    def there() -> Executor:
        from fivefold.arena.cluster import open_cluster

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

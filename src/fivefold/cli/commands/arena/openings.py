"""`fivefold arena openings`: random openings, checked for balance."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from fivefold.cli.support.exits import INTERRUPTED
from fivefold.cli.support.options import Ascii, GameName, Json, Rules, Size
from fivefold.cli.support.printing import Page
from fivefold.cli.support.progress import Ticker
from fivefold.errors import InvalidNotation
from fivefold.words import say

MOST_NODES = 10_000_000

EXAMPLES = """\b
Examples:
  fivefold arena openings othello --count 2 --nodes 50
  fivefold arena openings pentomino --count 5 --seed 7 --json
  fivefold arena openings gomoku --size 19 --count 1 --nodes 20
"""


def openings(
    game: GameName,
    count: Annotated[int, typer.Option("--count", metavar="N", help="Number of openings.")] = 40,
    seed: Annotated[
        int,
        typer.Option(
            "--seed", metavar="N", help="Random seed: the same number gives the same openings."
        ),
    ] = 1,
    nodes: Annotated[
        int,
        typer.Option(
            "--nodes", metavar="N", help="Search limit per move of the test games, in positions."
        ),
    ] = 500,
    size: Size = None,
    rules: Rules = None,
    json: Json = False,
    ascii: Ascii = False,
) -> None:
    """Generate openings in which neither side has a quick win.

    An opening is a few random moves, in Gomoku near the centre. It differs from the others under
    every symmetry of the board, and its test games were not all won by the same side. Openings are
    printed one per line as they are found; `arena run` and `match` read them with --openings.
    """
    from fivefold.arena.openings.generated import generated
    from fivefold.arena.openings.sources import MOST
    from fivefold.names import format_game, game_from

    rules_of_play = game_from(game, size, rules)
    if not 1 <= count <= MOST:
        raise InvalidNotation("openings.count", count=count, most=MOST)
    if not 1 <= nodes <= MOST_NODES:
        raise InvalidNotation("openings.nodes", nodes=nodes, most=MOST_NODES)
    page = Page(ascii)
    name = format_game(rules_of_play)
    if not json:
        command = f'fivefold arena openings "{name}" --count {count} --seed {seed} --nodes {nodes}'
        page.line(f"# {say('openings.made_by', game=name)}")
        page.line(f"#   {command}")
        page.line(f"# {say('openings.checked')}")
    found: list[str] = []
    ticker, started = Ticker(page), time.perf_counter()
    interrupted = False
    try:
        for opening in generated(rules_of_play, count, seed, nodes):
            found.append(opening)
            passed = time.perf_counter() - started
            if json:
                ticker.tick(passed, say("openings.found", done=len(found), all=count))
            else:
                page.line(opening)
    except KeyboardInterrupt:
        interrupted = True
    ticker.close()
    if len(found) < count and not interrupted:
        page.note(str(say("openings.few", count=len(found), game=name)))
    if json:
        page.document({"game": name, "seed": seed, "nodes": nodes, "openings": found})
    if interrupted:
        raise typer.Exit(INTERRUPTED)

"""`fivefold arena run`: a tournament from the first game on."""

from __future__ import annotations

import time as clock
from pathlib import Path
from typing import Annotated, Any

import typer

from fivefold.cli.arena.playing import Cluster, Concurrency, play_on
from fivefold.cli.completion import complete_game, complete_strategy
from fivefold.cli.position import Ascii, Depth, Json, Nodes, Rules, Size
from fivefold.cli.printing import Page
from fivefold.errors import InvalidNotation
from fivefold.words import say

EXAMPLES = """\b
Examples:
  fivefold arena run othello random h1 h2
  fivefold arena run gomoku "level(1)" "level(2)" "level(3)" --pairs 50 --seconds 0.1 -d league
  fivefold arena run othello "minimax(depth=3)" h2 --format match --sprt 0,30
  fivefold arena run gomoku "level(3)" "gomocup:./pbrain-mine" --time 1+1 --withdraw-after 3
  fivefold arena run -f league.toml --concurrency 8
"""


def run(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]",
            help="gomoku, othello or pentomino; needed unless a file says it.",
            autocompletion=complete_game,
        ),
    ] = None,
    players: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PLAYER]...",
            help="Who plays: level(3), ./my_bot.py:MyBot, or a program as PROTOCOL:COMMAND.",
            autocompletion=complete_strategy,
        ),
    ] = None,
    file: Annotated[
        str | None,
        typer.Option("-f", "--file", metavar="FILE", help="TOML file with settings and players."),
    ] = None,
    folder: Annotated[
        str | None,
        typer.Option(
            "-d",
            "--directory",
            metavar="DIR",
            help="Where it is stored: arena/GAME-TIME unless said.",
        ),
    ] = None,
    format: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="NAME",
            help="match, round-robin, gauntlet (first against all), knockout, swiss, neighbours.",
        ),
    ] = None,
    pairs: Annotated[
        int | None,
        typer.Option(
            "--pairs",
            metavar="N",
            help="Openings of an encounter, each played with both seats: 10.",
        ),
    ] = None,
    rounds: Annotated[
        int | None, typer.Option("--rounds", metavar="N", help="Rounds of a Swiss tournament.")
    ] = None,
    openings: Annotated[
        str | None,
        typer.Option(
            "--openings",
            metavar="FILE",
            help="A file, one opening a line; or generated, or none. Unless said our list.",
        ),
    ] = None,
    opening: Annotated[
        str | None,
        typer.Option(
            "--opening", metavar="NAME", help="Gomoku: swap2, in which the players agree on one."
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", help="Makes chance repeat itself: 1.")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", metavar="S", help="Seconds to think for one move.")
    ] = None,
    depth: Depth = None,
    nodes: Nodes = None,
    time: Annotated[
        str | None,
        typer.Option("--time", metavar="T", help="Minutes + seconds per move, 5+3; per move, 10s."),
    ] = None,
    maximum: Annotated[
        int | None, typer.Option("--maximum", metavar="N", help="A game of so many moves is drawn.")
    ] = None,
    concurrency: Concurrency = None,
    proofs: Annotated[
        bool, typer.Option("--proofs", help="End a game when one of our strategies has proven it.")
    ] = False,
    draws: Annotated[
        str | None,
        typer.Option(
            "--draws",
            metavar="M,C,S",
            help="Draw from move M on when both scored within S for C moves in a row.",
        ),
    ] = None,
    withdraw_after: Annotated[
        int | None,
        typer.Option("--withdraw-after", metavar="N", help="Faults after which a player is out."),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            "--sprt", metavar="ELO0,ELO1", help="Stop when it is clear: is the first ELO1 stronger?"
        ),
    ] = None,
    alpha: Annotated[
        float | None, typer.Option("--alpha", metavar="P", help="Risk of a wrong yes: 0.05.")
    ] = None,
    beta: Annotated[
        float | None, typer.Option("--beta", metavar="P", help="Risk of a wrong no: 0.05.")
    ] = None,
    anchor: Annotated[
        str | None,
        typer.Option("--anchor", metavar="NAME[=R]", help="Whose rating is fixed, at 1500 or R."),
    ] = None,
    cluster: Cluster = None,
    size: Size = None,
    rules: Rules = None,
    json: Json = False,
    ascii: Ascii = False,
) -> None:
    """Play a tournament and rate the players.

    Every game is stored as it ends: after Ctrl-C, a crash or a power cut `fivefold arena resume`
    goes on as if nothing had happened. Ctrl-C once finishes the running games, twice stops at once.
    """
    from fivefold.arena.config import config_of, read_file
    from fivefold.arena.entrants import entrant_from
    from fivefold.arena.storage import create

    page = Page(ascii)
    settings, entrants = read_file(file) if file is not None else (dict[str, Any](), [])
    given: dict[str, Any] = {
        "game": game,
        "size": size,
        "rules": rules,
        "format": format,
        "pairs": pairs,
        "rounds": rounds,
        "openings": openings,
        "opening": opening,
        "seed": seed,
        "seconds": seconds,
        "depth": depth,
        "nodes": nodes,
        "time": time,
        "maximum": maximum,
        "concurrency": concurrency,
        "proofs": proofs or None,
        "withdraw_after": withdraw_after,
    }
    settings |= {key: value for key, value in given.items() if value is not None}
    settings |= _from_texts(draws, sprt, anchor)
    settings |= _with_risks(settings.get("sprt"), {"alpha": alpha, "beta": beta})
    if "game" not in settings:
        raise InvalidNotation("arena.no_game")
    entrants += [entrant_from(text, Path.cwd()) for text in players or ()]
    place = Path(folder) if folder is not None else _new_folder(str(settings["game"]))
    config = config_of(settings, entrants, place.name, lambda message: page.note(str(message)))
    create(place, config.tournament)
    where = str(say("arena.folder", folder=place))
    page.note(where) if json else page.line(where)
    play_on(page, place, config.concurrency, cluster, json)


def _from_texts(draws: str | None, sprt: str | None, anchor: str | None) -> dict[str, Any]:
    """Returns the settings that are written in one word on the command line."""
    from fivefold.arena.config import parse_draws
    from fivefold.arena.standing import parse_anchor
    from fivefold.results.sprt import Sprt

    settings: dict[str, Any] = {}
    if draws is not None:
        settings["draws"] = vars(parse_draws(draws))
    if sprt is not None:
        settings["sprt"] = vars(Sprt.parse(sprt))
    if anchor is not None:
        settings["anchor"], settings["anchor_rating"] = parse_anchor(anchor)
    return settings


def _with_risks(sprt: object, risks: dict[str, float | None]) -> dict[str, Any]:
    """Returns the sequential test with the risks that were given; it must be there for them."""
    given = {key: value for key, value in risks.items() if value is not None}
    if not given:
        return {}
    if not isinstance(sprt, dict):
        raise InvalidNotation("arena.sprt_missing", option=f"--{next(iter(given))}")
    return {"sprt": {**sprt, **given}}


def _new_folder(game: str) -> Path:
    """Returns a folder of the game and the time of day that does not exist yet."""
    name = game.partition("(")[0].strip().lower()
    stamp = clock.strftime("%Y%m%d-%H%M%S")
    places = (
        Path("arena", f"{name}-{stamp}{end}") for end in ("", *(f"-{n}" for n in range(2, 100)))
    )
    return next(place for place in places if not place.exists())

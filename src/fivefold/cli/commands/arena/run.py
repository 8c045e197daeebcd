"""`fivefold arena run`: starts a tournament."""

from __future__ import annotations

import time as clock
from pathlib import Path
from typing import Annotated, Any

import typer

from fivefold.cli.commands.arena.playing import Cluster, Concurrency, play_on
from fivefold.cli.support.caging import CageLimits, tell_cage
from fivefold.cli.support.completion import complete_game, complete_strategy
from fivefold.cli.support.interrupt import run_async
from fivefold.cli.support.options import Ascii, Depth, Json, Nodes, Rules, Size
from fivefold.cli.support.printing import Page
from fivefold.errors import InvalidNotation
from fivefold.words import say

EXAMPLES = """\b
Examples:
  fivefold arena run othello random h1 h2
  fivefold arena run gomoku "level(1)" "level(2)" "level(3)" --pairs 50 --seconds 0.1 -d league
  fivefold arena run othello "minimax(depth=3)" h2 --format match --sprt 0,30
  fivefold arena run gomoku "level(3)" "gomocup:./pbrain-mine" --time 1+1 --withdraw-after 3
  fivefold arena run gomoku -engine cmd=./new -engine cmd=./old -each proto=gomocup tc=8+0.08
  fivefold arena run -f league.toml --concurrency 8
"""


def run(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]",
            help="gomoku, othello or pentomino; required unless the file names it.",
            autocompletion=complete_game,
        ),
    ] = None,
    players: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PLAYER]...",
            help="A strategy, level(3) or ./my_bot.py:MyBot, or a program, PROTOCOL:COMMAND.",
            autocompletion=complete_strategy,
        ),
    ] = None,
    engine: Annotated[
        list[str] | None,
        typer.Option(
            "--engine",
            metavar="WORDS",
            help="A program as fastchess writes it: cmd=./mine name=Mine proto=ugi tc=8+0.08.",
        ),
    ] = None,
    each: Annotated[
        list[str] | None,
        typer.Option("--each", metavar="WORDS", help="The same words, for every --engine."),
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
            help="Folder for the results; default: arena/GAME-TIME.",
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
            help="Openings per pairing, each played with both seats; default: 10.",
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
            help="File with one opening per line, generated, or none; default: our list.",
        ),
    ] = None,
    opening: Annotated[
        str | None,
        typer.Option(
            "--opening",
            metavar="NAME",
            help="Gomoku: swap2, where the players agree on the opening.",
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed",
            metavar="N",
            help="Random seed: the same number gives the same games; default: 1.",
        ),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", metavar="S", help="Time limit per move in seconds.")
    ] = None,
    depth: Depth = None,
    nodes: Nodes = None,
    time: Annotated[
        str | None,
        typer.Option(
            "--time",
            metavar="T",
            help="Minutes plus seconds per move, 5+3, or a time per move, 10s.",
        ),
    ] = None,
    maximum: Annotated[
        int | None, typer.Option("--maximum", metavar="N", help="Declare a draw after N moves.")
    ] = None,
    concurrency: Concurrency = None,
    proofs: Annotated[
        bool,
        typer.Option("--proofs", help="End a game once a built-in strategy has proven the result."),
    ] = False,
    draws: Annotated[
        str | None,
        typer.Option(
            "--draws",
            metavar="M,C,S",
            help="From move M: draw once all scores of C moves in a row are within S.",
        ),
    ] = None,
    withdraw_after: Annotated[
        int | None,
        typer.Option("--withdraw-after", metavar="N", help="Withdraw a player after N faults."),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            "--sprt",
            metavar="ELO0,ELO1",
            help="Sequential test: stop once ELO0 or ELO1 is accepted.",
        ),
    ] = None,
    alpha: Annotated[
        float | None,
        typer.Option("--alpha", metavar="P", help="Risk of accepting ELO1 wrongly; default: 0.05."),
    ] = None,
    beta: Annotated[
        float | None,
        typer.Option("--beta", metavar="P", help="Risk of accepting ELO0 wrongly; default: 0.05."),
    ] = None,
    anchor: Annotated[
        str | None,
        typer.Option(
            "--anchor", metavar="NAME[=R]", help="The player whose rating is fixed, at 1500 or R."
        ),
    ] = None,
    cage: CageLimits = None,
    cluster: Cluster = None,
    size: Size = None,
    rules: Rules = None,
    json: Json = False,
    ascii: Ascii = False,
) -> None:
    """Play a tournament and rate the players.

    Each game is stored when it ends: after Ctrl-C, a crash or a power cut, `fivefold arena resume`
    continues without loss. The first Ctrl-C finishes the running games, the second stops at once.
    """
    from fivefold.arena.players.engine_words import entrants_of
    from fivefold.arena.players.entrants import entrant_from
    from fivefold.arena.players.trial import tried
    from fivefold.arena.running.config import config_of, read_file
    from fivefold.results.journal_writer import create

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
    entrants += entrants_of(engine or (), each or (), Path.cwd())
    place = Path(folder) if folder is not None else _new_folder(str(settings["game"]))
    config = config_of(settings, entrants, place.name, lambda message: page.note(str(message)))
    tournament = config.tournament
    if cluster is None:  # the programs may be on other machines only
        tournament = run_async(tried(tournament))
    create(place, tournament)
    where = str(say("arena.folder", folder=place))
    page.note(where) if json else page.line(where)
    tell_cage(page, [entrant.player for entrant in tournament.entrants])
    play_on(page, place, config.concurrency, cluster, json)


def _from_texts(draws: str | None, sprt: str | None, anchor: str | None) -> dict[str, Any]:
    """Parses the options that pack several values into one text."""
    from fivefold.arena.running.config import parse_draws
    from fivefold.results.sprt import Sprt
    from fivefold.results.tournament_status import parse_anchor

    settings: dict[str, Any] = {}
    if draws is not None:
        settings["draws"] = vars(parse_draws(draws))
    if sprt is not None:
        settings["sprt"] = vars(Sprt.parse(sprt))
    if anchor is not None:
        settings["anchor"], settings["anchor_rating"] = parse_anchor(anchor)
    return settings


def _with_risks(sprt: object, risks: dict[str, float | None]) -> dict[str, Any]:
    """Returns the sequential test with the given risks; raises if there is no test."""
    given = {key: value for key, value in risks.items() if value is not None}
    if not given:
        return {}
    if not isinstance(sprt, dict):
        raise InvalidNotation("arena.sprt_missing", option=f"--{next(iter(given))}")
    return {"sprt": {**sprt, **given}}


def _new_folder(game: str) -> Path:
    """Returns the path of a new folder, named for the game and the time."""
    name = game.partition("(")[0].strip().lower()
    stamp = clock.strftime("%Y%m%d-%H%M%S")
    places = (
        Path("arena", f"{name}-{stamp}{end}") for end in ("", *(f"-{n}" for n in range(2, 100)))
    )
    return next(place for place in places if not place.exists())

"""Plays thousands of very short games across rules and sizes: no illegal move, crash or lost time.

    .venv/bin/python bench/gomoku_soak.py --games 2000 --journal /tmp/soak.journal
    .venv/bin/python bench/gomoku_soak.py --player gomocup:./pbrain-fivefold64 --games 500

The player plays itself at 20 to 50 ms per move from a few random stones. Rules, size and time of a
game depend only on its number, so a journal can be resumed and any game repeated. The Python rules
check every move. A move's own CPU time must keep the limit. On a virtual machine the CPU clock may
jump when the host takes a processor away (`clock_jumps.py`); moves over the limit by no more than
that are counted separately. For moves late by the wall clock, the table splits the time into
running, waiting for a processor and unexplained.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import random
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from support.gomoku_players import Journal, Metered, Spent

from fivefold.core import Limit, State
from fivefold.engines.protocols.gomocup.text import RULES
from fivefold.errors import FivefoldError
from fivefold.games.gomoku import LARGEST, SMALLEST, GomokuGame
from fivefold.match.play import play_match
from fivefold.names import Program, parse_player

OMOK = ("omok", "omok:threes=black:six=win", "omok:fours=black:six=forbidden")
MILLISECONDS = (20, 50)
MOST_STONES = 6
SHOWN = 8
"""Late moves listed in the table."""


def drawn(number: int, seed: int, player: str) -> tuple[GomokuGame, list[int], float]:
    """Returns the rules, opening moves and seconds per move of a game number."""
    chance = random.Random(f"{seed}/{number}")
    rules = list(RULES.values()) + ([] if isinstance(parse_player(player), Program) else list(OMOK))
    # Gomocup's size is as frequent as all others together.
    sizes = [15 if chance.random() < 0.5 else chance.randint(SMALLEST, LARGEST)]
    game = GomokuGame.of((sizes[0], sizes[0]), chance.choice(rules))
    state: State = game.start
    moves = []
    for _ in range(chance.randint(0, MOST_STONES)):
        move = chance.choice(state.legal_moves())
        after = state.play(move)
        if after.outcome:
            break
        moves.append(move)
        state = after
    return game, moves, chance.randint(*MILLISECONDS) / 1000


async def play(number: int, options: argparse.Namespace) -> dict[str, Any]:
    """Plays one game of the player against itself and returns it as plain data."""
    game, opening, seconds = drawn(number, options.seed, options.player)
    start: State = game.start
    for move in opening:
        start = start.play(move)
    players = [Metered(options.player, game, number) for _ in range(2)]
    try:
        for player in players:
            await player.open()
            player.hear_history(game.start, opening)
        record = await play_match(start, *players, limit=Limit(seconds=seconds))
    finally:
        for player in players:
            await player.close()
    return {
        "number": number,
        "game": [game.size, game.rules],
        "seconds": seconds,
        "opening": " ".join(map(game.format_move, opening)),
        "moves": " ".join(record.moves),
        "winner": None if record.winner is None else record.winner.value,
        "ending": record.ending,
        "reason": record.reason,
        "spent": players[0].spent.plus(players[1].spent).as_json(),
    }


def unexplained(late: Mapping[str, float]) -> float:
    """Returns the seconds of a late move in which it neither ran nor waited for a processor."""
    return late["wall"] - late["cpu"] - late["waited"]


def summary(games: Mapping[int, Mapping[str, Any]]) -> dict[str, Any]:
    """Returns counts over all games, and the late moves by cause."""
    endings = Counter(game["ending"] for game in games.values())
    spent = Spent()
    for game in games.values():
        spent = spent.plus(Spent.from_json(game["spent"]))
    return {
        "games": len(games),
        "moves": spent.moves,
        "endings": dict(endings),
        "cpu_over": spent.cpu_over,
        "cpu_over_by_host": spent.cpu_over_by_host,
        "wall_over": spent.wall_over,
        "wall_over_by_waiting": spent.wall_over_by_waiting,
        "late": spent.late,
        "cpu_seconds": round(spent.cpu, 1),
        "rules": dict(Counter(game["game"][1] for game in games.values())),
        "sizes": {
            str(size): count
            for size, count in sorted(Counter(game["game"][0] for game in games.values()).items())
        },
    }


def show(result: Mapping[str, Any]) -> None:
    faults = {key: n for key, n in result["endings"].items() if key != "normal"}
    print(
        f"{result['games']} games, {result['moves']} moves, {result['cpu_seconds']} s of CPU time"
    )
    print(f"  rules: {result['rules']}")
    print(f"  sizes: {result['sizes']}")
    print(f"  illegal moves, crashes and the like: {faults or 'none'}")
    print(
        f"  moves over the limit by the kernel's clock of their CPU time: {result['cpu_over']}, of "
        f"which {result['cpu_over_by_host']} only because the host took a processor away"
    )
    print(
        f"  by the wall clock: {result['wall_over']}, of which {result['wall_over_by_waiting']} "
        "only because the processors were busy with others"
    )
    worst = sorted(
        result["late"], key=lambda late: (late["cpu"] > late["limit"], unexplained(late))
    )
    for late in worst[: -SHOWN - 1 : -1]:
        print(f"    {late}")


async def soak(options: argparse.Namespace) -> dict[str, Any]:
    head = {"player": options.player, "seed": options.seed}
    journal = Journal(options.journal, head)
    for number in range(options.games):
        if number in journal.games:
            continue
        # Freeze loaded objects: a full garbage collection in the middle of a move would take longer
        # than the move may. The server does the same.
        gc.collect()
        gc.freeze()
        game = await play(number, options)
        journal.add(game)
        if game["ending"] != "normal" or game["spent"]["cpu_over"]:
            print(f"\r{game['game']}: {game['reason']} {game['spent']['late']}", file=sys.stderr)
        print(f"\r{number + 1} of {options.games}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return {**head, **summary(journal.games)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--player", default="engine", help="a strategy or gomocup:COMMAND")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--journal", metavar="FILE", help="resume from and append to this file")
    parser.add_argument("--json", metavar="FILE", help="write the result to this file")
    options = parser.parse_args()
    try:
        result = asyncio.run(soak(options))
    except FivefoldError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit(130)
    if options.json:
        Path(options.json).write_text(json.dumps(result))
    show(result)
    if set(result["endings"]) - {"normal"} or result["cpu_over"]:
        sys.exit(1)


if __name__ == "__main__":
    main()

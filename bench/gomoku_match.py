"""Plays a match between two Gomoku players at a fixed time per move.

    .venv/bin/python bench/gomoku_match.py "gomocup:./pbrain-fivefold64" "gomocup:./pbrain-wine" \
        --seconds 0.3 --games 100 --cpu-clock --journal /tmp/wine.journal
    .venv/bin/python bench/gomoku_match.py "gomocup:./new" "gomocup:./old" --nodes 20000 --jobs 2
    .venv/bin/python bench/gomoku_match.py "engine" "minimax(depth=2)" --seconds 0.05 --games 10

A player is a Gomocup program or a strategy. Openings come from the arena or a file. Each is played
with both colours; once all are used, they are repeated with the board rotated. With a journal, an
interrupted match resumes.

--cpu-clock shows programs their CPU time as wall time, so that a busy machine favours nobody. A
program that fails (an illegal move, an exit, a minute of silence) loses the game, and failures are
counted. The Elo error is the 95 % error over pairs of games; because a score near 100 % has none,
the lower bound by Wilson's interval is printed too.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from support.gomoku_players import Journal, Metered, Spent, with_cpu_clock

from fivefold import formats
from fivefold.arena.openings.sources import openings_for
from fivefold.arena.openings.symmetry import symmetries
from fivefold.core import Game, Limit, Move, Player, State
from fivefold.errors import FivefoldError
from fivefold.games.gomoku import GomokuGame
from fivefold.match.play import play_match
from fivefold.match.series import Score
from fivefold.names import Program, parse_player
from fivefold.results.elo import TWO_SIDED_95, elo_at, elo_of, elo_of_pairs
from fivefold.results.pairs import Pentanomial


class Openings:
    """Endless openings for pairs of games: the whole list, then rotated, and so on."""

    def __init__(self, game: Game, lines: tuple[str, ...]) -> None:
        self._game = game
        self._lines = [formats.read_moves(line, game.start) for line in lines] or [()]
        self._views = symmetries(game.rows, game.columns)

    def of_pair(self, pair: int) -> list[Move]:
        """Returns the opening moves of the two games of a pair."""
        view = self._views[pair // len(self._lines) % len(self._views)]
        return [view[move] for move in self._lines[pair % len(self._lines)]]


def begin(game: Game, moves: list[Move]) -> State:
    state: State = game.start
    for move in moves:
        state = state.play(move)
    return state


class Table:
    """Two players that play games one after the other."""

    def __init__(self, game: Game, players: tuple[Metered, Metered], limit: Limit) -> None:
        self._game, self._players, self._limit = game, players, limit

    async def open(self) -> None:
        for player in self._players:
            await player.open()

    async def play(self, number: int, opening: list[Move]) -> dict[str, Any]:
        """Plays one game and returns it as plain data; the first player is Black in even-numbered
        games.
        """
        first, second = self._players
        for player in self._players:
            player.spent = Spent()
            player.hear_history(self._game.start, opening)
        seats = (first, second) if number % 2 == 0 else (second, first)
        record = await play_match(begin(self._game, opening), *seats, limit=self._limit)
        return {
            "number": number,
            "opening": " ".join(map(self._game.format_move, opening)),
            "moves": " ".join(record.moves),
            "winner": None if record.winner is None else record.winner.value,
            "ending": record.ending,
            "reason": record.reason,
            "spent": [player.spent.as_json() for player in self._players],
        }

    async def close(self) -> None:
        for player in self._players:
            await player.close()


def summary(games: Mapping[int, Mapping[str, Any]]) -> dict[str, Any]:
    """Returns the first player's score and Elo, and both players' faults and times."""
    score, pairs, faults = Score(), Counter[int](), (Counter[str](), Counter[str]())
    spent = [Spent(), Spent()]
    points: dict[int, float] = {}
    black = Score()
    for number, game in sorted(games.items()):
        seat = Player.SECOND if number % 2 else Player.FIRST
        winner = None if game["winner"] is None else Player(game["winner"])
        score, black = score.plus(seat, winner), black.plus(Player.FIRST, winner)
        points[number] = 0.5 if winner is None else float(winner is seat)
        if game["ending"] not in ("normal", "maximum", "adjudicated") and winner is not None:
            faults[winner is seat][game["ending"]] += 1
        for side, used in enumerate(game["spent"]):
            spent[side] = spent[side].plus(Spent.from_json(used))
    for number in points:
        if number % 2 == 0 and number + 1 in points:
            pairs[round(2 * (points[number] + points[number + 1]))] += 1
    counts = (pairs[0], pairs[1], pairs[2], pairs[3], pairs[4])
    elo = elo_of_pairs(Pentanomial(counts))
    if elo.error95 is None:
        elo = elo_of(score.wins, score.draws, score.losses)
    return {
        **score.as_json(),
        "share": score.points / max(1, score.games),
        "black_share": black.points / max(1, black.games),
        "pairs": list(counts),
        "elo": elo.as_json(),
        "elo_at_least": least_elo(score),
        "faults": [dict(counter) for counter in faults],
        "spent": [each.as_json() for each in spent],
    }


def least_elo(score: Score) -> float | None:
    """Returns the lower 97.5 % bound of the Elo by Wilson's interval, for any score."""
    if not score.games:
        return None
    share, games, z = score.points / score.games, score.games, TWO_SIDED_95
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return elo_at((share + z * z / (2 * games) - spread) / (1 + z * z / games))


async def match(options: argparse.Namespace) -> dict[str, Any]:
    game = GomokuGame.of((options.size, options.size), options.rules)
    lines = openings_for(game, options.openings, seed=options.seed, tell=tell)
    openings = Openings(game, lines)
    players = (options.first, options.second)
    limit = Limit(seconds=options.seconds, nodes=options.nodes, depth=options.depth)
    head = {
        "players": list(players),
        "options": options.option,
        "game": [options.size, options.rules],
        "limit": [options.seconds, options.nodes, options.depth],
        "clock": "cpu" if options.cpu_clock else "wall",
        "openings": options.openings or "",
    }
    journal = Journal(options.journal, head)
    left = [number for number in range(options.games) if number not in journal.games]
    left.reverse()
    told = dict(each.split("=", 1) for each in options.option)

    def metered(player: str) -> Metered:
        text = with_cpu_clock(player) if options.cpu_clock else player
        is_program = isinstance(parse_player(player), Program)
        return Metered(text, game, options.seed, told if is_program else None)

    async def work(table: Table) -> None:
        while left:
            number = left.pop()
            game = await table.play(number, openings.of_pair(number // 2))
            journal.add(game)
            said = "" if game["ending"] == "normal" else f" ({game['reason']})"
            tell(f"{line_of(summary(journal.games))}{said}")

    tables = [Table(game, (metered(players[0]), metered(players[1])), limit) for _ in jobs(options)]
    try:
        for table in tables:
            await table.open()
        await asyncio.gather(*map(work, tables))
    finally:
        for table in tables:
            await table.close()
    return {**head, **summary(journal.games)}


def jobs(options: argparse.Namespace) -> range:
    """Returns the games to play at once: strategies share this process, so one for them."""
    players = (options.first, options.second)
    alone = not all(isinstance(parse_player(player), Program) for player in players)
    return range(1 if alone else options.jobs)


def tell(text: object) -> None:
    print(text, file=sys.stderr, flush=True)


def number(value: float | None) -> str:
    return "–" if value is None else f"{value:.0f}"


def line_of(result: Mapping[str, Any]) -> str:
    elo = result["elo"]
    return (
        f"{result['wins'] + result['draws'] + result['losses']} games: won {result['wins']}, "
        f"drawn {result['draws']}, lost {result['losses']}; {100 * result['share']:.1f} %, "
        f"Elo {number(elo['difference'])} ± {number(elo['error95'])}, "
        f"at least {number(result['elo_at_least'])}"
    )


def show(result: Mapping[str, Any]) -> None:
    seconds, nodes, depth = result["limit"]
    limits = [f"{seconds} s of {result['clock']} time"] if seconds else []
    limits += [f"{nodes} positions"] if nodes else []
    limits += [f"depth {depth}"] if depth else []
    print(f"{result['players'][0]} against {result['players'][1]}, {', '.join(limits)} a move")
    print(f"  {line_of(result)}; Black scored {100 * result['black_share']:.0f} %")
    for player, spent, faults in zip(
        result["players"], result["spent"], result["faults"], strict=True
    ):
        moves = max(1, spent["moves"])
        lost = ", ".join(f"{count} {ending}" for ending, count in sorted(faults.items())) or "none"
        print(
            f"  {player}: {spent['moves']} moves, CPU {spent['cpu'] / moves:.3f} s a move, at most "
            f"{spent['most_cpu']:.3f} s, {spent['cpu_over']} over the limit; wall at most "
            f"{spent['most_wall']:.3f} s, {spent['wall_over']} over; faults: {lost}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("first", help="gomocup:COMMAND or a strategy")
    parser.add_argument("second", help="the same")
    parser.add_argument("--seconds", type=float, help="seconds per move")
    parser.add_argument("--nodes", type=int, help="nodes per move, for players that support it")
    parser.add_argument("--depth", type=int)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=1, help="games at once, for programs only")
    parser.add_argument("--size", type=int, default=15)
    parser.add_argument("--rules", default="freestyle")
    parser.add_argument("--openings", help="a file with one opening per line; default: the arena's")
    parser.add_argument("--option", action="append", default=[], help="NAME=VALUE, sent as INFO")
    parser.add_argument("--cpu-clock", action="store_true", help="programs see their CPU time")
    parser.add_argument("--journal", metavar="FILE", help="resume from and append to this file")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", metavar="FILE", help="write the result to this file")
    options = parser.parse_args()
    if options.seconds is options.nodes is options.depth is None:
        parser.error("give --seconds, --nodes or --depth")
    try:
        result = asyncio.run(match(options))
    except FivefoldError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit(130)
    if options.json:
        Path(options.json).write_text(json.dumps(result))
    show(result)


if __name__ == "__main__":
    main()

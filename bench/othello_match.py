"""Plays a match of the Othello engine against another program at equal CPU time.

    .venv/bin/python bench/othello_match.py "nboard:./ntest" --option depth=12 --games 100
    .venv/bin/python bench/othello_match.py "gtp:gtp-rhino" --games 40
    .venv/bin/python bench/othello_match.py "engine(nodes=20000)" --player "engine(nodes=40000)"

The peer is an external program or a strategy; its options set its strength, and it spends its time
freely. Our player gets as much CPU time: its clock starts each game with the peer's average per
game plus what was left over, so both totals converge, and each move takes its share by the number
of moves to come. The limit is given in nodes, by the measured speed, because on a busy machine a
second of wall time is less than a second of CPU time; --wall gives it in seconds. One unrated game
before the match measures the peer. With --seconds both players get that limit per move instead;
with --own-limits neither gets any. Openings come from the arena; each is played with both colours.

CPU time is measured for our side by this process and for the peer by /proc over its process tree. A
peer that is a strategy shares this process and is measured move by move.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from fivefold.arena.openings.sources import openings_for, state_after
from fivefold.core import Limit, Player, State
from fivefold.engines import open_engine
from fivefold.engines.base import Engine
from fivefold.games.othello import PASS, OthelloGame
from fivefold.match.series import Score
from fivefold.names import Program, parse_player
from fivefold.results.elo import elo_of
from fivefold.strategies.time_management import moves_to_go

TICK = os.sysconf("SC_CLK_TCK")
BEFORE = Limit(nodes=200_000)
"""Seconds per move of ours in the game before the match."""
MOST = 0.25
"""A move takes at most this fraction of the peer's average time per game."""


def children_seconds() -> float:
    """Returns the CPU seconds of all running descendants of this process."""
    parents: dict[int, tuple[int, float]] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            parents[int(folder.name)] = int(fields[1]), sum(map(int, fields[11:15])) / TICK
    family, seconds = {os.getpid()}, 0.0
    while fresh := {pid for pid, (parent, _) in parents.items() if parent in family} - family:
        seconds += sum(parents[pid][1] for pid in fresh)
        family |= fresh
    return seconds


@dataclass
class Side:
    """A player, its CPU clock and the time used so far."""

    engine: Engine
    clock: Callable[[], float]
    seconds: float = 0.0
    nodes: int = 0

    async def move(self, state: State, limit: Limit) -> int:
        before = self.clock()
        decision = await self.engine.choose(state, limit)
        self.seconds += self.clock() - before
        self.nodes += decision.nodes or 0
        assert decision.move is not None
        return decision.move


def fair_limit(state: State, ours: Side, peer: Side, games: int, wall: bool) -> Limit:
    """Returns the limit of our next move; `games` holds at least one finished game."""
    usual = peer.seconds / games
    # The current game costs the peer at least what it has taken so far.
    left = max(peer.seconds, usual * (games + 1)) - ours.seconds
    seconds = max(min(left / moves_to_go(state), usual * MOST), 0.001)
    if wall:
        return Limit(seconds=seconds)
    return Limit(nodes=max(1, round(seconds * ours.nodes / ours.seconds)))


async def play(
    start: State, sides: dict[Player, Side], limit: Callable[[State, Side], Limit]
) -> tuple[State, list[str]]:
    """Plays a game from the position; returns its end and its moves."""
    state, moves = start, list[str]()
    while not state.outcome:
        move = PASS
        if state.legal_moves() != [PASS]:
            side = sides[state.to_move]
            move = await side.move(state, limit(state, side))
        moves.append(state.game.format_move(move))
        state = state.play(move)
    return state, moves


async def match(options: argparse.Namespace) -> dict[str, object]:
    game = OthelloGame()
    openings = openings_for(game, options.openings, (options.games + 1) // 2)
    peer_clock = (
        children_seconds if isinstance(parse_player(options.peer), Program) else time.process_time
    )
    told = dict(each.split("=", 1) for each in options.option)
    score, discs, records = Score(), 0, []
    async with (
        open_engine(options.player, game, options.seed) as own,
        open_engine(options.peer, game, options.seed, options=told or None) as other,
    ):
        ours, peer = Side(own, time.process_time), Side(other, peer_clock)

        def limit(state: State, side: Side) -> Limit:
            if options.own_limits:
                return Limit()
            if options.seconds is not None:
                return Limit(seconds=options.seconds)
            return (
                fair_limit(state, ours, peer, score.games + 1, options.wall)
                if side is ours
                else Limit()
            )

        if not options.own_limits and options.seconds is None:
            before = {Player.FIRST: ours, Player.SECOND: peer}
            await play(
                state_after(game, openings[0]),
                before,
                lambda _, side: BEFORE if side is ours else Limit(),
            )
        for number in range(options.games):
            opening = openings[number // 2 % len(openings)]
            seat = Player.SECOND if number % 2 else Player.FIRST
            start = state_after(game, opening)
            end, moves = await play(start, {seat: ours, seat.other: peer}, limit)
            assert end.outcome
            lead = end.cells.count(seat.value) - end.cells.count(seat.other.value)
            score, discs = score.plus(seat, end.outcome.winner), discs + lead
            records.append({"opening": opening, "ours": seat.value, "lead": lead, "moves": moves})
            print(
                f"game {number + 1}: {lead:+}; {score.wins} won, {score.draws} drawn, "
                f"{score.losses} lost; CPU {ours.seconds:.1f} s and {peer.seconds:.1f} s",
                file=sys.stderr,
                flush=True,
            )
    elo = elo_of(score.wins, score.draws, score.losses)
    return {
        "player": options.player,
        "peer": options.peer,
        "options": told,
        **score.as_json(),
        "share": score.points / max(1, score.games),
        "elo": elo.as_json(),
        "discs_a_game": discs / max(1, score.games),
        "seconds": {"ours": round(ours.seconds, 2), "peer": round(peer.seconds, 2)},
        "games": records,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("peer", help="nboard:COMMAND, gtp:COMMAND or a strategy")
    parser.add_argument("--player", default="engine(variety=0, memory=256)")
    parser.add_argument("--option", action="append", default=[], help="NAME=VALUE for the program")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--openings", help="a file with one opening per line; default: the arena's")
    parser.add_argument("--seconds", type=float, help="seconds per move for both sides")
    parser.add_argument(
        "--wall", action="store_true", help="give our side seconds instead of nodes"
    )
    parser.add_argument("--own-limits", action="store_true", help="give neither side a limit")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--json", metavar="FILE", help="write the result and all games to this file"
    )
    options = parser.parse_args()
    result = asyncio.run(match(options))
    if options.json:
        Path(options.json).write_text(json.dumps(result))
    elo, seconds = result["elo"], result["seconds"]
    assert isinstance(elo, dict)
    assert isinstance(seconds, dict)
    print(f"{result['player']} against {result['peer']} {result['options'] or ''}")
    print(f"  won {result['wins']}, drawn {result['draws']}, lost {result['losses']}")
    print(
        f"  score {100 * float(str(result['share'])):.1f} %, Elo {shown(elo['difference'])} ± ",
        end="",
    )
    print(f"{shown(elo['error95'])}, {float(str(result['discs_a_game'])):+.1f} discs a game")
    print(f"  CPU: ours {seconds['ours']} s, the peer {seconds['peer']} s")


def shown(number: float | None) -> str:
    return "–" if number is None else f"{number:+.0f}" if number < 0 else f"{number:.0f}"


if __name__ == "__main__":
    main()

"""Makes Gomoku puzzles from engine games and measures how many are solved in time.

    .venv/bin/python bench/gomoku_puzzles.py measure                    1 s of CPU per puzzle
    .venv/bin/python bench/gomoku_puzzles.py measure --half tuning --nodes 100000
    .venv/bin/python bench/gomoku_puzzles.py measure --engine           wins that the engine proves
    .venv/bin/python bench/gomoku_puzzles.py play > games.txt           takes some minutes
    .venv/bin/python bench/gomoku_puzzles.py make games.txt > puzzles.txt

In a puzzle the side to move has a forced win: `vcf` by fours alone, `vct` only with threes as well.
Each was found by a long search, and the checker accepted its proof. All puzzles of one game are in
the same half: `tuning` for development, or `test`, only for measuring. `measure` also checks every
claimed win and exits with 1 if a target is missed.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from fivefold.games.gomoku import GomokuGame, GomokuState
from fivefold.strategies import native
from fivefold.strategies.gomoku.levels import winning_cells
from fivefold.strategies.gomoku.proof import check
from fivefold.strategies.gomoku.proof_text import tree_from_texts
from fivefold.strategies.gomoku.puzzles import HALVES, Puzzle, format_puzzles, installed_puzzles
from fivefold.strategies.gomoku.weights import installed_weights
from fivefold.strategies.teaching.ordering import near_stones

if TYPE_CHECKING:
    from fivefold.strategies.native import GomokuThreats

RANDOM_MOVES = 6
ERRORS = 0.12
FIRST_PLY = 8
APART = 6
GAMES = {"freestyle": 300, "standard": 150, "renju": 150}
QUOTAS = {"freestyle": 60, "standard": 20, "renju": 20}
"""Puzzles of each kind, half of them in each half."""
LENGTHS = {"vcf": range(5, 27), "vct": range(7, 61)}
LONG_SEARCH = 1_000_000
BARS = {"vcf": 0.98, "vct": 0.80}


def games(rules: str, nodes: int, count: int) -> Iterator[list[str]]:
    """Yields games: random opening moves in the centre, then the engine with occasional random
    moves.
    """
    game = GomokuGame(15, rules)
    engine = native.gomoku_searcher(None, 16, 1)
    middle = [row * 15 + column for row in range(4, 11) for column in range(4, 11)]
    for number in range(count):
        chance, state, moves = random.Random(f"{rules} {number}"), game.start, list[str]()
        while not state.outcome:
            legal = state.legal_moves()
            if len(moves) < RANDOM_MOVES:
                move = chance.choice([cell for cell in middle if cell in legal])
            elif chance.random() < ERRORS and not winning_cells(state, state.to_move.other):
                move = chance.choice([cell for cell in near_stones(state) if cell in legal])
            else:
                report = engine.search(game.format_position(state), rules, nodes=nodes)
                move = game.parse_move(report.lines[0].move)
            moves.append(game.format_move(move))
            state = state.play(move)
        yield moves


class Win(NamedTuple):
    """A forced win in a game: its length, and its place as game and number of moves."""

    plies: int
    ply: int
    number: int


@dataclass
class Maker:
    """Picks puzzles from games: at most two per game and kind, some moves apart."""

    solver: GomokuThreats
    games: list[tuple[str, list[str]]]
    puzzles: list[Puzzle] = field(default_factory=list)
    taken: dict[tuple[int, str], list[int]] = field(default_factory=dict)

    def wants(self, number: int, kind: str) -> bool:
        """Returns whether puzzles of this kind are missing for the game's half and rules."""
        half, rules = HALVES[number % len(HALVES)], self.games[number][0]
        have = sum((p.kind, p.half, p.rules) == (kind, half, rules) for p in self.puzzles)
        return have < QUOTAS[rules] // len(HALVES)

    def take(self, wins: list[Win], kind: str) -> None:
        """Picks the longest wins that are still needed."""
        for win in sorted(wins, reverse=True):
            others = self.taken.setdefault((win.number, kind), [])
            far = all(abs(win.ply - ply) >= APART for ply in others)
            if len(others) < 2 and far and self.wants(win.number, kind):
                others.append(win.ply)
                half = HALVES[win.number % len(HALVES)]
                rules, moves = self.games[win.number]
                self.puzzles.append(Puzzle(half, kind, win.plies, rules, tuple(moves[: win.ply])))

    def wins(self, number: int, kind: str) -> Iterator[Win]:
        """Yields the winner's forced wins in the game; by threes only where fours do not win."""
        rules, moves = self.games[number]
        game = GomokuGame(15, rules)
        state = game.start
        for ply, move in enumerate(moves):
            if ply >= FIRST_PLY and (len(moves) - ply) % 2 == 1:
                plies = self.length(state, kind)
                if plies in LENGTHS[kind]:
                    yield Win(plies, ply, number)
            state = state.play(game.parse_move(move))

    def length(self, state: GomokuState, kind: str) -> int:
        """Returns the length of the checked win of this kind; 0 if there is none."""
        game, text = state.game, state.game.format_position(state)
        answer = self.solver.solve(text, game.rules, "vcf", nodes=LONG_SEARCH)
        if kind == "vct":
            if not answer.complete:  # won by fours, or unknown
                return 0
            answer = self.solver.solve(text, game.rules, "vct", nodes=LONG_SEARCH)
        if answer.found:
            assert check(state, tree_from_texts(answer.tree, game)).flaw is None
        return answer.plies


def make(arguments: argparse.Namespace) -> None:
    """Prints puzzles from the games in the file."""
    lines = Path(arguments.games_file).read_text("utf-8").splitlines()
    split = GomokuGame(15).split_moves
    games = [(rules, split(moves)) for rules, moves in map(str.split, lines)]
    maker = Maker(native.gomoku_threat_solver(256), games)
    # Fours are searched exhaustively and fast: take the longest of all games. Threes: of each game
    # in turn.
    maker.take([win for number in range(len(games)) for win in maker.wins(number, "vcf")], "vcf")
    for number in range(len(games)):
        if maker.wants(number, "vct"):
            maker.take(list(maker.wins(number, "vct")), "vct")
        have = len(maker.puzzles)
        print(f"game {number + 1} of {len(games)}: {have} puzzles", file=sys.stderr, flush=True)
    sys.stdout.write(format_puzzles(maker.puzzles))


@dataclass
class CpuSeconds:
    """Set once this process has used this many seconds of CPU time."""

    seconds: float

    def __post_init__(self) -> None:
        self.end = time.process_time() + self.seconds

    def is_set(self) -> bool:
        return time.process_time() >= self.end


def prove(arguments: argparse.Namespace) -> None:
    """Prints in how many puzzles the engine proves a win in the time, or within the nodes."""
    engine = native.gomoku_searcher(installed_weights(), arguments.memory, 1)
    print("half    kind  puzzles  proven           CPU s: median  longest")
    for half in HALVES if arguments.half is None else [arguments.half]:
        for kind in BARS:
            puzzles = [p for p in installed_puzzles() if (p.half, p.kind) == (half, kind)]
            proven, seconds = 0, []
            for puzzle in puzzles:
                engine.forget()
                began = time.process_time()
                found = engine.search(
                    puzzle.state.game.format_position(puzzle.state),
                    puzzle.rules,
                    nodes=arguments.nodes,
                    stop=None if arguments.nodes else CpuSeconds(arguments.seconds),
                )
                seconds.append(time.process_time() - began)
                proven += (found.lines[0].wins_in or 0) > 0
            print(
                f"{half:<7} {kind:<5} {len(puzzles):>7}  {proven:>6} ="
                f" {proven / len(puzzles):<7.1%}"
                f"  {sorted(seconds)[len(seconds) // 2]:>13.3f}  {max(seconds):>7.2f}"
            )


def measure(arguments: argparse.Namespace) -> bool:
    """Prints a row per half and kind; returns whether every target is met."""
    solver = native.gomoku_threat_solver(arguments.memory)
    good = True
    print("half    kind  puzzles  solved           false  CPU s: median  longest  nodes: most")
    for half in HALVES if arguments.half is None else [arguments.half]:
        for kind in BARS:
            puzzles = [p for p in installed_puzzles() if (p.half, p.kind) == (half, kind)]
            solved = false = 0
            seconds, nodes = [], []
            for puzzle in puzzles:
                state: GomokuState = puzzle.state
                began = time.process_time()
                answer = solver.solve(
                    state.game.format_position(state),
                    puzzle.rules,
                    kind,
                    nodes=arguments.nodes,
                    stop=None if arguments.nodes else CpuSeconds(arguments.seconds),
                )
                seconds.append(time.process_time() - began)
                nodes.append(answer.nodes)
                if answer.found:
                    flaw = check(state, tree_from_texts(answer.tree, state.game)).flaw
                    solved, false = solved + (flaw is None), false + (flaw is not None)
                else:
                    print(f"  not solved: {puzzle}", file=sys.stderr)
            share = solved / len(puzzles)
            good = good and share >= BARS[kind] and not false
            print(
                f"{half:<7} {kind:<5} {len(puzzles):>7}  {solved:>6} = {share:<7.1%} {false:>5}"
                f"  {sorted(seconds)[len(seconds) // 2]:>13.3f}  {max(seconds):>7.2f}"
                f"  {max(nodes):>11,}"
            )
    return good


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    commands = parser.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("play", help="print games, one a line")
    playing.add_argument("--rules", choices=GAMES, action="append")
    playing.add_argument("--nodes", type=int, default=3000, help="engine seconds per move")
    making = commands.add_parser("make", help="print puzzles from a file of games")
    making.add_argument("games_file")
    measuring = commands.add_parser("measure", help="solve the installed puzzles")
    measuring.add_argument("--seconds", type=float, default=1.0, help="of CPU")
    measuring.add_argument("--nodes", type=int)
    measuring.add_argument("--memory", type=int, default=64)
    measuring.add_argument("--half", choices=HALVES)
    measuring.add_argument("--engine", action="store_true", help="by the engine, not the solver")
    arguments = parser.parse_args()
    if arguments.command == "play":
        for rules in arguments.rules or GAMES:
            for moves in games(rules, arguments.nodes, GAMES[rules]):
                print(rules, "".join(moves), flush=True)
    elif arguments.command == "make":
        make(arguments)
    elif arguments.engine:
        prove(arguments)
    elif not measure(arguments):
        sys.exit(1)


if __name__ == "__main__":
    main()

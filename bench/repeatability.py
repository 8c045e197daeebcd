"""Builds the native core in every configuration and checks that all builds agree.

    .venv/bin/python bench/repeatability.py                      every build possible here
    .venv/bin/python bench/repeatability.py gcc-asan valgrind    only these
    .venv/bin/python bench/repeatability.py --folder /tmp/builds --json

The builds are gcc-release, gcc-debug, gcc-asan, gcc-tsan, and the same with clang. Each answers the
questions of `fivefold bench` twice and must print the same lines as all others: nodes, move and
score. They are also compared with the installed native core. `asan` is ASan with UBSan. The
sanitizer builds then run the native tests, `valgrind` some of them in the debug build.

Exits with 1 if two builds differ or a tool reports an error. Existing builds are reused.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from fivefold.cli.support.signature import (
    GOMOKU_DEPTH,
    GOMOKU_PLIES,
    SEARCHED_DEPTH,
    SEARCHED_PLIES,
    SOLVED_PLIES,
    position,
)
from fivefold.core import Limit
from fivefold.games.gomoku import GomokuGame, GomokuState
from fivefold.games.othello import OthelloGame, OthelloState
from fivefold.games.pentomino import PentominoGame
from fivefold.strategies.gomoku.search import GomokuSearch
from fivefold.strategies.othello.search import OthelloSearch
from fivefold.strategies.pentomino.solver import PentominoSolver

ROOT = Path(__file__).resolve().parent.parent
WEIGHTS = [ROOT / "src/fivefold/data" / game / "weights.bin" for game in ("othello", "gomoku")]
COMPILERS = {"gcc": "g++", "clang": "clang++"}
KINDS = {
    "release": ("Release", ""),
    "debug": ("Debug", ""),
    "asan": ("RelWithDebInfo", "address,undefined"),
    "tsan": ("RelWithDebInfo", "thread"),
}
BUILDS = [f"{compiler}-{kind}" for kind in KINDS for compiler in COMPILERS]
VALGRIND = "valgrind"
PLAIN = "gcc-debug"
"""The build for valgrind: optimised code hides what it reads."""
TESTS_FOR_VALGRIND = ("bits", "text", "gomoku_board", "othello", "pentomino", "pbrain", "small")
"""Prefixes of the test names; valgrind takes thirty times as long."""
SEARCHED_UNDER_VALGRIND = 3
"""The search depth of the questions."""
RULES = ("freestyle", "standard", "renju", "caro", "omok")


@dataclass(frozen=True)
class Finding:
    """The result of one build: the signature of its output, and the outcome of its tests."""

    build: str
    signature: str
    tests: str
    seconds: float
    wrong: str = ""


def questions(depth: int | None = None) -> list[str]:
    """Returns the questions of `fivefold bench`, with Gomoku under every rule set."""
    asked = []
    othello = OthelloGame()
    for seed, plies in enumerate(SEARCHED_PLIES, start=1):
        text = othello.format_position(position(othello, plies, seed))
        asked.append(f"othello {depth or SEARCHED_DEPTH} {text}")
    for rules in RULES:
        gomoku = GomokuGame.of(None, rules)
        for seed, plies in enumerate(GOMOKU_PLIES, start=1):
            text = gomoku.format_position(position(gomoku, plies, seed))
            asked.append(f"gomoku {depth or GOMOKU_DEPTH} {rules} {text}")
    pentomino = PentominoGame()
    for seed, plies in enumerate(SOLVED_PLIES if depth is None else (6,), start=1):
        text = pentomino.format_position(position(pentomino, plies, seed))
        asked.append(f"pentomino {pentomino.rows} {pentomino.columns} {text}")
    return asked


def answers_of_installed_core() -> list[tuple[str, str]]:
    """Returns nodes and move of each question from the installed native core."""
    found = []
    othello, gomoku = OthelloSearch(), GomokuSearch()
    for question in questions():
        game, number, *rest = question.split(" ")
        if game == "othello":
            state = OthelloGame().parse_position(" ".join(rest))
            assert isinstance(state, OthelloState)
            othello.forget()
            report = othello.search(state, Limit(depth=int(number)))
            move, nodes = state.game.format_move(report.lines[0].move), report.nodes
        elif game == "gomoku":
            stones = GomokuGame.of(None, rest[0]).parse_position(" ".join(rest[1:]))
            assert isinstance(stones, GomokuState)
            gomoku.forget()
            told = gomoku.search(stones, Limit(depth=int(number)))
            move, nodes = stones.game.format_move(told.lines[0].move), told.nodes
        else:
            board = PentominoGame(int(number), int(rest[0]))
            verdict = PentominoSolver(board).solve(board.parse_position(rest[1]))
            move = "-" if verdict.move is None else board.format_move(verdict.move)
            nodes = verdict.nodes
        found.append((str(nodes), move.replace(" ", "_")))
    return found


def build(name: str, folder: Path) -> Path:
    """Builds the signature program and the tests; returns their folder. Raises on failure."""
    compiler, kind = name.split("-")
    build_type, sanitizers = KINDS[kind]
    place, log = folder / name, folder / f"{name}.log"
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    cmake = shutil.which("cmake", path=environment["PATH"])
    assert cmake
    configure = [cmake, "-S", str(ROOT), "-B", str(place), "-G", "Ninja"]
    configure += [f"-DCMAKE_CXX_COMPILER={COMPILERS[compiler]}", f"-DCMAKE_BUILD_TYPE={build_type}"]
    configure += [f"-DFIVEFOLD_SANITIZE={sanitizers}"]
    make = [cmake, "--build", str(place), "--target", "fivefold_signature", "fivefold_tests"]
    place.mkdir(parents=True, exist_ok=True)
    with log.open("w") as output:
        for command in (configure, make):
            subprocess.run(command, check=True, stdout=output, stderr=output, env=environment)
    return place


def ask(program: Path, asked: list[str], before: tuple[str, ...] = ()) -> list[str]:
    """Returns the output line of the signature program for each question."""
    command = [*before, str(program / "fivefold_signature"), *map(str, WEIGHTS)]
    text = "".join(f"{question}\n" for question in asked)
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{done.stderr.strip()[-2000:]} (exit {done.returncode})")
    return done.stdout.splitlines()


def run_tests(program: Path, *names: str, before: tuple[str, ...] = ()) -> str:
    """Runs the native tests and returns the last line; raises with all output on failure."""
    command = [*before, str(program / "fivefold_tests"), *names]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError((done.stdout + done.stderr).strip()[-4000:])
    return done.stdout.splitlines()[-1]


def look_at(name: str, folder: Path) -> tuple[Finding, list[str]]:
    """Builds and checks one configuration; returns the finding and the search results."""
    started = time.monotonic()
    lines: list[str] = []
    tests, wrong = "-", ""
    try:
        if name == VALGRIND:
            # All errors and definite leaks; memory still reachable at the end is not a leak.
            before = ("valgrind", "--quiet", "--error-exitcode=9", "--leak-check=full")
            place = build(PLAIN, folder)
            tests = run_tests(place, *TESTS_FOR_VALGRIND, before=before)
            ask(place, questions(SEARCHED_UNDER_VALGRIND), before)
        else:
            place = build(name, folder)
            once, again = (ask(place, questions()) for _ in range(2))
            lines = once
            if once != again:
                wrong = "the second run gave different answers"
            if not name.endswith(("release", "debug")):
                tests = run_tests(place)
    except (RuntimeError, OSError, subprocess.CalledProcessError) as error:
        wrong = str(error)
    signature = hashlib.sha256("\n".join(lines).encode()).hexdigest()[:8] if lines else "-"
    return Finding(name, signature, tests, time.monotonic() - started, wrong), lines


def print_row(*cells: str) -> None:
    print(f"| {' | '.join(cells)} |", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("build", nargs="*", help=f"of {', '.join([*BUILDS, VALGRIND])}")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "repeatability")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    unknown = [name for name in options.build if name not in (*BUILDS, VALGRIND)]
    if unknown:
        parser.error(f"no build is called {unknown[0]}")
    here = [name for name in BUILDS if shutil.which(COMPILERS[name.split("-")[0]])]
    here += [VALGRIND] if shutil.which(VALGRIND) else []
    for name in (name for name in options.build if name not in here):
        parser.error(f"{name} cannot be made here: its program is not installed")
    expected = answers_of_installed_core()
    found: list[Finding] = []
    signatures = set()
    if not options.json:
        print_row("build", "signature", "native tests", "seconds", "clean")
        print_row(*["---"] * 5)
    for name in options.build or here:
        print(f"· {name}", file=sys.stderr)
        finding, lines = look_at(name, options.folder)
        found.append(finding)
        if lines:
            signatures.add(finding.signature)
        if lines and [tuple(line.split()[1:3]) for line in lines] != expected:
            print("  other nodes or moves than the installed core", file=sys.stderr)
            signatures.add("installed")
        if finding.wrong:
            print(f"  {finding.wrong}", file=sys.stderr)
        if not options.json:
            clean = "no" if finding.wrong else "yes"
            seconds = f"{finding.seconds:.0f}"
            print_row(name, finding.signature, finding.tests, seconds, clean)
    if options.json:
        print(json.dumps([asdict(each) for each in found], indent=2))
    return 1 if len(signatures) > 1 or any(each.wrong for each in found) else 0


if __name__ == "__main__":
    sys.exit(main())

"""Mutation testing: small changes of the rules, clock, log and permissions that a test must notice.

    .venv/bin/python bench/mutants run rules clock
    .venv/bin/python bench/mutants run games/swap2.py --journal /tmp/mutants.jsonl
    .venv/bin/python bench/mutants run log permissions --sample 100 --seed 7
    .venv/bin/python bench/mutants table
    .venv/bin/python bench/mutants survivors clock

Everything happens in a copy of the tree with an environment of its own. The journal remembers every
mutant, so the same command goes on where it was stopped; a mutant that was not noticed is tried
again once its tests have changed. survivors.toml says why those that are left do not matter.
"""

from __future__ import annotations

import argparse
import fcntl
import math
import shutil
import subprocess
import sys
import tempfile
import tomllib
import venv
from collections.abc import Iterator, Sequence
from pathlib import Path

from changes import Mutant, mutants
from journal import chosen, digest, read_journal

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parents[1]
COPIED = ("src", "tests", "docs", "examples", "bench", "README.md", "pyproject.toml")

_GAMES = "tests/games/test_"
_ROOM = "tests/server/room/test_room_"
_STORE = ("tests/server/test_store.py", "tests/server/test_store_open.py")
_APP = "tests/server/app/test_"
_TABLES = ("tests/promises/test_a1_permissions.py", "tests/promises/test_i1_bad_input.py")

SUBJECTS: dict[str, dict[str, tuple[str, ...]]] = {
    "rules": {
        "core.py": ("tests/test_core.py", f"{_GAMES}swap2.py"),
        "games/gomoku.py": (
            f"{_GAMES}gomoku.py",
            f"{_GAMES}gomoku_rules.py",
            f"{_GAMES}gomoku_fouls.py",
        ),
        "games/gomoku_fouls.py": (f"{_GAMES}gomoku_fouls.py", "tests/native/test_gomoku_fouls.py"),
        "games/gomoku_rules.py": (f"{_GAMES}gomoku_rules.py", f"{_GAMES}gomoku_fouls.py"),
        "games/grid.py": (
            f"{_GAMES}grid.py",
            f"{_GAMES}gomoku.py",
            f"{_GAMES}othello.py",
            f"{_GAMES}pentomino.py",
        ),
        "games/othello.py": (f"{_GAMES}othello.py",),
        "games/pentomino.py": (f"{_GAMES}pentomino.py",),
        "games/swap2.py": (f"{_GAMES}swap2.py", "tests/match/test_opening.py"),
    },
    "clock": {
        "match/clock.py": ("tests/match/test_clock.py", "tests/match/test_play.py"),
        "server/room_clock.py": (f"{_ROOM}clock_alone.py", f"{_ROOM}clock.py", f"{_ROOM}swap2.py"),
    },
    "log": {
        "server/writer.py": (
            *_STORE,
            "tests/server/test_store_close.py",
            "tests/server/test_store_faults.py",
            "tests/promises/test_d5_full_disk.py",
        ),
        "server/store.py": (
            *_STORE,
            "tests/server/test_store_close.py",
            "tests/server/test_store_faults.py",
        ),
        "server/statements.py": _STORE,
        "server/events.py": (f"{_ROOM}view.py", f"{_ROOM}moves.py", f"{_ROOM}seats.py"),
        "server/room.py": (
            f"{_ROOM}moves.py",
            f"{_ROOM}catching_up.py",
            f"{_ROOM}swap2.py",
            f"{_ROOM}swap2_time.py",
            f"{_ROOM}clock.py",
            f"{_ROOM}seats.py",
            f"{_ROOM}undo.py",
            f"{_ROOM}view.py",
        ),
    },
    "permissions": {
        "server/room_checks.py": (
            f"{_ROOM}permissions.py",
            f"{_ROOM}refusals.py",
            f"{_ROOM}seats.py",
            f"{_ROOM}clock.py",
        ),
        "server/room_rules.py": (
            f"{_ROOM}permissions.py",
            f"{_ROOM}names.py",
            f"{_ROOM}swap2.py",
            f"{_ROOM}swap2_time.py",
            f"{_ROOM}moves.py",
            f"{_ROOM}seats.py",
            f"{_ROOM}undo.py",
            f"{_ROOM}clock.py",
            "tests/test_http_api_document.py",
        ),
        "server/seats.py": (
            f"{_ROOM}seats.py",
            f"{_ROOM}names.py",
            f"{_ROOM}permissions.py",
            f"{_ROOM}clock.py",
            f"{_ROOM}view.py",
        ),
        "server/shield.py": (
            "tests/server/test_shield.py",
            f"{_APP}api_bad_input.py",
            f"{_APP}live.py",
        ),
        "server/api_matches.py": (f"{_APP}api.py", f"{_APP}api_bad_input.py", *_TABLES),
        "server/api_questions.py": (
            "tests/server/test_leaving.py",
            f"{_APP}api.py",
            f"{_APP}api_bad_input.py",
            f"{_APP}pentomino_analysis.py",
            *_TABLES,
        ),
        "server/live.py": (f"{_APP}session.py", f"{_APP}live.py", *_TABLES),
    },
}
"""What is changed, and the tests that have to notice, those nearest to it first."""

WIDER = {
    "games": ("tests/games/test_contract.py", "tests/games/test_transcripts.py"),
    "server": (f"{_ROOM}model.py", f"{_APP}api.py", f"{_APP}house.py"),
}
"""Slower tests of a package, for what is left with --confirm."""

MODULES = {module: tests for group in SUBJECTS.values() for module, tests in group.items()}


def main() -> int:
    options = _options()
    if options.command == "module":
        from module import try_module

        name = options.what[0]
        return try_module(name, MODULES[name], WIDER.get(name.split("/")[0], ()), options)
    modules = list(_modules(options.what))
    if options.command == "table":
        print("\n".join(_table(modules, options)))
        return 0
    if options.command == "survivors":
        print("\n".join(_survivors(modules, options)))
        return 0
    return _run(modules, options)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="bench/mutants", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("command", choices=("run", "table", "survivors", "module"))
    parser.add_argument("what", nargs="*", help="subjects or modules; all when none is named")
    scratch = Path(tempfile.gettempdir()) / "fivefold-mutants"
    parser.add_argument("--scratch", type=Path, default=scratch, help="folder for the copy")
    parser.add_argument("--journal", type=Path, help="default: journal.jsonl in the scratch folder")
    parser.add_argument("--sample", type=int, help="so many mutants of each module, drawn by lot")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument(
        "--confirm", action="store_true", help="try survivors afresh, with slower tests"
    )
    options = parser.parse_intermixed_args()
    options.scratch = options.scratch.resolve()
    options.journal = (options.journal or options.scratch / "journal.jsonl").resolve()
    return options


def _modules(names: Sequence[str]) -> Iterator[str]:
    for name in names or SUBJECTS:
        if name in SUBJECTS:
            yield from SUBJECTS[name]
        elif name in MODULES:
            yield name
        else:
            known = ", ".join([*SUBJECTS, *MODULES])
            raise SystemExit(f"mutants: there is no subject or module {name!r}; there are {known}.")


def _run(modules: Sequence[str], options: argparse.Namespace) -> int:
    options.scratch.mkdir(parents=True, exist_ok=True)
    with (options.scratch / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise SystemExit(f"mutants: another run uses {options.scratch}.") from None
        return _run_locked(modules, options)


def _run_locked(modules: Sequence[str], options: argparse.Namespace) -> int:
    python = prepare(options.scratch)
    for module in modules:
        command = [python, options.scratch / "tree/bench/mutants", "module", module]
        command += ["--scratch", options.scratch, "--journal", options.journal]
        command += ["--seed", str(options.seed)]
        command += ["--sample", str(options.sample)] if options.sample else []
        command += ["--confirm"] if options.confirm else []
        try:
            code = subprocess.run(command, cwd=options.scratch / "tree", check=False).returncode
        except KeyboardInterrupt:
            print("mutants: stopped; the same command goes on.", file=sys.stderr)
            return 130
        if code:
            return code
    print("\n".join(_table(modules, options)))
    return 0


def prepare(scratch: Path) -> Path:
    """Copies the tree and makes an environment that imports the copy; returns its Python.

    A path in a .pth file is only a path: the .pth file of the real environment, which would lead
    to the real tree, is not read from there. Processes that tests start import the copy too.
    """
    tree = scratch / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    tree.mkdir(parents=True)
    for name in COPIED:
        if (PROJECT / name).is_dir():
            skipped = shutil.ignore_patterns("__pycache__", ".*_cache")
            shutil.copytree(PROJECT / name, tree / name, symlinks=True, ignore=skipped)
        else:
            shutil.copy(PROJECT / name, tree / name)
    packages = next((PROJECT / ".venv/lib").glob("python*/site-packages"))
    for native in (packages / "fivefold").glob("_native*"):
        shutil.copy(native, tree / "src/fivefold" / native.name)
    if not (scratch / "venv/bin/python").exists():
        venv.create(scratch / "venv", symlinks=True)
    own = next((scratch / "venv/lib").glob("python*/site-packages"))
    (own / "mutants.pth").write_text(f"{tree / 'src'}\n{packages}\n", encoding="utf-8")
    return scratch / "venv/bin/python"


def _results(module: str, options: argparse.Namespace) -> tuple[int, list[tuple[Mutant, str, str]]]:
    """Returns how many mutants a module has, and those tried: mutant, verdict, killer."""
    file = PROJECT / "src/fivefold" / module
    source, text = file.read_text("utf-8"), digest([file])
    journal = read_journal(options.journal)
    tried = []
    for mutant in chosen(module, source, options):
        line = journal.get((module, mutant.name))
        if line and line["text"] == text:
            tried.append((mutant, line["verdict"], line["by"]))
    return len(mutants(source)), tried


def _reasons() -> dict[tuple[str, str, str], str]:
    """Returns why a survivor does not matter by module, the statement and its change."""
    with (HERE / "survivors.toml").open("rb") as file:
        listed = tomllib.load(file).get("survivor", [])
    return {(each["module"], each["was"], each["now"]): each["why"] for each in listed}


def _table(modules: Sequence[str], options: argparse.Namespace) -> Iterator[str]:
    reasons = _reasons()
    head = f"{'module':24}{'mutants':>8}{'tried':>7}{'killed':>8}{'timed out':>11}{'survived':>10}"
    yield head + f"{'explained':>11}{'found':>14}"
    sums = [0] * 6
    for module in modules:
        total, tried = _results(module, options)
        verdicts = [verdict for _, verdict, _ in tried]
        left = [mutant for mutant, verdict, _ in tried if verdict == "survived"]
        explained = sum((module, mutant.was, mutant.now) in reasons for mutant in left)
        row = [total, len(tried), verdicts.count("killed"), verdicts.count("timed out")]
        row += [len(left), explained]
        sums = [a + b for a, b in zip(sums, row, strict=True)]
        yield _row(module, row)
    yield _row("all", sums)


def _row(name: str, row: Sequence[int]) -> str:
    """Returns a line of the table; where a sample was tried, with its error of 95 %.

    Two more of each kind are counted in the error, or a sample without a survivor had none. A sum
    over modules has no error: the samples are of different sizes, and some modules may be missing.
    """
    total, tried, killed, late, left, explained = row
    share = f"{100 * (killed + late) / tried:.1f} %" if tried else "-"
    if 0 < tried < total and name != "all":
        rate = (killed + late + 2) / (tried + 4)
        missing = (total - tried) / max(1, total - 1)
        share += f" ±{196 * math.sqrt(rate * (1 - rate) / (tried + 4) * missing):.1f}"
    return f"{name:24}{total:8}{tried:7}{killed:8}{late:11}{left:10}{explained:11}{share:>14}"


def _survivors(modules: Sequence[str], options: argparse.Namespace) -> Iterator[str]:
    reasons = _reasons()
    for module in modules:
        for mutant, verdict, _ in _results(module, options)[1]:
            if verdict == "survived":
                why = reasons.get((module, mutant.was, mutant.now), "not explained")
                yield f"{module}:{mutant.line} {mutant.kind}: {why}"
                yield f"    - {mutant.was}\n    + {mutant.now}"


if __name__ == "__main__":
    sys.path.insert(0, str(HERE))
    raise SystemExit(main())

"""Mutation testing: small changes of the rules, clock, log and permissions that a test must notice.

    .venv/bin/python bench/mutants run rules clock
    .venv/bin/python bench/mutants run games/swap2.py --journal /tmp/mutants.jsonl
    .venv/bin/python bench/mutants run log permissions --sample 100 --seed 7
    .venv/bin/python bench/mutants table
    .venv/bin/python bench/mutants survivors clock

Everything runs in a copy of the tree with its own environment. The journal records every mutant, so
an interrupted command resumes; a survivor is tried again once its tests have changed.
survivors.toml gives the reasons for survivors that no test can kill.
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
from module import digest, read_journal, selected, try_module

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parents[1]
COPIED = ("src", "tests", "docs", "examples", "bench", "README.md", "pyproject.toml")

SUBJECTS: dict[str, tuple[str, ...]] = {
    "rules": ("core.py", "games/*.py"),
    "clock": ("match/clock.py", "server/room/clock.py"),
    "log": (
        "server/storage/writer.py",
        "server/storage/store.py",
        "server/storage/statements.py",
        "server/room/events.py",
        "server/room/room.py",
        "server/room/state.py",
    ),
    "permissions": (
        "server/room/permissions.py",
        "server/room/rules.py",
        "server/room/seats.py",
        "server/http/commands.py",
        "server/http/middleware.py",
        "server/http/routes/matches.py",
        "server/http/routes/questions.py",
        "server/http/websocket.py",
    ),
}
"""The mutated modules."""

MORE_TESTS: dict[str, tuple[str, ...]] = {
    "games": ("tests/native/test_gomoku_fouls.py", "tests/match/test_swap2.py"),
    "server/room": ("tests/test_http_api_document.py",),
    "server/storage": ("tests/promises/test_d5_full_disk.py",),
    "server/http": (
        "tests/server/app/test_api.py",
        "tests/server/app/test_api_bad_input.py",
        "tests/server/app/test_websocket.py",
        "tests/server/app/test_session.py",
        "tests/promises/test_a1_permissions.py",
        "tests/promises/test_i1_bad_input.py",
    ),
}
"""Tests of a package outside the folder that mirrors it."""

Reasons = dict[tuple[str, str, str], str]


def modules_of(names: Sequence[str]) -> list[str]:
    """Returns the modules of subjects and modules; all when none is named."""
    source = PROJECT / "src/fivefold"
    subjects = {
        subject: sorted(
            str(file.relative_to(source))
            for pattern in patterns
            for file in source.glob(pattern)
            if file.name != "__init__.py"
        )
        for subject, patterns in SUBJECTS.items()
    }
    known = {module: [module] for found in subjects.values() for module in found}
    found = list[str]()
    for name in names or subjects:
        if name not in subjects and name not in known:
            choices = ", ".join([*subjects, *known])
            raise SystemExit(f"mutants: no subject or module {name!r}; choose from {choices}.")
        found += subjects[name] if name in subjects else known[name]
    return found


def tests_of(module: str) -> list[str]:
    """Returns the test file or folder that mirrors a module's package, and MORE_TESTS."""
    package = str(Path(module).parent)
    if package == ".":
        return [f"tests/test_{module}"]
    mirrored = PROJECT / "tests" / package
    while not mirrored.is_dir():
        mirrored = mirrored.parent
    more = [
        test for part, tests in MORE_TESTS.items() if package.startswith(part) for test in tests
    ]
    return [str(mirrored.relative_to(PROJECT)), *more]


def main() -> int:
    options = _options()
    if options.command == "module":
        name = options.what[0]
        return try_module(name, tests_of(name), options)
    modules = modules_of(options.what)
    if options.command == "run":
        return _run(modules, options)
    lines = _table if options.command == "table" else _survivors
    print("\n".join(lines(modules, options)))
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="bench/mutants", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("command", choices=("run", "table", "survivors", "module"))
    parser.add_argument("what", nargs="*", help="subjects or modules; default: all")
    scratch = Path(tempfile.gettempdir()) / "fivefold-mutants"
    parser.add_argument("--scratch", type=Path, default=scratch, help="folder for the copy")
    parser.add_argument("--journal", type=Path, help="default: journal.jsonl in the scratch folder")
    parser.add_argument("--sample", type=int, help="random mutants per module; default: all")
    parser.add_argument("--seed", type=int, default=1, help="of the sample; default: 1")
    options = parser.parse_intermixed_args()
    options.scratch = options.scratch.resolve()
    options.journal = (options.journal or options.scratch / "journal.jsonl").resolve()
    return options


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
        try:
            code = subprocess.run(command, cwd=options.scratch / "tree", check=False).returncode
        except KeyboardInterrupt:
            print("mutants: stopped; run the same command again to resume.", file=sys.stderr)
            return 130
        if code:
            return code
    print("\n".join(_table(modules, options)))
    return 0


def prepare(scratch: Path) -> Path:
    """Copies the tree and makes an environment that imports the copy; returns its Python.

    Its .pth file adds the copy before the real site-packages. A .pth file found through that path
    is not read, so nothing leads back to the real tree; child processes import the copy too.
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


def _results(module: str, options: argparse.Namespace) -> tuple[int, list[tuple[Mutant, str]]]:
    """Returns the number of a module's mutants, and those tried with their verdicts."""
    file = PROJECT / "src/fivefold" / module
    source, text = file.read_text("utf-8"), digest([file])
    journal = read_journal(options.journal)
    tried = []
    for mutant in selected(module, source, options):
        line = journal.get((module, mutant.name))
        if line and line["text"] == text:
            tried.append((mutant, line["verdict"]))
    return len(mutants(source)), tried


def _reasons() -> Reasons:
    """Returns the reasons of survivors.toml by module, statement and mutant."""
    with (HERE / "survivors.toml").open("rb") as file:
        listed = tomllib.load(file)
    return {
        (module, was, now): reason
        for module, reasons in listed.items()
        for reason, pairs in reasons.items()
        for was, now in pairs
    }


def _table(modules: Sequence[str], options: argparse.Namespace) -> Iterator[str]:
    reasons = _reasons()
    head = f"{'module':32}{'mutants':>8}{'tried':>7}{'killed':>8}{'timed out':>11}{'survived':>10}"
    yield head + f"{'explained':>11}{'found':>14}"
    sums = [0] * 6
    for module in modules:
        total, tried = _results(module, options)
        verdicts = [verdict for _, verdict in tried]
        left = [mutant for mutant, verdict in tried if verdict == "survived"]
        explained = sum((module, mutant.was, mutant.now) in reasons for mutant in left)
        row = [total, len(tried), verdicts.count("killed"), verdicts.count("timed out")]
        row += [len(left), explained]
        sums = [a + b for a, b in zip(sums, row, strict=True)]
        yield _row(module, row)
    yield _row("all", sums)


def _row(name: str, row: Sequence[int]) -> str:
    """Returns a line of the table, with the 95 % error if only a sample was tried.

    The error counts two more of each kind, or a sample without survivors would have none. A sum
    over modules has no error: the samples differ in size, and some modules may be missing.
    """
    total, tried, killed, late, left, explained = row
    share = f"{100 * (killed + late) / tried:.1f} %" if tried else "-"
    if 0 < tried < total and name != "all":
        rate = (killed + late + 2) / (tried + 4)
        missing = (total - tried) / max(1, total - 1)
        share += f" ±{196 * math.sqrt(rate * (1 - rate) / (tried + 4) * missing):.1f}"
    return f"{name:32}{total:8}{tried:7}{killed:8}{late:11}{left:10}{explained:11}{share:>14}"


def _survivors(modules: Sequence[str], options: argparse.Namespace) -> Iterator[str]:
    reasons = _reasons()
    for module in modules:
        for mutant, verdict in _results(module, options)[1]:
            if verdict == "survived":
                reason = reasons.get((module, mutant.was, mutant.now), "not explained")
                yield f"{module}:{mutant.line} {mutant.kind}: {reason}"
                yield f"    - {mutant.was}\n    + {mutant.now}"


if __name__ == "__main__":
    raise SystemExit(main())

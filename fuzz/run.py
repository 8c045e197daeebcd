"""Fuzzes all parsers of external input, in Python and in C++.

    python fuzz/run.py --list                    the targets and their progress
    python fuzz/run.py                           all targets up to their goals, in turns
    python fuzz/run.py --jobs 2                  two at a time
    python fuzz/run.py sgf othello_position      only these
    python fuzz/run.py --inputs 1000000          this many more inputs for each
    python fuzz/run.py --replay                  only the kept inputs; needs no fuzzer
    python fuzz/run.py sgf --keep                adds new coverage to the committed corpus

Ctrl-C stops it at any time; `counts.json` has the inputs of all runs. See README.md.
"""

from __future__ import annotations

import argparse
import fcntl
import importlib.util
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
CORPUS, FAULTS, COUNTS = HERE / "corpus", HERE / "faults", HERE / "counts.json"
BUILD = ROOT / "build" / "fuzz"
MEMORY = Path("/dev/shm")

GOALS = {"python": 10_000_000, "native": 100_000_000}
SECONDS_A_TURN = 300
SECONDS_AN_INPUT = 20
"""Seconds after which an input hangs: most take less than a millisecond."""
LONGEST_INPUT = 512
OTHER_LENGTHS = {
    **dict.fromkeys(("records", "tournaments", "wire"), 1500),
    **dict.fromkeys(("gtp", "ugi", "nboard", "gomocup", "wthor", "sgf"), 300),
    "pbrain": 160,
}
"""Maximum bytes per input: JSON is long; a few lines of a protocol, or a few games, are enough.

For `sgf` 512 bytes reach no more branches than 300, and take half as long again.
"""
RARE = 16
"""Inputs after which a branch is no longer rare. libFuzzer's 255 kept rerunning the whole corpus:
150,000 inputs of pbrain took 41 s instead of 12.
"""
FAST_SANITIZERS = {"ASAN_OPTIONS": "malloc_context_size=0:quarantine_size_mb=16"}
"""No allocation stacks: a fault is found all the same, and rerun for the report."""
LARGEST_CORPUS = 10_000
"""Maximum size of a target's committed corpus in bytes."""

UNCAUGHT = " === Uncaught Python exception"
"""The prefix Atheris prints before an unexpected error."""
_NUMBER = re.compile(r"^#(\d+)\s|number_of_executed_units: (\d+)")


@dataclass(frozen=True)
class Target:
    """A file of `targets/` or of `native/`."""

    name: str
    kind: str
    file: Path

    @property
    def goal(self) -> int:
        return GOALS[self.kind]

    @property
    def program(self) -> Path:
        return BUILD / f"fuzz_{self.name}"

    def command(self, *arguments: str) -> list[str]:
        """Returns the command that starts libFuzzer on the target."""
        if self.kind == "native":
            return [str(self.program), *arguments]
        return [sys.executable, str(HERE / "child.py"), str(self.file), *arguments]

    def kept(self) -> list[Path]:
        """Returns the committed inputs: the corpus and those of all faults ever found."""
        folders = (CORPUS / self.name, FAULTS / self.name)
        return sorted(file for folder in folders if folder.is_dir() for file in folder.iterdir())


@dataclass(frozen=True)
class Count:
    """The progress of a target: `clean` counts the inputs since the last fault."""

    inputs: int = 0
    clean: int = 0
    faults: int = 0
    seconds: int = 0
    date: str = ""


def targets() -> dict[str, Target]:
    """Returns all targets by name."""
    files = sorted((HERE / "targets").glob("[a-z]*.py")) + sorted((HERE / "native").glob("*.cpp"))
    kinds = {".py": "python", ".cpp": "native"}
    return {file.stem: Target(file.stem, kinds[file.suffix], file) for file in files}


def load(file: Path) -> Callable[[bytes], None]:
    """Returns the function of a Python target's file."""
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    check: Callable[[bytes], None] = module.check
    return check


def read_counts(file: Path = COUNTS) -> dict[str, Count]:
    """Returns the progress of each target."""
    data = json.loads(file.read_text()) if file.exists() else {}
    return {name: Count(**count) for name, count in data.items()}


def add_count(target: Target, inputs: int, faults: int, seconds: float, file: Path) -> Count:
    """Adds a run to the target's counts in the current file."""
    with _taken(BUILD / "counts.lock", waits=True):
        return _add_count(target, inputs, faults, seconds, file)


def _add_count(target: Target, inputs: int, faults: int, seconds: float, file: Path) -> Count:
    counts = read_counts(file)
    before = counts.get(target.name, Count())
    after = replace(
        before,
        inputs=before.inputs + inputs,
        clean=0 if faults else before.clean + inputs,
        faults=before.faults + faults,
        seconds=before.seconds + round(seconds),
        date=datetime.now(UTC).strftime("%Y-%m-%d"),
    )
    counts[target.name] = after
    known = {name: asdict(count) for name, count in sorted(counts.items())}
    new = file.with_suffix(".new")
    new.write_text(json.dumps(known, indent=2) + "\n")
    new.replace(file)
    return after


def replay(chosen: Sequence[Target]) -> list[str]:
    """Runs the kept inputs of Python targets; returns one line per error."""
    wrong = []
    for target in chosen:
        check = load(target.file)
        for file in target.kept():
            try:
                check(file.read_bytes())
            except Exception as error:
                wrong.append(f"{target.name}: {file}: {type(error).__name__}: {error}")
    return wrong


@dataclass
class Run:
    """The result so far of one run of a target."""

    target: Target
    inputs: int = 0
    found_fault: bool = False
    output: str = ""


def fuzz(target: Target, inputs: int, seconds: int, findings: Path) -> Generator[Run]:
    """Fuzzes the target for this many inputs or seconds; yields the run after every step."""
    grown = BUILD / "corpus" / target.name
    for folder in (grown, findings):
        folder.mkdir(parents=True, exist_ok=True)
    known = set(findings.iterdir())
    command = target.command(
        f"-runs={inputs}",
        f"-max_total_time={seconds}",
        f"-timeout={SECONDS_AN_INPUT}",
        f"-max_len={OTHER_LENGTHS.get(target.name, LONGEST_INPUT)}",
        f"-artifact_prefix={findings}/",
        f"-entropic_feature_frequency_threshold={RARE}",
        "-print_final_stats=1",
        "-reload=0",
        str(grown),
        *(
            str(folder / target.name)
            for folder in (CORPUS, FAULTS)
            if (folder / target.name).is_dir()
        ),
    )
    run = Run(target)
    # Keep files in memory: millions are too much for a disk. Use a separate process group: Ctrl-C
    # goes to us, and we pass it on.
    with (
        tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as scratch,
        subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            process_group=0,
            cwd=ROOT,
            env={**os.environ, **FAST_SANITIZERS, "TMPDIR": scratch},
        ) as child,
    ):
        assert child.stdout is not None
        has_ended = False
        try:
            for line in child.stdout:
                run.output = run.output[-20_000:] + line
                if number := _NUMBER.match(line.removeprefix("stat::")):
                    run.inputs = int(number[1] or number[2])
                    yield run
            has_ended = True
        finally:
            if not has_ended:
                child.send_signal(signal.SIGINT)
                for line in child.stdout:
                    if number := _NUMBER.match(line.removeprefix("stat::")):
                        run.inputs = int(number[1] or number[2])
            code = child.wait()
            # Slow inputs are kept too, but only hanging ones are faults. An error in a target is a
            # fault even if libFuzzer kept no input.
            new = [file for file in findings.iterdir() if file not in known]
            is_kept = any(not file.name.startswith("slow-unit") for file in new)
            run.found_fault = is_kept or UNCAUGHT in run.output
    if code and not run.found_fault:
        told = BUILD / f"{target.name}.log"
        told.write_text(run.output)
        reason = (run.output.strip().splitlines() or ["no output"])[-1]
        raise RuntimeError(f"the fuzzer of {target.name} did not run: {reason} (all is in {told})")
    yield run


def keep(target: Target) -> None:
    """Adds inputs with new coverage from the grown corpus to the committed one, smallest first."""
    folder, grown = CORPUS / target.name, BUILD / "corpus" / target.name
    with tempfile.TemporaryDirectory() as place:
        made = Path(place)
        for file in folder.iterdir():
            shutil.copy(file, made)
        known = {file.name for file in made.iterdir()}
        command = target.command("-merge=1", place, str(grown))
        subprocess.run(command, check=True, capture_output=True, cwd=ROOT)
        room = LARGEST_CORPUS - sum(file.stat().st_size for file in folder.iterdir())
        new = [file for file in made.iterdir() if file.name not in known]
        for file in sorted(new, key=lambda file: file.stat().st_size):
            room -= file.stat().st_size
            if room < 0:
                break
            shutil.copy(file, folder / file.name[:12])


def build_native(chosen: Sequence[Target]) -> None:
    """Builds the native fuzzers with Clang and all its sanitizers."""
    if not any(target.kind == "native" for target in chosen):
        return
    if shutil.which("clang++") is None:
        sys.exit("fivefold: no clang++ was found, which native fuzzers need: run make fuzz-tools.")
    cmake = shutil.which("cmake", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    assert cmake
    BUILD.mkdir(parents=True, exist_ok=True)
    with (BUILD / "build.log").open("w") as log:
        for words in (["--preset", "fuzz"], ["--build", "--preset", "fuzz"]):
            if subprocess.run([cmake, *words], stdout=log, stderr=log, cwd=ROOT).returncode:
                sys.exit(f"fivefold: the native fuzzers did not build: see {log.name}.")


def print_list(chosen: Sequence[Target]) -> None:
    counts = read_counts()
    print(f"{'target':<20}{'kind':<8}{'inputs':>14}{'clean':>14}{'goal':>14}{'faults':>8}  date")
    for target in chosen:
        count = counts.get(target.name, Count())
        numbers = f"{count.inputs:>14,}{count.clean:>14,}{target.goal:>14,}{count.faults:>8}"
        print(f"{target.name:<20}{target.kind:<8}{numbers}  {count.date}")


def work(chosen: Sequence[Target], inputs: int | None, turn: int, counts: Path) -> bool:
    """Fuzzes the targets in turns until each has its inputs; returns whether a fault was found.

    Other runners may work at the same time: a target in use is skipped.
    """
    more = dict.fromkeys(chosen, inputs or 0)
    faulty: set[Target] = set()

    def left(target: Target) -> int:
        if inputs is not None:
            return more[target]
        return target.goal - read_counts(counts).get(target.name, Count()).clean

    while waiting := [target for target in chosen if target not in faulty and left(target) > 0]:
        for target in waiting:
            with _taken(BUILD / f"{target.name}.lock") as is_free:
                if not is_free or left(target) <= 0:
                    continue
                run = _take_turn(target, left(target), turn, counts)
            more[target] -= run.inputs
            if run.found_fault:
                faulty.add(target)
                print(_report(run, BUILD / "findings" / target.name))
            break
        else:
            time.sleep(1)
        chosen = [*chosen[1:], chosen[0]]
    return bool(faulty)


def _take_turn(target: Target, inputs: int, seconds: int, counts: Path) -> Run:
    """Fuzzes one target for a while, updates its counts and returns the run."""
    started, run = time.monotonic(), Run(target)
    runs = fuzz(target, inputs, seconds, BUILD / "findings" / target.name)
    try:
        for run in runs:
            _show(f"{target.name}: {run.inputs:,} inputs")
    except RuntimeError:
        run = Run(target)  # it died without a finding: none of its inputs is known to be clean
        raise
    finally:
        runs.close()
        passed = time.monotonic() - started if run.inputs else 0
        count = add_count(target, run.inputs, int(run.found_fault), passed, counts)
        pace = f"{run.inputs / max(passed, 0.001):,.0f} inputs/s"
        _show(f"{target.name}: {run.inputs:,} inputs, {pace}, {count.clean:,} clean\n")
    return run


@contextmanager
def _taken(file: Path, waits: bool = False) -> Iterator[bool]:
    """Holds the file's lock until the end of the block; yields whether it was free."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("w") as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | (0 if waits else fcntl.LOCK_NB))
        except BlockingIOError:
            yield False
        else:
            yield True


def work_together(jobs: int, arguments: Sequence[str]) -> int:
    """Runs this many copies of this program; returns the worst exit code."""
    command = [sys.executable, str(HERE / "run.py"), *arguments]
    ours = [subprocess.Popen(command) for _ in range(jobs)]
    try:
        return max(each.wait() for each in ours)
    except KeyboardInterrupt:
        for each in ours:
            each.send_signal(signal.SIGINT)
        return max(each.wait() for each in ours)


def _report(run: Run, findings: Path) -> str:
    """Returns libFuzzer's report of the fault."""
    places = (run.output.rfind(mark) for mark in ("\ninput: b", UNCAUGHT, "==ERROR", "SUMMARY:"))
    start = next((place for place in places if place >= 0), max(0, len(run.output) - 2_000))
    told = run.output[start:][:4_000]
    return f"{run.target.name}: a fault was found; its input is in {findings}\n{told}"


def _show(text: str) -> None:
    end = "" if text.endswith("\n") else "\r"
    if end == "" or sys.stdout.isatty():
        print(f"\x1b[K{text}" if sys.stdout.isatty() else text, end=end, flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("target", nargs="*", help="default: all")
    parser.add_argument("--list", action="store_true", help="show the progress of each target")
    parser.add_argument("--replay", action="store_true", help="run only the kept inputs")
    parser.add_argument(
        "--keep", action="store_true", help="add new coverage to the committed corpus"
    )
    parser.add_argument(
        "--inputs", type=int, metavar="N", help="N more inputs; default: up to the goal"
    )
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="targets at a time")
    parser.add_argument("--turn", type=int, default=SECONDS_A_TURN, metavar="SECONDS")
    options = parser.parse_args()
    known = targets()
    unknown = [name for name in options.target if name not in known]
    if unknown:
        parser.error(f"no target is called {unknown[0]}; there are {', '.join(known)}")
    chosen = [known[name] for name in options.target or known]
    if options.jobs > 1 and options.inputs is not None:
        parser.error("--inputs needs a single job: several jobs share one goal")
    if options.list:
        print_list(chosen)
        return 0
    if options.replay:
        wrong = replay([target for target in chosen if target.kind == "python"])
        print("\n".join(wrong) or "every kept input is read or refused as it should be")
        return 1 if wrong else 0
    build_native(chosen)
    if options.keep:
        for target in chosen:
            keep(target)
        return 0
    # A background shell job ignores Ctrl-C; handle `kill` too.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    try:
        if options.jobs > 1:
            named = [target.name for target in chosen]
            return work_together(options.jobs, [*named, "--turn", str(options.turn)])
        return 1 if work(chosen, options.inputs, options.turn, COUNTS) else 0
    except RuntimeError as error:
        sys.exit(f"fivefold: {error}")
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(main())

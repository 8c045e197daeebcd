"""The runner with real fuzzers: it finds a planted fault and counts inputs.

`make test-long` installs what they need; `make test` only runs the kept inputs.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from fuzz.run import Run, Target, fuzz, work

from fuzz import run

HERE = Path(__file__).parent

pytestmark = pytest.mark.long


@pytest.fixture(params=["python", "native"])
def planted(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Target:
    """A target with a planted fault, in temporary folders."""
    monkeypatch.setattr(run, "BUILD", tmp_path)
    if request.param == "python":
        return Target("planted", "python", HERE / "planted.py")
    source, program = HERE / "planted.cpp", tmp_path / "fuzz_planted"
    sanitizers = "-fsanitize=fuzzer,address,undefined"
    subprocess.run(["clang++", "-g", sanitizers, source, "-o", program], check=True)
    return Target("planted", "native", source)


def test_a_planted_fault_is_found_and_its_input_kept(planted: Target, tmp_path: Path) -> None:
    runs = list(fuzz(planted, 10_000_000, 120, tmp_path / "findings"))
    assert runs[-1].found_fault
    (finding,) = (tmp_path / "findings").iterdir()
    assert b"!" in finding.read_bytes()


def test_inputs_are_counted_and_a_clean_run_reports_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "BUILD", tmp_path)
    target, counts = run.targets()["names"], tmp_path / "counts.json"
    assert not work([target], 500, 60, counts)
    count = run.read_counts(counts)["names"]
    assert count.inputs == count.clean >= 500


def test_a_fuzzer_that_dies_without_a_finding_counts_for_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "BUILD", tmp_path)
    target, counts = Target("dies", "native", tmp_path / "dies.cpp"), tmp_path / "counts.json"
    target.program.write_text("#!/bin/sh\necho '#5000 pulse'\nexit 3\n")
    target.program.chmod(0o755)
    with pytest.raises(RuntimeError, match="dies did not run: #5000 pulse"):
        work([target], 9000, 60, counts)
    assert run.read_counts(counts)["dies"].clean == 0


def test_an_error_in_a_target_is_a_fault_even_without_a_kept_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run, "BUILD", tmp_path)
    target, counts = Target("errs", "native", tmp_path / "errs.cpp"), tmp_path / "counts.json"
    told = r"#5000 pulse\ninput: b'Z'\n\n === Uncaught Python exception: ===\nAssertionError\n"
    target.program.write_text(f'#!/bin/sh\nprintf "{told}"\nexit 1\n')
    target.program.chmod(0o755)
    assert work([target], 9000, 60, counts)
    count = run.read_counts(counts)["errs"]
    assert (count.inputs, count.clean, count.faults) == (5000, 0, 1)
    assert "input: b'Z'" in capsys.readouterr().out


def test_inputs_that_take_other_branches_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place in ("BUILD", "CORPUS", "FAULTS"):
        monkeypatch.setattr(run, place, tmp_path / place)
    last = list(fuzz(run.targets()["names"], 3000, 60, tmp_path / "findings"))[-1]
    grown = list((tmp_path / "BUILD" / "corpus" / "names").iterdir())
    assert 3 <= len(grown) < last.inputs / 10


def test_a_stopped_run_keeps_its_inputs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "BUILD", tmp_path)
    runs = fuzz(run.targets()["names"], 10_000_000, 600, tmp_path / "findings")
    last: Run = next(each for each in runs if each.inputs > 100)
    runs.close()
    assert last.inputs > 100
    assert not last.found_fault

"""`bench/repeatability.py` detects diverging builds and failing tests.

Real builds take minutes; here scripts replace the two programs.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.system

STEADY = "#!/bin/sh\nwhile read -r question; do echo othello 12 f5 3; done\n"
# The clock's nanoseconds never repeat.
MOODY = '#!/bin/sh\nwhile read -r question; do echo "othello $(date +%N) f5 3"; done\n'
PASSING = "#!/bin/sh\necho 7 passed, 0 failed\n"
FAILING = "#!/bin/sh\necho 'runtime error: signed integer overflow'; exit 1\n"


@pytest.fixture
def repeatability(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "bench"))
    return import_module("repeatability")


def look_at(
    repeatability: Any, monkeypatch: pytest.MonkeyPatch, folder: Path, search: str, tests: str
) -> Any:
    """Returns the finding about a build with these scripts as programs."""
    for name, script in (("fivefold_signature", search), ("fivefold_tests", tests)):
        (folder / name).write_text(script)
        (folder / name).chmod(0o755)
    monkeypatch.setattr(repeatability, "build", lambda name, place: folder)
    monkeypatch.setattr(repeatability, "questions", lambda depth=None: ["one", "two"])
    return repeatability.look_at("gcc-asan", folder)


def test_a_build_with_equal_results_and_passing_tests_is_clean(
    repeatability: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    finding, lines = look_at(repeatability, monkeypatch, tmp_path, STEADY, PASSING)
    assert finding.wrong == ""
    assert finding.tests == "7 passed, 0 failed"
    assert lines == ["othello 12 f5 3"] * 2


@pytest.mark.parametrize(
    ("search", "tests", "reason"),
    [(MOODY, PASSING, "the second run"), (STEADY, FAILING, "signed integer overflow")],
)
def test_a_diverging_or_failing_build_is_reported(
    repeatability: Any,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    search: str,
    tests: str,
    reason: str,
) -> None:
    finding, _ = look_at(repeatability, monkeypatch, tmp_path, search, tests)
    assert reason in finding.wrong


def test_the_questions_are_those_of_the_bench_and_all_rules_of_gomoku(repeatability: Any) -> None:
    asked = repeatability.questions()
    kinds = [question.split(" ")[0] for question in asked]
    assert {kind: kinds.count(kind) for kind in kinds} == {
        "othello": 7,
        "gomoku": 25,
        "pentomino": 6,
    }

"""Every Python target over its kept inputs, including those of all faults ever found."""

from __future__ import annotations

from pathlib import Path

import pytest
from fuzz.run import COUNTS, Count, Target, add_count, read_counts, replay, targets

from fuzz import run

PYTHON = [target for target in targets().values() if target.kind == "python"]
PLANTED = Path(__file__).parent / "planted.py"


@pytest.mark.parametrize("target", PYTHON, ids=lambda target: target.name)
def test_every_kept_input_is_accepted_or_rejected_properly(target: Target) -> None:
    assert target.kept()
    assert replay([target]) == []


def test_a_planted_fault_is_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "CORPUS", tmp_path)
    (tmp_path / "planted").mkdir()
    (tmp_path / "planted" / "good").write_text("h8")
    planted = Target("planted", "python", PLANTED)
    assert replay([planted]) == []
    (tmp_path / "planted" / "bad").write_text("h8!")
    (wrong,) = replay([planted])
    assert "KeyError" in wrong


def test_counts_are_of_targets_that_exist_and_each_has_a_corpus() -> None:
    assert set(read_counts(COUNTS)) <= set(targets())
    for target in targets().values():
        assert (run.CORPUS / target.name).is_dir(), target.name
    kept = [folder.name for place in (run.CORPUS, run.FAULTS) for folder in place.iterdir()]
    assert set(kept) <= set(targets())


def test_a_fault_resets_the_clean_count(tmp_path: Path) -> None:
    target, file = Target("planted", "python", PLANTED), tmp_path / "counts.json"
    add_count(target, 1_000, 0, 1.6, file)
    assert add_count(target, 500, 0, 1.6, file).clean == 1_500
    after = add_count(target, 10, 1, 1, file)
    assert (after.inputs, after.clean, after.faults) == (1_510, 0, 1)
    assert read_counts(file) == {"planted": Count(1_510, 0, 1, 5, after.date)}

"""The golden transcripts: rules, notation and pictures as they were last reviewed."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from fivefold.games import GAMES

MAKER = Path(__file__).parent / "make_transcripts.py"
EXPECTED: dict[Path, str] = runpy.run_path(str(MAKER))["transcripts"]()


@pytest.mark.parametrize("path", EXPECTED, ids=lambda path: path.stem)
def test_a_game_reads_as_its_transcript(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == EXPECTED[path]


def test_every_game_has_a_transcript_and_there_is_no_other() -> None:
    written = {path.stem for path in (MAKER.parent / "transcripts").iterdir()}
    assert written == {path.stem for path in EXPECTED} == set(GAMES)

"""Golden transcripts: rules, notation and diagrams as last reviewed."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from fivefold.games import GAMES

MAKER = Path(__file__).parent / "make_transcripts.py"
EXPECTED: dict[Path, str] = runpy.run_path(str(MAKER))["transcripts"]()


@pytest.mark.parametrize("path", EXPECTED, ids=lambda path: path.stem)
def test_a_game_matches_its_transcript(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == EXPECTED[path]


def test_every_game_has_a_transcript_and_there_are_no_others() -> None:
    written = {path.stem for path in (MAKER.parent / "transcripts").iterdir()}
    assert written == {path.stem for path in EXPECTED} == set(GAMES)

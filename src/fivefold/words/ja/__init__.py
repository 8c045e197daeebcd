"""The Japanese sentences: one file for each part of the product."""

from __future__ import annotations

from fivefold.words.ja.arena import ARENA
from fivefold.words.ja.doctor import DOCTOR
from fivefold.words.ja.gomoku import GOMOKU
from fivefold.words.ja.library import LIBRARY
from fivefold.words.ja.othello import OTHELLO
from fivefold.words.ja.page import PAGE
from fivefold.words.ja.pentomino import PENTOMINO
from fivefold.words.ja.report import REPORT
from fivefold.words.ja.rules import RULES
from fivefold.words.ja.server import SERVER
from fivefold.words.ja.studies import STUDIES
from fivefold.words.ja.study_page import STUDY_PAGE
from fivefold.words.ja.trees import TREES

JAPANESE: dict[str, str] = {
    **LIBRARY,
    **GOMOKU,
    **OTHELLO,
    **PENTOMINO,
    **TREES,
    **REPORT,
    **ARENA,
    **DOCTOR,
    **SERVER,
    **STUDIES,
    **PAGE,
    **RULES,
    **STUDY_PAGE,
}

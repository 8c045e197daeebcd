"""The English sentences: one file for each part of the product."""

from __future__ import annotations

from fivefold.words.en.arena import ARENA
from fivefold.words.en.doctor import DOCTOR
from fivefold.words.en.gomoku import GOMOKU
from fivefold.words.en.library import LIBRARY
from fivefold.words.en.othello import OTHELLO
from fivefold.words.en.page import PAGE
from fivefold.words.en.pentomino import PENTOMINO
from fivefold.words.en.report import REPORT
from fivefold.words.en.rules import RULES
from fivefold.words.en.server import SERVER
from fivefold.words.en.studies import STUDIES
from fivefold.words.en.study_page import STUDY_PAGE
from fivefold.words.en.trees import TREES

ENGLISH: dict[str, str] = {
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

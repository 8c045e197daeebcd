"""The Simplified Chinese sentences: one file for each part of the product."""

from __future__ import annotations

from fivefold.words.zh.arena import ARENA
from fivefold.words.zh.doctor import DOCTOR
from fivefold.words.zh.gomoku import GOMOKU
from fivefold.words.zh.library import LIBRARY
from fivefold.words.zh.othello import OTHELLO
from fivefold.words.zh.page import PAGE
from fivefold.words.zh.pentomino import PENTOMINO
from fivefold.words.zh.report import REPORT
from fivefold.words.zh.rules import RULES
from fivefold.words.zh.server import SERVER
from fivefold.words.zh.studies import STUDIES
from fivefold.words.zh.study_page import STUDY_PAGE
from fivefold.words.zh.trees import TREES

CHINESE: dict[str, str] = {
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

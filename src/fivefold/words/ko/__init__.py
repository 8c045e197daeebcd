"""The Korean sentences: one file for each part of the product."""

from __future__ import annotations

from fivefold.words.ko.arena import ARENA
from fivefold.words.ko.doctor import DOCTOR
from fivefold.words.ko.gomoku import GOMOKU
from fivefold.words.ko.library import LIBRARY
from fivefold.words.ko.othello import OTHELLO
from fivefold.words.ko.page import PAGE
from fivefold.words.ko.pentomino import PENTOMINO
from fivefold.words.ko.report import REPORT
from fivefold.words.ko.rules import RULES
from fivefold.words.ko.server import SERVER
from fivefold.words.ko.studies import STUDIES
from fivefold.words.ko.study_page import STUDY_PAGE
from fivefold.words.ko.trees import TREES

KOREAN: dict[str, str] = {
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

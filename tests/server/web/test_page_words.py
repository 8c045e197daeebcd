"""Each page gets the words it can show, and no others."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fivefold.server.web.assets import STATIC, Assets
from fivefold.server.web.bundles import Module
from fivefold.server.web.page_words import page_words
from fivefold.words import CATALOGUES, ENGLISH

ENTRIES = ["game/page.js", "arena/page.js", "site/open.js", "site/think.js"]


@pytest.fixture(scope="module")
def assets() -> Assets:
    return Assets()


def words(script: str, language: str = "ko") -> set[str]:
    return set(page_words([Module.parse("a.js", script)], language))


def test_words_that_a_script_names_are_sent() -> None:
    assert words('t("page.cancel");') == {"page.cancel"}
    assert words('const rows = [["page.cancel", 1]];') == {"page.cancel"}
    themes = {key for key in ENGLISH if key.startswith("page.theme.")}
    assert words("t(`page.theme.${name}`);") == themes
    assert words("get(`${base}/x`); t(key); // t('page.cancel')") == set()


def test_a_page_that_writes_messages_gets_what_the_server_may_say() -> None:
    known = words("write(answer.error);")
    assert {"move.occupied", "request.wanted.int", "match.quota", "gomoku.five", "plain"} <= known
    assert {"question.busy", "opponent.level", "hindsight.live", "tree.large"} & set(
        ENGLISH
    ) <= known
    assert not any(key.startswith(("cli.", "doctor.", "backup.", "page.cancel")) for key in known)


def test_an_english_page_takes_the_text_that_comes_with_a_message() -> None:
    assert words("write(answer.error); t('page.cancel')", "en") == {"page.cancel"}


@pytest.mark.parametrize("entry", ENTRIES)
def test_every_key_that_a_script_passes_to_t_is_sent(entry: str, assets: Assets) -> None:
    """The calls are found in the files as they are, without the scanner."""
    known = page_words(assets.modules_of(entry), "ko")
    for module in assets.modules_of(entry):
        script = (Path(STATIC) / module.path).read_text(encoding="utf-8")
        for key in re.findall(r'\bt\(\s*"([a-z][\w.]*)"', script):
            assert key in known, (module.path, key)
    assert known.items() <= CATALOGUES["ko"].items()


def test_a_page_gets_less_than_the_whole_catalogue(assets: Assets) -> None:
    assert len(page_words(assets.modules_of("game/page.js"), "en")) < 0.7 * len(ENGLISH)
    assert not any(
        key.startswith("page.arena.players")
        for key in page_words(assets.modules_of("game/page.js"), "en")
    )

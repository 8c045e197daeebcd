"""All text that people read is in the catalogues: none in pages, none in scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

import fivefold
from fivefold.server.web.pages import Pages
from fivefold.strategies.levels import HIGHEST
from fivefold.words import CATALOGUES, ENGLISH
from fivefold.words.en import page as english_page
from fivefold.words.en import server as english_server
from fivefold.words.ko import page as korean_page
from fivefold.words.ko import server as korean_server

SERVER = Path(fivefold.__file__).parent / "server" / "web"
SCRIPTS = sorted((SERVER / "static").rglob("*.js"))
TEMPLATES = sorted((SERVER / "templates").rglob("*.html"))

READ = {"aria-label", "aria-description", "aria-placeholder", "aria-roledescription"}
READ |= {"aria-valuetext", "title", "placeholder", "alt", "label", "data-tip", "content"}
# Programs, commands and browser settings are not sentences.
SILENT = {"script", "style", "code", "kbd", "svg:text"}
HIDDEN_META = {"viewport", "color-scheme", "theme-color", "robots", "og:type", "twitter:card"}
NAMES = {"Fivefold"}
LANGUAGES = {"English", "한국어", "日本語", "简体中文"}
"""Each language is listed under its own name."""
BLANK = "\x00"
LETTERS = re.compile(r"[^\W\d_]")


class Reader(HTMLParser):
    """Collects the text of a document that is seen or read aloud."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        for name, value in attrs:
            if name in READ and not (
                tag == "meta" and (given.get("name") or given.get("property")) in HIDDEN_META
            ):
                self._look(value or "")
        if tag not in {"meta", "link", "input", "br", "img", "hr", "path", "rect", "circle"}:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self._open:
            while self._open.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if not SILENT & set(self._open):
            self._look(data)

    def _look(self, text: str) -> None:
        rest = " ".join(text.replace(BLANK, " ").split())
        if LETTERS.search(rest) and rest not in NAMES:
            self.found.append(rest)


def readable(markup: str) -> list[str]:
    """Returns the readable text in markup whose placeholders are marked."""
    reader = Reader()
    reader.feed(markup)
    reader.close()
    return reader.found


def literals(script: str) -> Iterator[str]:
    """Yields each template literal after html or svg, with its placeholders marked."""
    for start in re.finditer(r"\b(?:html|svg)`", script):
        yield _literal(script, start.end())[0]


def _literal(script: str, place: int) -> tuple[str, int]:
    """Returns the text of the literal starting there, and its end."""
    text = ""
    while script[place] != "`":
        if script.startswith("${", place):
            place = _value(script, place + 2)
            text += BLANK
        elif script[place] == "\\":
            place += 2
        else:
            text += script[place]
            place += 1
    return text, place + 1


def _value(script: str, place: int) -> int:
    """Returns the end of the ${…} starting there; it may hold strings and further literals."""
    depth = 1
    while depth:
        character = script[place]
        if character == "`":
            place = _literal(script, place + 1)[1]
            continue
        if character in "\"'":
            place = script.index(character, place + 1)
        depth += {"{": 1, "}": -1}.get(character, 0)
        place += 1
    return place


WORD = r"""(?:"[^"\n]*[A-Za-z]{2}[^"\n]*"|'[^'\n]*[A-Za-z]{2}[^'\n]*')"""
PUT = re.compile(
    rf"""\.(?:textContent|innerText|title|placeholder|alt|ariaLabel)\s*=\s*({WORD})
    |setAttribute\(\s*["'](?:{"|".join(sorted(READ))})["'],\s*({WORD})
    |\b(?:alert|confirm|prompt)\(\s*({WORD})
    |new\ Text\(\s*({WORD})|createTextNode\(\s*({WORD})""",
    re.VERBOSE,
)


def faults(script: str) -> list[str]:
    """Returns the text that a script shows without using the catalogue."""
    found = [text for literal in literals(script) for text in readable(literal)]
    return found + [next(filter(None, put)) for put in PUT.findall(script)]


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: str(path.relative_to(SERVER)))
def test_no_script_shows_hard_coded_text(path: Path) -> None:
    assert faults(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(SERVER)))
def test_no_page_has_hard_coded_text(path: Path) -> None:
    template = re.sub(r"\{\{[^}]*\}\}", BLANK, path.read_text(encoding="utf-8"))
    assert readable(template) == []


@pytest.mark.parametrize(
    ("script", "text"),
    [
        ("html`<p>Hello ${name}</p>`", "Hello"),
        ("html`<p>${() => html`<b>Inner</b>`}</p>`", "Inner"),
        ('html`<button aria-label="Close">${x}</button>`', "Close"),
        ("html`<input placeholder=Name>`", "Name"),
        ('node.textContent = "Copied";', '"Copied"'),
        ("node.setAttribute('aria-label', 'Board of stones')", "'Board of stones'"),
        ("html`${a ? `x}` : '}'} late`", "late"),
    ],
)
def test_a_hard_coded_text_would_be_noticed(script: str, text: str) -> None:
    assert text in faults(script)


@pytest.mark.parametrize(
    "script",
    [
        "html`<p class=big>${t('page.title')}</p>`",
        "html`<kbd>Enter</kbd>`",
        "html`<b>Fivefold</b>`",
        "html`<button aria-label=${t('page.close')} @click=${() => { go(`a`); }}>×</button>`",
        'node.textContent = t("page.title");',
        "node.textContent = `${score}`;",
    ],
)
def test_words_of_the_catalogue_are_accepted(script: str) -> None:
    assert faults(script) == []


PAGES = [path.stem for path in TEMPLATES if path.parent.name != "parts"]


def values(language: str) -> dict[str, str]:
    return {"language": language, "canonical": "/", "address": "/", "picture": "/"}


@pytest.mark.system
@pytest.mark.parametrize("language", CATALOGUES)
@pytest.mark.parametrize("page", PAGES)
def test_every_page_can_be_written_in_every_language(page: str, language: str) -> None:
    text = Pages().write(page, language, values(language))
    assert f'<html lang="{language}"' in text
    assert "{{" not in text


@pytest.mark.system
@pytest.mark.parametrize("page", PAGES)
def test_a_korean_page_has_no_english_sentence(page: str) -> None:
    korean, english = (
        set(readable(Pages().write(page, language, values(language)))) for language in ("ko", "en")
    )
    same = {text for text in korean & english if text in ENGLISH.values()}
    # "{title} {size}" is a sentence in both.
    found = {text for text in same if LETTERS.search(re.sub(r"\{\w+\}", "", text))}
    assert found <= NAMES | LANGUAGES


@pytest.mark.parametrize("language", CATALOGUES)
def test_the_page_about_strategies_names_the_highest_level_of_each_game(language: str) -> None:
    numbers = {
        int(number) for number in re.findall(r"\d+", CATALOGUES[language]["page.think.level"])
    }
    assert set(HIGHEST.values()) <= numbers
    assert max(numbers) == max(HIGHEST.values())


def test_korean_has_the_sentences_of_pages_and_server_in_the_order_of_the_english() -> None:
    assert list(korean_page.PAGE) == list(english_page.PAGE)
    assert list(korean_server.SERVER) == list(english_server.SERVER)

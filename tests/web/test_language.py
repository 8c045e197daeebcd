"""Every sentence is in the catalogue: all pages are visited in a language that marks its words.

In the marked language each sentence of the catalogue is in ⟦ ⟧. Any text outside of them bypasses
the catalogue and cannot be translated.
"""

from __future__ import annotations

import re
import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from fivefold.words import CATALOGUES, ENGLISH, Message, say, write

NewPage = Callable[..., Page]
Walk = Callable[..., Page]

MARKING = """
from fivefold import words
marks = {key: f"⟦{text}⟧" for key, text in words.ENGLISH.items()}
words.CATALOGUES = {"en": words.ENGLISH, "ko": marks}
"""
"""The marked language stands in for Korean: English pages show what the server wrote in English."""

# Notation, format names and the product's name are the same in every language.
SAME = re.compile(
    r"""Fivefold | \b(?:SGF|PSQ|JSON|SVG|PNG|GIF)\b
    | \b[a-v]\d{1,2}\b | \b[A-Za-z]\b | \b[WL]\d+\b | \d+x\d+ | \bH[12]\b""",
    re.VERBOSE,
)
READ = """() => {
  const out = [];
  const skip = "script, style, template, noscript, pre, kbd, time, textarea";
  const shown = (node) => node.checkVisibility({ visibilityProperty: true });
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let texts = "";
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (parent.closest(skip)) continue;
    const seen = parent.closest("option") ? parent.closest("select") : parent;
    if (seen && shown(seen)) texts += node.data + "\\u0001";
  }
  out.push(texts, document.title);
  const names = ["aria-label", "aria-description", "aria-roledescription", "aria-valuetext",
    "title", "placeholder", "alt", "label"];
  for (const element of document.querySelectorAll(names.map((name) => `[${name}]`).join(","))) {
    const seen = element.closest("option, optgroup") ? element.closest("select") : element;
    if (!shown(seen)) continue;
    for (const name of names) if (element.hasAttribute(name)) out.push(element.getAttribute(name));
  }
  return [...new Set(out)];
}"""


def outside(text: str) -> list[str]:
    """Returns the words of a text outside the marks."""
    rest, depth = "", 0
    for character in text:
        depth += {"⟦": 1, "⟧": -1}.get(character, 0)
        if depth == 0:
            rest += " " if character in "⟧\u0001" else character
    rest = SAME.sub(" ", rest)
    return re.findall(r"[^\W\d_]{2,}", rest) + ([text] if depth else [])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("⟦Undo⟧", []),
        ("⟦Undo⟧ now", ["now"]),
        ("⟦won by ⟦Black⟧ at h8⟧\u0001h8\u0001a", []),
        ("Black", ["Black"]),
        ("h8, ⟦empty⟧, F, W7, 15x15, Fivefold", []),
        ("⟦cut off", ["⟦cut off"]),
    ],
)
def test_the_words_outside_are_found(text: str, words: list[str]) -> None:
    assert outside(text) == words


def unmarked(page: Page) -> dict[str, list[str]]:
    """Returns the visible and announced texts of the page that are not in the catalogue."""
    found = {text: outside(text) for text in page.evaluate(READ)}
    return {text.replace("\n", "")[-200:]: words for text, words in found.items() if words}


@pytest.fixture(scope="session")
def marked(start_app: Callable[[str], str]) -> str:
    """The address of the application in the marked language."""
    return start_app(MARKING)


@pytest.fixture
def walk(new_page: NewPage, marked: str) -> Walk:
    """Opens a page of the application in the marked language: `walk("/play/othello")`."""

    def open_page(path: str, **options: object) -> Page:
        page: Page = new_page(strict=False, still=True, locale="ko", **options)
        # As on a second visit, with the glass box closed.
        page.add_init_script("try { localStorage['fivefold.panel'] ??= 'null' } catch {}")
        page.goto(marked + path)
        return page

    return open_page


def test_the_pages_around_the_game(walk: Walk, marked: str) -> None:
    page = walk("/")
    for path in ("/", "/open", "/think", "/write", "/nowhere"):
        page.goto(marked + path, wait_until="networkidle")
        assert unmarked(page) == {}, path


def test_opening_a_game(walk: Walk) -> None:
    page = walk("/open")
    page.locator("textarea").fill("nothing")
    page.locator("form button").click()
    expect(page.get_by_role("alert")).to_contain_text("⟦")
    assert unmarked(page) == {}
    page.locator("textarea").fill("f5d6c3")
    page.locator("form button").click()
    expect(page.locator(".found")).to_be_visible()
    assert unmarked(page) == {}


def press_cell(page: Page, name: str) -> None:
    """Plays a cell by keyboard."""
    page.locator("ff-board").evaluate("(board, cell) => board.focusCell(cell)", name)
    page.keyboard.press("Enter")


def moves_made(page: Page, count: int) -> None:
    page.wait_for_function(
        "n => document.querySelector('ff-board')?.view?.ply >= n", arg=count, timeout=20_000
    )


@pytest.fixture
def started(walk: Walk) -> Page:
    """A gomoku game after the first two moves."""
    page = walk("/play/gomoku?second=level(3)")
    expect(page.locator("ff-board")).to_be_visible()
    press_cell(page, "h8")
    moves_made(page, 2)
    return page


def test_a_game_with_its_glass_box(started: Page) -> None:
    assert unmarked(started) == {}
    started.keyboard.press("g")
    expect(started.locator("ff-glass")).to_be_visible()
    assert unmarked(started) == {}
    for layer in "1234":
        started.keyboard.press(layer)
    assert unmarked(started) == {}
    started.keyboard.press("h")
    expect(started.locator(".column").nth(1).locator("b")).to_be_visible(timeout=20_000)
    assert unmarked(started) == {}
    started.keyboard.press("l")
    assert unmarked(started) == {}
    press_cell(started, "h8")
    assert unmarked(started) == {}
    started.keyboard.press("c")
    assert unmarked(started) == {}


UNFOLD = "document.querySelectorAll('dialog[open] details').forEach(d => d.open = true)"


def test_what_opens_by_a_key(started: Page) -> None:
    opened = started.locator("dialog[open], [popover]:popover-open")
    for key in (".", "n", "e", "s", "?", "/"):
        started.keyboard.press(key)
        expect(opened).to_have_count(1)
        started.evaluate(UNFOLD)
        assert unmarked(started) == {}, key
        started.keyboard.press("Escape")
        expect(opened).to_have_count(0)


def test_what_opens_by_name(started: Page) -> None:
    sheet = started.locator("dialog[open]")
    for action in ("settings", "resign", "rules"):
        started.keyboard.press(".")
        started.get_by_role("menuitem", name=ENGLISH[f"page.action.{action}"]).click()
        expect(sheet).to_be_visible()
        assert unmarked(started) == {}, action
        started.keyboard.press("Escape")
        expect(sheet).to_have_count(0)
    assert unmarked(with_picker(started)) == {}
    started.keyboard.press("Escape")
    started.keyboard.press(".")
    started.get_by_role("menuitem", name=ENGLISH["page.action.replay"]).click()
    expect(started.locator("ff-replay .replay-at").first).to_be_visible()
    assert unmarked(started) == {}


@pytest.mark.parametrize("game", ["othello", "pentomino"])
def test_choosing_an_opponent_in_the_other_games(walk: Walk, game: str) -> None:
    page = walk(f"/play/{game}")
    expect(page.locator("ff-board")).to_be_visible()
    assert unmarked(with_picker(page)) == {}


def with_picker(page: Page) -> Page:
    """Opens the opponent picker and unfolds everything in it."""
    page.locator(".opp button").first.click()
    expect(page.locator("dialog[open]")).to_be_visible()
    page.evaluate(UNFOLD)
    return page


def test_the_end_of_a_game(started: Page) -> None:
    started.keyboard.press(".")
    started.get_by_role("menuitem", name=ENGLISH["page.action.resign"]).click()
    started.locator("dialog[open] .btn.black").click()
    expect(started.get_by_text(ENGLISH["page.result.rematch"]).first).to_be_visible()
    assert unmarked(started) == {}


@pytest.mark.parametrize(("game", "cell"), [("othello", "a1"), ("pentomino", "a1")])
def test_the_other_games_and_their_refusals(walk: Walk, game: str, cell: str) -> None:
    page = walk(f"/play/{game}?first=level(2)&second=me")
    expect(page.locator("ff-board")).to_be_visible()
    moves_made(page, 1)
    page.keyboard.press("g")
    expect(page.locator("ff-glass .g-whose")).to_be_visible()
    expect(page.locator(".says b").first).to_be_visible()
    press_cell(page, cell)
    assert unmarked(page) == {}


@pytest.mark.parametrize(
    ("path", "seen"),
    [
        ("/play/gomoku?second=open", ".invite"),
        ("/play/othello?first=level(1)&second=level(1)", "ff-board"),
        ("/play/gomoku?new=1", "dialog[open]"),
        ("/view#g=othello&m=f5,d6,c3", "ff-replay .replay-at"),
        ("/view#g=othello&m=zz", ".failed"),
        ("/view", ".failed"),
        ("/analyse?game=othello", ".tree .none"),
        ("/analyse?game=chess", ".failed"),
        ("/play/gomoku?second=nobody", ".failed"),
    ],
)
def test_other_ways_to_the_board(walk: Walk, path: str, seen: str) -> None:
    page = walk(path)
    if path.endswith("=open"):
        expect(page.locator("dialog[open]")).to_be_visible()
        assert unmarked(page) == {}
        page.get_by_role("button", name=ENGLISH["page.name.guest"]).click()
    expect(page.locator(seen).first).to_be_visible()
    assert unmarked(page) == {}


def words_of(run: Any, rows: list[list[object]]) -> list[str]:
    """Returns what static/words.js prints for rows of a sentence and its facts."""
    printed = []
    for sentence, facts in rows:
        run("words.js", "useWords", "ko", {"sentence": sentence, "inner": "안 {n}"})
        printed.append(run("words.js", "t", "sentence", facts))
    return printed


def test_scripts_choose_korean_particles_as_the_library_does(run: Any) -> None:
    table = runpy.run_path(str(Path(__file__).parents[1] / "test_words.py"))["JOSA"]
    sentences: list[list[object]] = [["{fact}" + both, {"fact": text}] for text, both, _ in table]
    assert words_of(run, sentences) == [text + form for text, _, form in table]


def test_scripts_print_sentences_as_the_library_does(run: Any) -> None:
    messages: list[tuple[str, dict[str, object]]] = [
        ("{n} {n|disc|discs}", {"n": 1}),
        ("{n} {n|disc|discs}", {"n": 2}),
        ("{n:+} {m:+} {z:+}", {"n": 3, "m": -3, "z": 0}),
        ("{x}, {y}", {"x": 2.345, "y": 7}),
        ("<{list}>", {"list": ["a", "b"]}),
        ("{inner}이(가)", {"inner": say("inner", n=3)}),
        ("{a}과(와) {b}(으)로", {"a": "h8", "b": "칸"}),
    ]
    rows: list[list[object]] = [
        [text, {name: sent(fact) for name, fact in facts.items()}] for text, facts in messages
    ]
    expected = [
        write(Message("sentence", facts), {"sentence": text, "inner": "안 {n}"})
        for text, facts in messages
    ]
    assert words_of(run, rows) == expected


def sent(fact: object) -> object:
    if isinstance(fact, Message):
        return {"key": fact.key, "facts": fact.facts, "text": ""}
    return fact


def test_the_words_are_served_in_every_language(page: Page, app: str) -> None:
    for language, catalogue in CATALOGUES.items():
        served = page.request.get(f"{app}/api/words/{language}").json()
        assert served == {"language": language, "words": dict(catalogue)}

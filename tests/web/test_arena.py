"""The arena's pages in a browser: standings, running and finished games, phones, Korean."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from fivefold.results.journal import live_file

if TYPE_CHECKING:
    from tests.conftest import JournalFile, NewJournal

NewPage = Callable[..., Page]
Axe = Callable[..., list[str]]
PATIENCE = 20_000
EVIL = '<img src="x" onerror="document.title=1">'


class Arena:
    """An application that shows tournaments, and the journals of those."""

    def __init__(self, address: str, **journals: JournalFile) -> None:
        self.address = address
        self.journals = journals

    def at(self, name: str) -> str:
        return f"{self.address}/arena/{name}"


@pytest.fixture(scope="module")
def arena(
    tmp_path_factory: pytest.TempPathFactory,
    new_journal: NewJournal,
    start_app: Callable[..., str],
) -> Arena:
    folder: Path = tmp_path_factory.mktemp("tournaments")
    six = new_journal(folder / "six", "ada", "bob", EVIL, "dan", "eve", "fay", pairs=2)
    six.finished("ada – bob 1", 1, "ada", "bob", "X")
    six.finished("ada – bob 1", 2, "bob", "ada", "O")
    six.finished(f"bob – {EVIL} 1", 1, "bob", EVIL, None)
    broken = {"ending": "crashed", "reason": "Out of memory.", "moves": ["e5", "d4"]}
    six.finished(f"{EVIL} – dan 1", 1, EVIL, "dan", "O", fault=EVIL, **broken)
    key = six.started("ada – fay 1", 1, "ada", "fay")
    (six.folder / "live").mkdir()
    live_file(six.folder, key).write_text(json.dumps({"key": key, "moves": ["e5", "e6", "d5"]}))
    six.run()
    sprt = new_journal(folder / "sprt", "new", "old", pairs=50, sprt={"elo0": 0, "elo1": 10})
    for pair in range(1, 11):
        sprt.finished(f"new – old {pair}", 1, "new", "old", "X")
        sprt.finished(f"new – old {pair}", 2, "old", "new", "O" if pair % 2 else "X")
    names = [f"player {number}" for number in range(20)]
    many = new_journal(folder / "many", *names)
    many.finished("player 0 – player 1 1", 1, "player 0", "player 1", "X")
    growing = new_journal(folder / "growing", "ada", "bob", pairs=1)
    bad = new_journal(folder / "bad", "ada", "bob")
    bad.file.write_text(bad.file.read_text() + "nonsense\n")
    address = start_app("pass", "--arena", str(folder))
    return Arena(address, six=six, sprt=sprt, many=many, growing=growing)


def test_the_standings_show_rating_score_and_cross_table(new_page: NewPage, arena: Arena) -> None:
    page = new_page(arena.at("six"), locale="en-US")
    row = page.locator(".stand tbody tr").first
    expect(row).to_contain_text("ada")
    expect(row).to_contain_text("2 of 2")
    expect(row.locator(".rank")).to_have_text("1")
    expect(row.locator(".elo")).to_have_text(re.compile(r"\d{4}\* ± \d+"))
    against = row.get_by_role("button", name="ada against bob: 2 won, 0 drawn, 0 lost")
    expect(against).to_be_visible()
    expect(page.get_by_text("4 of 60 games")).to_be_visible()
    expect(page.locator(".cross")).to_be_hidden()
    expect(page.get_by_role("img", name="ada against fay, 3 moves")).to_be_visible()
    assert page.eval_on_selector(".boards ff-board", "board => board.view.ply") == 3
    against.click()
    expect(page.locator("#games li")).to_have_count(2)
    expect(page.get_by_role("combobox", name="Against")).to_have_value("bob")
    # Players' names are text, never markup.
    expect(page.locator(".stand tbody .name").filter(has_text=EVIL)).to_have_count(1)
    assert page.title() == "A small tournament · Arena · Fivefold"


def test_finished_games_open_with_all_their_moves_and_how_they_ended(
    new_page: NewPage, arena: Arena
) -> None:
    page = new_page(arena.at("six"), locale="en-US")
    box = page.get_by_role("region", name="A player with faults")
    expect(box).to_contain_text(f"{EVIL} lost 1 game through its own fault.")
    expect(box).to_contain_text("crashed ×1")
    expect(box).to_contain_text("Out of memory.")
    page.get_by_label("Only games with a fault").check()
    expect(page.locator("#games li")).to_have_count(1)
    box.get_by_role("link", name="See the last game").click()
    ended = page.get_by_role("region", name="Result")
    expect(ended).to_contain_text("dan wins")
    expect(ended).to_contain_text("Out of memory.")
    ended.get_by_role("link", name="Back to the tournament").click()
    expect(page).to_have_url(arena.at("six"))
    page.locator("#games li a").last.click()
    expect(ended).to_contain_text("ada wins")
    expect(ended).to_contain_text("five in a row")
    for name in ("ada", "bob"):
        expect(page.locator("section.player").filter(has_text=name)).to_have_count(1)
    expect(page.locator("ff-replay")).to_contain_text("move 9 of 9")
    assert page.eval_on_selector("ff-board", "board => board.view.ply") == 9


def test_the_page_follows_a_growing_journal_and_stops_at_its_end(
    new_page: NewPage, arena: Arena
) -> None:
    asked: list[str] = []
    page = new_page(locale="en-US")
    page.on("request", lambda request: asked.append(request.url))
    page.goto(arena.at("growing"))
    expect(page.get_by_text("No finished games yet.")).to_be_visible()
    with page.expect_response(lambda answer: answer.status == 304):
        pass
    journal = arena.journals["growing"]
    journal.finished("ada – bob 1", 1, "ada", "bob", "X")
    row = page.locator(".stand tbody tr").filter(has_text="ada")
    expect(row).to_contain_text("1 of 1", timeout=PATIENCE)
    expect(page.locator("#games li")).to_have_count(1)
    page.locator(".stand button", has_text="bob").focus()
    journal.finished("ada – bob 1", 2, "bob", "ada", "X")
    expect(row).to_contain_text("1 of 2", timeout=PATIENCE)
    expect(page.locator(".stand button", has_text="bob")).to_be_focused()
    expect(page.get_by_role("status").first).to_contain_text("finished")
    page.wait_for_load_state("networkidle")
    asked.clear()
    page.wait_for_timeout(2_500)
    assert asked == []


def test_the_sequential_test_is_drawn_and_said(new_page: NewPage, arena: Arena, axe: Axe) -> None:
    page = new_page(arena.at("sprt"), locale="en-US", still=True)
    box = page.get_by_role("region", name="Is new at least +10 normalized Elo stronger than old?")
    expect(box).to_contain_text("10 pairs played.")
    expect(box).to_contain_text("Decided at −2.94 or +2.94.")
    expect(page.get_by_role("region", name="new against old")).to_contain_text("± ")
    figure = page.get_by_role("figure").filter(has_text="Length of games")
    figure.get_by_text("Table", exact=True).click()
    expect(figure.get_by_role("row").last).to_contain_text("10")
    page.wait_for_selector("#games li")
    assert axe(page) == []


def test_on_a_phone_the_cross_table_opens_on_request(
    new_page: NewPage, arena: Arena, axe: Axe
) -> None:
    phone = {"width": 390, "height": 844, "touch": True}
    page = new_page(arena.at("six"), **phone, locale="en-US", still=True)
    row = page.locator(".stand tbody tr").first
    expect(row.locator(".elo")).to_be_visible()
    expect(row.locator(".error-bar")).to_be_visible()
    expect(row.locator(".x").first).to_be_hidden()
    expect(page.locator(".cross table")).to_be_hidden()
    page.get_by_text("Cross table").tap()
    expect(page.locator(".cross table")).to_be_visible()
    page.wait_for_selector("#games li")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert axe(page) == []


def test_twenty_players_fit_on_a_small_phone(new_page: NewPage, arena: Arena) -> None:
    page = new_page(arena.at("many"), width=320)
    expect(page.locator(".stand tbody tr")).to_have_count(20)
    expect(page.locator(".cross table")).to_be_hidden()
    page.wait_for_selector("#games li")
    page.eval_on_selector_all("details", "all => all.forEach((each) => (each.open = true))")
    expect(page.locator(".cross tbody tr")).to_have_count(20)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_several_tournaments_are_a_list_and_a_broken_one_says_why(
    new_page: NewPage, arena: Arena
) -> None:
    page = new_page(arena.address, strict=False, locale="ko-KR")
    page.get_by_role("link", name="아레나").click()
    rows = page.locator(".list li")
    expect(rows).to_have_count(5)
    expect(rows.filter(has_text="six")).to_have_count(0)
    expect(rows.filter(has_text="A small tournament")).to_have_count(4)
    rows.filter(has_text="bad").get_by_role("link").click()
    said = page.get_by_role("alert")
    expect(said).to_contain_text("지금은 대회 기록을 읽을 수 없습니다.")
    expect(page.get_by_role("heading", name="bad")).to_be_visible()


def test_korean_readers_read_korean(new_page: NewPage, arena: Arena) -> None:
    page = new_page(arena.at("six"), locale="ko-KR")
    expect(page.get_by_text("60국 중 4국")).to_be_visible()
    page.locator("#games li").first.wait_for()
    names = ("A small tournament", "ada", "bob", "dan", "eve", "fay", EVIL, "Out of memory.")
    text = page.locator("main").inner_text()
    for name in names:
        text = text.replace(name, "")
    words = set(re.findall(r"[A-Za-z]{3,}", text))
    assert words <= {"Elo"}

"""The pages around the game: landing, open, think, write, not found."""

from __future__ import annotations

import re
import runpy
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

import fivefold

NewPage = Callable[..., Page]
Axe = Callable[..., list[str]]
PAGES = {
    "landing": "/",
    "open": "/open",
    "think": "/think",
    "games": "/games",
    "lobby": "/lobby",
    "write": "/write",
    "rules of gomoku": "/rules/gomoku#renju",
    "rules of othello": "/rules/othello#small",
    "rules of pentomino": "/rules/pentomino#boards",
    "missing": "/nowhere",
}
MOST_BYTES = 150_000
MAKER = Path(__file__).parent / "make_samples.py"
EXAMPLE = Path(fivefold.__file__).parents[2] / "examples" / "my_first_strategy.py"


def test_the_stored_boards_are_what_the_code_makes() -> None:
    samples: dict[Path, str] = runpy.run_path(str(MAKER))["samples"]()
    for path, text in samples.items():
        assert path.read_text(encoding="utf-8") == text, path.name


def test_the_words_and_start_are_in_the_page_before_any_script(app: str) -> None:
    text = httpx.get(app, headers={"Accept-Language": "en"}).text
    assert "Play against opponents that show how they think." in text
    assert re.search(r'<a [^>]*href="/play/gomoku"[^>]*>Start</a>', text)
    assert "Gomoku against level 2. No account, nothing to install." in text
    pages = ("/play/gomoku?second=open", "/rules/gomoku", "/open", "/write", "/think")
    for address in (*pages, "?lang=ko"):
        assert f'href="{address}"' in text
    assert "<style" not in text
    assert "style=" not in text


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_choosing_a_board_changes_what_start_starts(
    new_page: NewPage, app: str, script: bool
) -> None:
    page = new_page(app, java_script_enabled=script)
    start = page.get_by_role("link", name="Start", exact=True)
    expect(start).to_have_attribute("href", "/play/gomoku")
    for game in ("Othello", "Pentomino", "Gomoku"):
        page.get_by_text(game, exact=True).click()
        expect(page.get_by_role("radio", name=game)).to_be_checked()
        expect(start).to_have_count(1)
        expect(start).to_have_attribute("href", f"/play/{game.lower()}")
        expect(page.get_by_text(f"{game} against level 2.")).to_be_visible()


def test_a_board_is_chosen_and_started_by_keyboard(new_page: NewPage, app: str) -> None:
    page = new_page(app, strict=False)
    page.wait_for_selector("ff-board")
    page.get_by_role("radio", name="Gomoku").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="Othello")).to_be_checked()
    with page.expect_request(re.compile("/play/othello")):
        page.keyboard.press("Enter")


def drawn(page: Page) -> list[str]:
    cells: list[str] = page.eval_on_selector_all("ff-board", "all => all.map(b => b.view.cells)")
    return cells


def test_the_boards_play_in_turn_and_stop_when_touched(new_page: NewPage, app: str) -> None:
    page = new_page()
    page.clock.install()
    page.goto(app)
    page.wait_for_selector(".pentomino ff-board")
    seen = [drawn(page)]
    for _ in range(3):
        page.clock.run_for(2_000)
        seen.append(drawn(page))
    moved = [[a != b for a, b in zip(*pair, strict=True)] for pair in pairwise(seen)]
    assert moved == [[True, False, False], [False, True, False], [False, False, True]]
    page.get_by_text("Othello", exact=True).click()
    resting = drawn(page)
    page.clock.run_for(10_000)
    assert drawn(page) == resting


def test_the_boards_stop_after_a_minute(new_page: NewPage, app: str) -> None:
    page = new_page()
    page.clock.install()
    page.goto(app)
    page.wait_for_selector(".pentomino ff-board")
    page.clock.run_for(60_000)
    resting = drawn(page)
    page.clock.run_for(20_000)
    assert drawn(page) == resting


def test_the_boards_do_not_move_with_reduced_motion(new_page: NewPage, app: str) -> None:
    page = new_page(still=True)
    page.clock.install()
    page.goto(app)
    page.wait_for_selector(".pentomino ff-board")
    first = drawn(page)
    page.clock.run_for(20_000)
    assert drawn(page) == first


def test_nothing_jumps_when_the_script_draws_the_boards(new_page: NewPage, app: str) -> None:
    places = "['.pic', '.start a', '.start p'].map(s => document.querySelector(s).offsetTop)"
    without = new_page(app, java_script_enabled=False).evaluate(places)
    page = new_page(app)
    page.wait_for_selector(".pentomino ff-board")
    assert page.evaluate(places) == without


def test_the_landing_page_is_small(new_page: NewPage, app: str) -> None:
    page, sizes = new_page(), []
    page.on("response", lambda response: sizes.append(len(response.body())))
    page.goto(app, wait_until="networkidle")
    assert sum(sizes) < MOST_BYTES


@pytest.mark.parametrize("name", PAGES)
def test_every_page_fits_and_satisfies_axe(
    new_page: NewPage, app: str, axe: Axe, name: str
) -> None:
    page = new_page(app + PAGES[name], still=True, strict=name != "missing")
    page.wait_for_load_state("networkidle")
    for width in (320, 768, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert axe(page) == [], width


def test_the_theme_is_switched_and_kept(new_page: NewPage, app: str) -> None:
    page = new_page(app)
    for theme in ("light", "dark", "contrast"):
        page.locator("#theme").click()
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
    expect(page.locator("#theme")).to_have_attribute("aria-label", "Theme: high contrast")
    page.goto(f"{app}/write")
    expect(page.locator("html")).to_have_attribute("data-theme", "contrast")
    page.locator("#theme").click()
    expect(page.locator("html")).not_to_have_attribute("data-theme", re.compile("."))


def test_the_language_is_switched_and_kept(new_page: NewPage, app: str) -> None:
    page = new_page(app, locale="en-US")
    page.locator(".languages summary").click()
    expect(page.locator(".languages a")).to_have_text(["English", "한국어", "日本語", "简体中文"])
    page.get_by_role("link", name="한국어").click()
    expect(page.locator("html")).to_have_attribute("lang", "ko")
    expect(page.get_by_role("heading", level=1)).to_contain_text("어떻게 생각하는지")
    page.goto(f"{app}/think")
    expect(page.locator("html")).to_have_attribute("lang", "ko")
    page.locator(".languages summary").click()
    page.get_by_role("link", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")


def found(page: Page, text: str) -> None:
    page.get_by_label("Game or position").fill(text)
    page.get_by_role("button", name="Open", exact=True).click()


@pytest.mark.parametrize(
    ("text", "title", "moves"),
    [
        ("f5d6c3", "Othello, 8x8", "3 moves"),
        ("h8 i9 h9", "Gomoku, 15x15", "3 moves"),
        ("I a1 a2 a3 a4 a5", "Pentomino, 8x8", "1 move"),
        (f"{'.' * 64} X", "Gomoku, 8x8", "Position without moves"),
        ("(;GM[2]SZ[8]PB[a]PW[b];B[f5];W[d6])", "Othello, 8x8", "2 moves"),
    ],
)
def test_a_pasted_game_is_recognised(
    new_page: NewPage, app: str, text: str, title: str, moves: str
) -> None:
    page = new_page(f"{app}/open", strict=False)
    found(page, text)
    result = page.get_by_role("region", name="The last position of the game")
    expect(result.get_by_role("heading")).to_have_text(title)
    expect(result.get_by_text(moves, exact=True)).to_be_visible()
    href = result.get_by_role("link", name="Replay").get_attribute("href") or ""
    assert href.startswith(f"/view#g={title.split(',')[0].lower()}(")


def test_unreadable_text_is_refused_with_the_reason(new_page: NewPage, app: str) -> None:
    page = new_page(f"{app}/open", strict=False)
    found(page, "no game at all")
    expect(page.get_by_role("alert")).to_contain_text("“no game at all” is not a list of moves")
    page.get_by_role("combobox", name="Game").select_option("othello")
    found(page, "f5a1")
    expect(page.get_by_role("alert")).to_contain_text("a1")


def test_a_game_in_a_file_is_replayed_by_its_link(
    new_page: NewPage, app: str, tmp_path: Path
) -> None:
    file = tmp_path / "game.txt"
    file.write_text("f5d6c3d3", encoding="utf-8")
    page = new_page(f"{app}/open", strict=False)
    page.locator("input[type=file]").set_input_files(file)
    link = page.get_by_role("link", name="Replay")
    assert re.fullmatch(r"/view#g=othello\([^)]*\)&m=f5,d6,c3,d3", link.get_attribute("href") or "")
    link.click()
    expect(page.locator("ff-board")).to_be_visible()


def test_a_pasted_game_is_played_on_and_listed(new_page: NewPage, app: str) -> None:
    page = new_page(f"{app}/open", strict=False)
    found(page, "f5d6c3")
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url("**/game/*")
    match = page.url.rsplit("/", 1)[1]
    answer: dict[str, Any] = httpx.get(f"{app}/api/matches/{match}").json()
    assert answer["match"]["moves"][:3] == ["f5", "d6", "c3"]
    assert answer["match"]["seats"]["O"]["kind"] == "person"
    page.goto(f"{app}/games")
    mine = page.get_by_role("link", name=re.compile("Othello.*against"))
    expect(mine).to_have_attribute("href", f"/game/{match}")
    expect(mine.locator("svg[role=img]")).to_have_count(1)
    page.get_by_role("searchbox").fill("gomoku")
    expect(page.get_by_text("No game matches.")).to_be_visible()
    page.get_by_role("searchbox").fill("othello")
    page.get_by_role("radio", name="Finished", exact=True).check(force=True)
    expect(mine).to_have_count(0)
    page.get_by_role("radio", name="Unfinished").check(force=True)
    expect(mine).to_have_count(1)
    page.goto(app)
    expect(page.get_by_role("link", name=re.compile("Continue your game"))).to_have_attribute(
        "href", f"/game/{match}"
    )
    page.goto(f"{app}/games")
    page.get_by_role("button", name="Remove from the list").click()
    expect(mine).to_have_count(0)
    expect(page.get_by_text("None yet.")).to_be_visible()


def test_public_games_are_listed(new_page: NewPage, app: str) -> None:
    order = {"game": "gomoku", "first": "me", "second": "me", "public": True}
    made = httpx.post(f"{app}/api/matches", json=order).json()["match"]["id"]
    page = new_page(f"{app}/open")
    expect(page.locator(f"a[href='/game/{made}']")).to_contain_text("Gomoku")


def test_every_opponent_has_its_picture_and_gives_its_reason(new_page: NewPage, app: str) -> None:
    page = new_page(f"{app}/think")
    thinkers = page.locator("[data-thinker]")
    expect(page.locator("[data-thinker] ff-board")).to_have_count(thinkers.count())
    for says in page.locator(".says").all_text_contents():
        assert says.startswith("It says: ")
        assert len(says) > len("It says: ") + 3


def test_the_links_to_the_opponents_can_be_played(app: str) -> None:
    text = httpx.get(f"{app}/think").text
    links = re.findall(r'href="/play/(\w+)\?second=([^"]+)"', text)
    assert len(links) > 8
    for game, second in links:
        order = {"game": game, "first": "me", "second": second}
        assert httpx.post(f"{app}/api/matches", json=order).status_code == 201, second


def test_the_ten_lines_are_the_example_that_is_tested() -> None:
    template = fivefold.__file__.replace("__init__.py", "server/web/templates/write.html")
    text = Path(template).read_text(encoding="utf-8").replace("&amp;", "&")
    example = EXAMPLE.read_text(encoding="utf-8").split('"""\n\n', 1)[1].strip()
    assert example.replace("MyFirst", "MyBot") in text


def test_the_not_found_page_links_to_the_others(new_page: NewPage, app: str) -> None:
    page = new_page(f"{app}/game/AAAAAAAAAAAAAAAAAAAAAA", strict=False)
    expect(page.get_by_role("heading")).to_have_text("Game not found")
    expect(page.get_by_role("link", name="Start a game")).to_have_attribute("href", "/play/gomoku")
    assert httpx.get(f"{app}/nowhere").status_code == 404

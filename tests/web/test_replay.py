"""The replay, the list of moves and the export menu against the real application."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from fivefold.names import game_from

NO_GAME = "Game not found. Check the link."
HTML = (Path(__file__).parent / "pages" / "glass.html").read_text()
FIVE = game_from("gomoku").split_moves(
    "h8 i8 h9 h7 g6 i7 i6 h6 g5 g7 f7 j7 k7 i5 f8 j4 k3 i10 i9 j9 l11 j8 j6 j10 j11 l10 k9 k10 h10"
    " m10"
)
MAKE = """async ([match, facts]) => {
    const { loadWords } = await import("/static/words.js");
    await loadWords("en");
    await import("/static/replay/replay.js");
    window.shown = [];
    document.addEventListener("ff-show", ({ detail: { view, numbers, ply } }) =>
        window.shown.push({ ply, cells: view.cells, numbers: Object.fromEntries(numbers) }));
    document.addEventListener("ff-close", () => (window.left = true));
    const replay = document.createElement("ff-replay");
    const { id, game, start, plies } = match;
    Object.assign(replay, { match: id, game, start, plies, ...facts });
    document.querySelector("main").append(replay);
}"""

Show = Callable[..., Page]


@pytest.fixture(scope="session")
def finished(app: str) -> dict[str, Any]:
    """A finished game of thirty moves."""
    order = {"game": "gomoku", "first": "me", "second": "me", "moves": FIVE}
    made = httpx.post(f"{app}/api/matches", json=order)
    assert made.status_code == 201, made.text
    match: dict[str, Any] = made.json()["match"]
    assert match["result"]["winner"] == "O"
    return match


@pytest.fixture
def show(new_page: Any, app: str, finished: dict[str, Any]) -> Show:
    """Opens a page with the replay of the finished game; `facts` override its properties."""

    def open_replay(facts: dict[str, Any] | None = None, **how: Any) -> Page:
        page: Page = new_page(**how)
        page.route(f"{app}/box", lambda route: route.fulfill(body=HTML, content_type="text/html"))
        page.goto(f"{app}/box")
        page.evaluate(MAKE, [finished, facts or {}])
        page.wait_for_function("shown.length > 0")
        return page

    return open_replay


def shown(page: Page) -> Any:
    return page.evaluate("shown.at(-1)")


def position_after(count: int) -> str:
    state = game_from("gomoku").start
    for move in FIVE[:count]:
        state = state.play(state.game.parse_move(move))
    return state.cells


def test_a_replay_begins_before_the_chosen_moves_and_numbers_them(show: Show) -> None:
    page = show()
    assert shown(page) == {"ply": 20, "cells": position_after(20), "numbers": {}}
    forward = page.get_by_role("button", name="Next move")
    forward.click()
    forward.click()
    game = game_from("gomoku")
    numbers = {str(game.parse_move(FIVE[n - 1])): n for n in (21, 22)}
    assert shown(page) == {"ply": 22, "cells": position_after(22), "numbers": numbers}
    expect(page.locator(".replay-at")).to_have_text("move 22 of 30")
    page.get_by_role("button", name="Last").click()
    assert len(shown(page)["numbers"]) == 10
    page.get_by_role("button", name="First").click()
    assert shown(page)["ply"] == 20


def test_segments_choose_how_much_is_replayed(show: Show) -> None:
    page = show()
    for name, first in (("5", 25), ("15", 15), ("All", 0)):
        page.get_by_role("radio", name=name, exact=True).check()
        page.wait_for_function("first => shown.at(-1).ply === first", arg=first)
        assert shown(page)["cells"] == position_after(first)
        slider = page.get_by_role("slider", name="Move", exact=True)
        assert slider.get_attribute("min") == str(first)


def test_it_plays_stops_at_the_end_and_starts_again(show: Show) -> None:
    page = show()
    speed = page.locator(".r-speed")
    speed.click()
    speed.click()
    expect(speed).to_have_text("4×")
    page.evaluate("document.querySelector('ff-replay').step(7)")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.locator(".replay-at")).to_have_text("move 30 of 30")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    plies = page.evaluate("shown.map((each) => each.ply)")
    assert plies == [20, 27, 28, 29, 30]
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function("shown.length > 5")
    assert page.evaluate("shown[5].ply") == 20  # and on it goes


def test_keys_step_and_play(show: Show) -> None:
    page = show()
    page.locator(".replay-at").click()
    page.locator(".r-play").focus()
    page.keyboard.press("]")
    page.keyboard.press("]")
    page.keyboard.press("[")
    assert shown(page)["ply"] == 21
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()


def test_list_graph_and_slider_lead_to_any_move(show: Show) -> None:
    page = show()
    page.get_by_role("button", name="Move 24: j10").click()
    assert shown(page)["ply"] == 24
    expect(page.locator("[aria-current=step]")).to_have_text("24j10")
    # A move outside the range extends it to the whole game.
    page.get_by_role("button", name="Move 3: h9").click()
    page.wait_for_function("shown.at(-1).ply === 3")
    assert shown(page)["cells"] == position_after(3)
    expect(page.get_by_role("radio", name="All")).to_be_checked()
    graph = page.get_by_role("slider", name="Who is ahead, move by move")
    graph.press("End")
    assert shown(page)["ply"] == 30
    slider = page.get_by_role("slider", name="Move", exact=True)
    slider.fill("12")
    assert shown(page)["ply"] == 12


def test_a_game_without_a_match_is_replayed_from_its_views(
    show: Show, app: str, finished: dict[str, Any]
) -> None:
    order = {"game": "othello", "moves": ["f5", "d6", "c3", "d3", "c4"]}
    read = httpx.post(f"{app}/api/read", json=order).json()
    plies = [
        {"ply": n, "move": move, "seat": read["views"][n - 1]["to_move"]}
        for n, move in enumerate(read["moves"], start=1)
    ]
    facts = {"match": None, "game": read["game"], "views": read["views"], "plies": plies}
    page = show({**facts, "start": read["start"]})
    assert shown(page)["ply"] == 0
    page.get_by_role("button", name="Last").click()
    cell = game_from("othello").parse_move("c4")
    assert shown(page)["numbers"][str(cell)] == 5
    page.get_by_role("button", name="Close the replay").click()
    assert page.evaluate("window.left") is True


def test_a_failed_fetch_of_a_position_is_reported(
    new_page: Any, app: str, finished: dict[str, Any]
) -> None:
    page: Page = new_page(strict=False)
    page.route(f"{app}/box", lambda route: route.fulfill(body=HTML, content_type="text/html"))
    page.goto(f"{app}/box")
    page.evaluate(MAKE, [{**finished, "id": "nothing"}, {}])
    expect(page.locator(".g-trouble")).to_have_text(NO_GAME)


OPEN = """async (context) => {
    const { openExport } = await import("/static/replay/export.js");
    const button = document.createElement("button");
    button.textContent = "Export";
    button.className = "g-button";
    button.addEventListener("click", () => openExport(button, context));
    document.querySelector("main").append(button);
    button.click();
}"""


def test_the_export_menu_offers_what_the_game_has(show: Show, finished: dict[str, Any]) -> None:
    page = show()
    context = {"match": finished["id"], "game": finished["game"], "moves": FIVE, "ply": 26}
    page.evaluate(OPEN, context)
    menu = page.get_by_role("dialog", name="Export")
    expect(menu.locator("h3")).to_have_text(["Game", "Position at move 26", "Last 10 moves"])
    rows = menu.locator(".x-row > span")
    expect(rows).to_have_text(["SGF", "PSQ", "Transcript", "JSON", "SVG", "PNG", "Animated GIF"])
    expect(menu.get_by_role("button").first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(menu.get_by_role("button", name="PSQ")).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)
    expect(page.get_by_role("button", name="Export")).to_be_focused()


def test_files_are_saved_under_the_server_name(show: Show, finished: dict[str, Any]) -> None:
    page = show()
    context = {"match": finished["id"], "game": finished["game"], "moves": FIVE, "ply": 26}
    page.evaluate(OPEN, context)
    with page.expect_download() as saving:
        page.get_by_role("button", name="SGF").click()
    assert saving.value.suggested_filename.endswith(".sgf")
    text = Path(saving.value.path()).read_text()
    assert text.startswith("(;")
    assert text.count(";B[") == text.count(";W[") == 15
    expect(page.get_by_role("dialog", name="Export")).to_have_count(0)


def test_an_export_that_fails_says_why_and_stays_open(new_page: Any, app: str) -> None:
    page: Page = new_page(strict=False)
    page.route(f"{app}/box", lambda route: route.fulfill(body=HTML, content_type="text/html"))
    page.goto(f"{app}/box")
    page.evaluate("async () => (await import('/static/words.js')).loadWords('en')")
    game = {"name": "gomoku", "rows": 15, "columns": 15, "rules": "freestyle"}
    page.evaluate(OPEN, {"match": "nothing", "game": game, "moves": ["h8"], "ply": 1})
    page.get_by_role("button", name="PNG").click()
    expect(page.get_by_role("alert")).to_have_text(NO_GAME)


def test_the_export_menu_shows_the_place_in_the_queue(show: Show, finished: dict[str, Any]) -> None:
    page = show()
    held: list[Any] = []
    page.route("**/export/png*", lambda route: held.append(route))
    page.route("**/api/exports/*", lambda route: route.fulfill(json={"before": 2}))
    context = {"match": finished["id"], "game": finished["game"], "moves": FIVE, "ply": 26}
    page.evaluate(OPEN, context)
    page.get_by_role("button", name="PNG").click()
    status = page.get_by_role("dialog", name="Export").get_by_role("status")
    expect(status).to_have_text("Creating the file…")
    expect(status).to_have_text("Waiting: 2 files before yours.")
    assert "id=" in held[0].request.url
    with page.expect_download():
        held[0].continue_()
    expect(page.get_by_role("dialog", name="Export")).to_have_count(0)


def test_axe_finds_nothing(show: Show, axe: Any, finished: dict[str, Any]) -> None:
    page = show()
    expect(page.locator(".graph-mark").first).to_be_visible()
    page.locator("summary", has_text="Report: Black").click()
    # The cards show boards outside the range of the replay, and lead to their positions.
    turns = page.locator("ff-report .turn")
    expect(page.locator("ff-report ff-board")).to_have_count(turns.count())
    number = re.search(r"(\d+)\. ", turns.first.locator("b").inner_text())
    assert number
    turns.first.click()
    assert shown(page)["ply"] == int(number[1]) - 1
    context = {"match": finished["id"], "game": finished["game"], "moves": FIVE, "ply": 26}
    page.evaluate(OPEN, context)
    assert axe(page, rules={"page-has-heading-one": {"enabled": False}}) == []

"""The glass box against the real application."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, Route, expect

from fivefold.names import game_from

HTML = (Path(__file__).parent / "pages" / "glass.html").read_text()
FOUR = game_from("gomoku").split_moves(
    "h8 i8 h9 h7 g6 i7 i6 h6 g5 g7 f7 j7 k7 i5 f8 j4 k3 i10 i9 j9 l11 j8 j6 j10"
)
MAKE = """async ([match, facts]) => {
    const { loadWords } = await import("/static/words.js");
    const { loadStrategies } = await import("/static/player_names.js");
    await loadWords("en");
    await loadStrategies(match.game.name);
    await import("/static/glass/glass.js");
    window.said = [];
    for (const name of ["ff-display", "ff-goto", "ff-mark", "ff-layers"]) {
        document.addEventListener(name, ({ detail }) => window.said.push([name, detail]));
    }
    const glass = document.createElement("ff-glass");
    const { id, game, view, start, plies } = match;
    Object.assign(glass, { match: id, game, view, start, plies, held: ["X"], ...facts });
    document.querySelector("main").append(glass);
}"""

Show = Callable[..., Page]


@pytest.fixture
def match(app: str) -> Callable[..., dict[str, Any]]:
    """Makes a match and returns its snapshot after `plies` moves."""

    def make(moves: list[str], plies: int, **body: Any) -> dict[str, Any]:
        order = {"game": "gomoku", "first": "me", "second": "me", "moves": moves, **body}
        made = httpx.post(f"{app}/api/matches", json=order)
        assert made.status_code == 201, made.text
        address = f"{app}/api/matches/{made.json()['match']['id']}"
        while True:
            snapshot: dict[str, Any] = httpx.get(address).json()["match"]
            if len(snapshot["plies"]) >= plies:
                return snapshot

    return make


@pytest.fixture
def show(new_page: Any, app: str) -> Show:
    """Opens a page with only the glass box of a match."""

    def open_box(snapshot: dict[str, Any], facts: dict[str, Any] | None = None, **how: Any) -> Page:
        page: Page = new_page(**how)
        page.route(f"{app}/box", lambda route: route.fulfill(body=HTML, content_type="text/html"))
        page.goto(f"{app}/box")
        page.evaluate(MAKE, [snapshot, facts or {}])
        return page

    return open_box


def last_display(page: Page) -> Any:
    return page.evaluate("said.filter(([name]) => name === 'ff-display').at(-1)[1].display")


def test_the_glass_box_names_its_source_and_marks_the_squares_it_names(
    match: Any, show: Show
) -> None:
    page = show(match(FOUR[:-1], 24, second="reactive"), theme="light")
    expect(page.locator(".glass-who")).to_have_text("Reactive, move 24")
    expect(page.locator(".say")).to_contain_text("j10 extends: my longest sequence is 3, yours 2.")
    assert [line["style"] for line in last_display(page)["lines"]] == ["sequence", "sequence"]
    page.locator(".say .g-square").first.hover()
    cell = 5 * 15 + 9
    assert last_display(page)["cells"][-1]["cells"] == [cell]
    page.locator(".glass-head h2").hover()
    assert last_display(page)["cells"] == []
    page.locator(".cands .g-square").first.focus()
    assert page.evaluate("said.at(-1)[1].cells ?? said.at(-2)[1].cells") == [cell]


def test_layers_are_switched_by_chips_and_keys_and_kept(match: Any, show: Show) -> None:
    page = show(match(FOUR[:-1], 24, second="reactive"))
    threats = page.get_by_role("button", name="Threats")
    expect(threats).to_have_attribute("aria-pressed", "true")
    threats.click()
    expect(threats).to_have_attribute("aria-pressed", "false")
    assert last_display(page)["lines"] == []
    assert page.evaluate("JSON.parse(localStorage['fivefold.layers'])") == {
        "gomoku": {"threats": False}
    }
    page.evaluate("document.querySelector('ff-glass').layer(2)")
    expect(threats).to_have_attribute("aria-pressed", "true")
    assert last_display(page)["lines"] != []


def test_several_opponents_answer_side_by_side_and_one_is_on_the_board(
    match: Any, show: Show
) -> None:
    page = show(match(FOUR[:-1], 24, second="reactive"))
    page.get_by_role("button", name="Ask another opponent").click()
    page.get_by_label("Opponent to ask").select_option("level(2)")
    expect(page.locator(".asking-form .g-quiet")).to_have_text(
        "Wins if it can, blocks if it must, otherwise stays close."
    )
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.locator(".say")).to_have_text("j11 blocks: the opponent would win there.")
    expect(page.locator(".column")).to_have_count(2)
    assert [ghost["n"] for ghost in last_display(page)["ghosts"]] == [2]
    page.evaluate("document.querySelector('ff-glass').ask('level(1)')")
    expect(page.locator(".say")).to_contain_text("picked at random from 201")
    expect(page.locator(".column")).to_have_count(3)
    page.locator(".column-pick").first.click()
    expect(page.locator(".column-pick").first).to_be_focused()
    expect(page.locator(".say")).to_contain_text("j10 extends")
    page.get_by_role("button", name="Remove Level 1's opinion").click()
    expect(page.locator(".column")).to_have_count(2)


def test_a_hint_is_one_ghost_and_a_sentence(match: Any, show: Show) -> None:
    page = show(match(FOUR, 24))
    expect(page.locator(".glass-body > .g-quiet")).to_contain_text(
        "The computer has not moved yet."
    )
    opinion = page.evaluate("document.querySelector('ff-glass').hint()")
    assert opinion["state"] == "done"
    display = last_display(page)
    assert [(ghost["cells"], ghost["seat"]) for ghost in display["ghosts"]] == [([4 * 15 + 9], "X")]
    assert display["numbers"] == []
    assert display["heat"] is None
    expect(page.locator(".say")).to_contain_text("j11")


def test_an_opinion_belongs_to_its_position(match: Any, show: Show) -> None:
    snapshot = match(FOUR, 24)
    page = show(snapshot)
    page.evaluate("document.querySelector('ff-glass').ask('level(2)')")
    expect(page.locator(".say")).to_contain_text("j11 blocks")
    page.evaluate(
        """() => {
            const glass = document.querySelector("ff-glass");
            glass.view = { ...glass.view, ply: 3, cells: ".".repeat(225), to_move: "O" };
        }"""
    )
    expect(page.locator(".say")).to_have_count(0)
    assert last_display(page)["ghosts"] == []


def test_in_a_live_game_between_people_the_glass_box_is_closed_and_says_so(
    match: Any, show: Show
) -> None:
    words = "Closed until the end: two people play."
    reason = {"key": "no.such.key", "facts": {}, "text": words}
    page = show(match(FOUR, 24), {"closedReason": reason})
    expect(page.locator(".glass-closed")).to_have_text(words)
    expect(page.locator(".glass-body")).to_be_hidden()
    assert last_display(page) is None
    assert page.evaluate("document.querySelector('ff-glass').ask('level(2)')") is None


def test_a_refused_question_says_why_and_can_be_asked_again(match: Any, show: Show) -> None:
    page = show(match(FOUR, 24), strict=False)
    page.evaluate("document.querySelector('ff-glass').ask('minimax(depth=99)')")
    expect(page.locator(".g-trouble")).to_contain_text("depth")
    expect(page.locator(".g-trouble")).to_have_attribute("role", "alert")
    refused = {"code": "question.quota", "message": "Ask less often.", "facts": {}}

    def refuse(route: Route) -> None:
        route.fulfill(status=429, json={"error": refused})

    page.route("**/api/questions", refuse, times=1)
    page.evaluate("document.querySelector('ff-glass').ask('level(2)')")
    expect(page.locator(".g-trouble")).to_be_visible()
    page.get_by_role("button", name="Ask again").click()
    expect(page.locator(".say")).to_contain_text("j11 blocks")


def test_a_slow_question_can_be_cancelled(match: Any, show: Show) -> None:
    page = show(match(FOUR[:8], 8), strict=False)
    page.evaluate("void document.querySelector('ff-glass').ask('negamax(seconds=10)')")
    expect(page.locator(".g-thinking")).to_contain_text("Negamax, seconds 10 is thinking")
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator(".g-thinking")).to_have_count(0)


def test_the_graph_is_drawn_scrubbed_and_spoken(match: Any, show: Show, app: str) -> None:
    snapshot = match([*FOUR, "j11", "l10", "k9", "k10", "h10", "m10"], 30)
    page = show(snapshot)
    graph = page.get_by_role("slider", name="Who is ahead, move by move")
    expect(graph).to_have_attribute("aria-valuenow", "30")
    expect(graph).to_have_attribute("aria-valuetext", "Move 30, White ahead by 100 out of 100")
    graph.press("ArrowLeft")
    graph.press("Home")
    moved = page.evaluate("said.filter(([name]) => name === 'ff-goto').map((each) => each[1].ply)")
    assert moved == [29, 0]
    box = graph.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 10)
    assert page.evaluate("said.at(-1)") == ["ff-goto", {"ply": 15}]
    marks = page.locator(".graph-mark")
    report = httpx.post(f"{app}/api/report", json={"match": snapshot["id"]}).json()
    assert len(report["turning_points"]) >= 1
    expect(marks).to_have_count(len(report["turning_points"]))
    marks.first.click()
    label = marks.first.get_attribute("aria-label")
    assert label
    found = re.search(r"move (\d+)$", label)
    assert found
    assert page.evaluate("said.at(-1)") == ["ff-goto", {"ply": int(found[1])}]


def test_only_new_positions_are_reviewed(match: Any, show: Show) -> None:
    snapshot = match(FOUR, 24)
    page = show(snapshot, strict=False)
    asked: list[Any] = []
    page.on(
        "request",
        lambda request: asked.append(request.post_data_json) if "judge" in request.url else None,
    )
    graph = page.get_by_role("slider")
    expect(graph).not_to_have_attribute("aria-valuetext", "Move 24, not analysed yet")
    asked.clear()
    page.evaluate(
        """() => {
            const glass = document.querySelector("ff-glass");
            glass.plies = glass.plies.slice(0, 20);
            glass.plies = [...glass.plies, { ply: 21, move: "a1", seat: "X", decision: null }];
        }"""
    )
    page.wait_for_function("!document.querySelector('ff-glass').review.busy")
    assert [(each["from"], each["to"]) for each in asked] == [(21, 21)]


def test_pentomino_placements_are_grouped_by_piece(match: Any, show: Show) -> None:
    pieces = ["P c7 d7 b8 c8 d8", "T e6 e7 f7 g7 e8", "Y e3 c4 d4 e4 f4", "Z f1 d2 e2 f2 d3"]
    snapshot = match([*pieces, "U g4 h4 g5 g6 h6"], 5, game="pentomino")
    page = show(snapshot)
    page.evaluate("document.querySelector('ff-glass').ask('medium')")
    first = page.locator(".g-pieces details").first
    expect(first).to_be_visible()
    letters = page.locator(".g-letter").all_inner_texts()
    assert len(letters) == len(set(letters))
    assert set(letters) <= set("FILNVWX")
    expect(page.locator(".g-scale")).to_contain_text("closed in")
    first.locator("summary").click()
    rows = first.locator("tbody th")
    expect(rows.first).to_have_text(re.compile(rf"^{letters[0]}( [a-h][1-8]){{5}}$"))
    page.wait_for_function(  # the board hears of the open piece a moment later
        """() => said.filter(([name]) => name === 'ff-display').at(-1)[1].display.numbers
            .some((number) => number.text.startsWith("#"))"""
    )


def test_on_a_phone_candidates_and_line_fold_into_one_row(match: Any, show: Show) -> None:
    page = show(match(FOUR[:-1], 24, second="reactive"), width=390, height=844, touch=True)
    fold = page.get_by_role("button", name="2 candidates and the line")
    expect(fold).to_have_attribute("aria-expanded", "false")
    expect(page.locator(".cands")).to_be_hidden()
    fold.click()
    expect(page.locator(".cands")).to_be_visible()
    # A board without coordinates marks the squares that the sentence names.
    assert {"cells": [5 * 15 + 9], "tone": "neutral", "label": "j10"} in last_display(page)["cells"]


def test_axe_finds_nothing(match: Any, show: Show, axe: Any) -> None:
    page = show(match(FOUR[:-1], 24, second="reactive"))
    page.evaluate("document.querySelector('ff-glass').ask('level(2)')")
    expect(page.locator(".column")).to_have_count(2)
    expect(page.locator(".graph-mark").first).to_be_visible()
    page.get_by_role("button", name="Ask another opponent").click()
    expect(page.get_by_label("Opponent to ask")).to_be_visible()
    assert axe(page, rules={"page-has-heading-one": {"enabled": False}}) == []

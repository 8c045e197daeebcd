"""The analysis board against the real server: a tree played, written, undone, shared, exported."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect
from tests.web.study.conftest import Analyst, Store

Sit = Callable[..., Analyst]
Axe = Callable[..., list[str]]
NINE = ["e5", "a1", "e6", "a2", "e7", "a3", "e8", "a4", "e9"]
SGF = "(;GM[4]SZ[9];B[ee];W[fe](;B[ed]C[A good start.]TE[1];W[ef];B[ec])(;B[df];W[dg]))"


@pytest.fixture
def finished_match(app: str) -> str:
    """The id of a match that Black has won."""
    order = {"game": "gomoku", "size": 9, "first": "me", "second": "me", "moves": NINE}
    return str(httpx.post(f"{app}/api/matches", json=order).json()["match"]["id"])


@pytest.fixture
def live_match(app: str) -> str:
    """The id of a match that two people are playing."""
    order = {"game": "gomoku", "size": 9, "first": "me", "second": "open", "moves": NINE[:8]}
    name = httpx.post(f"{app}/api/matches", json=order).json()["match"]["id"]
    httpx.post(f"{app}/api/matches/{name}/join", json={}).raise_for_status()
    return str(name)


def test_moves_branch_and_the_tree_is_written_undone_and_kept(sit: Sit) -> None:
    ann = sit("/analyse?game=gomoku")
    assert ann.page.url.endswith("?game=gomoku")
    expect(ann.tree).to_contain_text("No moves yet")
    ann.play("h8", "i9", "j10")
    expect(ann.page).to_have_url(re.compile(r"/analyse/[\w-]{20,}$"))
    ann.press("ArrowLeft")
    ann.sees("j10", "empty")
    ann.play("g7", "f6")
    ann.press("ArrowLeft", "ArrowUp")
    expect(ann.current).to_contain_text("j10")
    assert ann.lines() == [["h8", "i9", "j10"], ["h8", "i9", "g7", "f6"]]

    # A glyph, a comment, marks, an arrow with the right button.
    ann.page.get_by_role("button", name="Mistake", exact=True).click()
    expect(ann.current).to_contain_text("?")
    ann.page.get_by_label("Comment on this move").fill("Too far away.")
    ann.act("Mark")
    ann.click("a1")
    ann.sees("a1", "empty, marked with a triangle")
    ann.page.get_by_role("button", name="Mark with a letter").click()
    ann.click("b2")
    ann.sees("b2", "empty, marked A")
    ann.press("Escape")
    ann.page.mouse.move(*ann.middle("c3"))
    ann.page.mouse.down(button="right")
    ann.page.mouse.move(*ann.middle("d5"))
    ann.page.mouse.up(button="right")
    ann.sees("c3", "empty, arrow to d5")
    expect(ann.tree.locator(".note")).to_have_text("Too far away.")
    notes = next(each for each in ann.study["nodes"] if each.get("move") == "j10")
    assert notes["glyphs"] == ["?"]
    assert notes["comment"] == "Too far away."
    assert notes["marks"] == [["a1", "triangle"]]
    assert notes["labels"] == [["b2", "A"]]
    assert notes["arrows"] == [["c3", "d5"]]

    # Undo takes back one edit after the other, redo brings them again.
    ann.press("u")
    expect(ann.cell("c3")).to_have_attribute("aria-label", "c3, empty")
    ann.press("y")
    ann.sees("c3", "empty, arrow to d5")

    # A variation is promoted and deleted; what was deleted comes back.
    ann.press("ArrowDown")
    expect(ann.current).to_contain_text("g7")
    ann.page.locator(".bar-more").click()
    ann.page.get_by_role("menuitem", name="Promote this line").click()
    expect(ann.tree.locator(".pair").nth(1)).to_contain_text("g7")
    ann.press("Delete")
    expect(ann.tree).not_to_contain_text("g7")
    ann.press("Control+z")
    expect(ann.tree).to_contain_text("g7")

    # An illegal move gets the server's sentence and changes nothing.
    ann.press("End")
    before = ann.lines()
    ann.click("h8")
    expect(ann.page.locator(".toast.seal")).to_contain_text("h8")
    assert ann.lines() == before

    # The study gets a name.
    ann.page.locator(".bar-more").click()
    ann.page.get_by_role("menuitem", name="Name the study").click()
    ann.sheet.get_by_label("Name").fill("Opening ideas")
    ann.press("Enter")
    expect(ann.page).to_have_title("Opening ideas · Fivefold")

    # After a reload everything is there, at the same move; the list of own studies names it.
    ann.page.reload()
    expect(ann.current).to_contain_text("f6")
    ann.page.locator(".crumb").click()
    expect(ann.sheet.locator(".kept-list li")).to_contain_text("Opening ideas")


def test_two_people_edit_one_study_and_see_one_order(sit: Sit, store: Store) -> None:
    name, secret = store(text=SGF)
    ann = sit(f"/analyse/{name}#edit={secret}")
    assert "edit=" not in ann.page.url
    ann.act("Share")
    together = ann.sheet.get_by_label("Link to edit it together").input_value()
    reading = ann.sheet.get_by_label("Link to read it").input_value()
    ann.press("Escape")
    ben, guest = sit(together), sit(reading)
    expect(ann.page.locator(".people").first).to_contain_text("2")
    ann.press("Home")
    ben.press("Home")
    ann.page.mouse.click(*ann.middle("a1"))
    ben.page.mouse.click(*ben.middle("i9"))
    for each in (ann, ben, guest):
        expect(each.tree).to_contain_text("a1")
        expect(each.tree).to_contain_text("i9")
    assert ann.tree.inner_text() == ben.tree.inner_text() == guest.tree.inner_text()

    # Each takes back their own edit, not the latest one.
    ann.press("u")
    for each in (ann, ben, guest):
        expect(each.tree).not_to_contain_text("a1")
        expect(each.tree).to_contain_text("i9")

    # Somebody deletes the line on which another one is.
    guest.tree.get_by_text("d4").click()
    ann.tree.get_by_text("d4").click()
    ann.press("Delete")
    expect(guest.tree).not_to_contain_text("d4")
    expect(guest.current).to_contain_text("f5")

    # A reader changes nothing, and may take a copy.
    guest.click("a1")
    expect(guest.page.locator(".toast.seal")).to_contain_text("read-only")
    guest.page.get_by_role("button", name="Make a copy").first.click()
    expect(guest.page).not_to_have_url(reading)
    guest.cell("a1").wait_for(state="attached")
    guest.press("Home")
    guest.play("a1")
    assert "a1" not in str(ann.lines())

    # What is written without a connection is kept, shown and sent later.
    ann.press("End")
    ann.page.context.set_offline(True)
    ann.page.evaluate("dispatchEvent(new Event('offline'))")
    expect(ann.page.locator(".banner")).to_contain_text("Reconnecting")
    ann.page.get_by_label("Comment on this move").fill("Written on a train.")
    expect(ann.tree).to_contain_text("Written on a train.")
    ann.page.context.set_offline(False)
    ann.page.evaluate("dispatchEvent(new Event('online'))")
    expect(ben.tree).to_contain_text("Written on a train.")


def test_the_engine_shows_several_lines_and_two_strategies_are_compared(
    sit: Sit, store: Store
) -> None:
    name, secret = store(game="gomoku", moves=["h8", "i9", "h9", "i8", "h10", "a1", "h11", "o15"])
    ann = sit(f"/analyse/{name}#edit={secret}")
    rows = ann.page.locator(".engine .lines > li")
    ann.press("e")
    expect(rows).to_have_count(3)
    expect(rows.first).to_contain_text("Black wins in 1")
    heights = {rows.nth(place).bounding_box()["height"] for place in range(3)}  # type: ignore[index]
    assert len(heights) == 1
    expect(ann.page.locator(".plate")).to_contain_text("Black to move")
    ann.page.get_by_role("button", name="Fewer lines").click()
    expect(rows).to_have_count(2)
    line = rows.first.get_by_role("button")
    move = line.locator(".pv span").first.inner_text().removeprefix("9").strip()
    line.hover()
    ann.sees(move, "empty, expected as move 9")
    line.click()
    expect(ann.tree).to_contain_text(move)
    ann.press("e")
    expect(rows).to_have_count(0)

    ann.act("Compare")
    choices = ann.sheet.get_by_role("combobox")
    choices.nth(0).select_option("level(1)")
    choices.nth(1).select_option("level(3)")
    ann.sheet.get_by_role("button", name="Ask both").click()
    expect(ann.sheet.locator(".answer b")).to_have_count(2)
    expect(ann.sheet.locator(".answer b").nth(1)).to_have_text(re.compile("^h(7|12)$"))
    expect(ann.sheet.locator(".compare-note")).not_to_be_empty()
    ann.sheet.get_by_role("button", name="Add this line").nth(1).click()
    expect(ann.sheet).to_have_count(0)


def test_a_position_is_set_up_by_hand_and_explained_if_it_is_illegal(sit: Sit) -> None:
    ann = sit("/analyse?game=othello")
    ann.act("Set up")
    panel = ann.page.get_by_role("region", name="Set up a position")
    panel.get_by_role("button", name="Clear the board").click()
    expect(panel.get_by_role("alert")).not_to_be_empty()
    refused = ann.page.url
    panel.get_by_role("button", name="Analyse this").click()
    assert ann.page.url == refused
    for name in ("d4", "e5", "c3"):
        ann.click(name)
    panel.get_by_role("button", name="White", exact=True).click()
    for name in ("d5", "e4", "f6"):
        ann.click(name)
    ann.sees("f6", "white")
    panel.get_by_role("radio", name="White").check()
    expect(panel.locator(".refused")).to_be_empty()
    panel.get_by_role("button", name="Analyse this").click()
    expect(ann.page).to_have_url(re.compile("position="))
    ann.sees("f6", "white")

    # Pieces of the third game are picked and placed.
    ann.open("/analyse?game=pentomino")
    ann.act("Set up")
    ann.page.locator('.tray [data-letter="X"]').click()
    ann.click("c3")
    ann.sees("c3", "piece X")
    panel.get_by_role("button", name="Analyse this").click()
    expect(ann.page).to_have_url(re.compile("position="))
    ann.sees("c3", "piece X")
    ann.page.locator('.tray [data-letter="I"]').click()
    ann.click("g5")
    expect(ann.current).to_contain_text("I ")


def test_games_are_opened_from_everywhere_and_exported(
    sit: Sit, app: str, tmp_path: Any, finished_match: str
) -> None:
    # From text on the analysis board itself, then the whole tree as SGF.
    ann = sit("/analyse")
    ann.page.get_by_role("button", name="New analysis").first.click()
    ann.sheet.get_by_label("A game, a position or a link").fill(SGF)
    ann.sheet.get_by_role("button", name="Open", exact=True).click()
    expect(ann.page).to_have_url(re.compile(r"/analyse/[\w-]{20,}$"))
    expect(ann.tree).to_contain_text("A good start.")
    expect(ann.tree.locator(".var")).to_contain_text("d4")
    ann.act("Export")
    with ann.page.expect_download() as saved:
        ann.page.locator(".export-menu").get_by_role("button", name=re.compile("^SGF")).click()
    text = saved.value.path().read_text()
    assert "A good start." in text
    assert "B[df]" in text
    ann.act("Export")
    with ann.page.expect_download() as saved:
        ann.page.locator(".export-menu").get_by_role("button", name="SVG").click()
    assert saved.value.path().read_text().startswith("<svg")

    # From a file, the page /open, a finished match and a link to a game.
    ann.page.get_by_role("button", name="New analysis").first.click()
    file = tmp_path / "game.sgf"
    file.write_text(SGF)
    pasted = ann.page.url
    ann.sheet.locator("input[type=file]").set_input_files(file)
    expect(ann.page).not_to_have_url(pasted)
    expect(ann.page).to_have_url(re.compile(r"/analyse/[\w-]{20,}$"))
    expect(ann.tree.locator(".var")).to_contain_text("d4")
    ann.page.goto(f"{app}/open")
    ann.page.get_by_label("Game or position").fill("f5d6c3d3c4")
    ann.page.get_by_role("button", name="Open", exact=True).click()
    ann.page.get_by_role("button", name="Analyse").click()
    expect(ann.tree).to_contain_text("c4")
    ann.page.goto(f"{app}/game/{finished_match}")
    ann.page.get_by_role("link", name="Analyse").click()
    expect(ann.tree).to_contain_text("e9")
    assert ann.study["result"]["winner"] == "X"
    ann.page.goto(f"{app}/view#g=gomoku(size=9,rules=freestyle)&m=e5,e6")
    ann.page.get_by_role("button", name="Analyse").click()
    expect(ann.tree).to_contain_text("e6")


def test_a_game_between_two_people_is_not_analysed(sit: Sit, app: str, live_match: str) -> None:
    ann = sit(f"/analyse?match={live_match}")
    ann.press("e")
    expect(ann.page.locator(".engine [role=alert]")).to_contain_text("Two people are playing")
    expect(ann.page.get_by_role("switch")).to_have_attribute("aria-checked", "false")


def test_on_a_phone_the_board_stays_and_the_panels_are_behind_tabs(
    sit: Sit, store: Store, axe: Axe
) -> None:
    name, secret = store(text=SGF)
    address = f"/analyse/{name}#edit={secret}"
    for width, height in ((375, 667), (390, 844)):
        ann = sit(address, width=width, height=height, touch=True)
        board = ann.page.locator("ff-board")
        before = board.bounding_box()
        for tab in ("Engine", "Notes", "Moves"):
            ann.page.get_by_role("tab", name=tab).tap()
            assert board.bounding_box() == before
        assert ann.page.evaluate("document.documentElement.scrollWidth") <= width
        assert before is not None
        tools = ann.page.get_by_role("navigation", name="Board tools").bounding_box()
        assert tools is not None
        assert before["y"] + before["height"] < tools["y"]
    assert axe(ann.page) == []
    ann.page.get_by_role("tab", name="Notes").tap()
    assert axe(ann.page) == []


def test_every_state_of_the_page_is_accessible(sit: Sit, store: Store, axe: Axe) -> None:
    name, secret = store(text=SGF)
    ann = sit(f"/analyse/{name}#edit={secret}")
    ann.press("e")
    expect(ann.page.locator(".lines button").first).to_be_visible()
    ann.act("Mark")
    assert axe(ann.page) == []
    for tool in ("Compare", "Share"):
        ann.act(tool)
        ann.sheet.wait_for()
        assert axe(ann.page, "dialog[open]") == []
        ann.press("Escape")
        expect(ann.sheet).to_have_count(0)
    ann.page.locator(".crumb").click()
    ann.sheet.wait_for()
    assert axe(ann.page, "dialog[open]") == []
    ann.press("Escape")
    ann.act("Set up")
    assert axe(ann.page) == []

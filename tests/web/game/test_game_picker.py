"""The opponent picker on every screen: reachable, readable, without faults."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

SIZES = [(375, 667), (390, 844), (1280, 800)]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize(
    ("game", "study"),
    [
        ("gomoku", ["Reactive", "Minimax", "Negamax"]),
        ("othello", ["H1", "H2", "Methodical", "Minimax", "Negamax"]),
        ("pentomino", ["Open space, easy", "Open space, medium", "Open space, hard", "Minimax"]),
    ],
)
def test_every_opponent_is_offered_and_the_button_stays_in_view(
    sit: Callable[..., object],
    axe: Callable[[Page], list[str]],
    size: tuple[int, int],
    game: str,
    study: list[str],
) -> None:
    width, height = size
    me = sit(f"/play/{game}?second=level(1)", width=width, height=height, still=True)
    page: Page = me.page  # type: ignore[attr-defined]
    page.locator(".opp button.name").click()
    sheet = page.get_by_role("dialog")
    play = sheet.get_by_role("button", name="Play level 1")
    expect(play).to_be_in_viewport(ratio=1)
    for name in study:
        expect(sheet.get_by_role("radio", name=re.compile(f"^{name}"))).to_have_count(1)
    for where in ("A person on this screen", "A person by link"):
        expect(sheet.get_by_role("radio", name=where)).to_have_count(1)
    expect(sheet.get_by_role("link", name="From the lobby")).to_have_attribute("href", "/lobby")
    sheet.get_by_role("button", name="Minimax: more moves ahead").click()
    expect(sheet.get_by_role("radio", name=re.compile("^Minimax"))).to_be_checked()
    expect(sheet.get_by_role("button", name="Play Minimax")).to_be_in_viewport(ratio=1)
    assert sheet.evaluate("box => box.scrollWidth <= box.clientWidth")
    if game == "gomoku":
        assert axe(page) == []

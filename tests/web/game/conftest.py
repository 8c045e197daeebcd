"""Drives the game page as a person does: squares, buttons and menus by name."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

PATIENCE = 30_000


class Player:
    """A person at a game page."""

    def __init__(self, page: Page, app: str) -> None:
        self.page, self.app = page, app

    def open(self, path: str) -> Player:
        """Opens the path and waits for the board."""
        self.page.goto(path if path.startswith("http") else self.app + path)
        self.page.locator("ff-board [role=gridcell]").first.wait_for(timeout=PATIENCE)
        return self

    def cell(self, name: str) -> Locator:
        """The square with that name."""
        return self.page.locator(f'ff-board [role=gridcell][aria-label^="{name},"]')

    def middle(self, name: str) -> tuple[float, float]:
        """The screen position of a square's centre."""
        box = self.cell(name).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def point(self, name: str) -> None:
        """Moves the mouse over a square."""
        self.page.mouse.move(*self.middle(name))

    def play(self, *names: str) -> Player:
        """Clicks squares, each once it is this player's turn."""
        for name in names:
            self.wait_for_turn()
            self.page.mouse.click(*self.middle(name))
        return self

    def tap(self, name: str) -> None:
        """Taps a square."""
        self.page.touchscreen.tap(*self.middle(name))

    def wait_for_turn(self) -> None:
        """Waits until it is this player's turn."""
        expect(self.page.locator("ff-board:not([mini]) .ff-playable")).to_have_count(
            1, timeout=PATIENCE
        )

    def sees(self, name: str, what: str) -> None:
        """Expects `black`, `white`, `empty` or `piece F` on a square."""
        found = self.page.locator(f'ff-board [role=gridcell][aria-label^="{name}, {what}"]')
        expect(found).to_have_count(1, timeout=PATIENCE)

    def act(self, name: str) -> None:
        """Presses a button beside the board."""
        self.page.locator(".acts").get_by_role("button", name=name, exact=True).click()

    def more(self, name: str) -> None:
        """Chooses a row of the More menu."""
        self.act("More")
        self.page.get_by_role("menuitem", name=name).click()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    @property
    def sheet(self) -> Locator:
        return self.page.locator("dialog[open]")

    @property
    def match(self) -> dict[str, Any]:
        """The match, fetched from the server."""
        found: dict[str, Any] = self.page.evaluate(
            "() => fetch(`/api/matches/${location.pathname.split('/')[2]}`)"
            ".then((answer) => answer.json()).then((answer) => answer.match)"
        )
        return found

    @property
    def moves(self) -> list[str]:
        found: list[str] = self.match["moves"]
        return found


CLOSED_GLASS = "try { localStorage['fivefold.panel'] ??= 'null' } catch {}"
GUEST = "try { localStorage['fivefold.name.asked'] ??= 'true' } catch {}"

Sit = Callable[..., Player]


@pytest.fixture
def sit(new_page: Callable[..., Page], app: str) -> Sit:
    """A new person: `sit("/play/gomoku", width=…, touch=…)`, each in a separate browser context.

    Everybody has been here before and closed the glass box, unless `newcomer` is true, and has
    declined to give a name, unless `unasked` is true.
    """

    def sit(
        path: str | None = None, *, newcomer: bool = False, unasked: bool = False, **options: Any
    ) -> Player:
        page = new_page(**options)
        if not newcomer:
            page.add_init_script(CLOSED_GLASS)
        if not unasked:
            page.add_init_script(GUEST)
        player = Player(page, app)
        return player.open(path) if path else player

    return sit


Sat = Callable[..., Player]


@pytest.fixture
def sat(sit: Sit) -> Sat:
    """The first player of a match that starts after moves: `sat("othello", moves, "engine", …)`."""

    def come(game: str, moves: Sequence[str], second: str, **options: Any) -> Player:
        me = sit(**options)
        order = {"game": game, "first": "me", "second": second, "moves": list(moves)}
        made = me.page.request.post(f"{me.app}/api/matches", data=order).json()
        match = made["match"]["id"]
        me.page.goto(f"{me.app}/think")
        kept = [f"fivefold.match.{match}", json.dumps({"secret": made["secret"], "at": 0})]
        me.page.evaluate("([name, value]) => localStorage.setItem(name, value)", kept)
        return me.open(f"/game/{match}")

    return come

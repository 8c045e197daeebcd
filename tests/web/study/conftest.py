"""Drives the analysis board as a person does: squares, moves and buttons by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

Store = Callable[..., tuple[str, str]]


class Analyst:
    """A person at an analysis board."""

    def __init__(self, page: Page, app: str) -> None:
        self.page, self.app = page, app

    def open(self, path: str) -> Analyst:
        """Opens the path and waits for the board."""
        self.page.goto(path if path.startswith("http") else self.app + path)
        self.cell("a1").wait_for(state="attached")
        return self

    def cell(self, name: str) -> Locator:
        """The square with that name."""
        return self.page.locator(f'ff-board [role=gridcell][aria-label^="{name},"]')

    def middle(self, name: str) -> tuple[float, float]:
        box = self.cell(name).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def play(self, *names: str) -> None:
        """Clicks squares, each once the move before it is in the list."""
        for name in names:
            self.page.mouse.click(*self.middle(name))
            expect(self.current).to_contain_text(name)

    def click(self, name: str) -> None:
        """Clicks a square."""
        self.page.mouse.click(*self.middle(name))

    def sees(self, name: str, what: str) -> None:
        """Expects a square's label to say this after its name."""
        found = self.page.locator(f'ff-board [role=gridcell][aria-label^="{name}, {what}"]')
        expect(found).to_have_count(1)

    def act(self, name: str) -> None:
        """Presses a tool beside the board."""
        tools = self.page.get_by_role("navigation", name="Board tools")
        tools.get_by_role("button", name=name, exact=True).click()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    @property
    def current(self) -> Locator:
        """The move in the list that is on the board."""
        return self.page.locator(".tree [aria-current=step]")

    @property
    def tree(self) -> Locator:
        """The list of moves."""
        return self.page.locator(".tree")

    @property
    def sheet(self) -> Locator:
        return self.page.locator("dialog[open]")

    @property
    def study(self) -> dict[str, Any]:
        """The study, fetched from the server."""
        name = self.page.url.split("/analyse/")[1].split("#")[0]
        answer: dict[str, Any] = httpx.get(f"{self.app}/api/studies/{name}").json()["study"]
        return answer

    def lines(self) -> list[list[str]]:
        """The moves of each line of the study on the server, from the root to its end."""
        nodes = self.study["nodes"]
        above = {each["id"]: each for each in nodes}
        ends = above.keys() - {each.get("parent") for each in nodes}
        found = []
        for end in sorted(ends):
            line, at = [], above.get(end)
            while at:
                line.append(at.get("move"))
                at = above.get(at.get("parent"))
            found.append([move for move in reversed(line) if move])
        return found


@pytest.fixture
def sit(new_page: Any, app: str) -> Callable[..., Analyst]:
    """Opens an address in a context of its own: `sit("/analyse", viewport={…})`."""

    def open_board(path: str = "/analyse", **how: Any) -> Analyst:
        # A refused request is an error on the console; pages of their own still fail on exceptions.
        page = new_page(strict=False, **how)
        page.on("pageerror", lambda error: pytest.fail(str(error)))
        return Analyst(page, app).open(path)

    return open_board


@pytest.fixture
def store(app: str) -> Store:
    """Stores a study; returns its id and its secret."""

    def post(**source: Any) -> tuple[str, str]:
        answer = httpx.post(f"{app}/api/studies", json=source, timeout=60)
        assert answer.status_code == 201, answer.text
        made = answer.json()
        return made["study"]["id"], made["secret"]

    return post

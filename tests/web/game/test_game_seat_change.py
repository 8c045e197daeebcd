"""A match that broke off because a bot crashed goes on when another player takes its seat."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect
from tests.web.game.conftest import Player

CRASHING = """
from fivefold import Strategy


class Crashing(Strategy):
    def choose(self, state, limit=None, stop=None):
        raise RuntimeError("broken")
"""


def test_a_new_opponent_reopens_a_match_that_broke_off(
    new_page: Callable[..., Page], start_app: Callable[..., str], tmp_path: Path
) -> None:
    """The page once kept an empty result panel while the new opponent played."""
    bot = tmp_path / "crashing.py"
    bot.write_text(CRASHING, encoding="utf-8")
    app = start_app("pass", "--strategy", f"{bot}:Crashing")
    me = Player(new_page(), app)
    known = me.page.request.get(f"{app}/api/strategies?game=gomoku").json()["strategies"]
    (text,) = (each["text"] for each in known if each["group"] == "own")
    me.open(f"/play/gomoku?size=9&second={text}")
    me.play("e5")
    expect(me.page.locator(".result")).to_be_visible()
    assert me.match["result"] is not None
    me.page.locator(".opp button.name").click()
    me.sheet.get_by_role("slider", name="Level").press("Home")
    me.sheet.get_by_role("button", name="Play level 1").click()
    expect(me.page.locator(".panel.is-result")).to_have_count(0)
    expect(me.page.get_by_role("button", name="Undo")).to_be_visible()
    me.wait_for_turn()
    assert me.match["result"] is None
    assert len(me.moves) == 2

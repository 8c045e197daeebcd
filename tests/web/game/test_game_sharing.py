"""The QR code of a link, the system's share sheet, and the notice that it is your turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from tests.web.game.conftest import Sit

SHARED = "navigator.share = async (what) => { window.shared = what.url; };"
AWAY = """
Object.defineProperty(document, 'hidden', {get: () => true});
window.told = [];
window.Notification = class { static permission = 'granted';
  static requestPermission = async () => 'granted';
  constructor(title) { window.told.push(title); } close() {} };
"""


@pytest.mark.parametrize("size", [(375, 667), (1280, 800)], ids=["375x667", "1280x800"])
def test_an_invitation_has_a_code_and_the_share_sheet(sit: Sit, size: tuple[int, int]) -> None:
    me = sit(width=size[0], height=size[1])
    me.page.add_init_script(SHARED)
    me.open("/play/gomoku?size=9&second=open")
    me.page.get_by_role("button", name="Share…").click()
    assert me.page.evaluate("window.shared") == me.page.url
    me.page.get_by_text("QR code", exact=True).click()
    code = me.page.get_by_role("img", name="QR code of the link")
    code.scroll_into_view_if_needed()
    expect(code).to_be_visible()
    assert me.page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_the_turn_is_told_only_to_those_who_asked(sit: Sit) -> None:
    for wanted in (False, True):
        me = sit()
        me.page.add_init_script(AWAY)
        me.open("/play/gomoku?size=9&second=level(1)")
        me.more("Settings")
        switch = me.sheet.get_by_role("switch", name="Tell me when it is my turn")
        expect(switch).to_have_attribute("aria-checked", "false")
        if wanted:
            switch.click()
        me.press("Escape")
        me.play("e5")
        me.wait_for_turn()
        html = me.page.locator("html[data-your-turn]")
        expect(html).to_have_count(1 if wanted else 0)
        assert me.page.evaluate("window.told") == (["Your turn"] if wanted else [])

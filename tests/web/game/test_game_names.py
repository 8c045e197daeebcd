"""Names of strangers in a real browser: never markup, and the text around them keeps its order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from tests.web.game.conftest import Player, Sit

EVIL = '<img src=x onerror="document.title=1">'
HEBREW = "\u05d3\u05e0\u05d4 5"
FAKE = {"an override": "Ann\u202e", "a Cyrillic A": "\u0410nna", "a hidden space": "A\u200bnn"}
ENDS = """element => {
    const text = [...element.querySelectorAll("*"), element]
        .flatMap((each) => [...each.childNodes])
        .find((each) => each.nodeType === 3 && each.textContent.includes("\u05d3"));
    const place = (first, last) => {
        const range = document.createRange();
        range.setStart(text, first);
        range.setEnd(text, last);
        return range.getBoundingClientRect().left;
    };
    const first = text.textContent.indexOf("\u05d3");
    return [place(first, first + 1), place(first + 4, first + 5)];
}"""
"""The places of the first letter of the name and of its digit, which follows it to the left."""


def joined_as(me: Player, name: str) -> int:
    """Joins the page's match by a request of its own; returns the status."""
    match = me.page.url.rpartition("/")[2].partition("?")[0]
    joining = me.page.request.post(f"{me.app}/api/matches/{match}/join", data={"name": name})
    return int(joining.status)


def waiting(sit: Sit) -> Player:
    me = sit("/play/gomoku?size=9&second=open")
    expect(me.page).to_have_title("Waiting · Gomoku 9")
    return me


def test_markup_in_a_name_is_text(sit: Sit) -> None:
    me = waiting(sit)
    assert joined_as(me, EVIL) == 200
    expect(me.page.locator(".opp")).to_contain_text(EVIL)
    assert me.page.locator("img[src=x]").count() == 0
    assert me.page.title() != "1"


def test_a_name_from_right_to_left_leaves_the_text_around_it(sit: Sit) -> None:
    me = waiting(sit)
    assert joined_as(me, HEBREW) == 200
    opponent = me.page.locator(".opp")
    expect(opponent).to_contain_text(f"\u2068{HEBREW}\u2069")
    letter, digit = opponent.evaluate(ENDS)
    assert digit < letter


@pytest.mark.parametrize("kind", FAKE)
def test_a_name_that_deceives_gets_no_seat(sit: Sit, kind: str) -> None:
    me = waiting(sit)
    assert joined_as(me, FAKE[kind]) == 400
    expect(me.page).to_have_title("Waiting · Gomoku 9")

"""What the pages load: joined and hashed files, each module once, and little on the next visit."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from tests.web.conftest import NewPage

from fivefold.server.web.assets import Assets

HASHED = re.compile(r"/static/[0-9a-f]{16}/(.+)")
ENTRIES = [
    "game/page.js",
    "arena/page.js",
    "site/landing.js",
    "site/open.js",
    "site/think.js",
    "embed/page.js",
    "study/page.js",
]


@pytest.mark.parametrize("entry", ENTRIES)
def test_a_bundle_has_the_modules_that_a_browser_would_load(
    entry: str, site: str, new_page: NewPage
) -> None:
    """The oracle is Chromium, which loads the same script from its separate files."""
    page = new_page(f"{site}/pages/empty.html", strict=False)
    loaded: set[str] = set()
    page.on("request", lambda request: loaded.add(urlsplit(request.url).path))
    # Awaited: the graph is complete before the first module runs, whatever that then does.
    page.evaluate(f"() => import('/static/{entry}').catch(() => null)")
    modules = {path.removeprefix("/static/") for path in loaded if path.endswith(".js")}
    needed = Assets().modules.needed(entry)
    assert len(needed) == len(set(needed))
    assert modules - set(Assets().modules.later(entry)) == set(needed)


def test_the_game_page_is_light_and_comes_from_the_cache_next_time(
    app: str, new_page: NewPage
) -> None:
    page = new_page()
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    cached: set[str] = set()
    asked: dict[str, str] = {}
    sizes: dict[str, int] = {}
    session.on("Network.requestServedFromCache", lambda event: cached.add(event["requestId"]))
    session.on(
        "Network.responseReceived",
        lambda event: (
            cached.add(event["requestId"]) if event["response"].get("fromDiskCache") else None
        ),
    )
    session.on(
        "Network.requestWillBeSent",
        lambda event: asked.__setitem__(event["requestId"], event["request"]["url"]),
    )
    session.on(
        "Network.webSocketCreated",
        lambda event: asked.__setitem__(event["requestId"], event["url"]),
    )
    session.on(
        "Network.loadingFinished",
        lambda event: sizes.__setitem__(event["requestId"], int(event["encodedDataLength"])),
    )

    def visit() -> tuple[list[str], int]:
        for known in (cached, asked, sizes):
            known.clear()
        page.goto(f"{app}/play/gomoku")
        page.wait_for_selector("ff-board [role=gridcell]")
        page.wait_for_load_state("networkidle")
        paths = [urlsplit(url).path for key, url in asked.items() if key not in cached]
        return paths, sum(size for key, size in sizes.items() if key not in cached)

    first, weight = visit()
    static = [path for path in first if path.startswith("/static/")]
    assert static
    assert all(HASHED.fullmatch(path) for path in static)
    assert weight <= 130_000
    again, _ = visit()
    assert not any(path.startswith("/static/") for path in again)
    assert len(again) <= 5, again

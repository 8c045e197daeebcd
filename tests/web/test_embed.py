"""A game in the frame of another site: live, to look at only."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import expect
from tests.web.conftest import NewPage

Axe = Callable[..., list[str]]


class _Frame(BaseHTTPRequestHandler):
    """A page of another site whose frame shows the address in the query."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        address = self.path.partition("?")[2]
        body = f'<!doctype html><link rel="icon" href="data:,"><iframe src="{address}"></iframe>'
        self.wfile.write(body.encode())

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def framing() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Frame)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/?"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.mark.parametrize("size", [(375, 667), (1280, 800)])
def test_another_site_shows_a_public_game_live(
    app: str, framing: str, new_page: NewPage, axe: Axe, size: tuple[int, int]
) -> None:
    page = new_page(width=size[0], height=size[1], still=True)
    order = {"game": "othello", "first": "me", "second": "me", "public": True}
    made = page.request.post(f"{app}/api/matches", data=order).json()
    match, secret = made["match"]["id"], made["secret"]
    page.goto(f"{framing}{app}/embed/{match}")
    frame = page.frame_locator("iframe")
    expect(frame.locator("ff-board svg")).to_be_visible()
    expect(frame.locator(".embed-foot")).to_contain_text("Black")
    move = {"id": "m1", "version": made["match"]["version"], "move": "f5"}
    headers = {"Authorization": f"Bearer {secret}"}
    played = page.request.post(f"{app}/api/matches/{match}/move", data=move, headers=headers)
    assert played.ok
    expect(frame.locator(".score").first).to_have_text("1")
    expect(frame.locator("button, input")).to_have_count(0)
    page.goto(f"{app}/embed/{match}")
    expect(page.locator("ff-board svg")).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth") == size[0]
    assert page.evaluate("() => document.documentElement.scrollHeight") <= size[1]
    assert axe(page) == []


def test_another_site_cannot_frame_the_game_page(app: str, framing: str, new_page: NewPage) -> None:
    page = new_page(strict=False)
    page.goto(f"{framing}{app}/play/othello?new")
    expect(page.frame_locator("iframe").locator("main")).to_have_count(0)
    assert not any(frame.url.startswith(app) for frame in page.frames)

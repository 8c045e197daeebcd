"""What other sites see: the picture of a link, the icons, and a game in a frame."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PIL import Image, ImageChops

from fivefold.server.web.assets import STATIC

if TYPE_CHECKING:
    from tests.server.app.conftest import Served


def meta(page: str, name: str) -> str:
    found = re.search(rf'<meta property="{name}" content="([^"]*)"', page)
    assert found is not None
    return found[1].replace("&amp;", "&")


def size_of(content: bytes) -> tuple[int, int]:
    with Image.open(io.BytesIO(content)) as image:
        return image.size


def test_a_public_game_has_a_picture_of_its_position(server: Served) -> None:
    match = server.new("me", "me", public=True, moves=["h8", "i9"])["match"]["id"]
    page = server.get(f"/game/{match}").text
    assert meta(page, "og:url") == f"{server.address}/game/{match}"
    picture = meta(page, "og:image")
    assert picture == f"{server.address}/api/matches/{match}/export/card?ply=2"
    answer = server.client.get(picture)
    assert answer.headers["content-type"] == "image/png"
    assert size_of(answer.content) == (1200, 630)


@pytest.mark.parametrize("path", ["/", "/play/othello", "/open", "private", "/nothing"])
def test_other_links_have_the_picture_of_the_product(server: Served, path: str) -> None:
    if path == "private":
        path = f"/game/{server.new()['match']['id']}"
    page = server.get(path).text
    assert meta(page, "og:image") == f"{server.address}/static/card.png"
    assert 'name="twitter:card"' in page
    assert size_of(server.client.get(meta(page, "og:image")).content) == (1200, 630)


def test_an_address_with_quotes_stays_inside_its_attribute(server: Served) -> None:
    page = server.get('/x"><script>alert(1)</script>').text
    assert "<script>alert" not in page


def test_only_a_public_game_is_embedded_and_only_that_page_may_be_framed(server: Served) -> None:
    public = server.new("me", "open", public=True)["match"]["id"]
    private = server.new("me", "open")["match"]["id"]
    shown = server.get(f"/embed/{public}")
    assert shown.status_code == 200
    assert "frame-ancestors *" in shown.headers["content-security-policy"]
    assert shown.headers["cross-origin-resource-policy"] == "cross-origin"
    hidden, unknown = server.get(f"/embed/{private}"), server.get("/embed/nothing")
    assert (hidden.status_code, unknown.status_code) == (404, 404)
    assert hidden.text.replace(private, "") == unknown.text.replace("nothing", "")
    for path in ("/", f"/game/{public}", "/play/gomoku", f"/api/matches/{public}", "/embed"):
        policy = server.get(path).headers["content-security-policy"]
        assert "frame-ancestors 'none'" in policy, path


def test_the_manifest_has_icons_of_the_sizes_it_names(server: Served) -> None:
    manifest = json.loads((STATIC / "manifest.webmanifest").read_text())
    drawn = [icon for icon in manifest["icons"] if icon["type"] == "image/png"]
    assert {icon["purpose"] for icon in drawn} == {"any", "maskable"}
    for icon in drawn:
        wide, high = size_of(server.get(icon["src"]).content)
        assert icon["sizes"] == f"{wide}x{high}"


def test_the_icons_are_those_that_the_script_draws() -> None:
    folder = Path(__file__).parents[3] / "packaging"
    sys.path.insert(0, str(folder))
    try:
        from icons import drawings  # type: ignore[import-not-found]
    finally:
        sys.path.remove(str(folder))
    for name, content in drawings().items():
        with Image.open(io.BytesIO(content)) as new, Image.open(STATIC / name) as kept:
            both = [image.convert("RGBA") for image in (new, kept)]
            assert ImageChops.difference(*both).getbbox(alpha_only=False) is None, name

"""The pages as a browser gets them: language, headers, and no inline scripts."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fivefold import server as package
from fivefold.server.http.middleware import POLICY
from fivefold.server.web.pages import FOLDER, Pages, preferred

if TYPE_CHECKING:
    from tests.server.app.conftest import Served

PAGES = ("/", "/open", "/think", "/write", "/view", "/analyse", "/play/gomoku", "/play/othello")
STATIC = Path(package.__file__).parent / "web" / "static"


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("language", ["en", "ko", "ja", "zh"])
def test_every_page_is_there_in_every_language(server: Served, path: str, language: str) -> None:
    answer = server.client.get(path, headers={"Accept-Language": language})
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["content-security-policy"] == POLICY
    assert f'<html lang="{language}"' in answer.text
    assert "{{" not in answer.text
    assert re.search(r"<title>[^<]+</title>", answer.text)
    # The content security policy would block any of these.
    assert not re.search(r"\s(on\w+|style)=|<style|<script>|javascript:", answer.text)


@pytest.mark.parametrize("path", [*PAGES, "/nothing-here"])
def test_every_file_a_page_names_is_there_under_the_content_hash(server: Served, path: str) -> None:
    names = re.findall(r'(?:src|href)="(/static/[^"]+)"', server.get(path).text)
    assert any(name.endswith(".js") for name in names)
    for name in names:
        assert re.match(r"/static/[0-9a-f]{16}/", name), name
        answer = server.get(name)
        assert answer.status_code == 200, name
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        again = server.client.get(name, headers={"If-None-Match": answer.headers["etag"]})
        assert again.status_code == 304


@pytest.mark.parametrize("path", ["/nothing-here", "/play/chess", "/game/nothing", "/game/%00"])
def test_a_page_that_is_not_there_is_a_page_too(server: Served, path: str) -> None:
    answer = server.get(path)
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "Game not found" in answer.text


def test_a_game_has_an_address(server: Served) -> None:
    assert server.get(f"/game/{server.new()['match']['id']}").status_code == 200


def test_a_language_that_was_chosen_is_remembered(server: Served) -> None:
    chosen = server.client.get("/?lang=ko", headers={"Accept-Language": "en"})
    assert '<html lang="ko"' in chosen.text
    cookie = chosen.headers["set-cookie"]
    assert cookie.startswith("lang=ko;")
    server.client.cookies.clear()
    kept = server.client.get("/", headers={"Cookie": "lang=ko", "Accept-Language": "en"})
    assert '<html lang="ko"' in kept.text
    unknown = server.client.get("/?lang=xx", headers={"Cookie": "lang=yy"})
    assert '<html lang="en"' in unknown.text
    assert "set-cookie" not in unknown.headers


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("ko", "ko"),
        ("ko-KR,ko;q=0.9,en-US;q=0.8", "ko"),
        ("en-GB,en;q=0.9,ko;q=0.8", "en"),
        ("de,ko;q=0.1", "ko"),
        ("ko;q=0", "en"),
        ("*", "en"),
        ("ja-JP,ja;q=0.9,en;q=0.8", "ja"),
        ("zh-CN,zh;q=0.9,en;q=0.8", "zh"),
        (";;;,,q=ko", "en"),
        ("ko;q=...", "en"),
        ("x" * 10_000, "en"),
    ],
)
def test_the_browser_says_which_language(header: str, language: str) -> None:
    assert preferred(header) == language


def test_words_and_values_are_escaped_and_parts_are_filled(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "page.html").write_text("{{>head}}<b>{{=name}}</b>{{colour.black}}{{ not this }}")
    (tmp_path / "parts" / "head.html").write_text("<i>{{=name}}</i>")
    pages = Pages(tmp_path)
    written = pages.write("page", "en", {"name": '<script>"&'})
    shown = "&lt;script&gt;&quot;&amp;"
    assert written == f"<i>{shown}</i><b>{shown}</b>Black{{{{ not this }}}}"
    assert "흑" in pages.write("page", "ko", {"name": ""})


def test_only_files_under_static_are_served(server: Served) -> None:
    assert server.get("/static/dom.js").content == (STATIC / "dom.js").read_bytes()
    for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/static//etc/passwd", "/static/"):
        assert server.get(path).status_code == 404
    assert FOLDER.is_dir()
    assert server.get("/templates/landing.html").status_code == 404

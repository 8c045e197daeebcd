"""HTML pages: templates filled with the words of the reader's language.

    {{page.key}}    the words for that key
    {{=name}}       a value passed to the page
    {{>part}}       the template parts/part.html, filled in the same way
    {{?part}}       the same, if this server has that part

Words and values are escaped; parts are not. Addresses below `/static/` get the content hash, style
sheets that follow each other become one, and the words of the page's scripts are preloaded.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from html import escape
from pathlib import Path
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from fivefold.server.web.assets import Assets
from fivefold.words import CATALOGUES

FOLDER = Path(__file__).parent / "templates"
DEFAULT = "en"
PICTURE = "/static/card.png"
COOKIE = "lang"
COOKIE_SECONDS = 365 * 24 * 3600

_BLANK = re.compile(r"\{\{(?P<kind>[=>?]?)(?P<name>[a-z][\w.]*)\}\}")
_STYLES = re.compile(r'(?:<link rel="stylesheet" href="/static/css/\w+\.css">\n?)+')
_STYLE = re.compile(r"(\w+)\.css")
_SCRIPT = re.compile(r'<script type="module" src="/static/([^"]+)\.js"></script>')
_WEIGHT = re.compile(r"\s*([A-Za-z]{1,8})[^,;]*(?:;\s*q=([0-9.]{1,5}))?\s*")


class Pages:
    """The templates in a folder, cached until their file changes."""

    def __init__(
        self, folder: Path = FOLDER, parts: Collection[str] = (), assets: Assets | None = None
    ) -> None:
        self._folder = folder
        self._assets = assets or Assets()
        self._parts = parts
        self._read: dict[str, tuple[int, str]] = {}
        self.rules = frozenset(
            each.stem.removeprefix("rules_") for each in folder.glob("rules_*.html")
        )
        """The games whose rules have a page."""

    def write(self, name: str, language: str, values: Mapping[str, str]) -> str:
        """Returns the page in that language."""
        return self._with_assets(self._fill(name, language, values), language)

    def _fill(self, name: str, language: str, values: Mapping[str, str]) -> str:
        def fill(blank: re.Match[str]) -> str:
            key = blank["name"]
            if blank["kind"] == "?" and key not in self._parts:
                return ""
            if blank["kind"] in (">", "?"):
                return self._fill(f"parts/{key}", language, values)
            return escape(values[key] if blank["kind"] else CATALOGUES[language][key])

        return _BLANK.sub(fill, self._template(name))

    def _with_assets(self, page: str, language: str) -> str:
        """Returns the page with the addresses of what it loads, and links that load it early."""

        def styles(links: re.Match[str]) -> str:
            names = "+".join(_STYLE.findall(links[0]))
            return f'<link rel="stylesheet" href="/static/css/{names}.css">\n'

        def script(found: re.Match[str]) -> str:
            if not self._assets.loads_words(f"{found[1]}.js"):
                return found[0]
            words = f"/static/words/{language}/{found[1]}.json"
            link = f'<link rel="preload" as="fetch" crossorigin id="words" href="{words}">'
            return f"{link}\n{found[0]}"

        page = _SCRIPT.sub(script, _STYLES.sub(styles, page))
        return page.replace('"/static/', f'"/static/{self._assets.current_hash()}/')

    def _template(self, name: str) -> str:
        file = self._folder / f"{name}.html"
        stamp = file.stat().st_mtime_ns
        known = self._read.get(name)
        if known is None or known[0] != stamp:
            known = self._read[name] = stamp, file.read_text(encoding="utf-8")
        return known[1]

    def answer(
        self, request: Request, name: str, status: int = 200, picture: str = PICTURE
    ) -> Response:
        """Returns the page for the request; `?lang=ko` is remembered in a cookie.

        `picture` is the path of the picture that chats show beside a link to the page.
        """
        language = language_of(request)
        here = request.url.replace(path="/", query="", fragment="")
        origin = str(here).rstrip("/")
        values = {
            "language": language,
            "canonical": request.url.path,
            "address": origin + quote(request.url.path),
            "picture": origin + picture,
        }
        text = self.write(name, language, values)
        headers = {"Content-Language": language, "Vary": "Accept-Language, Cookie"}
        response = HTMLResponse(text, status, {**headers, "Cache-Control": "no-cache"})
        if request.query_params.get("lang") == language:
            response.set_cookie(COOKIE, language, COOKIE_SECONDS, samesite="lax", httponly=False)
        return response


def language_of(request: Request) -> str:
    """Returns the language from the URL, the cookie or the browser's settings."""
    for said in (request.query_params.get("lang"), request.cookies.get(COOKIE)):
        if said is not None and said in CATALOGUES:
            return said
    return preferred(request.headers.get("accept-language", ""))


def preferred(header: str) -> str:
    """Returns the supported language that an Accept-Language header prefers.

    >>> preferred("fr, ko;q=0.8, en;q=0.5"), preferred("de"), preferred("")
    ('ko', 'en', 'en')
    """
    best, most = DEFAULT, 0.0
    for part in header[:500].split(","):
        match = _WEIGHT.fullmatch(part)
        language = match[1].lower() if match else ""
        if match is None or language not in CATALOGUES:
            continue
        try:
            weight = float(match[2] or 1)
        except ValueError:
            continue
        if weight > most:
            best, most = language, weight
    return best

"""Scripts read as text: their imports, the strings they hold, and a compact copy to send.

A scanner for strings, templates, regular expressions and comments; it knows no other syntax.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

Kind = Literal["code", "comment", "string", "template", "regex"]

_STRING = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_REGEX = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/[a-z]*")
# A template up to its end or its next placeholder.
_TEMPLATE = re.compile(r"(?:\\.|\$(?!\{)|[^`\\$])*(?:`|\$\{)", re.DOTALL)
_CODE = re.compile(r"[^\"'`/{}]+|.", re.DOTALL)
# A slash after any of these begins a regular expression; after a value it divides.
_NO_VALUE = re.compile(r"(?:^|[(,=:\[!&|?{};~+\-*%<>^]|\b(?:return|typeof|case|in|of|throw))\s*$")

_TAGGED = re.compile(r"\b(?:html|svg)$")

_IMPORT = re.compile(r'(?:^|[;\n])\s*(?:import|export)\b[^;()]*?(?:\bfrom\s*)?"(\.{1,2}/[^"]+)"')
_LATER = re.compile(r'\bimport\(\s*"(\.{1,2}/[^"]+)"\s*\)')


def pieces(script: str) -> Iterator[tuple[Kind, str]]:
    """Yields the script in pieces, in order and complete."""
    place = 0
    depths: list[int] = []  # open braces in each placeholder of a template around this place
    code = ""
    while place < len(script):
        character = script[place]
        kind: Kind = "code"
        found = None
        if character in "\"'":
            kind, found = "string", _STRING.match(script, place)
        elif character == "`" or (character == "}" and depths and not depths[-1]):
            kind, found = "template", _TEMPLATE.match(script, place + 1)
            if character == "}":
                depths.pop()
            if found and found[0].endswith("${"):
                depths.append(0)
        elif character == "/":
            kind, found = "comment", _COMMENT.match(script, place)
            if found is None and _NO_VALUE.search(code):
                kind, found = "regex", _REGEX.match(script, place)
        elif character in "{}" and depths:
            depths[-1] += 1 if character == "{" else -1
        if found is None:
            kind, found = "code", _CODE.match(script, place)
        assert found is not None
        text = script[place : found.end()]
        place = found.end()
        if kind != "comment":
            # Enough of what came before to tell a value from an operator.
            code = (code + text)[-40:] if kind == "code" else "x"
        yield kind, text


def compact(script: str) -> str:
    """Returns the script without comments, indentation and empty lines.

    In templates of elements, tagged html or svg, only the indentation is left out.
    """
    kept, code = [], ""
    around: list[bool] = []  # for each template that this place is inside: is it of elements?
    for kind, text in pieces(script):
        if kind == "code":
            code += text
            continue
        if kind == "comment":
            code += " "
            continue
        kept.append(_squeezed(code))
        if kind == "template":
            elements = _TAGGED.search(code) is not None if text[0] == "`" else around.pop()
            if text[-1] != "`":
                around.append(elements)
            if elements:
                text = re.sub(r"\n\s+", "\n", text)
        kept.append(text)
        code = ""
    return "".join([*kept, _squeezed(code)]).strip() + "\n"


def _squeezed(code: str) -> str:
    # Line breaks stay: they can end a statement. So do spaces beside + and -: a + +b.
    code = re.sub(r"[ \t]+", " ", re.sub(r"\s*\n\s*", "\n", code))
    return re.sub(r" ?([{}(),;:=<>?&|!\[\]]) ?", r"\1", code)


def imports(script: str, *, later: bool = False) -> list[str]:
    """Returns the modules that a script imports; with `later` also those it loads when needed."""
    plain = "".join(text if kind != "comment" else " " for kind, text in pieces(script))
    return _IMPORT.findall(plain) + (_LATER.findall(plain) if later else [])


def strings(script: str) -> tuple[set[str], set[str]]:
    """Returns the strings in a script, and patterns for its templates with placeholders."""
    found: set[str] = set()
    patterns: set[str] = set()
    around: list[str] = []  # the patterns of the templates that this place is inside
    for kind, text in pieces(script):
        if kind == "string":
            found.add(text[1:-1])
        if kind != "template":
            continue
        begins, ends = text[0] == "`", text[-1] == "`"
        if begins and ends:
            found.add(text[1:-1])
            continue
        before = "" if begins else around.pop()
        pattern = before + re.escape(text[1 : -1 if ends else -2])
        if ends:
            patterns.add(pattern)
        else:
            around.append(pattern + r"[\w.]+")
    return found, patterns

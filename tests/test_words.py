"""The catalogue and the source agree, and messages print as the catalogue says."""

from __future__ import annotations

import ast
import json
import pickle
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fivefold
from fivefold import errors
from fivefold.words import ENGLISH, Message, plain, quoted, say, write

SOURCE = Path(fivefold.__file__).parent
ERRORS = {name for name, value in vars(errors).items() if isinstance(value, type)}
PLACEHOLDER = re.compile(r"\{(\w+)[^}]*\}")


class Use:
    """A message made in the source: its possible keys, as texts or patterns, and its facts."""

    def __init__(self, where: str, call: ast.Call) -> None:
        self.where = where
        self.keys, self.patterns = keys_in(call.args[0])
        self.facts = {keyword.arg for keyword in call.keywords}
        self.has_all_facts = None not in self.facts


def keys_in(node: ast.expr) -> tuple[list[str], list[str]]:
    """Returns the constant texts an expression can be, and patterns for its f-strings."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value], []
    if isinstance(node, ast.JoinedStr):
        parts = (
            re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"[\w.]+"
            for part in node.values
        )
        return [], ["".join(parts)]
    if isinstance(node, ast.IfExp):
        one, other = keys_in(node.body), keys_in(node.orelse)
        return one[0] + other[0], one[1] + other[1]
    return [], []


def uses(source: str, where: str) -> Iterator[Use]:
    """Yields each message and error made in a source."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and node.args:
            called = node.func
            name = called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")
            if name in {"say", "Message"} | ERRORS:
                yield Use(f"{where}:{node.lineno}", node)


def faults(source: str, where: str = "made-up.py") -> list[str]:
    """Returns what is wrong with the messages made in a source."""
    found = []
    for use in uses(source, where):
        for key in use.keys:
            if key not in ENGLISH:
                found.append(f"{use.where}: {key} is not in the catalogue")
            elif use.has_all_facts:
                missing = set(PLACEHOLDER.findall(ENGLISH[key])) - use.facts
                found += [f"{use.where}: {key} needs the fact {fact}" for fact in sorted(missing)]
        for pattern in use.patterns:
            if not any(re.fullmatch(pattern, key) for key in ENGLISH):
                found.append(f"{use.where}: no key is like {pattern}")
    return found


SOURCES = {
    str(path.relative_to(SOURCE)): path.read_text(encoding="utf-8")
    for path in sorted(SOURCE.rglob("*.py"))
}


@pytest.mark.parametrize("name", SOURCES)
def test_every_message_made_in_the_source_is_in_the_catalogue_with_its_facts(name: str) -> None:
    assert faults(SOURCES[name], name) == []


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("say('no.such.key')", "no.such.key is not in the catalogue"),
        ("raise IllegalMove('no.such.key', move=1)", "no.such.key is not in the catalogue"),
        ("errors.IllegalMove('move.occupied')", "move.occupied needs the fact move"),
        ("say(f'no.such.{key}')", "no key is like"),
        ("say('move.empty' if a else 'no.key')", "no.key is not in the catalogue"),
    ],
)
def test_a_message_that_is_wrong_would_be_noticed(source: str, fault: str) -> None:
    assert any(fault in found for found in faults(source))


def texts_in(source: str, *, calls_only: bool) -> tuple[set[str], set[str]]:
    """Returns all constant texts of a source, or only its messages' keys, and their patterns."""
    made = list(uses(source, ""))
    texts = {key for use in made for key in use.keys}
    patterns = {pattern for use in made for pattern in use.patterns}
    if not calls_only:
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                texts.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                patterns.update(keys_in(node)[1])
    return texts, {pattern for pattern in patterns if re.match(r"[a-z_]+\\\.", pattern)}


def test_every_key_of_the_catalogue_is_used() -> None:
    texts: set[str] = set()
    patterns: set[str] = set()
    for name, source in SOURCES.items():
        found = texts_in(source, calls_only=name.startswith("words/"))
        texts |= found[0]
        patterns |= found[1]
    unused = [
        key
        for key in ENGLISH
        if key not in texts and not any(re.fullmatch(pattern, key) for pattern in patterns)
    ]
    assert unused == []


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("key", ENGLISH)
def test_every_sentence_prints(key: str, count: int) -> None:
    facts = dict.fromkeys(PLACEHOLDER.findall(ENGLISH[key]), count)
    printed = str(Message(key, facts))
    assert printed.strip()
    assert not set("{}|") & set(printed)


@pytest.mark.parametrize("key", ENGLISH)
def test_keys_are_lower_case_words_joined_by_dots(key: str) -> None:
    assert re.fullmatch(r"[a-z0-9_]+(\.[a-z0-9_]+)*", key)


CATALOGUE = {
    "count": "{n} {n|disc|discs}",
    "sign": "{n:+}",
    "fact": "<{fact}>",
    "inner": "inner {n}",
}


@pytest.mark.parametrize(("n", "text"), [(0, "0 discs"), (1, "1 disc"), (2, "2 discs")])
def test_a_number_chooses_between_one_and_many(n: int, text: str) -> None:
    assert write(say("count", n=n), CATALOGUE) == text


@pytest.mark.parametrize(("n", "text"), [(3, "+3"), (-3, "-3"), (0, "+0"), (1.5, "+1.5")])
def test_a_score_can_be_printed_with_its_sign(n: float, text: str) -> None:
    assert write(say("sign", n=n), CATALOGUE) == text


@pytest.mark.parametrize(
    ("fact", "text"),
    [
        (["a", "b"], "<a, b>"),
        (("a",), "<a>"),
        ([], "<>"),
        (2.0, "<2>"),
        (2.345, "<2.35>"),
        (float("inf"), "<inf>"),
        (float("nan"), "<nan>"),
        (None, "<None>"),
        ("{fact}", "<{fact}>"),
        (say("inner", n=1), "<inner 1>"),
        ([say("inner", n=1), 2], "<inner 1, 2>"),
    ],
)
def test_facts_print_plainly(fact: object, text: str) -> None:
    assert write(say("fact", fact=fact), CATALOGUE) == text


def test_another_catalogue_is_another_language_inside_and_out() -> None:
    german = {"fact": "«{fact}»", "inner": "innen {n}"}
    assert write(say("fact", fact=say("inner", n=1)), german) == "«innen 1»"


def test_a_message_is_sent_as_its_key_facts_and_text() -> None:
    sent = say("move.over", reason=say("gomoku.five", winner=say("colour.black"))).as_json()
    assert json.loads(json.dumps(sent)) == {
        "key": "move.over",
        "facts": {
            "reason": {
                "key": "gomoku.five",
                "facts": {
                    "winner": {"key": "colour.black", "facts": {}, "text": "Black"},
                },
                "text": "Black has five in a row.",
            }
        },
        "text": "No move is allowed: the game is over. Black has five in a row.",
    }


def test_messages_are_values() -> None:
    one, other = say("move.occupied", move="h8"), say("move.occupied", move="h8")
    assert one == other
    assert hash(one) == hash(other)
    assert one != say("move.occupied", move="h9")
    assert pickle.loads(pickle.dumps(one)) == one
    with pytest.raises(AttributeError):
        one.key = "move.empty"  # type: ignore[misc]


def test_a_text_of_your_own_is_a_message_too() -> None:
    assert str(plain("Three in a row.")) == "Three in a row."


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("h8", "“h8”"),
        ("", "“”"),
        ("x" * 40, "“" + "x" * 40 + "”"),
        ("x" * 41, "“" + "x" * 40 + "…”"),
        ("a\nb\x00\x1b[31m", "“a\ufffdb\ufffd\ufffd[31m”"),
        ("\ud800", "“\ufffd”"),
        ("\N{RIGHT-TO-LEFT OVERRIDE}", "“\ufffd”"),
        ("ß", "“ß”"),
    ],
)
def test_what_people_wrote_is_quoted_short_and_harmless(text: str, shown: str) -> None:
    assert quoted(text) == shown


@given(st.text(alphabet=st.characters()))
def test_whatever_people_write_can_be_printed(text: str) -> None:
    shown = quoted(text)
    assert len(shown) <= 43
    assert shown.isprintable()
    assert shown.encode()

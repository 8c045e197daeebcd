"""The catalogues and the source agree, and messages print as the catalogue says.

The keys in the web application's scripts and templates are checked too. That its pages contain no
text from outside the catalogue is tested in `server/web/test_pages_words.py`.
"""

from __future__ import annotations

import ast
import copy
import json
import pickle
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fivefold
from fivefold import errors
from fivefold.words import CATALOGUES, ENGLISH, Message, plain, quoted, say, write

SOURCE = Path(fivefold.__file__).parent
ERRORS = {name for name, value in vars(errors).items() if isinstance(value, type)}
PLACEHOLDER = re.compile(r"\{(\w+)[^}]*\}")


class Use:
    """A message created in the source: its possible keys, as texts or patterns, and its facts."""

    def __init__(self, where: str, call: ast.Call) -> None:
        self.where = where
        self.keys, self.patterns = keys_in(call.args[0])
        self.facts = {keyword.arg for keyword in call.keywords}
        self.has_all_facts = None not in self.facts


def keys_in(node: ast.expr) -> tuple[list[str], list[str]]:
    """Returns the constant strings an expression can be, and patterns for its f-strings."""
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
    """Yields each message and error created in a source."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and node.args:
            called = node.func
            name = called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")
            if name in {"say", "Message"} | ERRORS:
                yield Use(f"{where}:{node.lineno}", node)


def faults(source: str, where: str = "made-up.py") -> list[str]:
    """Returns the faults of the messages created in a source."""
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
def test_a_wrong_message_is_noticed(source: str, fault: str) -> None:
    assert any(fault in found for found in faults(source))


def texts_in(source: str, *, calls_only: bool) -> tuple[set[str], set[str]]:
    """Returns all constant strings of a source, or only its message keys, and their patterns."""
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


# In scripts: t("key", {facts}), any other string that looks like a key, and t(`page.x.${y}`).
SCRIPTS = {
    str(path.relative_to(SOURCE)): path.read_text(encoding="utf-8")
    for path in sorted(SOURCE.rglob("*.js"))
}
TEMPLATES = {
    str(path.relative_to(SOURCE)): path.read_text(encoding="utf-8")
    for path in sorted(SOURCE.rglob("*.html"))
}
CALL = re.compile(r"""\bt\(\s*(["'])([a-z][\w.]*)\1\s*(,\s*\{)?""")
QUOTED = re.compile(r"""(["'])((?:\w+\.)*\w+)\1""")
BUILT = re.compile(r"`(?=(?:[a-z_0-9]+\.)+[a-z_0-9.]*\$\{)")
BLANK_IN_TEMPLATE = re.compile(r"\{\{([a-z][\w.]*)\}\}")


def without_comments(script: str) -> str:
    return re.sub(r"/\*.*?\*/|^\s*//.*?$", "", script, flags=re.DOTALL | re.MULTILINE)


def built_patterns(script: str) -> set[str]:
    """Returns patterns for the keys that a script builds from templates."""
    script = without_comments(script)
    found = {built_pattern(script, start.end()) for start in BUILT.finditer(script)}
    return {pattern for pattern in found if "/" not in pattern}


def built_pattern(script: str, place: int) -> str:
    """Returns a pattern for the template literal that begins there."""
    pattern, depth = "", 0
    while script[place] != "`" or depth:
        if script.startswith("${", place) and not depth:
            pattern += r"[\w.]+"
            place += 1
        elif not depth:
            pattern += re.escape(script[place])
        depth += {"{": 1, "}": -1}.get(script[place], 0) if depth or script[place] == "{" else 0
        place += 1
    return pattern


def facts_given(script: str, place: int) -> set[str] | None:
    """Returns the names in the object literal that begins there; None if it spreads another."""
    names, depth, name = set(), 0, ""
    for character in script[place:]:
        if character in "{([":
            depth += 1
        elif character in "})]":
            depth -= 1
            if depth == 0:
                break
        elif depth == 1 and character == ",":
            names.add(name.split(":")[0].strip())
            name = ""
            continue
        if depth == 1 and character not in "{":
            name += character
    names.add(name.split(":")[0].strip())
    return None if any(name.startswith("...") for name in names) else names - {""}


def script_faults(script: str) -> list[str]:
    """Returns the faults of the keys a script mentions."""
    script, found = without_comments(script), []
    for call in CALL.finditer(script):
        key = call[2]
        if key not in ENGLISH:
            found.append(f"{key} is not in the catalogue")
            continue
        facts = facts_given(script, call.end() - 1) if call[3] else set()
        if facts is not None and (call[3] or script[call.end() :].lstrip().startswith(")")):
            missing = set(PLACEHOLDER.findall(ENGLISH[key])) - facts
            found += [f"{key} needs the fact {fact}" for fact in sorted(missing)]
    for key in {found[1] for found in QUOTED.findall(script) if found[1].startswith("page.")}:
        if key not in ENGLISH:
            found.append(f"{key} is not in the catalogue")
    for pattern in built_patterns(script):
        if pattern.startswith("page") and not any(re.fullmatch(pattern, key) for key in ENGLISH):
            found.append(f"no key is like {pattern}")
    return found


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_key_in_a_script_is_in_the_catalogue_with_its_facts(name: str) -> None:
    assert script_faults(SCRIPTS[name]) == []


@pytest.mark.parametrize(
    ("script", "fault"),
    [
        ('t("page.no.such")', "page.no.such is not in the catalogue"),
        ("t('page.no.such', { a: 1 })", "page.no.such is not in the catalogue"),
        ('t("page.open.moves")', "page.open.moves needs the fact n"),
        ('t("page.open.moves", { m: f({ n: 1 }) })', "page.open.moves needs the fact n"),
        ('const key = "page.no.such";', "page.no.such is not in the catalogue"),
        ("t(`page.no.such.${x}`)", "no key is like"),
    ],
)
def test_a_wrong_key_in_a_script_is_noticed(script: str, fault: str) -> None:
    assert any(fault in found for found in script_faults(script))


@pytest.mark.parametrize(
    "script",
    [
        't("page.open.moves", { n: list.length })',
        't("page.open.moves", { n })',
        't("page.open.moves", { ...facts })',
        "t(`page.theme.${theme}`)",
        "t(`page.theme.${{ a: 'light' }[x] ?? 'dark'}`)",
        '// t("page.no.such")\nt("page.title")',
    ],
)
def test_a_right_key_in_a_script_is_accepted(script: str) -> None:
    assert script_faults(script) == []


@pytest.mark.parametrize("name", TEMPLATES)
def test_every_key_in_a_template_is_a_sentence_without_blanks(name: str) -> None:
    # Words that a script of the page fills in stand inside <template>.
    shown = re.sub(r"<template.*?</template>", "", TEMPLATES[name], flags=re.DOTALL)
    keys = BLANK_IN_TEMPLATE.findall(shown)
    assert [key for key in keys if key not in ENGLISH or PLACEHOLDER.search(ENGLISH[key])] == []


@pytest.mark.slow
def test_every_key_of_the_catalogue_is_used() -> None:
    texts: set[str] = set()
    patterns: set[str] = set()
    for name, source in SOURCES.items():
        found = texts_in(source, calls_only=name.startswith("words/"))
        texts |= found[0]
        patterns |= found[1]
    for script in SCRIPTS.values():
        texts |= {key for _, key in QUOTED.findall(without_comments(script))}
        patterns |= built_patterns(script)
    for template in TEMPLATES.values():
        texts.update(BLANK_IN_TEMPLATE.findall(template))
    unused = [
        key
        for key in ENGLISH
        if key not in texts and not any(re.fullmatch(pattern, key) for pattern in patterns)
    ]
    assert unused == []


# One test for all two thousand keys: collecting a test for each would take longer than running it.
@pytest.mark.parametrize("count", [1, 2])
def test_every_sentence_prints(count: int) -> None:
    wrong = {}
    for key, sentence in ENGLISH.items():
        printed = str(Message(key, dict.fromkeys(PLACEHOLDER.findall(sentence), count)))
        if not printed.strip() or set("{}|") & set(printed):
            wrong[key] = printed
    assert wrong == {}


def test_keys_are_lower_case_words_joined_by_dots() -> None:
    assert [key for key in ENGLISH if not re.fullmatch(r"[a-z0-9_]+(\.[a-z0-9_]+)*", key)] == []


def printed_facts(sentence: str) -> set[str]:
    """Returns the facts a sentence prints, without those that only choose singular or plural."""
    return set(re.findall(r"\{(\w+)(?::[^}|]+)?\}", sentence))


def test_the_languages_have_the_same_files_with_the_same_keys_in_the_same_order() -> None:
    folders = [SOURCE / "words" / language for language in CATALOGUES]
    names = [{path.stem for path in folder.glob("*.py")} - {"__init__"} for folder in folders]
    for language, found in zip(CATALOGUES, names, strict=True):
        assert found == names[0], language
        for name in found:
            english, other = (
                getattr(import_module(f"fivefold.words.{each}.{name}"), name.upper())
                for each in ("en", language)
            )
            assert list(english) == list(other), (language, name)


@pytest.mark.parametrize("language", CATALOGUES)
def test_every_language_has_every_sentence_and_no_other(language: str) -> None:
    assert set(CATALOGUES[language]) ^ set(ENGLISH) == set()


@pytest.mark.parametrize("language", CATALOGUES)
def test_a_sentence_has_the_same_facts_in_every_language(language: str) -> None:
    for key, sentence in CATALOGUES[language].items():
        assert printed_facts(sentence) == printed_facts(ENGLISH[key]), key
        assert set(PLACEHOLDER.findall(sentence)) <= set(PLACEHOLDER.findall(ENGLISH[key])), key


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("language", CATALOGUES)
def test_every_sentence_prints_in_every_language(language: str, count: int) -> None:
    for key in CATALOGUES[language]:
        facts = dict.fromkeys(PLACEHOLDER.findall(ENGLISH[key]), count)
        printed = write(Message(key, facts), CATALOGUES[language])
        assert printed.strip(), key
        assert not set("{}|") & set(printed), key


def test_an_unknown_language_has_no_catalogue() -> None:
    assert "tlh" not in CATALOGUES
    assert len(CATALOGUES) == len(list(CATALOGUES))


def test_a_korean_particle_behind_a_fact_is_written_in_both_forms() -> None:
    alone = re.compile(r"\}(?:은|는|이|가|을|를|과|와|으로|로)(?![가-힣(])")
    assert [key for key, text in CATALOGUES["ko"].items() if alone.search(text)] == []


SCRIPTS_OF = {"ko": "[가-힣]", "ja": "[ぁ-んァ-ヶ一-龥]", "zh": "[一-龥]"}


NOTATION = {
    "play.seated",
    "play.plays",
    "arena.report.fault",
    "page.open.found",
    "page.pick.limits",
}


@pytest.mark.parametrize("language", SCRIPTS_OF)
def test_sentences_are_in_the_script_of_their_language(language: str) -> None:
    """Other texts are names, numbers or notation, with the same letters as in English."""
    letters = re.compile(r"[^0-9A-Za-z가-힣{}]+")
    for key, text in CATALOGUES[language].items():
        if not re.search(SCRIPTS_OF[language], text):
            same = letters.sub("", text).lower() == letters.sub("", ENGLISH[key]).lower()
            assert same or key in NOTATION, key


def test_japanese_has_kana_and_chinese_has_none() -> None:
    kana = re.compile("[ぁ-んァ-ヶ]")
    assert sum(bool(kana.search(text)) for text in CATALOGUES["ja"].values()) > 1_500
    names = {"page.settings.language.ja"}
    mixed = {key for key, text in CATALOGUES["zh"].items() if kana.search(text)}
    assert mixed <= names


JOSA = [
    ("흑", "은(는)", "은"),
    ("백", "이(가)", "이"),
    ("선수", "을(를)", "를"),
    ("상대", "과(와)", "와"),
    ("돌", "(으)로", "로"),
    ("칸", "(으)로", "으로"),
    ("펜토미노", "(으)로", "로"),
    ("h1", "(으)로", "로"),
    ("h3", "(으)로", "으로"),
    ("h8", "을(를)", "을"),
    ("10", "이(가)", "이"),
    ("2", "이(가)", "가"),
    ("9", "은(는)", "는"),
    ("L", "은(는)", "은"),
    ("F", "은(는)", "는"),
    ("N", "(으)로", "으로"),
    ("R", "(으)로", "로"),
    ("level", "(으)로", "로"),
    ("random", "은(는)", "은"),
    ("ping", "이(가)", "이"),
    ("greedy", "이(가)", "가"),
    ("server", "이(가)", "가"),
    ("level(2)", "은(는)", "는"),
    ("“흑”", "이(가)", "이"),
    ("foo", "(이)", ""),
    ("json", "(이)", "이"),
    ("…", "은(는)", "은(는)"),
    ("", "을(를)", "을(를)"),
]


@pytest.mark.parametrize(("before", "both", "form"), JOSA)
def test_korean_particles_follow_the_sound_before_them(before: str, both: str, form: str) -> None:
    catalogue = {"sentence": "{fact}" + both}
    assert write(say("sentence", fact=before), catalogue) == before + form


def test_text_in_a_fact_is_not_taken_for_a_particle() -> None:
    assert write(say("sentence", fact="은(는)"), {"sentence": "{fact}"}) == "은(는)"


CATALOGUE = {
    "count": "{n} {n|disc|discs}",
    "sign": "{n:+}",
    "fact": "<{fact}>",
    "inner": "inner {n}",
}


@pytest.mark.parametrize(("n", "text"), [(0, "0 discs"), (1, "1 disc"), (2, "2 discs")])
def test_a_number_chooses_between_one_and_many(n: int, text: str) -> None:
    assert write(say("count", n=n), CATALOGUE) == text


@pytest.mark.parametrize(("n", "text"), [(3, "+3"), (-3, "−3"), (0, "+0"), (1.5, "+1.5")])
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


def test_another_catalogue_translates_nested_messages_too() -> None:
    german = {"fact": "«{fact}»", "inner": "innen {n}"}
    assert write(say("fact", fact=say("inner", n=1)), german) == "«innen 1»"


def test_a_message_as_json_has_its_key_facts_and_text() -> None:
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
        "text": "The game is already over. Black has five in a row.",
    }


def test_messages_are_values() -> None:
    one, other = say("move.occupied", move="h8"), say("move.occupied", move="h8")
    assert one == other
    assert hash(one) == hash(other)
    assert one != say("move.occupied", move="h9")
    assert pickle.loads(pickle.dumps(one)) == one
    with pytest.raises(AttributeError):
        one.key = "move.empty"  # type: ignore[misc]


def test_plain_text_is_a_message_too() -> None:
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
def test_foreign_text_is_quoted_short_and_harmless(text: str, shown: str) -> None:
    assert quoted(text) == shown


@given(st.text(alphabet=st.characters()))
def test_any_text_can_be_quoted(text: str) -> None:
    shown = quoted(text)
    assert len(shown) <= 43
    assert shown.isprintable()
    assert shown.encode()


WON = say("othello.win", winner=say("colour.black"), discs=33, other=31)


def test_a_message_is_its_english_text() -> None:
    assert WON == "Black wins 33–31."
    assert (WON.upper(), len(WON), f"{WON}") == ("BLACK WINS 33–31.", 17, "Black wins 33–31.")
    assert "wins" in WON
    assert "Black wins 33–31." in {WON}
    assert type(str(WON)) is str
    assert repr(WON) == "'Black wins 33–31.'"


def test_messages_with_the_same_text_differ_if_key_or_facts_differ() -> None:
    said = plain("Black wins 33–31.")
    assert said == str(WON)
    assert said != WON
    assert hash(said) == hash(WON)


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda m: pickle.loads(pickle.dumps(m))]
)
def test_a_copied_message_keeps_key_and_facts(again: Callable[[Message], Message]) -> None:
    twin = again(WON)
    assert (twin, twin.key, twin.facts) == (WON, WON.key, WON.facts)
    assert write(twin, CATALOGUES["ko"]) == write(WON, CATALOGUES["ko"]) != str(WON)


def test_in_plain_json_a_message_is_its_text() -> None:
    assert json.dumps({"text": WON}, ensure_ascii=False) == '{"text": "Black wins 33–31."}'


def test_a_message_with_an_unknown_key_reads_as_the_key() -> None:
    assert say("no.such.sentence", n=1) == "no.such.sentence"
    with pytest.raises(KeyError):
        write(say("no.such.sentence"), CATALOGUES["ko"])

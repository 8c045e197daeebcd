"""Korean particles, whose form depends on the last sound of the word before them.

The catalogues write both forms, such as 은(는) or (으)로, and the printed sentence has the one that
fits: 흑이, 백은, h8로, 3으로. `josa.js` does the same in the browser; one table tests both.
"""

from __future__ import annotations

import re

# As the catalogues write it: the form after a final consonant, the form after a vowel.
FORMS: dict[str, tuple[str, str]] = {
    "은(는)": ("은", "는"),
    "이(가)": ("이", "가"),
    "을(를)": ("을", "를"),
    "과(와)": ("과", "와"),
    "(으)로": ("으로", "로"),
    "(이)": ("이", ""),
}

# Digits and single letters are read aloud in Korean: 3 삼, 7 칠, h 에이치, l 엘.
_FINAL_DIGITS = "013678"
_FINAL_NAMES = "lmnr"
# (으)로 treats a final ㄹ like a vowel.
_RIEUL_DIGITS = "178"
_RIEUL_NAMES = "lr"
_HANGUL = range(0xAC00, 0xD7A4)
# The final consonant: none, ㄹ, or any other.
_NONE, _RIEUL, _OTHER = range(3)
_LAST_WORD = re.compile(r"([A-Za-z]+|[0-9가-힣])[^0-9A-Za-z가-힣]*$")


def particle(before: str, both: str) -> str:
    """Returns the form that fits after the text, or both forms if its sound is unknown."""
    found = _LAST_WORD.search(before)
    if found is None:
        return both
    final = _final_consonant(found[1])
    with_final, without = FORMS[both]
    if both == "(으)로":
        return with_final if final == _OTHER else without
    return without if final == _NONE else with_final


def _final_consonant(word: str) -> int:
    last = word[-1].lower()
    if ord(last) in _HANGUL:
        final = (ord(last) - _HANGUL.start) % 28
        return _NONE if final == 0 else _RIEUL if final == 8 else _OTHER
    if last.isdigit():
        return _RIEUL if last in _RIEUL_DIGITS else _OTHER if last in _FINAL_DIGITS else _NONE
    if len(word) == 1:
        return _RIEUL if last in _RIEUL_NAMES else _OTHER if last in _FINAL_NAMES else _NONE
    # Longer words are read as words: level 레벨, random 랜덤, ping 핑, greedy 그리디, server 서버.
    if last == "l":
        return _RIEUL
    return _OTHER if last in "mn" or word.lower().endswith("ng") else _NONE

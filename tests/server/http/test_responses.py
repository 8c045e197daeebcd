"""The check of answers by their models, which is on in every test of the application."""

from __future__ import annotations

import pytest

from fivefold.server.http.responses import check_answer
from fivefold.server.http.responses.matches import MatchesAnswer, VersionAnswer

LISTED = '{"id":"a","game":"gomoku","moves":3,"ended":null,"updated":1.0%s}'


def test_an_answer_with_the_described_fields_passes() -> None:
    check_answer(VersionAnswer, b'{"version":2}')
    check_answer(MatchesAnswer, f'{{"matches":[{LISTED % ""}]}}'.encode())


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("{}", "Field required"),
        ('{"matches":{}}', "valid array"),
        ('{"matches":[],"more":1}', "MatchesAnswer.more"),
        ('{"matches":[%s]}' % (LISTED % ',"new":1'), "Listed.new"),
    ],
)
def test_a_missing_or_undescribed_field_is_found(content: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        check_answer(MatchesAnswer, content.encode())

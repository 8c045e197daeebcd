"""A database of version 0.1 opens: its matches are what they were, and play goes on.

`tests/data/version-0.1/server.db` was written by commit 7382ab8, `server.json` has what that
version showed: the document of each match, and the secret of the person who made it.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.server.app.conftest import Serve, Served

DATA = Path(__file__).parents[2] / "data" / "version-0.1"
WRITTEN: dict[str, Any] = json.loads((DATA / "server.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def opened(serve_once: Serve, tmp_path_factory: pytest.TempPathFactory) -> Served:
    """A server on a copy of the database."""
    file = tmp_path_factory.mktemp("version-0.1") / "games.db"
    shutil.copy(DATA / "server.db", file)
    return serve_once(f"sqlite:///{file}")


def without_sentences(data: Any) -> Any:
    """Returns the data with the key and the facts of each sentence: its wording may change."""
    if isinstance(data, dict):
        is_message = {"key", "facts", "text"} <= data.keys()
        return {
            key: without_sentences(value)
            for key, value in data.items()
            if not (is_message and key == "text")
        }
    return [without_sentences(each) for each in data] if isinstance(data, list) else data


def shown(server: Served, match: str) -> dict[str, Any]:
    found: dict[str, Any] = server.get(f"/api/matches/{match}").json()["match"]
    return {key: value for key, value in found.items() if key != "clocks"}


@pytest.mark.parametrize("match", WRITTEN, ids=[each["name"] for each in WRITTEN.values()])
def test_a_match_is_what_it_was(opened: Served, match: str) -> None:
    written = WRITTEN[match]["document"]
    assert without_sentences(shown(opened, match)) == without_sentences(written)


def test_the_list_of_public_matches_has_the_one_in_progress(opened: Served) -> None:
    """The rematch is in progress; the match before it is over."""
    listed = opened.get("/api/matches").json()["matches"]
    assert [each["id"] for each in listed] == ["rematch-of-version-0-1"]


def test_secrets_still_hold_their_seats_and_play_goes_on(opened: Served) -> None:
    match = next(id for id, each in WRITTEN.items() if each["name"] == "two pentominoes")
    secret = WRITTEN[match]["secret"]
    before = shown(opened, match)
    body = {"id": "new", "version": before["version"], "move": before["view"]["legal"][0]}
    answer = opened.post(f"/api/matches/{match}/move", body, secret)
    assert answer.json() == {"version": before["version"] + 1}
    # A move of version 0.1 that is sent again gets the answer it got then.
    again = {"id": "p0", "version": 1, "move": before["moves"][0]}
    assert opened.post(f"/api/matches/{match}/move", again, secret).json() == {"version": 2}

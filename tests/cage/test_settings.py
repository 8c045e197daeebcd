"""The limits of a cage: how they are written, and what foreign code gets of the environment."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivefold.cage.settings import OPEN, VARIABLE, Cage, default_cage, forget_environment
from fivefold.errors import InvalidNotation

GIGABYTE = 2**30


def test_what_is_not_written_keeps_its_default() -> None:
    cage = Cage.parse("memory=8G, processes=1000,network=no,cpu=none")
    assert cage == Cage(memory=8 * GIGABYTE, processes=1000, network=False, cpu=None)
    assert Cage.parse("") == Cage()
    assert Cage.parse("disk=512M").disk == 512 * 2**20
    assert Cage.parse("memory=1048576").memory == 2**20


def test_files_and_variables_may_be_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/me")
    cage = Cage.parse("read=/data,write=~/.wine,read=/books,env=DISPLAY,env=WINEPREFIX")
    assert cage.read == ("/data", "/books")
    assert cage.write == ("/home/me/.wine",)
    assert cage.env == ("DISPLAY", "WINEPREFIX")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("memory", "cage.unreadable"),
        ("memory=", "cage.unreadable"),
        ("=4", "cage.unreadable"),
        ("memroy=4G", "cage.unknown"),
        ("memory=4GG", "cage.value"),
        ("memory=-1", "cage.value"),
        ("memory=0", "cage.value"),
        ("memory=9999999999999999", "cage.value"),
        ("processes=1.5", "cage.value"),
        ("processes=٣", "cage.value"),
        ("network=maybe", "cage.value"),
        ("env=A B", "cage.value"),
        ("level=steel", "cage.value"),
        ("hide=/x", "cage.unknown"),
        ("read=a\0b", "cage.value"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_sentence(text: str, code: str) -> None:
    with pytest.raises(InvalidNotation) as refused:
        Cage.parse(text)
    assert refused.value.code == code


NUMBERS = st.none() | st.integers(1, 10**8)
PATHS = st.lists(st.sampled_from(["/data", "/srv/x y", "/a"]), max_size=2).map(tuple)


@given(NUMBERS, NUMBERS, st.booleans(), PATHS, st.sampled_from(["namespaces", "subreaper"]))
def test_a_cage_can_be_written_and_read_again(memory, cpu, network, read, level) -> None:  # type: ignore[no-untyped-def]
    cage = Cage(memory=memory, cpu=cpu, network=network, read=read, level=level)
    assert Cage.parse(str(cage)) == cage
    assert Cage.parse(str(OPEN)) == OPEN


def test_it_gets_named_variables_only() -> None:
    ours = {"PATH": "/bin", "FIVEFOLD_DATABASE": "secret", "AWS_KEY": "secret", "DISPLAY": ":0"}
    assert Cage().environment(ours) == {"PATH": "/bin"}
    assert Cage(env=("DISPLAY",)).environment(ours) == {"PATH": "/bin", "DISPLAY": ":0"}
    assert OPEN.environment(ours) == ours


def test_a_server_keeps_only_the_variables_that_it_needs() -> None:
    ours = {"PATH": "/bin", "PGHOST": "db", "HOME": "/root", "AWS_KEY": "secret", "BOOK": "x"}
    forget_environment(Cage(env=("BOOK",)), ours)
    assert sorted(ours) == ["BOOK", "HOME", "PATH", "PGHOST"]


def test_the_environment_gives_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "memory=1G")
    assert default_cage() == Cage(memory=GIGABYTE)
    monkeypatch.delenv(VARIABLE)
    assert default_cage() == Cage()

"""What lives long is not looked at again, and circles of it are still found in the end."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from fivefold.server.garbage import look_through_everything, put_aside


@pytest.fixture(autouse=True)
def everything_is_looked_at_afterwards() -> Iterator[None]:
    yield
    gc.unfreeze()


class Thing:
    """Something that may hold itself, so that only looking frees it."""

    def __init__(self) -> None:
        self.held: object = None


def is_looked_at(thing: Thing) -> bool:
    return any(each is thing for each in gc.get_objects())


def test_what_is_still_used_is_put_aside() -> None:
    thing = Thing()
    assert is_looked_at(thing)
    put_aside()
    assert not is_looked_at(thing)


def test_a_new_circle_is_freed_before_it_is_put_aside() -> None:
    thing = Thing()
    thing.held, gone = thing, weakref.ref(thing)
    del thing
    put_aside()
    assert gone() is None


def test_what_was_put_aside_is_freed_when_nobody_holds_it() -> None:
    thing = Thing()
    gone = weakref.ref(thing)
    put_aside()
    del thing
    assert gone() is None


def test_a_circle_that_was_put_aside_is_freed_by_the_thorough_look_only() -> None:
    thing = Thing()
    thing.held, gone = thing, weakref.ref(thing)
    put_aside()
    del thing
    put_aside()
    assert gone() is not None
    look_through_everything()
    assert gone() is None

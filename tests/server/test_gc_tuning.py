"""Survivors are not scanned again, and their reference cycles are still freed at last."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from fivefold.server.gc_tuning import collect_and_freeze, collect_everything


@pytest.fixture(autouse=True)
def everything_is_looked_at_afterwards() -> Iterator[None]:
    yield
    gc.unfreeze()


class Thing:
    """An object that may refer to itself, so that only a collection frees it."""

    def __init__(self) -> None:
        self.held: object = None


def is_looked_at(thing: Thing) -> bool:
    return any(each is thing for each in gc.get_objects())


def test_what_is_still_used_is_frozen() -> None:
    thing = Thing()
    assert is_looked_at(thing)
    collect_and_freeze()
    assert not is_looked_at(thing)


def test_a_new_cycle_is_freed_before_the_rest_is_frozen() -> None:
    thing = Thing()
    thing.held, gone = thing, weakref.ref(thing)
    del thing
    collect_and_freeze()
    assert gone() is None


def test_a_frozen_object_is_freed_with_its_last_reference() -> None:
    thing = Thing()
    gone = weakref.ref(thing)
    collect_and_freeze()
    del thing
    assert gone() is None


def test_a_frozen_cycle_is_freed_by_a_full_collection_only() -> None:
    thing = Thing()
    thing.held, gone = thing, weakref.ref(thing)
    collect_and_freeze()
    del thing
    collect_and_freeze()
    assert gone() is not None
    collect_everything()
    assert gone() is None

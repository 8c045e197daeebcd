"""The tree of errors, and what each error carries."""

from __future__ import annotations

import copy
import pickle

import pytest

from fivefold import errors
from fivefold.errors import FivefoldError, IllegalMove, NativeUnavailable
from fivefold.words import Message, say

TREE = {
    "RulesError": (FivefoldError, ValueError),
    "InvalidNotation": (errors.RulesError,),
    "IllegalMove": (errors.RulesError,),
    "InvalidPosition": (errors.RulesError,),
    "UnknownName": (FivefoldError, LookupError),
    "EngineError": (FivefoldError,),
    "EngineCrashed": (errors.EngineError,),
    "EngineTimeout": (errors.EngineError,),
    "ProtocolError": (errors.EngineError,),
    "NativeUnavailable": (FivefoldError, ImportError),
    "DamagedBook": (FivefoldError,),
    "Refused": (FivefoldError,),
    "StoreError": (FivefoldError,),
    "StaleWrite": (errors.StoreError,),
    "NotFound": (errors.StoreError,),
    "StorageUnavailable": (errors.StoreError,),
}
KINDS = [FivefoldError, *(getattr(errors, name) for name in TREE)]


def test_the_tree_is_as_drawn() -> None:
    assert {kind.__name__: kind.__bases__ for kind in KINDS[1:]} == TREE
    assert FivefoldError.__bases__ == (Exception,)


def test_there_is_no_error_outside_the_tree_and_the_drawing_names_them_all() -> None:
    made_here = {
        name
        for name, value in vars(errors).items()
        if isinstance(value, type) and value.__module__ == errors.__name__
    }
    assert made_here == {kind.__name__ for kind in KINDS}
    assert all(name in str(errors.__doc__) for name in made_here)


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_is_one_sentence_with_its_facts_as_attributes(kind: type[FivefoldError]) -> None:
    error = kind("move.occupied", move="h8")
    assert str(error) == "h8 is not allowed: there is a stone on it."
    assert error.move == "h8"
    assert error.code == "move.occupied"
    assert error.message == say("move.occupied", move="h8")


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_survives_pickling_and_copying(kind: type[FivefoldError]) -> None:
    error = kind("move.over", reason=say("gomoku.full"))
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(twin) is kind
        assert str(twin) == str(error)
        assert twin.reason == Message("gomoku.full")


def test_facts_hold_where_a_built_in_error_has_attributes_of_that_name() -> None:
    error = NativeUnavailable("name.plugin", name="othello", reason="it is missing")
    assert error.name == "othello"
    assert pickle.loads(pickle.dumps(error)).name == "othello"


def test_a_fact_never_hides_a_part_of_the_error() -> None:
    error = IllegalMove("plain", text="Over.", code=9, message="no", args="no")
    assert error.code == "plain"
    assert str(error) == "Over."
    assert error.message.facts["code"] == 9
    assert pickle.loads(pickle.dumps(error)).message == error.message


def test_a_fact_that_is_not_there_is_a_missing_attribute() -> None:
    error = IllegalMove("move.empty")
    with pytest.raises(AttributeError, match="IllegalMove has no fact 'move'"):
        _ = error.move
    assert not hasattr(error, "move")


def test_errors_are_caught_as_the_built_in_kinds_people_know() -> None:
    with pytest.raises(ValueError, match="There is no move in an empty text"):
        raise IllegalMove("move.empty")

"""The tree of errors, and the facts that each error has."""

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


def test_every_error_is_in_the_tree_and_in_the_drawing() -> None:
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
    assert str(error) == "h8 is taken."
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


def test_facts_override_attributes_of_built_in_errors() -> None:
    error = NativeUnavailable("name.plugin", name="othello", reason="it is missing")
    assert error.name == "othello"
    assert pickle.loads(pickle.dumps(error)).name == "othello"


def test_a_fact_never_shadows_an_attribute_of_the_error() -> None:
    error = IllegalMove("plain", text="Over.", code=9, message="no", args="no")
    assert error.code == "plain"
    assert str(error) == "Over."
    assert error.message.facts["code"] == 9
    assert pickle.loads(pickle.dumps(error)).message == error.message


def test_an_unknown_fact_is_a_missing_attribute() -> None:
    error = IllegalMove("move.empty")
    with pytest.raises(AttributeError, match="IllegalMove has no fact 'move'"):
        _ = error.move
    assert not hasattr(error, "move")


def test_errors_are_subclasses_of_the_matching_built_in_ones() -> None:
    with pytest.raises(ValueError, match="No move was given"):
        raise IllegalMove("move.empty")

"""Everything that can go wrong, as one tree. Each error is one sentence a player can read.

FivefoldError
├── RulesError(ValueError)
│   ├── InvalidNotation         the text cannot be read
│   ├── IllegalMove             it can be read, but the rules do not allow it
│   └── InvalidPosition         it can be read, but no such position exists
├── UnknownName(LookupError)    no game, strategy, evaluation or parameter of that name
├── EngineError
│   ├── EngineCrashed
│   ├── EngineTimeout
│   └── ProtocolError
├── NativeUnavailable(ImportError)
├── DamagedBook                 a book of solved openings cannot be used
├── Refused                     it can be read, but not now or not by you
└── StoreError
    ├── NotFound
    ├── StaleWrite              somebody else was first
    └── StorageUnavailable      nothing was written
"""

from __future__ import annotations

from typing import Any

from fivefold.words import Message, say


class FivefoldError(Exception):
    """The root of the tree: a message, whose facts are attributes and whose key is the code."""

    def __init__(self, key: str, **facts: Any) -> None:
        super().__init__(key)
        for name, fact in facts.items():
            if not hasattr(FivefoldError, name):  # a fact never hides a part of the error
                setattr(self, name, fact)
        self.message: Message = say(key, **facts)

    @property
    def code(self) -> str:
        return self.message.key

    def __str__(self) -> str:
        return str(self.message)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"{type(self).__name__} has no fact {name!r}")

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), self.message.key, dict(self.message.facts))


def _rebuild(kind: type[FivefoldError], key: str, facts: dict[str, Any]) -> FivefoldError:
    return kind(key, **facts)


class RulesError(FivefoldError, ValueError):
    """A text or a move that the rules cannot take."""


class InvalidNotation(RulesError):
    """The text cannot be read."""


class IllegalMove(RulesError):
    """The move can be read, but is not allowed; the message says why."""


class InvalidPosition(RulesError):
    """The position can be read, but cannot exist; the message says why."""


class UnknownName(FivefoldError, LookupError):
    """Nothing has that name; the message offers close matches."""


class EngineError(FivefoldError):
    """An opponent failed in a way that is not the rules' business."""


class EngineCrashed(EngineError):
    """The opponent raised or its process died."""


class EngineTimeout(EngineError):
    """The opponent did not answer within its bound."""


class ProtocolError(EngineError):
    """The opponent answered with something that is no answer."""


class NativeUnavailable(FivefoldError, ImportError):
    """The C++ core is missing or cannot be loaded."""


class DamagedBook(FivefoldError):
    """A book of solved openings is missing or damaged; what it would answer must be searched."""


class Refused(FivefoldError):
    """It can be read, but it may not be done now or not by whoever asked."""


class StoreError(FivefoldError):
    """A stored game could not be read or written."""


class StaleWrite(StoreError):
    """Someone else wrote first."""


class NotFound(StoreError):
    """There is no such game."""


class StorageUnavailable(StoreError):
    """Nothing could be written or read; nothing was changed."""

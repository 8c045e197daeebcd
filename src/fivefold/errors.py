"""Every error that Fivefold raises, as one tree. Each reads as one sentence.

FivefoldError
├── RulesError(ValueError)
│   ├── InvalidNotation         the text cannot be read
│   ├── IllegalMove             the rules do not allow the move
│   └── InvalidPosition         no game can reach the position
├── UnknownName(LookupError)    no game, strategy, evaluation or parameter has this name
├── EngineError
│   ├── EngineCrashed
│   ├── EngineTimeout
│   └── ProtocolError
├── NativeUnavailable(ImportError)
├── DamagedBook                 the book of solved openings cannot be used
├── Refused                     a valid request that is not allowed now, or not for this client
└── StoreError
    ├── NotFound
    ├── StaleWrite              someone else wrote first
    └── StorageUnavailable      nothing was written
"""

from __future__ import annotations

from typing import Any

from fivefold.words import Message, say


class FivefoldError(Exception):
    """The root of the tree: a message with its facts as attributes and its key as error code."""

    def __init__(self, key: str, **facts: Any) -> None:
        super().__init__(key)
        for name, fact in facts.items():
            if not hasattr(FivefoldError, name):  # a fact never shadows an attribute of the error
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
    """Text or a move that the rules reject."""


class InvalidNotation(RulesError):
    """The text cannot be read."""


class IllegalMove(RulesError):
    """The move is readable but not allowed; the message says why."""


class InvalidPosition(RulesError):
    """The position is readable but impossible; the message says why."""


class UnknownName(FivefoldError, LookupError):
    """Nothing has this name; the message suggests close matches."""


class EngineError(FivefoldError):
    """An opponent failed for a reason other than the rules of the game."""


class EngineCrashed(EngineError):
    """The opponent raised an exception, or its process died."""


class EngineTimeout(EngineError):
    """The opponent did not answer in time."""


class ProtocolError(EngineError):
    """The opponent's answer does not follow the protocol."""


class NativeUnavailable(FivefoldError, ImportError):
    """The C++ core is missing or cannot be loaded."""


class DamagedBook(FivefoldError):
    """The book of solved openings is missing or damaged; its positions must be searched instead."""


class Refused(FivefoldError):
    """A valid request that is not allowed now, or not for this client."""


class StoreError(FivefoldError):
    """A stored game could not be read or written."""


class StaleWrite(StoreError):
    """Someone else wrote first."""


class NotFound(StoreError):
    """The game does not exist."""


class StorageUnavailable(StoreError):
    """The store cannot be read or written; nothing changed."""

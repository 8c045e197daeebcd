"""Models of the JSON answers: they describe the API, and tests check every answer by them."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, TypeAdapter


def check_answer(model: Any, content: bytes) -> None:
    """Raises `ValueError` unless the JSON has exactly the fields that the model describes."""
    found = TypeAdapter(model).validate_json(content)
    if undescribed := sorted(_undescribed(found)):
        raise ValueError(f"{model.__name__} does not describe {', '.join(undescribed)}")


def _undescribed(value: Any) -> set[str]:
    if isinstance(value, BaseModel):
        found = {f"{type(value).__name__}.{name}" for name in value.model_extra or ()}
        return found.union(
            *(_undescribed(getattr(value, name)) for name in type(value).model_fields)
        )
    if isinstance(value, dict):
        return set().union(*map(_undescribed, value.values()))
    return set().union(*map(_undescribed, value)) if isinstance(value, list) else set()

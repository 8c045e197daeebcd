"""Every sentence of the arena, the engine protocols and their commands, in Korean."""

from __future__ import annotations

ARENA: dict[str, str] = {}

"""Every sentence of the arena, the engine protocols and their commands, in English."""

from __future__ import annotations

ARENA: dict[str, str] = {}

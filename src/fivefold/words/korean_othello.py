"""Korean: what the Othello engine, its evaluation and its file formats say."""

from __future__ import annotations

OTHELLO: dict[str, str] = {}

"""English: what perfect play of the pentomino game, its book and its proofs say."""

from __future__ import annotations

PENTOMINO: dict[str, str] = {}

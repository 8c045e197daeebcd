"""The colours of drawn boards, pieces and marks."""

from __future__ import annotations

WOOD, WOOD_GRAIN, WOOD_EDGE, WOOD_LINE, WOOD_LABEL = (
    "#e6c288",
    "#b98a48",
    "#c59a5c",
    "#6a4b22",
    "#5d401a",
)
FELT, FELT_LINE, FELT_FRAME, FELT_LABEL = "#2b7151", "#1c5039", "#2d2a26", "#d8d2c6"
SLAB, SLAB_CELL, SLAB_LINE, SLAB_LABEL = "#efe8da", "#f8f3e8", "#dcd2bf", "#6a6253"
PAPER, DARK = "#fffdf9", "#1f1c18"
GLASS = "#0b6170"
"""Marks of a strategy's decision."""
SEAL = "#b3341c"
"""The last move and the winning line."""
TONES = {"good": "#1a5fa6", "bad": "#a4460a", "neutral": GLASS}
HEAT = ("#f6f0d4", "#e2e7bd", "#bedbb0", "#8fc7ae", "#5caeaa", "#3a8ea1", "#2a6b8e")
"""From low to high; numbers on the last two need light ink."""
PIECES = {
    "F": "#995857",
    "I": "#2657a4",
    "L": "#f0d868",
    "N": "#6aa1dc",
    "P": "#762e07",
    "T": "#b1debf",
    "U": "#d97a95",
    "V": "#918a2b",
    "W": "#b3b64d",
    "X": "#473f65",
    "Y": "#69ccf2",
    "Z": "#6e73cb",
}

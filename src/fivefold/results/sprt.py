"""The sequential probability ratio test: stop as soon as the question is answered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Model = Literal["normalized", "logistic"]


@dataclass(frozen=True)
class Sprt:
    """Is the first player at least `elo1` stronger (H1), or at most `elo0` (H0)?

    `alpha` is the chance of accepting H1 wrongly, `beta` of accepting H0 wrongly.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: Model = "normalized"

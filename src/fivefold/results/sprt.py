"""The sequential probability ratio test (SPRT): stop as soon as the question is answered.

The log-likelihood ratio (LLR) compares how well the pairs fit a player who is `elo1` stronger and
one who is `elo0` stronger. It starts at 0; the test ends when it leaves the interval between two
bounds, which follow from the accepted error rates. The ratio is Van den Bergh's generalized one, as
in fishtest and fastchess: for each Elo it takes the best-fitting distribution of pair scores.
Formulas and sources: docs/reference/statistics.md.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, cast, get_args

from fivefold.errors import InvalidNotation
from fivefold.results.elo import NORMALIZED
from fivefold.results.pairs import Pentanomial
from fivefold.words import quoted

Model = Literal["normalized", "logistic"]
Verdict = Literal["H0", "H1"]

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Points per game of a pair."""

UNSEEN_COUNT = 1e-3
"""Pseudo-count of a pair score that has not occurred; with 0 the fit would be undefined."""

MAX_ELO = {"normalized": 100, "logistic": 2000}
"""Above it, a normalized lead may have several best fits, and a logistic one is meaningless."""

MIN_PAIRS = 10
"""With fewer pairs the remaining games cannot be estimated."""


@dataclass(frozen=True)
class Sprt:
    """A test whether the first player is at least `elo1` stronger (H1) or at most `elo0` (H0).

    `alpha` is the probability of wrongly accepting H1, `beta` of wrongly accepting H0. `model` is
    the kind of Elo of both.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: Model = "normalized"

    def __post_init__(self) -> None:
        for name in ("elo0", "elo1", "alpha", "beta"):
            value = getattr(self, name)
            if type(value) not in (int, float) or not math.isfinite(value):
                raise InvalidNotation("sprt.number", name=name, value=_shown(value))
        if not self.elo0 < self.elo1:
            raise InvalidNotation("sprt.order", elo0=_shown(self.elo0), elo1=_shown(self.elo1))
        for name in ("alpha", "beta"):
            value = getattr(self, name)
            if not 0 < value < 1:
                raise InvalidNotation("sprt.chance", name=name, value=_shown(value))
        if not self.alpha + self.beta < 1:
            raise InvalidNotation("sprt.sum", alpha=_shown(self.alpha), beta=_shown(self.beta))
        if self.model not in get_args(Model):
            names = get_args(Model)
            raise InvalidNotation("sprt.model", names=names, value=_shown(self.model))
        most = MAX_ELO[self.model]
        for elo in (self.elo0, self.elo1):
            if abs(elo) > most:
                facts = {"model": self.model, "most": most, "value": _shown(elo)}
                raise InvalidNotation("sprt.range", **facts)

    @classmethod
    def parse(cls, text: str, alpha: float = 0.05, beta: float = 0.05) -> Sprt:
        """Returns the test in `0,10` or `0,200,logistic`; spaces and `[0, 10]` are accepted."""
        parts = [
            part.strip() for part in text.strip().removeprefix("[").removesuffix("]").split(",")
        ]
        model = parts.pop().lower() if len(parts) == 3 else "normalized"
        try:
            elo0, elo1 = map(float, parts)
        except ValueError as error:
            raise InvalidNotation("sprt.unreadable", text=quoted(text)) from error
        return cls(elo0, elo1, alpha, beta, cast(Model, model))  # validated by the constructor


@dataclass(frozen=True)
class SprtState:
    """The progress of a test. `verdict` is None while it runs.

    `games_left` is 0 once it is decided, and None if it cannot be estimated.
    """

    llr: float
    lower: float
    upper: float
    verdict: Verdict | None
    games_left: int | None

    def as_json(self) -> dict[str, Any]:
        """Returns the state as plain data."""
        return dict(vars(self))


def bounds(sprt: Sprt) -> tuple[float, float]:
    """Returns Wald's bounds: H0 is accepted at or below the first, H1 at or above the second."""
    return math.log(sprt.beta / (1 - sprt.alpha)), math.log((1 - sprt.beta) / sprt.alpha)


def llr(sprt: Sprt, pairs: Pentanomial) -> float:
    """Returns the log-likelihood ratio of H1 to H0 after these pairs; 0 before the first."""
    weights, ratios = _fit(sprt, pairs)
    return sum(weight * ratio for weight, ratio in zip(weights, ratios, strict=True))


def state_of(sprt: Sprt, pairs: Pentanomial) -> SprtState:
    """Returns the state of the test after these pairs."""
    lower, upper = bounds(sprt)
    value = llr(sprt, pairs)
    if value >= upper:
        return SprtState(value, lower, upper, "H1", 0)
    if value <= lower:
        return SprtState(value, lower, upper, "H0", 0)
    return SprtState(value, lower, upper, None, _games_left(sprt, pairs))


def _games_left(sprt: Sprt, pairs: Pentanomial) -> int | None:
    """Returns the expected number of further games if the pairs continue as before.

    The LLR is modelled as a Brownian motion with the mean and variance observed per pair; its
    expected exit time is known.
    """
    if pairs.pairs < MIN_PAIRS:
        return None
    weights, ratios = _fit(sprt, pairs)
    total = sum(weights)
    drift = sum(w * r for w, r in zip(weights, ratios, strict=True)) / total
    spread = sum(w * (r - drift) ** 2 for w, r in zip(weights, ratios, strict=True)) / total
    lower, upper = bounds(sprt)
    now = drift * total
    wanted = _expected_exit(now - lower, upper - now, drift, spread)
    return None if wanted is None else max(1, math.ceil(wanted)) * 2


def _expected_exit(below: float, above: float, drift: float, spread: float) -> float | None:
    """Returns the expected time in which a Brownian motion falls by `below` or rises by `above`."""
    if spread <= 0:
        return None if drift == 0 else (above if drift > 0 else below) / abs(drift)
    pull = 2 * drift / spread
    if abs(pull) * (below + above) < 1e-6:
        return below * above / spread
    if drift < 0:
        below, above, drift, pull = above, below, -drift, -pull
    rises = math.expm1(-pull * below) / math.expm1(-pull * (below + above))
    return (rises * (below + above) - below) / drift


@lru_cache(maxsize=64)  # called for the ratio and for the games left
def _fit(sprt: Sprt, pairs: Pentanomial) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Returns the count of each pair score, and the log of how much better H1 explains it.

    Each hypothesis is represented by the best-fitting distribution with its Elo.
    """
    if pairs.pairs == 0:
        return (0.0,) * 5, (0.0,) * 5
    weights = tuple(count or UNSEEN_COUNT for count in pairs.counts)
    total = sum(weights)
    seen = [weight / total for weight in weights]
    if sprt.model == "normalized":
        unit = math.sqrt(2) / NORMALIZED
        p0, p1 = (_fit_normalized(seen, elo * unit) for elo in (sprt.elo0, sprt.elo1))
    else:
        p0, p1 = (_fit_mean(seen, 1 / (1 + 10 ** (-elo / 400))) for elo in (sprt.elo0, sprt.elo1))
    return weights, tuple(math.log(b / a) for a, b in zip(p0, p1, strict=True))


def _fit_mean(seen: list[float], mean: float) -> list[float]:
    """Returns the best-fitting distribution with that mean score."""
    return _tilted(seen, [score - mean for score in SCORES])


def _fit_normalized(seen: list[float], lead: float) -> list[float]:
    """Returns the best-fitting distribution whose mean is `lead` standard deviations above ½.

    At the optimum `seen / p` rises along the gradient of that condition, which depends on p: start
    with the uniform distribution and iterate until nothing changes.
    """
    fitted = [0.2] * 5
    for _ in range(50):
        mean = sum([p * score for p, score in zip(fitted, SCORES, strict=True)])
        variance = sum([p * (score - mean) ** 2 for p, score in zip(fitted, SCORES, strict=True)])
        half = lead * math.sqrt(variance) / 2
        gradient = [score - 0.5 - half * (1 + (score - mean) ** 2 / variance) for score in SCORES]
        before, fitted = fitted, _tilted(seen, gradient)
        if max(abs(b - a) for a, b in zip(before, fitted, strict=True)) < 1e-8:
            break
    return fitted


def _tilted(seen: list[float], values: list[float]) -> list[float]:
    """Returns p = seen / (1 + t values) with the t for which the mean of `values` under p is zero.

    That mean falls from +∞ to -∞ as t goes from -1/max to -1/min, so t is unique. Newton's method
    finds it, with bisection where a step would leave the interval.
    """
    low, high = -1 / max(values), -1 / min(values)
    t = 0.0
    for _ in range(200):
        mean = slope = 0.0
        for p, value in zip(seen, values, strict=True):
            part = value / (1 + t * value)
            mean += p * part
            slope += p * part * part
        if mean > 0:
            low = t
        else:
            high = t
        step = t + mean / slope
        step = step if low < step < high else (low + high) / 2
        if abs(step - t) <= 1e-15 * (1 + abs(t)):
            break
        t = step
    return [p / (1 + t * value) for p, value in zip(seen, values, strict=True)]


def _shown(value: object) -> str:
    return quoted(value if isinstance(value, str) else repr(value))

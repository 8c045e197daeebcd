"""The sequential probability ratio test: stop as soon as the question is answered.

The log-likelihood ratio (LLR) compares how well the pairs played so far fit a player who is `elo1`
stronger and one who is `elo0` stronger. It begins at 0 and wanders; the test ends when it leaves
the interval between two bounds, which depend on how often one is willing to be wrong. The ratio is
the generalised one of Van den Bergh that fishtest and fastchess use: of all distributions of pair
scores with the given Elo, the one that fits best. Formulas and sources:
docs/reference/statistics.md.
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

NEVER_SEEN = 1e-3
"""What counts for a pair score that has not come yet: without it nothing could ever fit again."""

LARGEST_ELO = {"normalized": 100, "logistic": 2000}
"""Beyond it a normalized lead may have several best fits, and a logistic one says nothing."""

FEWEST_PAIRS = 10
"""With fewer, what the next pairs will bring cannot be told."""


@dataclass(frozen=True)
class Sprt:
    """Is the first player at least `elo1` stronger (H1), or at most `elo0` (H0)?

    `alpha` is the chance of accepting H1 wrongly, `beta` of accepting H0 wrongly. `model` says in
    which Elo the two are given.
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
        most = LARGEST_ELO[self.model]
        for elo in (self.elo0, self.elo1):
            if abs(elo) > most:
                facts = {"model": self.model, "most": most, "value": _shown(elo)}
                raise InvalidNotation("sprt.range", **facts)

    @classmethod
    def parse(cls, text: str, alpha: float = 0.05, beta: float = 0.05) -> Sprt:
        """Returns the test of `0,10` or `0,200,logistic`; spaces and `[0, 10]` are accepted."""
        parts = [
            part.strip() for part in text.strip().removeprefix("[").removesuffix("]").split(",")
        ]
        model = parts.pop().lower() if len(parts) == 3 else "normalized"
        try:
            elo0, elo1 = map(float, parts)
        except ValueError as error:
            raise InvalidNotation("sprt.unreadable", text=quoted(text)) from error
        return cls(elo0, elo1, alpha, beta, cast(Model, model))  # the constructor looks at it


@dataclass(frozen=True)
class SprtState:
    """How far a test has come. `verdict` is None while it goes on.

    `games_left` is 0 when it is over and None while it cannot be told.
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
    """Returns the LLR at or below which H0 is accepted, and at or above which H1 is (Wald)."""
    return math.log(sprt.beta / (1 - sprt.alpha)), math.log((1 - sprt.beta) / sprt.alpha)


def llr(sprt: Sprt, pairs: Pentanomial) -> float:
    """Returns the log-likelihood ratio of H1 to H0 after these pairs; 0 before the first."""
    weights, ratios = _fit(sprt, pairs)
    return sum(weight * ratio for weight, ratio in zip(weights, ratios, strict=True))


def state_of(sprt: Sprt, pairs: Pentanomial) -> SprtState:
    """Returns how far the test has come after these pairs."""
    lower, upper = bounds(sprt)
    value = llr(sprt, pairs)
    if value >= upper:
        return SprtState(value, lower, upper, "H1", 0)
    if value <= lower:
        return SprtState(value, lower, upper, "H0", 0)
    return SprtState(value, lower, upper, None, _games_left(sprt, pairs))


def _games_left(sprt: Sprt, pairs: Pentanomial) -> int | None:
    """Returns how many more games are expected if the pairs go on coming as they came.

    The LLR is taken as a Brownian motion with the mean and the variance that one pair has added so
    far; the expected time until it leaves the interval is known for that.
    """
    if pairs.pairs < FEWEST_PAIRS:
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
    """Returns how long a Brownian motion takes to fall by `below` or rise by `above`."""
    if spread <= 0:
        return None if drift == 0 else (above if drift > 0 else below) / abs(drift)
    pull = 2 * drift / spread
    if abs(pull) * (below + above) < 1e-6:
        return below * above / spread
    if drift < 0:
        below, above, drift, pull = above, below, -drift, -pull
    rises = math.expm1(-pull * below) / math.expm1(-pull * (below + above))
    return (rises * (below + above) - below) / drift


@lru_cache(maxsize=64)  # the ratio and the games left ask for the same
def _fit(sprt: Sprt, pairs: Pentanomial) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Returns for each pair score how often it came and how much H1 explains it better, as a log.

    Better means by the distribution with that Elo which fits what came best.
    """
    if pairs.pairs == 0:
        return (0.0,) * 5, (0.0,) * 5
    weights = tuple(count or NEVER_SEEN for count in pairs.counts)
    total = sum(weights)
    seen = [weight / total for weight in weights]
    if sprt.model == "normalized":
        unit = math.sqrt(2) / NORMALIZED
        p0, p1 = (_fit_normalized(seen, elo * unit) for elo in (sprt.elo0, sprt.elo1))
    else:
        p0, p1 = (_fit_mean(seen, 1 / (1 + 10 ** (-elo / 400))) for elo in (sprt.elo0, sprt.elo1))
    return weights, tuple(math.log(b / a) for a, b in zip(p0, p1, strict=True))


def _fit_mean(seen: list[float], mean: float) -> list[float]:
    """Returns the distribution with that mean score which explains best what was seen."""
    return _tilted(seen, [score - mean for score in SCORES])


def _fit_normalized(seen: list[float], lead: float) -> list[float]:
    """Returns the best distribution whose mean is `lead` standard deviations above one half.

    At the best one `seen / p` rises along the gradient of that condition, which depends on p: begin
    with the uniform distribution and repeat until nothing changes.
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
    """Returns p = seen / (1 + t values) with the t that makes the mean of `values` under p zero.

    That mean falls from +∞ to -∞ as t goes from -1/max to -1/min, so there is exactly one t; Newton
    finds it, and halving the interval helps out where Newton would leave it.
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

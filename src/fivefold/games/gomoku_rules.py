"""The rule sets of Gomoku: which rows win, and which moves are forbidden.

    freestyle   five or more in a row win
    standard    exactly five win; six or more do not
    renju       White plays freestyle; Black needs exactly five, and overlines, double fours and
                double threes are forbidden to Black
    caro        exactly five win, unless enemy stones block both ends
    omok        exactly five win, and double threes are forbidden; three switches change that:

                threes=none|black|both        who may not make a double three
                fours=no|black                who may not make a double four
                six=win|nothing|forbidden     the effect of six or more; `forbidden` applies to
                                              Black only, as in renju, and White wins by it

A rule set has one spelling everywhere: `renju`, `omok`, `omok:threes=black:six=win`. It lists only
the switches that differ from their default, in this order, so equal rules are equal strings.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from fivefold.core import Player
from fivefold.errors import InvalidNotation
from fivefold.words import quoted

RULE_NAMES = ("freestyle", "standard", "renju", "caro", "omok")

SWITCHES = {
    "threes": ("both", "black", "none"),
    "fours": ("no", "black"),
    "six": ("nothing", "win", "forbidden"),
}
"""The switches of omok and their values; the first is the default."""


@dataclass(frozen=True)
class SideRules:
    """What wins for one side, and what is forbidden to it."""

    six_wins: bool = False
    """Six or more in a row also win."""
    needs_an_end: bool = False
    """A five with enemy stones at both ends does not win."""
    no_six: bool = False
    no_fours: bool = False
    no_threes: bool = False

    @property
    def has_fouls(self) -> bool:
        return self.no_six or self.no_fours or self.no_threes

    def wins_by(self, length: int) -> bool:
        """Tells whether an unbroken row of this length wins."""
        return length == 5 or (length > 5 and self.six_wins)


_EXACTLY_FIVE, _FIVE_OR_MORE = SideRules(), SideRules(six_wins=True)
_CARO = SideRules(needs_an_end=True)
_RENJU_BLACK = SideRules(no_six=True, no_fours=True, no_threes=True)

_SIDES = {
    "freestyle": (_FIVE_OR_MORE, _FIVE_OR_MORE),
    "standard": (_EXACTLY_FIVE, _EXACTLY_FIVE),
    "renju": (_RENJU_BLACK, _FIVE_OR_MORE),
    "caro": (_CARO, _CARO),
}


def canonical(rules: str) -> str:
    """Returns the canonical spelling of a rule set; raises `InvalidNotation` for a bad switch."""
    name, *switches = rules.split(":")
    if name != "omok":
        if switches:
            raise InvalidNotation("gomoku.no_switches", rules=quoted(name), omok=_all_switches())
        return name
    set_to: dict[str, str] = {}
    for switch in switches:
        key, _, value = switch.partition("=")
        if key in set_to or value not in SWITCHES.get(key, ()):
            raise InvalidNotation("gomoku.switch", switch=quoted(switch), omok=_all_switches())
        set_to[key] = value
    return ":".join(
        [name]
        + [
            f"{key}={set_to[key]}"
            for key, (usual, *_) in SWITCHES.items()
            if set_to.get(key, usual) != usual
        ]
    )


def _all_switches() -> list[str]:
    return [f"{key}={'|'.join(values)}" for key, values in SWITCHES.items()]


@lru_cache(maxsize=64)
def side_rules(rules: str, player: Player) -> SideRules:
    """Returns the rules as they apply to one side."""
    first, second = _SIDES.get(rules) or _omok(rules)
    return first if player is Player.FIRST else second


def _omok(rules: str) -> tuple[SideRules, SideRules]:
    chosen = {key: usual for key, (usual, *_) in SWITCHES.items()}
    chosen |= dict(switch.split("=") for switch in canonical(rules).split(":")[1:])
    threes, six = chosen["threes"], chosen["six"]
    black = SideRules(
        six_wins=six == "win",
        no_six=six == "forbidden",
        no_fours=chosen["fours"] == "black",
        no_threes=threes != "none",
    )
    return black, SideRules(six_wins=six != "nothing", no_threes=threes == "both")

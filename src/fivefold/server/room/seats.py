"""The two seats of a match: each has a person or a machine, or is open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from fivefold.errors import Refused
from fivefold.words import quoted

SEATS = ("X", "O")
ME, OPEN = "me", "open"
MACHINE = "machine"
"""The holder in whose name the server moves machines and ends matches; no secret hashes to it."""


@dataclass(frozen=True)
class Seat:
    """One seat: `holder` is the hash of a person's secret, `strategy` the text of a machine."""

    kind: str
    name: str | None = None
    holder: str | None = None
    strategy: str | None = None

    @classmethod
    def of(cls, who: str, holder: str, name: str | None) -> Seat:
        """Returns the seat for `me`, `open` or the text of a strategy."""
        if who == ME:
            return cls("person", name, holder)
        return cls("open") if who == OPEN else cls("machine", strategy=who)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Seat:
        """Returns the seat that `as_json` wrote."""
        return cls(data["kind"], data.get("name"), data.get("holder"), data.get("strategy"))

    def as_json(self) -> dict[str, Any]:
        """Returns the seat as stored in the log."""
        shown = self.public_json()
        return {**shown, "holder": self.holder} if self.kind == "person" else shown

    def public_json(self) -> dict[str, Any]:
        """Returns the seat as anyone may see it."""
        if self.kind == "person":
            return {"kind": "person", "name": self.name}
        if self.kind == "machine":
            return {"kind": "machine", "strategy": self.strategy}
        return {"kind": "open"}


Seats = Mapping[str, Seat]


def other(seat: str) -> str:
    """Returns the other seat."""
    return "O" if seat == "X" else "X"


def swapped(seats: Seats) -> dict[str, Seat]:
    """Returns the seats swapped."""
    return {seat: seats[other(seat)] for seat in SEATS}


def is_open(seats: Seats) -> bool:
    """Whether a seat is still open."""
    return any(seat.kind == "open" for seat in seats.values())


def are_machines(seats: Seats) -> bool:
    """Whether both seats are machines."""
    return all(seat.kind == "machine" for seat in seats.values())


def are_two_people(seats: Seats) -> bool:
    """Whether two people play who do not share a screen."""
    x, o = (seats[seat] for seat in SEATS)
    return x.kind == o.kind == "person" and x.holder != o.holder


def held_by(seats: Seats, holder: str | None) -> frozenset[str]:
    """Returns the seats that a holder may move."""
    return frozenset(
        name for name, seat in seats.items() if holder is not None and seat.holder == holder
    )


def checked(names: Iterable[str]) -> None:
    """Raises `Refused` unless these are names of seats."""
    for name in names:
        if name not in SEATS:
            raise Refused("match.no_such_seat", seat=quoted(name))

"""What is written at a node, as SGF properties.

    comment   C[text]                                clocks    BL[seconds] WL[seconds]
    glyphs    ! TE[1]  !! TE[2]  ? BM[1]  ?? BM[2]   labels    LB[hh:A]
              !? IT[]  ?! DO[]                       arrows    AR[hh:ii]
    marks     TR CR SQ MA SL                         ours      FVSECONDS FVVALUE FVPROOF

A value of an engine is `FVVALUE[side=B;score=120;depth=14;exact=1;by=engine;line=h8 i9]`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar, get_args

from fivefold.core import Game, Move, Player
from fivefold.errors import RulesError
from fivefold.formats.sgf.grammar import as_text, as_value, simple, split, text_of
from fivefold.formats.sgf.points import cells_of, point_of, point_text
from fivefold.strategies.base import Claim, Proof, ProvedBy
from fivefold.tree.node import NO_NOTES, Glyph, Notes, Property, Shape, Value

GLYPH_PROPERTIES: dict[tuple[str, str], Glyph] = {
    ("TE", "1"): "!",
    ("TE", "2"): "!!",
    ("BM", "1"): "?",
    ("BM", "2"): "??",
    ("IT", ""): "!?",
    ("DO", ""): "?!",
}
SHAPE_PROPERTIES: dict[str, Shape] = {
    "TR": "triangle",
    "CR": "circle",
    "SQ": "square",
    "MA": "cross",
    "SL": "selected",
}
CLOCK_PROPERTIES = {"BL": Player.FIRST, "WL": Player.SECOND}
SIDES = {"B": Player.FIRST, "W": Player.SECOND}
LETTER = {player: letter for letter, player in SIDES.items()}
MOST_SECONDS = 1e9
FIELDS: dict[str, tuple[str, ...]] = {
    "comment": ("C",),
    "glyphs": ("TE", "BM", "IT", "DO"),
    "marks": tuple(SHAPE_PROPERTIES),
    "labels": ("LB",),
    "arrows": ("AR",),
    "clocks": tuple(CLOCK_PROPERTIES),
    "seconds": ("FVSECONDS",),
    "values": ("FVVALUE",),
    "proof": ("FVPROOF",),
}
"""The fields of `Notes`, and the properties that hold them."""
OWN = {name: field for field, names in FIELDS.items() for name in names}

Each = TypeVar("Each")
_NUMBER = re.compile(r"[-+]?[0-9]{1,15}(?:\.[0-9]{1,15})?")


def notes_in(source: Sequence[Property], game: Game) -> Notes:
    """Returns what the properties say; what cannot be understood stays in the source alone."""
    known: dict[str, Any] = {}
    for name, values in source:
        if (field := OWN.get(name)) is not None:
            found = _READERS[field](name, values, game)
            if field in known and isinstance(known[field], tuple):
                found = known[field] + found
            known[field] = found
    return Notes(**known) if known else NO_NOTES


def properties_for(notes: Notes, field: str, game: Game) -> list[Property]:
    """Returns the properties that hold a field of the notes; none if it is empty."""
    return list(_WRITERS[field](notes, game))


def number_in(text: str) -> float | None:
    """Returns the number in a value, or None."""
    return float(text) if _NUMBER.fullmatch(text) else None


def number_text(number: float) -> str:
    """Returns the number as SGF writes it, without an exponent."""
    return f"{number:.6f}".rstrip("0").rstrip(".") if number % 1 else f"{number:.0f}"


def _comment(name: str, values: Sequence[str], game: Game) -> str:
    return "\n".join(map(text_of, values))


def _glyphs(name: str, values: Sequence[str], game: Game) -> tuple[Glyph, ...]:
    text = simple(values[0]) if name in ("TE", "BM") else ""
    found = GLYPH_PROPERTIES.get((name, text or ("1" if name in ("TE", "BM") else "")))
    return () if found is None else (found,)


def _marks(name: str, values: Sequence[str], game: Game) -> tuple[tuple[int, Shape], ...]:
    shape = SHAPE_PROPERTIES[name]
    return tuple((cell, shape) for cell in _read(lambda: tuple(cells_of(values, game))))


def _labels(name: str, values: Sequence[str], game: Game) -> tuple[tuple[int, str], ...]:
    def read() -> tuple[tuple[int, str], ...]:
        pairs = map(split, values)
        return tuple((_cell(point, game), simple(text)) for point, text in pairs)

    return _read(read)


def _arrows(name: str, values: Sequence[str], game: Game) -> tuple[tuple[int, int], ...]:
    def read() -> tuple[tuple[int, int], ...]:
        pairs = map(split, values)
        return tuple((_cell(tail, game), _cell(head, game)) for tail, head in pairs)

    return _read(read)


def _clocks(name: str, values: Sequence[str], game: Game) -> tuple[tuple[Player, float], ...]:
    seconds = _seconds(name, values, game)
    return () if seconds is None else ((CLOCK_PROPERTIES[name], seconds),)


def _seconds(name: str, values: Sequence[str], game: Game) -> float | None:
    seconds = number_in(simple(values[0]))
    return seconds if seconds is not None and 0 <= seconds <= MOST_SECONDS else None


def _values(name: str, values: Sequence[str], game: Game) -> tuple[Value, ...]:
    found = []
    for facts in map(_facts, values):
        score = number_in(facts.get("score", ""))
        side = SIDES.get(facts.get("side", ""))
        if score is not None and side is not None:
            depth, line = _whole(facts.get("depth")), _line(facts.get("line", ""), game)
            found.append(
                Value(score, side, depth, facts.get("exact") == "1", line, facts.get("by", ""))
            )
    return tuple(found)


def _proof(name: str, values: Sequence[str], game: Game) -> Proof | None:
    facts = _facts(values[0])
    claim, by = facts.get("claim"), facts.get("by", "search")
    if claim not in get_args(Claim) or by not in get_args(ProvedBy):
        return None
    score, plies = number_in(facts.get("score", "")), _whole(facts.get("plies"))
    return Proof(claim, _line(facts.get("line", ""), game), by, score, plies)  # type: ignore[arg-type]


def _facts(value: str) -> Mapping[str, str]:
    pairs = (part.partition("=") for part in simple(value).split(";"))
    return {name.strip(): text.strip() for name, _, text in pairs}


def _whole(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else None


def _line(text: str, game: Game) -> tuple[Move, ...]:
    return _read(lambda: tuple(map(game.parse_move, text.split())))


def _cell(value: str, game: Game) -> int:
    return point_of(value, game)


def _read(read: Callable[[], tuple[Each, ...]]) -> tuple[Each, ...]:
    """Returns what is read, or nothing if it cannot be understood."""
    try:
        return read()
    except RulesError:
        return ()


_READERS: dict[str, Callable[[str, Sequence[str], Game], Any]] = {
    "comment": _comment,
    "glyphs": _glyphs,
    "marks": _marks,
    "labels": _labels,
    "arrows": _arrows,
    "clocks": _clocks,
    "seconds": _seconds,
    "values": _values,
    "proof": _proof,
}


def _write_comment(notes: Notes, game: Game) -> Iterator[Property]:
    if notes.comment:
        yield "C", (as_text(notes.comment),)


def _write_glyphs(notes: Notes, game: Game) -> Iterator[Property]:
    for (name, value), glyph in GLYPH_PROPERTIES.items():
        if glyph in notes.glyphs:
            yield name, (value,)


def _write_marks(notes: Notes, game: Game) -> Iterator[Property]:
    for name, shape in SHAPE_PROPERTIES.items():
        cells = tuple(point_text(cell, game) for cell, own in notes.marks if own == shape)
        if cells:
            yield name, cells


def _write_labels(notes: Notes, game: Game) -> Iterator[Property]:
    if notes.labels:
        yield "LB", tuple(f"{point_text(at, game)}:{as_value(text)}" for at, text in notes.labels)


def _write_arrows(notes: Notes, game: Game) -> Iterator[Property]:
    if notes.arrows:
        ends = ((point_text(tail, game), point_text(head, game)) for tail, head in notes.arrows)
        yield "AR", tuple(f"{tail}:{head}" for tail, head in ends)


def _write_clocks(notes: Notes, game: Game) -> Iterator[Property]:
    for player, seconds in notes.clocks:
        yield LETTER[player] + "L", (number_text(seconds),)


def _write_seconds(notes: Notes, game: Game) -> Iterator[Property]:
    if notes.seconds is not None:
        yield "FVSECONDS", (number_text(notes.seconds),)


def _write_values(notes: Notes, game: Game) -> Iterator[Property]:
    if notes.values:
        yield "FVVALUE", tuple(_value_text(value, game) for value in notes.values)


def _value_text(value: Value, game: Game) -> str:
    return _facts_text(
        side=LETTER[value.side],
        score=number_text(value.score) if math.isfinite(value.score) else None,
        depth=value.depth,
        exact="1" if value.exact else None,
        by=value.by.replace(";", ",") or None,
        line=" ".join(map(game.format_move, value.line)) or None,
    )


def _write_proof(notes: Notes, game: Game) -> Iterator[Property]:
    proof = notes.proof
    if proof is not None:
        facts = _facts_text(
            claim=proof.claim,
            by=proof.by,
            score=None if proof.score is None else number_text(proof.score),
            plies=proof.plies,
            line=" ".join(map(game.format_move, proof.line)) or None,
        )
        yield "FVPROOF", (facts,)


def _facts_text(**facts: object) -> str:
    return as_value(";".join(f"{name}={fact}" for name, fact in facts.items() if fact is not None))


_WRITERS: dict[str, Callable[[Notes, Game], Iterator[Property]]] = {
    "comment": _write_comment,
    "glyphs": _write_glyphs,
    "marks": _write_marks,
    "labels": _write_labels,
    "arrows": _write_arrows,
    "clocks": _write_clocks,
    "seconds": _write_seconds,
    "values": _write_values,
    "proof": _write_proof,
}

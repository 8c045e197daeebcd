"""Fivefold records as JSON: one, a list, or the document that `fivefold match --json` prints."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, ClassVar

from fivefold.core import Game, State
from fivefold.errors import InvalidNotation
from fivefold.formats.details import Details
from fivefold.formats.reading import Reading
from fivefold.formats.sgf.grammar import as_value
from fivefold.formats.tree_json import has_more, root_from_json, tree_as_json
from fivefold.match.record import Ending, MatchRecord
from fivefold.names import format_game
from fivefold.tree.game_tree import GameTree
from fivefold.tree.node import Notes
from fivefold.tree.operations import tree_of
from fivefold.words import quoted, say


class RecordFormat:
    """Any number of games, with everything known about them."""

    extensions: ClassVar[tuple[str, ...]] = (".json",)
    holds_many: ClassVar[bool] = True

    def is_like(self, text: str, game: Game | None) -> bool:
        return text.lstrip("\ufeff \t\r\n").startswith(("{", "["))

    def read(self, text: str, game: Game | None) -> Iterator[Reading]:
        records = _records_in(_loads(text))
        if not records:
            raise InvalidNotation("record.no_games")
        for data in records:
            reading = _reading(data)
            if game is not None and reading.start.game.name != game.name:
                other = reading.start.game.name
                raise InvalidNotation("record.other_game", other=other, game=game.name)
            yield reading

    def write(self, readings: tuple[Reading, ...]) -> str:
        records = [_as_json(reading) for reading in readings]
        document = records[0] if len(records) == 1 else {"games": records}
        return json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _as_json(reading: Reading) -> dict[str, Any]:
    record, details = (reading.record or record_of(reading)).as_json(), reading.details.as_json()
    if details:
        record["details"] = details
    tree = known_tree(reading)
    if tree is not None and has_more(tree):
        record["tree"] = tree_as_json(tree)
    return record


def _loads(text: str) -> Any:
    """Returns the data in the JSON text; rejects NaN, infinities and duplicate keys."""
    try:
        return json.loads(
            text.lstrip("\ufeff"), object_pairs_hook=_object, parse_constant=_no_constant
        )
    except RecursionError:
        raise InvalidNotation("record.deep") from None
    except InvalidNotation:
        raise
    except ValueError as error:
        raise InvalidNotation("record.not_json", reason=quoted(str(error), 100)) from error


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        twice = next(key for place, (key, _) in enumerate(pairs) if key in dict(pairs[:place]))
        raise InvalidNotation("record.twice", field=quoted(twice))
    return found


def _no_constant(name: str) -> Any:
    raise InvalidNotation("record.not_json", reason=quoted(name))


def _records_in(data: Any) -> list[Any]:
    """Returns the records of a document; its `game` applies to records without their own."""
    if isinstance(data, list):
        return data
    if isinstance(data, dict) and isinstance(games := data.get("games"), list):
        shared = {"game": data["game"]} if "game" in data else {}
        return [{**shared, **game} if isinstance(game, dict) else game for game in games]
    return [data]


def _reading(data: Any) -> Reading:
    record = MatchRecord.from_json(data)
    start = record.rules.parse_position(record.start)
    details = Details.from_json(data.get("details"), len(record.moves))
    for move, _ in details.scores:
        start.play(start.game.parse_move(move))
    # `MatchRecord.from_json` has already validated the moves, so they are not replayed here.
    moves = tuple(start.game.parse_move(move) for move in record.moves)
    root = root_from_json(data["tree"], start, moves) if data.get("tree") is not None else None
    tree = None if root is None else GameTree(start, root, record)
    return Reading(start, moves, record, details, tree)


def record_of(reading: Reading) -> MatchRecord:
    """Returns a record for a game of which only the moves are known."""
    start, state = reading.start, reading.state
    winner, ending, reason = _result(state)
    return MatchRecord(
        game=format_game(start.game),
        first="?",
        second="?",
        start=start.game.format_position(start),
        moves=tuple(start.game.format_move(move) for move in reading.moves),
        winner=winner,
        ending=ending,
        reason=reason,
    )


def known_tree(reading: Reading) -> GameTree | None:
    """Returns the tree of the file, if it can hold one."""
    return reading.tree if reading.read_tree is None else reading.read_tree()


def as_tree(reading: Reading) -> GameTree:
    """Returns the game with its variations and notes; most files hold a single line."""
    record = reading.record or record_of(reading)
    known = known_tree(reading)
    if known is not None and known.moves == reading.moves:
        return replace(known, record=record)
    tree = tree_of(reading.start, reading.moves, record)
    named = (("EV", reading.details.place), ("DT", reading.details.date))
    source = tuple((name, (as_value(text),)) for name, text in named if text)
    notes = Notes(comment=reading.details.comment)
    root = replace(tree.root, source=source, notes=notes)
    return replace(tree, root=root)


def _result(state: State) -> tuple[Any, Ending, str]:
    if state.outcome is not None:
        return state.outcome.winner, "normal", str(state.outcome.reason)
    return None, "unfinished", str(say("record.unfinished"))


RECORD = RecordFormat()

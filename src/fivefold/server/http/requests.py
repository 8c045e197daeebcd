"""Models of what clients send: the bodies of requests and the frames of the socket.

What the fields may be is in `fields.py`, the models of studies in `study_requests.py`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from fivefold.errors import InvalidNotation
from fivefold.games.swap2 import Choice
from fivefold.server.http.fields import (
    Depth,
    GameText,
    Id,
    MatchId,
    MoveText,
    MoveTexts,
    Name,
    Pace,
    Ply,
    PositionText,
    Rules,
    Seat,
    Seconds,
    Secret,
    Size,
    StrategyText,
    Strict,
    Time,
    Version,
    Who,
)
from fivefold.server.http.study_requests import Analyse, EditFrame, Follow, Look
from fivefold.server.strict_json import read_json
from fivefold.words import say


class GameBody(Strict):
    """The game, its size and its rules."""

    game: GameText
    size: Size | None = None
    rules: Rules | None = None


class NewMatch(GameBody):
    """A match to create."""

    first: Who
    second: Who
    time: Time | None = None
    public: bool = False
    name: Name | None = None
    position: PositionText | None = None
    moves: MoveTexts | None = None
    text: Annotated[str, Field(max_length=60_000)] | None = None
    pace: Pace | None = None
    opening: Annotated[str, Field(max_length=20, description="Gomoku: `swap2`.")] | None = None


class JoinBody(Strict):
    seat: Seat | None = None
    name: Name | None = None


class MoveBody(Strict):
    id: Id
    version: Version
    move: MoveText


class ChooseBody(Strict):
    version: Version
    choice: Choice


class VersionBody(Strict):
    version: Version


class AnswerBody(Strict):
    version: Version
    accept: bool


class SeatsBody(Strict):
    version: Version
    X: Who | None = None
    O: Who | None = None  # noqa: E741 (the name of a seat)


class PaceBody(Strict):
    pace: Pace | None = None


class ReadBody(Strict):
    """A text in any known format, or a game and its moves."""

    text: Annotated[str, Field(max_length=1_000_000)] | None = None
    game: GameText | None = None
    size: Size | None = None
    rules: Rules | None = None
    start: PositionText | None = None
    moves: MoveTexts | None = None


class LineBody(GameBody):
    """A line of play that is not stored."""

    start: PositionText | None = None
    moves: MoveTexts = Field(default_factory=list)


class ExportBody(LineBody):
    id: Id | None = None
    ply: Ply | None = None
    last: Annotated[int, Field(ge=1, le=10_000)] | None = None
    speed: Annotated[float, Field(gt=0, le=100)] | None = None


class QuestionBody(Strict):
    """A question to a strategy about a match or a position."""

    id: Id | None = None
    strategy: StrategyText
    match: MatchId | None = None
    ply: Ply | None = None
    game: GameText | None = None
    size: Size | None = None
    rules: Rules | None = None
    position: PositionText | None = None
    moves: MoveTexts | None = None
    seconds: Seconds | None = None
    depth: Depth | None = None


class JudgeBody(Strict):
    """A question about the value of each position from one ply to another."""

    match: MatchId | None = None
    game: GameText | None = None
    size: Size | None = None
    rules: Rules | None = None
    start: PositionText | None = None
    moves: MoveTexts | None = None
    first: Annotated[Ply, Field(alias="from")]
    last: Annotated[Ply, Field(alias="to")]


class ReportBody(Strict):
    """A request for the report of a match or of a line."""

    match: MatchId | None = None
    game: GameText | None = None
    size: Size | None = None
    rules: Rules | None = None
    start: PositionText | None = None
    moves: MoveTexts | None = None


class Watch(Strict):
    type: Literal["watch"]
    match: MatchId
    secret: Secret | None = None
    since: Version | None = None


class MoveFrame(MoveBody):
    type: Literal["move"]


class ChooseFrame(ChooseBody):
    type: Literal["choose"]
    id: Id


class PlainFrame(VersionBody):
    type: Literal["undo", "resign", "swap", "claim", "rematch"]
    id: Id


class UndoAnswer(AnswerBody):
    type: Literal["undo_answer"]
    id: Id


class SeatsFrame(SeatsBody):
    type: Literal["seats"]
    id: Id


class PaceFrame(PaceBody):
    type: Literal["pace"]
    id: Id


class Ask(Strict):
    type: Literal["ask"]
    id: Id
    strategy: StrategyText
    ply: Ply | None = None
    seconds: Seconds | None = None


class Cancel(Strict):
    type: Literal["cancel"]
    id: Id


class Ping(Strict):
    type: Literal["ping"]
    id: Id | None = None


Frame = (
    Watch
    | MoveFrame
    | ChooseFrame
    | PlainFrame
    | UndoAnswer
    | SeatsFrame
    | PaceFrame
    | Ask
    | Cancel
    | Ping
    | Follow
    | EditFrame
    | Look
    | Analyse
)

_FRAMES: dict[str, type[Frame]] = {
    "watch": Watch,
    "move": MoveFrame,
    "choose": ChooseFrame,
    **dict.fromkeys(("undo", "resign", "swap", "claim", "rematch"), PlainFrame),
    "undo_answer": UndoAnswer,
    "seats": SeatsFrame,
    "pace": PaceFrame,
    "ask": Ask,
    "cancel": Cancel,
    "ping": Ping,
    "follow": Follow,
    "edit": EditFrame,
    "look": Look,
    "analyse": Analyse,
}


def read_frame(text: str) -> Frame:
    """Returns the frame in a text. Raises like `read_json`, or pydantic's `ValidationError`."""
    return _frame(read_json(text))


def _frame(data: Any) -> Frame:
    kind = data.get("type") if isinstance(data, dict) else None
    if not isinstance(kind, str) or kind not in _FRAMES:
        names = say("request.wanted.one_of", names=list(_FRAMES))
        raise InvalidNotation("request.invalid", field="type", wanted=names)
    return _FRAMES[kind].model_validate(data)


def id_in(text: str) -> str | None:
    """Returns the id of an otherwise invalid frame, so that its error can name it."""
    try:
        data = read_json(text)
    except ValueError:
        return None
    found = data.get("id") if isinstance(data, dict) else None
    return found if isinstance(found, str) and len(found) <= 64 else None

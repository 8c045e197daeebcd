"""Models of what clients send: the bodies of requests and the frames of the socket.

Types are strict (no `true` for 1, no `"3"` for 3), unknown fields are rejected, and every text and
list has a maximum length.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from fivefold.errors import InvalidNotation
from fivefold.games.swap2 import Choice
from fivefold.server.strict_json import LARGEST, read_json
from fivefold.words import say

MAX_MOVES = 1_000

Version = Annotated[int, Field(ge=0, le=LARGEST, description="The last version seen.")]
Ply = Annotated[int, Field(ge=0, le=10_000)]
Id = Annotated[
    str,
    Field(
        min_length=1,
        max_length=64,
        pattern=r"^[!-~]*$",
        description="Chosen by the client, unique: printable ASCII without spaces.",
    ),
]
MatchId = Annotated[str, Field(max_length=64)]
Secret = Annotated[str, Field(max_length=128)]
Who = Annotated[
    str,
    Field(min_length=1, max_length=200, description="`me`, `open`, or a strategy: `level(2)`."),
]
StrategyText = Annotated[str, Field(min_length=1, max_length=200)]
GameText = Annotated[
    str, Field(min_length=1, max_length=100, description="`gomoku`, `othello` or `pentomino`.")
]
Size = Annotated[
    int | Annotated[str, Field(max_length=12)],
    Field(description="`15` or `6x10`.", union_mode="left_to_right"),
]
Rules = Annotated[str, Field(max_length=60)]
PositionText = Annotated[str, Field(max_length=2_000)]
MoveText = Annotated[str, Field(max_length=60, description="In notation: `h8`.")]
MoveTexts = Annotated[list[MoveText], Field(max_length=MAX_MOVES)]
Name = Annotated[str, Field(max_length=200)]
Time = Annotated[str, Field(max_length=20, description="Such as `5+3`, `10s` or `3d`.")]
Pace = Annotated[int, Field(ge=0, le=60_000, description="Milliseconds for a machine's move.")]
Seconds = Annotated[float, Field(gt=0, le=60)]
Depth = Annotated[int, Field(ge=1, le=100)]
Seat = Literal["X", "O"]


class Strict(BaseModel):
    """The base of every body and frame."""

    model_config = ConfigDict(strict=True, extra="forbid")


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
    moves: MoveTexts = []


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

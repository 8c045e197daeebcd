"""The fields of what clients send, and the base of every body and frame.

Types are strict (no `true` for 1, no `"3"` for 3), unknown fields are rejected, and every text and
list has a maximum length.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from fivefold.server.strict_json import LARGEST

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

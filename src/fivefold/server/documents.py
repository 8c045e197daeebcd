"""What the server answers, for the description at /openapi.json and the tests that check it."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class Answer(BaseModel):
    """Everything named is there; more may be added later."""

    model_config = ConfigDict(extra="allow")


class Words(Answer):
    """A sentence: the key of the catalogue, its facts, and the English text."""

    key: str
    facts: dict[str, Any]
    text: str


class Problem(Answer):
    code: str
    message: str
    facts: dict[str, Any] = {}
    field: str | None = None
    expected_version: int | None = None


class ErrorAnswer(Answer):
    error: Problem


class GameDocument(Answer):
    name: str
    rows: int
    columns: int
    row_one: Literal["top", "bottom"]
    rules: str
    text: str
    title: Words
    players: dict[str, Words]


class Asked(Answer):
    """Who is asked for what in an opening by swap2 that is not settled."""

    asked: Literal["opener", "responder"] | None
    seat: Literal["X", "O"] | None
    stones: int
    may: list[Literal["black", "white", "two"]]


class View(Answer):
    """A position as a board draws it."""

    ply: int
    cells: str
    to_move: Literal["X", "O"] | None
    legal: list[str] | None = None
    last: list[int]
    move: str | None
    line: list[int] | None
    counts: dict[str, int] | None
    dead: list[int]
    forbidden: list[int]
    passed: Literal["X", "O"] | None
    swap2: Asked | None = None


class Decision(Answer):
    """The move a strategy chose, and everything it knew."""

    move: str | None
    score: float | None
    depth: int | None
    nodes: int | None
    pv: list[str]
    candidates: list[dict[str, Any]]
    overlay: list[dict[str, Any]]
    proof: dict[str, Any] | None
    text: Words | None
    compared: int
    strategy: str
    seconds: float


class Outcomes(Answer):
    """Every legal placement of a pentomino position, by what is known of it."""

    wins: list[str]
    loses: list[str]
    unknown: list[str]


class Opinion(Decision):
    """The answer to a question; where placements are decided, what is known of all of them."""

    outcomes: Outcomes | None = None


class Ply(Answer):
    ply: int
    move: str
    seat: Literal["X", "O"]
    seconds: float
    at: float
    forced: bool
    decision: Decision | None
    role: Literal["opener", "responder"] | None = None
    """Who put the stone in an opening by swap2, of whichever colour."""


class Chosen(Answer):
    """What somebody chose in an opening by swap2, after that many stones."""

    ply: int
    seat: Literal["X", "O"]
    choice: Literal["black", "white", "two"]
    seconds: float
    at: float
    decision: Decision | None


class Agreed(Answer):
    """An opening by swap2: the opener's colour, once it is settled, and what was chosen."""

    opener: Literal["X", "O"] | None
    choices: list[Chosen]


class Time(Answer):
    used: float
    left: float | None


class Clocks(Answer):
    running: Literal["X", "O"] | None
    X: Time
    O: Time  # noqa: E741 (the name of a seat)


class Result(Answer):
    winner: Literal["X", "O"] | None
    ending: str
    reason: Words
    margin: int | None


class Snapshot(Answer):
    """A match as everybody who knows its address may see it."""

    id: str
    version: int
    public: bool
    created: float
    game: GameDocument
    start: str
    swap2: Agreed | None = None
    time: str | None
    pace: int | None
    seats: dict[str, dict[str, Any]]
    between_people: bool
    live: bool
    moves: list[str]
    plies: list[Ply]
    clocks: Clocks
    undo_asked: Literal["X", "O"] | None
    rematch: dict[str, str] | None
    result: Result | None
    view: View


class MatchAnswer(Answer):
    match: Snapshot
    held: list[Literal["X", "O"]]


class SeatAnswer(MatchAnswer):
    secret: str


class VersionAnswer(Answer):
    version: int
    match: str | None = None


class Listed(Answer):
    id: str
    game: str
    moves: int
    ended: float | None
    updated: float


class MatchesAnswer(Answer):
    matches: list[Listed]


class ReplayAnswer(Answer):
    first: int = Field(alias="from")
    last: int = Field(alias="to")
    views: list[View]


class ReadAnswer(Answer):
    game: GameDocument
    start: str
    moves: list[str]
    views: list[View]
    result: dict[str, Any] | None


class DecisionAnswer(Answer):
    decision: Opinion


class Judgement(Answer):
    """`discs` is X's lead at the end, where the game is Othello on 8x8."""

    ply: int
    value: int
    best: str | None
    exact: bool
    discs: float | None = None


class JudgeAnswer(Answer):
    judge: Words
    values: list[Judgement]


class MissedWin(Answer):
    """After that many moves somebody could have won; `played` is null for who gave up there."""

    ply: int
    seat: Literal["X", "O"]
    played: str | None
    winning: str
    count: int | None


class HindsightAnswer(Answer):
    missed: MissedWin | None
    lost_throughout: bool


class GamesAnswer(Answer):
    games: list[dict[str, Any]]


class StrategiesAnswer(Answer):
    strategies: list[dict[str, Any]]


class WordsAnswer(Answer):
    language: str
    words: dict[str, str]


class StatusAnswer(Answer):
    status: Literal["ok"]


class HealthAnswer(Answer):
    status: Literal["ok"]
    matches: int
    sockets: int
    workers: int

"""Writes snapshots/*.txt: boards, trays, explanations and whole screens.

Run `python tests/cli/terminal/make_snapshots.py` after a change of looks and review the difference;
`test_snapshots.py` fails while the files and the code disagree. ^[ stands for an escape character.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from fivefold.cli.terminal.board import paint_board
from fivefold.cli.terminal.capabilities import Look
from fivefold.cli.terminal.glass_box import describe
from fivefold.cli.terminal.layout import arranged, paged
from fivefold.cli.terminal.panels import help_lines
from fivefold.cli.terminal.pointer import Pointer
from fivefold.cli.terminal.render import render
from fivefold.cli.terminal.session import HUMAN, Session
from fivefold.core import Limit, Move, Player
from fivefold.formats import Reading, read_moves
from fivefold.match.play import Ply
from fivefold.names import game_from, strategy_from
from fivefold.strategies.base import Decision

FOLDER = Path(__file__).parent / "snapshots"
PLAIN = Look(ascii=False)
LOOKS = {
    "colour": Look(colour=True, styles=True, ascii=False),
    "no_colour": PLAIN,
    "ascii": Look(),
    "narrow": replace(PLAIN, styles=True, columns=12),
    "narrow_colour": Look(colour=True, styles=True, ascii=False, columns=12),
    "wide_stones": replace(PLAIN, styles=True, stone_width=2),
    "wide_stones_colour": Look(colour=True, styles=True, ascii=False, stone_width=2),
}
ENDED = "e5 a1 e6 b2 e7 c3 e4 d4 e3"
GAMES = {
    "gomoku(size=9)": ("e5 e6 d5 f5", ENDED),
    "othello": ("f5 d6 c3", "f5 d6 c3 d3 c4 f4"),
    "pentomino": ("P c4 d4 e4 d5 e5; I a8 b8 c8 d8 e8",),
}
THINKERS = {
    "gomoku": ("h8 g7 i8 j8", ("reactive", "level(2)", "negamax(depth=2)")),
    "othello": ("f5 d6 c3", ("h2", "methodical")),
    "pentomino": ("P c4 d4 e4 d5 e5", ("openspace", "random")),
}
SCREENS = ((100, 34), (80, 24), (40, 20), (24, 8))


def table_of(game: str, moves: str, second: str = HUMAN) -> Session:
    """Returns a session with those moves, the last by the engine in the second seat."""
    start = game_from(game).start
    session = Session(Reading(start), {Player.FIRST: HUMAN, Player.SECOND: second})
    for move in read_moves(moves, start):
        play(session, Decision(move, text=f"because of {session.state.game.format_move(move)}"))
    return session


def play(session: Session, decision: Decision) -> None:
    """Makes a move in the session."""
    before, move = session.state, decision.move
    assert isinstance(move, Move)
    after = before.play(move)
    session.played(Ply(len(session.moves) + 1, before.to_move, before, decision, 1.0, after))


def boards(look: Look) -> str:
    """Returns the boards in that look: with cursor, with winning line, with selected piece."""
    lines = []
    for game, lines_of_play in GAMES.items():
        for moves in lines_of_play:
            session = table_of(game, moves)
            marks, state = session.marks(), session.state
            if not state.outcome:
                marks = Pointer.over(state).marked(marks, state)
            lines += [f"{game} {moves}", *paint_board(state, look, marks), ""]
    return "\n".join(lines)


def explanations(look: Look) -> str:
    """Returns explanations of moves by strategies."""
    lines = []
    for name, (moves, thinkers) in THINKERS.items():
        session = table_of(name, moves)
        for thinker in thinkers:
            decision = strategy_from(thinker, name, 1).choose(session.state, Limit())
            decision = replace(decision, text="The sentence.")
            lines += [f"{name} {thinker}", *describe(decision, session.state, look), ""]
    return "\n".join(lines)


def screens(look: Look) -> str:
    """Returns whole screens of several sizes, without the prompt below."""
    texts = []
    for name, moves in (
        ("gomoku(size=19)", "k10 l11"),
        ("othello", "f5 d6"),
        ("pentomino", "P c4 d4 e4 d5 e5; I a8 b8 c8 d8 e8"),
    ):
        session = table_of(name, moves, "level(3)")
        pointer = Pointer.over(session.state)
        for columns, lines in SCREENS:
            sized = replace(look, columns=columns, lines=lines)
            parts = replace(render(session, sized, pointer), panel=["An answer to what was typed."])
            shown = arranged(parts, sized)
            assert shown is not None
            assert len(shown) < lines
            texts += [f"{name} on {columns}x{lines}", *(sized.clipped(s, columns) for s in shown)]
            texts += [""]
    sized = replace(look, columns=60, lines=12)
    page, _ = paged(help_lines(game_from("othello")), 3, sized, "a footer")
    return "\n".join([*texts, "help on 60x12, from the fourth line", *page, ""])


def snapshots() -> dict[Path, str]:
    """Returns the files and their contents."""
    texts = {f"board_{name}": boards(look) for name, look in LOOKS.items()}
    texts |= {f"explain_{name}": explanations(LOOKS[name]) for name in ("ascii", "colour")}
    texts["screen_ascii"] = screens(LOOKS["ascii"])
    texts["screen_no_colour"] = screens(replace(PLAIN, styles=True))
    return {FOLDER / f"{name}.txt": text.replace("\x1b", "^[") for name, text in texts.items()}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for path, text in snapshots().items():
        path.write_text(text, encoding="utf-8")

"""The visible parts of a session: board, clocks, tray and sentences."""

from __future__ import annotations

from dataclasses import replace

from fivefold.cli.terminal.board import paint_board
from fivefold.cli.terminal.capabilities import BOLD, Look
from fivefold.cli.terminal.glass_box import printable
from fivefold.cli.terminal.layout import Parts
from fivefold.cli.terminal.pointer import Pointer
from fivefold.cli.terminal.session import Session
from fivefold.cli.terminal.tray import paint_letters, paint_tray
from fivefold.core import Player, State
from fivefold.games.gomoku import GomokuState
from fivefold.games.pentomino import PentominoState
from fivefold.names import FromFile, parse_player
from fivefold.strategies.explain import side_words
from fivefold.words import say


def render(
    session: Session,
    look: Look,
    pointer: Pointer | None = None,
    index: int = -1,
    *,
    thinking: bool = False,
    paused: bool = False,
) -> Parts:
    """Returns the parts of the screen for a position, by default the last."""
    game = session.state.game
    title = look.paint(f"{game.name} {game.rows}x{game.columns} {game.rules}", BOLD)
    live = index == -1 and not session.is_over and session.has_human
    marks, state = session.marks(index), session.states[index]
    turn = list(Player).index(session.asked or state.to_move)
    parts = Parts(title, _clocks(session, look, index), turn, [])
    focus = marks.last[0] if marks.last else 0
    if live and pointer:
        marks = pointer.marked(marks, state) if session.asks_human else marks
        focus = pointer.cell
        if pointer.hand and isinstance(state, PentominoState):
            tray = paint_tray(state, pointer.hand, look, look.columns)
            letters = paint_letters(state, pointer.hand, look)
            parts = replace(parts, tray=tray, small_tray=letters)
    if live and session.asks_human:
        marks = replace(marks, legal=_legal(state))
    talk = _talk(session, look) if index == -1 else []
    return replace(
        parts,
        board=paint_board(state, look, marks),
        focus=1 + focus // game.columns,
        talk=talk,
        hint=_hint(session, thinking, paused),
    )


def _legal(state: State) -> tuple[int, ...]:
    """Returns the legal cells, if not all unmarked cells are legal."""
    if isinstance(state, GomokuState):
        return ()
    cells = [state.game.move_cells(move) for move in state.legal_moves()]
    alone = tuple(cell[0] for cell in cells if len(cell) == 1)
    return alone if len(alone) < state.cells.count(".") else ()


def _clocks(session: Session, look: Look, index: int) -> tuple[str, str]:
    first, second = (_clock(player, session, look, index) for player in Player)
    return first, second


def _clock(player: Player, session: Session, look: Look, index: int) -> str:
    """Returns a player's name, seat and time, with an arrow for the player to move."""
    state = session.states[index]
    turn = player is (session.asked or state.to_move) and not session.is_over
    pointer = ("> " if look.ascii else "▸ ") if turn else "  "
    name = state.game.player_name(player)
    if session.is_opening:
        name = say("swap2.opener" if player is Player.FIRST else "swap2.responder")
    text = f"{pointer}{name} ({short_name(session.seats[player])}) {session.clock.text(player)}"
    return look.paint(text, BOLD) if turn else text


def short_name(who: str) -> str:
    """Returns a player's name, without the folders of a file."""
    return who.rpartition("/")[2] if isinstance(parse_player(who), FromFile) else who


def _talk(session: Session, look: Look) -> list[str]:
    """Returns the sentences about the last move and the result."""
    said = last_move_line(session)
    lines = [] if said is None else [said]
    if session.record:
        lines.append(look.paint(printable(session.record.reason), BOLD))
        lines += [session.review] if session.review else []
    return lines


def last_move_line(session: Session) -> str | None:
    """Returns the sentence of the last move if an engine made it."""
    decision = session.thoughts[-1] if session.thoughts else None
    if decision is None or decision.move is None:
        return None
    game, player = session.state.game, session.states[-2].to_move
    name, who = game.player_name(player), short_name(session.seats[player])
    if decision.move == game.pass_move:
        return str(say("play.passes", name=say("play.seated", name=name, who=who)))
    text = printable(decision.text) or say("play.silent", move=game.format_move(decision.move))
    return str(say("play.plays", name=name, who=who, text=text))


def _thinking(session: Session) -> str:
    """Returns what the engine has found so far, if it can tell."""
    found = None if session.progress is None else session.progress()
    if found is None:
        return str(say("play.thinking"))
    state = session.state
    move, score = state.game.format_move(found.move), side_words(state, found.score)
    return str(say("play.thinking_so_far", move=move, score=score, depth=found.depth))


def _hint(session: Session, thinking: bool, paused: bool) -> str:
    """Returns the available keys and commands."""
    if session.is_over:
        return str(say("play.after"))
    if not session.has_human:
        return str(say("play.paused" if paused else "play.watching"))
    if thinking:
        return _thinking(session)
    pieces = session.state.game.name == "pentomino"
    return str(say("play.how_pentomino" if pieces else "play.how"))

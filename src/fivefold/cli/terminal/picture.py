"""What the screen shows of a table: board, clocks, tray, and the sentences around them."""

from __future__ import annotations

from dataclasses import replace

from fivefold.cli.terminal.board import paint_board
from fivefold.cli.terminal.glass_box import printable
from fivefold.cli.terminal.layout import Parts
from fivefold.cli.terminal.look import BOLD, Look
from fivefold.cli.terminal.pointer import Pointer
from fivefold.cli.terminal.table import Table
from fivefold.cli.terminal.tray import paint_letters, paint_tray
from fivefold.core import Player, State
from fivefold.games.gomoku import GomokuState
from fivefold.games.pentomino import PentominoState
from fivefold.names import is_path
from fivefold.words import say


def picture(
    table: Table,
    look: Look,
    pointer: Pointer | None = None,
    index: int = -1,
    *,
    thinking: bool = False,
    paused: bool = False,
) -> Parts:
    """Returns what there is to show of the position with that index, by default the last."""
    game = table.state.game
    title = look.paint(f"{game.name} {game.rows}x{game.columns} {game.rules}", BOLD)
    live = index == -1 and not table.is_over and table.has_human
    marks, state = table.marks(index), table.states[index]
    turn = list(Player).index(table.asked or state.to_move)
    parts = Parts(title, _clocks(table, look, index), turn, [])
    focus = marks.last[0] if marks.last else 0
    if live and pointer:
        marks = pointer.marked(marks, state) if table.asks_human else marks
        focus = pointer.cell
        if pointer.hand and isinstance(state, PentominoState):
            tray = paint_tray(state, pointer.hand, look, look.columns)
            letters = paint_letters(state, pointer.hand, look)
            parts = replace(parts, tray=tray, small_tray=letters)
    if live and table.asks_human:
        marks = replace(marks, legal=_legal(state))
    talk = _talk(table, look) if index == -1 else []
    return replace(
        parts,
        board=paint_board(state, look, marks),
        focus=1 + focus // game.columns,
        talk=talk,
        hint=_hint(table, thinking, paused),
    )


def _legal(state: State) -> tuple[int, ...]:
    """Returns where a stone may go, if that is not simply where none is, or where no # is."""
    if isinstance(state, GomokuState):
        return ()
    cells = [state.game.move_cells(move) for move in state.legal_moves()]
    alone = tuple(cell[0] for cell in cells if len(cell) == 1)
    return alone if len(alone) < state.cells.count(".") else ()


def _clocks(table: Table, look: Look, index: int) -> tuple[str, str]:
    first, second = (_clock(player, table, look, index) for player in Player)
    return first, second


def _clock(player: Player, table: Table, look: Look, index: int) -> str:
    """Returns a player's name, seat and time; the one to move is pointed at."""
    state = table.states[index]
    turn = player is (table.asked or state.to_move) and not table.is_over
    pointer = ("> " if look.ascii else "▸ ") if turn else "  "
    name = state.game.player_name(player)
    if table.is_opening:
        name = say("swap2.opener" if player is Player.FIRST else "swap2.responder")
    text = f"{pointer}{name} ({short_name(table.seats[player])}) {table.clock.text(player)}"
    return look.paint(text, BOLD) if turn else text


def short_name(who: str) -> str:
    """Returns a player's name; of one from a file, what stands behind its folders."""
    return who.rpartition("/")[2] if is_path(who) else who


def _talk(table: Table, look: Look) -> list[str]:
    """Returns the sentences on what was played and how the game ended."""
    said = last_move_line(table)
    lines = [] if said is None else [said]
    if table.record:
        lines.append(look.paint(printable(table.record.reason), BOLD))
        lines += [table.hindsight] if table.hindsight else []
    return lines


def last_move_line(table: Table) -> str | None:
    """Returns the sentence on a machine's move if it was the last one."""
    decision = table.thoughts[-1] if table.thoughts else None
    if decision is None or decision.move is None:
        return None
    game, player = table.state.game, table.states[-2].to_move
    name, who = game.player_name(player), short_name(table.seats[player])
    if decision.move == game.pass_move:
        return str(say("play.passes", name=say("play.seated", name=name, who=who)))
    text = printable(decision.text) or say("play.silent", move=game.format_move(decision.move))
    return str(say("play.plays", name=name, who=who, text=text))


def _hint(table: Table, thinking: bool, paused: bool) -> str:
    """Returns what can be done now."""
    if table.is_over:
        return str(say("play.after"))
    if not table.has_human:
        return str(say("play.paused" if paused else "play.watching"))
    if thinking:
        return str(say("play.thinking"))
    pieces = table.state.game.name == "pentomino"
    return str(say("play.how_pentomino" if pieces else "play.how"))

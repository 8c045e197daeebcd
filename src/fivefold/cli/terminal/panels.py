"""What is typed at the table, and the answer to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fivefold.cli.terminal.board import cell_name
from fivefold.cli.terminal.glass_box import printable, tell
from fivefold.cli.terminal.keeping import load, save
from fivefold.cli.terminal.look import Look
from fivefold.cli.terminal.orders import CHOICES, ORDERS, Order, parse_order, usage
from fivefold.cli.terminal.table import HUMAN, Table
from fivefold.core import Game, Limit, Move, Player, State
from fivefold.engines import is_foreign, open_engine
from fivefold.engines.base import Resigned
from fivefold.errors import FivefoldError, InvalidNotation
from fivefold.games.gomoku import GomokuState
from fivefold.strategies.base import Decision
from fivefold.strategies.levels import levels_of
from fivefold.words import say

ADVICE_SECONDS = 2.0
A_GLANCE = Limit(seconds=0.05, depth=1, nodes=1)


class Left(Exception):
    """The player wants to leave."""


class Chosen(Exception):
    """The player has chosen in an opening by swap2: `black`, `white` or `two`."""

    def __init__(self, choice: str) -> None:
        super().__init__(choice)
        self.choice = choice


@dataclass(frozen=True)
class Reply:
    """The answer to what was typed."""

    lines: Sequence[str] = ()
    told: tuple[Decision, State] | None = None
    """A decision to be drawn, and the position it was made in."""
    frames: Sequence[int] = ()
    """Positions of the game to be shown one after the other."""
    move: Move | None = None
    """A move to point at."""
    changed: bool = False
    """Whether the game or its seats are no longer what they were."""

    def shown(self, look: Look) -> list[str]:
        """Returns the answer as lines."""
        return [*self.lines, *(tell(*self.told, look) if self.told else [])]


async def take(text: str, table: Table) -> Move | Reply:
    """Returns the move that was typed, or the answer to anything else.

    Raises `Left` or `Resigned` when that was the order.
    """
    try:
        order = parse_order(text)
        if order is not None:
            return await obey(order, table)
        if not table.asks_human:
            key = "play.over_already" if table.is_over else "play.orders_only"
            return Reply([str(say(key))])
        move = table.state.game.parse_move(text)
        table.state.play(move)
    except FivefoldError as error:
        return Reply([str(error), *_what_to_choose(table)])
    return move


def _what_to_choose(table: Table) -> list[str]:
    """Returns what can be typed while a side is chosen: who mistypes it has lost sight of it."""
    if not table.choices:
        return []
    return [str(say("swap2.choose" if "two" in table.choices else "swap2.choose_side"))]


async def obey(order: Order, table: Table) -> Reply:
    """Does what the order says to the table."""
    word, rest = order.word, order.rest
    if word == "quit":
        raise Left
    if word == "resign":
        if not table.asks_human:
            raise InvalidNotation("play.over_already" if table.is_over else "play.not_your_turn")
        raise Resigned
    if word in CHOICES:
        if word not in table.choices:
            raise InvalidNotation("swap2.no_choice", word=word)
        raise Chosen(word)
    if word == "help":
        return Reply(help_lines(table.state.game))
    if word == "moves":
        return Reply([moves_line(table.state)])
    if word == "hint":
        return await _hint(rest, table)
    if word == "explain":
        return await _explanation(rest, table)
    if word == "replay":
        count = len(table.moves) if rest in ("", "all") else min(int(rest), len(table.moves))
        return Reply(frames=range(len(table.moves) - count, len(table.states)))
    if word == "save":
        return Reply([str(say("play.saved", path=save(table, rest)))])
    return await _change(word, rest, table)


async def _change(word: str, rest: str, table: Table) -> Reply:
    """Does what changes the game or its seats."""
    if word == "undo":
        return Reply([str(say("play.undone", count=table.undo()))], changed=True)
    if word == "swap":
        table.swap()
    elif word == "cpu":
        table.switch_computer(rest == "on")
    elif word == "opponent":
        await check_seat(rest, table.state.game)
        table.seat_opponent(rest)
    elif word == "new":
        table.start_again()
    else:
        load(table, rest)
    return Reply([seats_line(table)], changed=True)


async def _hint(who: str, table: Table) -> Reply:
    """Returns what an adviser would play."""
    decision = await _advice(who, table)
    return Reply([str(say("play.hint", text=printable(decision.text)))], move=decision.move)


async def _explanation(who: str, table: Table) -> Reply:
    """Returns why the opponent played as it did, or what an adviser thinks of the position."""
    if who:
        return Reply(told=(await _advice(who, table), table.state))
    thought = table.last_thought()
    if thought is None:
        return Reply([str(say("play.nothing_to_explain"))])
    ply, decision = thought
    return Reply(told=(decision, table.states[ply]))


async def _advice(who: str, table: Table) -> Decision:
    if table.is_over:
        raise InvalidNotation("play.over_already")
    if who == HUMAN:
        raise InvalidNotation("play.no_adviser")
    game = table.state.game
    strongest = f"level({levels_of(game.name)[-1]})"
    async with open_engine(who or strongest, game) as adviser:
        return await adviser.choose(table.state, Limit(seconds=ADVICE_SECONDS))


async def check_seat(who: str, game: Game) -> None:
    """Raises why there is no such player, before anybody waits for its move.

    One of ours is asked what it would begin with, for some wrong parameters show only then; a
    file of somebody's is loaded, and may fail later: then it loses.
    """
    if who == HUMAN:
        return
    async with open_engine(who, game) as engine:
        if not is_foreign(who):
            await engine.choose(game.start, A_GLANCE)


def help_lines(game: Game) -> list[str]:
    """Returns what can be typed."""
    width = max(len(usage(word)) for word in ORDERS)
    lines = [str(say(f"play.help.{game.name}" if _has_help(game) else "play.help.other"))]
    return lines + [f"  {usage(word):<{width}}  {say(f'play.help.{word}')}" for word in ORDERS]


def _has_help(game: Game) -> bool:
    return game.name in ("gomoku", "othello", "pentomino")


def moves_line(state: State) -> str:
    """Returns the legal moves; how many for each piece, or where not to go, if that is shorter."""
    game, moves = state.game, state.legal_moves()
    if game.name == "pentomino":
        letters = [game.format_move(move)[0] for move in moves]
        pieces = [f"{letter} {letters.count(letter)}" for letter in dict.fromkeys(letters)]
        return str(say("play.moves_by_piece", count=len(moves), pieces=pieces))
    taken = [cell for cell, mark in enumerate(state.cells) if mark != "."]
    barred = list(state.forbidden) if isinstance(state, GomokuState) else []
    anywhere = len(moves) + len(taken) + len(barred) == len(state.cells)
    if anywhere and len(taken) < len(moves):
        last_column = cell_name(game, game.columns - 1)[0]
        cells, points = (" ".join(map(game.format_cell, some)) for some in (taken, barred))
        key = "play.moves_but" if taken else "play.moves_anywhere"
        facts = {"last_column": last_column, "rows": game.rows, "taken": cells}
        if barred:
            key, facts["forbidden"] = "play.moves_but_forbidden", points
            facts["player"] = game.player_name(state.to_move)
        return str(say(key, count=len(moves), **facts))
    texts = " ".join(map(game.format_move, moves))
    return str(say("play.moves", count=len(moves), moves=texts))


def seats_line(table: Table) -> str:
    """Returns who plays which side, or who does what while the sides are agreed on."""
    if table.is_opening:
        opener, responder = (table.seats[player] for player in Player)
        return str(say("swap2.seats", opener=opener, responder=responder))
    name = table.state.game.player_name
    first, second = (say("play.seat", name=name(p), who=table.seats[p]) for p in Player)
    return str(say("play.seats", first=first, second=second))

"""Executes what the player types and returns a reply."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fivefold.cli.terminal.board import cell_name
from fivefold.cli.terminal.capabilities import Look
from fivefold.cli.terminal.commands import CHOICES, COMMANDS, Command, parse_command, usage
from fivefold.cli.terminal.glass_box import describe, printable
from fivefold.cli.terminal.saves import load, save
from fivefold.cli.terminal.session import DEFAULT_OPPONENT, HUMAN, Session
from fivefold.core import Game, Limit, Move, Player, State
from fivefold.engines import is_foreign, open_engine
from fivefold.engines.base import Resigned
from fivefold.errors import FivefoldError, InvalidNotation
from fivefold.games.gomoku import GomokuState
from fivefold.strategies.base import Decision
from fivefold.strategies.levels import levels_of
from fivefold.words import quoted, say

ADVICE_SECONDS = 2.0
A_GLANCE = Limit(seconds=0.05, depth=1, nodes=1)


class Quit(Exception):
    """The player quits; `saves` tells whether the game is to be saved."""

    def __init__(self, *, saves: bool = False) -> None:
        super().__init__()
        self.saves = saves


class SideChosen(Exception):
    """The player chose `black`, `white` or `two` in a swap2 opening."""

    def __init__(self, choice: str) -> None:
        super().__init__(choice)
        self.choice = choice


@dataclass(frozen=True)
class Reply:
    """The reply to an input."""

    lines: Sequence[str] = ()
    explained: tuple[Decision, State] | None = None
    """A decision to draw, and its position."""
    frames: Sequence[int] = ()
    """Indices of positions to show one after the other."""
    move: Move | None = None
    """A move to put the cursor on."""
    changed: bool = False
    """Whether the game or the seats changed."""

    def shown(self, look: Look) -> list[str]:
        """Returns the reply as lines."""
        return [*self.lines, *(describe(*self.explained, look) if self.explained else [])]


async def handle_input(text: str, session: Session) -> Move | Reply:
    """Returns the move that was typed, or the answer to anything else.

    Raises `Quit` or `Resigned` for these commands.
    """
    try:
        command = parse_command(text)
        if command is not None:
            return await execute(command, session)
        if not session.asks_human:
            key = "play.over_already" if session.is_over else "play.orders_only"
            return Reply([str(say(key))])
        move = session.state.game.parse_move(text)
        session.state.play(move)
    except FivefoldError as error:
        return Reply([str(error), *_choices_reminder(session)])
    return move


def _choices_reminder(session: Session) -> list[str]:
    """Returns a line with the valid choices while a side is chosen."""
    if not session.choices:
        return []
    return [str(say("swap2.choose" if "two" in session.choices else "swap2.choose_side"))]


async def execute(command: Command, session: Session) -> Reply:
    """Executes a command."""
    word, rest = command.word, command.rest
    if word == "quit":
        raise Quit(saves=True)
    if word == "resign":
        if not session.asks_human:
            raise InvalidNotation("play.over_already" if session.is_over else "play.not_your_turn")
        raise Resigned
    if word in CHOICES:
        if word not in session.choices:
            raise InvalidNotation("swap2.no_choice", word=word)
        raise SideChosen(word)
    if word == "help":
        return Reply(help_lines(session.state.game))
    if word == "moves":
        return Reply([moves_line(session.state)])
    if word == "hint":
        return await _hint(rest, session)
    if word == "explain":
        return await _explanation(rest, session)
    if word == "replay":
        count = len(session.moves) if rest in ("", "all") else min(int(rest), len(session.moves))
        return Reply(frames=range(len(session.moves) - count, len(session.states)))
    if word == "save":
        return Reply([str(say("play.saved", path=save(session, rest)))])
    return await _change(word, rest, session)


async def _change(word: str, rest: str, session: Session) -> Reply:
    """Executes a command that changes the game or the seats."""
    if word == "undo":
        return Reply([str(say("play.undone", count=session.undo()))], changed=True)
    if word == "swap":
        session.swap()
    elif word == "cpu":
        session.switch_computer(rest == "on")
    elif word == "opponent":
        await check_seat(rest, session.state.game)
        session.seat_opponent(rest)
    elif word == "new":
        session.restart()
    else:
        return Reply([*await _load(rest, session), seats_line(session)], changed=True)
    return Reply([seats_line(session)], changed=True)


async def _load(name: str, session: Session) -> list[str]:
    """Loads a game with its players; returns what happened.

    Foreign players come back only if they play already: loading a game must not run foreign code.
    """
    path, record = load(session, name)
    lines = [str(say("play.loaded", path=path, count=len(session.moves)))]
    if record is None or HUMAN not in (record.first, record.second):
        return lines
    seats = []
    for who in (record.first, record.second):
        if who in session.seats.values():
            seats.append(who)
            continue
        try:
            if is_foreign(who):
                raise InvalidNotation("play.load_foreign")
            await check_seat(who, session.state.game)
            seats.append(who)
        except FivefoldError as error:
            seats.append(DEFAULT_OPPONENT)
            facts = {"who": quoted(who, 100), "other": DEFAULT_OPPONENT, "reason": error.message}
            lines.append(str(say("play.load_other", **facts)))
    session.seat_players(*seats)
    return lines


async def _hint(who: str, session: Session) -> Reply:
    """Returns the move of an adviser."""
    decision = await _advice(who, session)
    return Reply([str(say("play.hint", text=printable(decision.text)))], move=decision.move)


async def _explanation(who: str, session: Session) -> Reply:
    """Returns the reasons for the last engine move, or an adviser's view of the position."""
    if who:
        return Reply(explained=(await _advice(who, session), session.state))
    thought = session.last_thought()
    if thought is None:
        return Reply([str(say("play.nothing_to_explain"))])
    ply, decision = thought
    return Reply(explained=(decision, session.states[ply]))


async def _advice(who: str, session: Session) -> Decision:
    if session.is_over:
        raise InvalidNotation("play.over_already")
    if who == HUMAN:
        raise InvalidNotation("play.no_adviser")
    game = session.state.game
    strongest = f"level({levels_of(game.name)[-1]})"
    async with open_engine(who or strongest, game) as adviser:
        return await adviser.choose(session.state, Limit(seconds=ADVICE_SECONDS))


async def check_seat(who: str, game: Game) -> None:
    """Raises if the player cannot be opened.

    Built-in strategies also choose a first move, because some invalid parameters fail only then.
    Foreign code is only loaded; if it fails later, it loses.
    """
    if who == HUMAN:
        return
    async with open_engine(who, game) as engine:
        if not is_foreign(who):
            await engine.choose(game.start, A_GLANCE)


def help_lines(game: Game) -> list[str]:
    """Returns the help text."""
    width = max(len(usage(word)) for word in COMMANDS)
    lines = [str(say(f"play.help.{game.name}" if _has_help(game) else "play.help.other"))]
    return lines + [f"  {usage(word):<{width}}  {say(f'play.help.{word}')}" for word in COMMANDS]


def _has_help(game: Game) -> bool:
    return game.name in ("gomoku", "othello", "pentomino")


def moves_line(state: State) -> str:
    """Returns the legal moves, or if shorter their number per piece or the excluded points."""
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


def seats_line(session: Session) -> str:
    """Returns the players of both sides or, during a swap2 opening, both roles."""
    if session.is_opening:
        opener, responder = (session.seats[player] for player in Player)
        return str(say("swap2.seats", opener=opener, responder=responder))
    name = session.state.game.player_name
    first, second = (say("play.seat", name=name(p), who=session.seats[p]) for p in Player)
    return str(say("play.seats", first=first, second=second))

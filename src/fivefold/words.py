"""Every sentence people read, and the `Message` that carries one.

The program passes messages around as a key with its facts; only where a person reads them are
they printed. English lives here; another language is another catalogue with the same keys.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Catalogue = Mapping[str, str]


@dataclass(frozen=True)
class Message:
    """A sentence to be printed later: the catalogue's key and the facts it mentions.

    >>> str(say("othello.win", winner=say("colour.black"), discs=33, other=31))
    'Black wins 33–31.'
    """

    key: str
    facts: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        return write(self, ENGLISH)

    def as_json(self) -> dict[str, Any]:
        """Returns `{key, facts, text}`, the form sent over HTTP and sockets."""
        facts = {name: _fact_as_json(value) for name, value in self.facts.items()}
        return {"key": self.key, "facts": facts, "text": str(self)}


def say(key: str, **facts: Any) -> Message:
    """Returns the message with that key and those facts."""
    return Message(key, facts)


def plain(text: str) -> Message:
    """Returns a message of a text in no catalogue: for games and strategies of your own."""
    return say("plain", text=text)


# {name} prints a fact, {name:+} prints it with a format, {count|disc|discs} chooses by number.
_BLANK = re.compile(r"\{(\w+)(?::([^}|]+))?(?:\|([^|}]*)\|([^}]*))?\}")


def write(message: Message, catalogue: Catalogue) -> str:
    """Returns the message as text in the catalogue's language."""

    def fill(blank: re.Match[str]) -> str:
        name, form, one, many = blank.groups()
        fact = message.facts[name]
        if many is not None:
            return str(one if fact == 1 else many)
        if form is not None:
            return format(fact, form)
        return _plain(fact, catalogue)

    return _BLANK.sub(fill, catalogue[message.key])


def _plain(fact: Any, catalogue: Catalogue) -> str:
    if isinstance(fact, Message):
        return write(fact, catalogue)
    if isinstance(fact, float):
        return f"{fact:.0f}" if fact.is_integer() else f"{fact:.2f}"
    if isinstance(fact, (list, tuple)):
        return ", ".join(_plain(item, catalogue) for item in fact)
    return str(fact)


def _fact_as_json(fact: Any) -> Any:
    if isinstance(fact, Message):
        return fact.as_json()
    if isinstance(fact, (list, tuple)):
        return [_fact_as_json(item) for item in fact]
    return fact


def quoted(text: str, longest: int = 40) -> str:
    """Returns somebody's text fit for a sentence: short and without control characters."""
    start = text[: longest + 1]
    shown = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in start)
    return f"“{shown}”" if len(text) <= longest else f"“{shown[:longest]}…”"


ENGLISH: dict[str, str] = {
    "plain": "{text}",
    # names
    "colour.black": "Black",
    "colour.white": "White",
    "seat.first": "First",
    "seat.second": "Second",
    # how games end
    "gomoku.five": "{winner} has five in a row.",
    "gomoku.full": "The board is full: a draw.",
    "othello.win": "{winner} wins {discs}–{other}.",
    "othello.draw": "A draw, {discs}–{other}.",
    "pentomino.stuck": "{loser} cannot place a piece: {winner} wins.",
    # moves that cannot be read
    "move.empty": "There is no move in an empty text.",
    "move.unreadable": "{text} is not a move: write {example}.",
    "move.off_board": "{text} is off the board, which has columns a–{last_column} and rows 1–{rows}.",
    "move.pair_off_board": "{text} is off the board: rows and columns are numbered 0 to {last}.",
    "move.number_off_board": "There is no square {text}: squares are numbered 0 to {last}, a pass is -1.",
    # moves that are not allowed
    "move.over": "No move is allowed: the game is over. {reason}",
    "move.occupied": "{move} is not allowed: there is a stone on it.",
    "move.unknown": "{move} is not a move of this game.",
    "othello.occupied": "{move} is not allowed: there is a disc on it.",
    "othello.no_flips": "{move} is not allowed: it flips no disc.",
    "othello.must_pass": "{move} is not allowed: {player} has no move and must pass (--).",
    "othello.may_not_pass": "A pass is not allowed: {player} can play {moves}.",
    "pentomino.not_five": "A move is five different cells, with or without the letter in front; this has {count}.",
    "pentomino.no_shape": "{cells} form no pentomino.",
    "pentomino.other_letter": "{cells} form the piece {actual}, not {letter}.",
    "pentomino.no_letter": "{letter} is no piece: the pieces are {letters}.",
    "pentomino.used": "{move} is not allowed: the piece {letter} is already on the board.",
    "pentomino.overlap": "{move} is not allowed: {cell} is already covered.",
    # positions
    "position.empty": "There is no position in an empty text.",
    "position.character": "Character {place} of the position, {character}, is none of {alphabet}.",
    "position.length": "The position has {count} {count|cell|cells}; {game} has {expected}.",
    "position.length.gomoku": "a square of 25 to 484 cells and the side to move",
    "position.length.othello": "16, 36 or 64 cells and the side to move",
    "position.length.pentomino": "{rows}x{columns} cells unless a size is given",
    "position.no_side": "The side to move is missing: end the position with a space and X or O.",
    "position.two_winners": "Both sides have five in a row: no game leads there.",
    "position.unreachable": "The centre square {cell} is empty: no game leads there, for its disc can never leave.",
    "position.shape": "The cells marked {letter} are not one pentomino {letter}.",
    "position.other_size": "The position is {rows}x{columns}, but the size asked for is {asked}.",
    "limit.positive": "The limit {name} must be a number above 0, not {value}.",
    # sizes and rules
    "size.unreadable": "{text} is not a size: write a number such as 8, or rows x columns such as 6x10.",
    "size.refused": "{game} is not played on {rows}x{columns}: {sizes}.",
    # names of games, strategies and their parameters
    "name.kind.game": "game",
    "name.kind.strategy": "strategy",
    "name.kind.evaluation": "evaluation of {owner}",
    "name.kind.rules": "rule set of {owner}",
    "name.kind.parameter": "parameter of {owner}",
    "name.kind.class": "strategy in {owner}",
    "name.unknown": "There is no {what} called {name}; there is {names}.",
    "name.unknown_close": "There is no {what} called {name}; did you mean {names}?",
    "name.no_parameters": "{owner} has no parameters, so not {name} either.",
    "name.not_for_game": "{name} does not play {game}; these do: {names}.",
    "name.unreadable": "{text} cannot be read as a name: write a name such as random, or with parameters minimax(depth=3).",
    "name.parameter_missing": "{owner} needs a value for {parameter}.",
    "name.parameter_value": "{parameter} must be {wanted}, not {value}.",
    "name.wanted.true": "true or false",
    "name.wanted.int": "a whole number",
    "name.wanted.number": "a number",
    "name.no_file": "There is no file {path}.",
    "name.file_fails": "The file {path} cannot be loaded: {reason}.",
    "name.no_class": "The file {path} has no strategy: a class that inherits from Strategy and has a method choose.",
    "name.which_class": "The file {path} has several strategies; name one after a colon: {names}.",
    "name.start_fails": "The strategy {name} cannot be made: {reason}.",
    "name.plugin": "The plug-in {name} cannot be loaded: {reason}.",
    # decisions
    "decision.over": "The game is over.",
    "decision.pass": "There is no move: it passes.",
    "decision.only": "{move} is the only move: {score}.",
    "decision.equal": "{move}: {score}; {runner_up} is as good.",
    "decision.equal_more": "{move}: {score}; {runner_up} and {count} more are as good.",
    "decision.best": "{move}: {score}; the runner-up is {runner_up}: {lower}.",
    "decision.no_time": "{move}: there was no time to compare the moves.",
    "score.number": "{score:+}",
    "score.win": "a win in {plies}",
    "score.loss": "a loss in {plies}",
    "note.at_most": "no better than {score}",
    "note.wins": "wins",
    "note.replies": "leaves {count} {count|reply|replies}",
    "note.loses_to": "loses to {reply}",
    "overlay.move": "the move",
    "overlay.values": "values {depth} {depth|ply|plies} ahead",
    "parameter.range": "{name} must be a whole number from {lowest} to {highest}, not {value}.",
    "parameter.number": "{name} must be a number from {lowest} to {highest}, not {value}.",
    "name.kind.value": "{parameter} of {owner}",
    # strategies
    "random.only": "{move} is the only move.",
    "random.one_of": "{move}, by chance out of {count}.",
    "random.chance": "1 in {count}",
    "methodical.text": "{move} has the smallest row % (column + 1): {number}.",
    "methodical.note": "row % (column + 1) = {number}",
    "methodical.overlay": "row % (column + 1)",
    "greedy.overlay": "{name} after each move",
    "greedy.weights": "what a disc counts under H2",
    "openspace.overlay": "openness after {steps} {steps|step|steps} of diffusion",
    "reactive.block": "{move} blocks: your longest sequence is {pls}, mine {cls}.",
    "reactive.extend": "{move} extends: my longest sequence is {cls}, yours {pls}.",
    "reactive.nearest": "{move} is the nearest free cell: no sequence has an open end.",
    "reactive.pls": "the player's longest sequence (PLS): {length}",
    "reactive.cls": "the computer's longest sequence (CLS): {length}",
    "reactive.own_end": "an end of my {length}",
    "reactive.player_end": "an end of your {length}",
    "level.text": "Level {level}. {text}",
    "level.centre": "{move}: the first stone goes to the centre.",
    "level.centre_cells": "the centre",
    "level.win": "{move} wins.",
    "level.win_also": "{move} wins; so would {others}.",
    "level.win_cells": "makes five",
    "level.block": "{move} blocks: the other would win there.",
    "level.block_also": "{move} blocks one five, but the other can also win at {others}.",
    "level.block_cells": "the other would make five",
    "level.fork": "{move} is a fork: the next stone wins at two different cells.",
    "level.fork_also": "{move} is a fork: the next stone wins at two different cells; so is {others}.",
    "level.fork_cells": "makes a fork",
    "level.near": "{move}: nothing to win or block, so near the last move, by chance out of {count}.",
    "level.near_any": "{move}: nothing to win or block, so near a stone, by chance out of {count}.",
    "level.near_any_cells": "near a stone",
    "level.near_cells": "near the last move",
    "level.counted_out": "{move} wins: the end is counted out over {nodes} positions.",
    "level.places_last": "{move} wins: nothing fits after it.",
    "level.safe": "{move} leaves {count} {count|reply|replies}, none of which wins at once.",
    "level.all_lose": "{move}: the other can win at once after every move looked at.",
    "native.missing": "The C++ core cannot be loaded ({reason}): run make install.",
    "native.no_rules": "{game} has no rules in C++: use --rules-in python.",
    "engine.none_yet": "{game} has no native engine yet: choose level(5) or negamax(seconds=5).",
    "size.gomoku": "a square with sides from 5 to 22",
    "size.othello": "a square with sides 4, 6 or 8",
    "size.pentomino": "a rectangle of 5 to 64 cells with sides of at most 22",
    # the command line
    "cli.welcome": (
        "Fivefold: Gomoku, Othello and Pentomino, where every opponent explains its move.\n"
        "\n"
        "  fivefold games                                  what can be played\n"
        "  fivefold strategies othello                     who can play it\n"
        "  fivefold show othello -m f5d6c3                 a position\n"
        "  fivefold choose gomoku reactive -m h8 --explain a move, and why\n"
        "  fivefold match othello h2 random --games 20     who is stronger\n"
        "  fivefold --help                                 everything else"
    ),
    "cli.usage": "{text} (see {command} --help).",
    "cli.negative": "{number} is not allowed here: numbers must not be negative (see {command} --help).",
    "cli.bug": "This is a bug in fivefold, please report it: {kind} {error}.",
    "cli.file_trouble": "The file {file} cannot be used: {reason}.",
    "cli.output_trouble": "The output cannot be written: {reason}.",
    "cli.exclusive": "Give either {one} or {other}, not both.",
    "cli.needs_game": "{option} needs the name of a game before it.",
    "cli.needs_game_option": "{option} needs a game: give it with --game.",
    "cli.needs_format": "Say with --to in which format to write: {names}.",
    "cli.converted": "{count} {count|game|games} written to {file} in the format {format}.",
    "cli.numbers": "--numbers is for othello only: {game} moves have no numbers.",
    "cli.to_move": "{player} ({mark}) to move.",
    "cli.legal_moves": "{count} legal {count|move|moves}: {moves}",
    "cli.legal_moves_more": "{count} legal moves: {moves} … and {more} more",
    "cli.over": "The game is over. {reason}",
    "cli.and_more": "… and {more} more",
    "cli.expected": "Expected line: {moves}",
    "cli.overlay": "{label}: {cells}",
    "cli.overlay_grid": "{label}:",
    "cli.proof": "Proven: {claim}, by {by}. {moves}",
    "cli.proof_plies": "Proven: {claim} in {plies} {plies|ply|plies}, by {by}. {moves}",
    "cli.claim.win": "a win",
    "cli.claim.loss": "a loss",
    "cli.claim.draw": "a draw",
    "cli.claim.exact": "exactly {score}",
    "cli.by.search": "search",
    "cli.by.book": "the book",
    "cli.by.vcf": "continuous fours",
    "cli.by.vct": "continuous threats",
    "cli.effort": "{parts}.",
    "cli.effort.score": "score {score}",
    "cli.effort.depth": "depth {depth}",
    "cli.effort.nodes": "{nodes} {many|position|positions}",
    "cli.effort.seconds": "{seconds} seconds",
    "cli.perft_depth": "The depth must be from 0 to {deepest}, not {depth}.",
    "cli.perft": "{leaves} {many|line|lines} of {depth} {depth|ply|plies}, counted in {seconds} seconds.",
    "cli.solving": "Solving for {seconds} seconds; Ctrl-C ends it with what is known.",
    "cli.unproven": "Not proven.",
    "cli.solved.win": "{player} wins with best play.",
    "cli.solved.loss": "{player} loses with best play.",
    "cli.solved.draw": "With best play it is a draw.",
    "cli.solved.win_by": "{player} wins by {discs} {discs|disc|discs} with best play.",
    "cli.solved.loss_by": "{player} loses by {discs} {discs|disc|discs} with best play.",
    "cli.best_line": "Best line: {moves}",
    "cli.looked_at": "{nodes} {many|position|positions} looked at in {seconds} seconds.",
    "cli.evaluations": "Evaluations of {game}: {names}.",
    "cli.aliases": "Other names in {game}: {names}.",
    "cli.games": "The number of games must be from 1 to {most}, not {games}.",
    "cli.moves": "Moves: {moves}",
    "cli.discs": "Discs: {black} black, {white} white.",
    "cli.winner": "Winner: {name} ({mark}). {reason}",
    "cli.no_winner": "No winner. {reason}",
    "cli.playing": "{done} of {all} games played: {wins} won, {draws} drawn, {losses} lost.",
    "cli.interrupted": "Interrupted after {done} of {all} games: {wins} won, {draws} drawn, {losses} lost by {name}.",
    "cli.row.won": "won",
    "cli.row.drawn": "drawn",
    "cli.row.lost": "lost",
    "cli.row.points": "points",
    "cli.row.rate": "win rate",
    "cli.row.elo": "Elo",
    "cli.row.pace": "time per move",
    "cli.lengths": "Moves per game: {mean}, from {shortest} to {longest}.",
    "cli.endings": "Games ended: {parts}.",
    "cli.ending": "{count} {ending}",
    "cli.ending.normal": "by the rules",
    "cli.ending.resigned": "by resignation",
    "cli.ending.time": "on time",
    "cli.ending.illegal": "by an illegal move",
    "cli.ending.crashed": "by a crash",
    "cli.ending.adjudicated": "by adjudication",
    "cli.ending.maximum": "at the most moves",
    "cli.plot_kind": "A plot is a file that ends in {endings}, not {file}.",
    "cli.plot_folder": "There is no folder for the plot {file}.",
    "cli.plot_missing": "Plots need matplotlib: install it with pip install 'fivefold[plots]'.",
    "cli.plot_written": "The plot is in {file}.",
    "cli.no_openings": "There is no opening in {file}.",
    "cli.line": "Line {number} of {file}: {reason}",
    "cli.no_positions": "There is no position in {file}.",
    # engines, matches, records and files
    "engine.crashed": "{name} crashed: {reason}.",
    "engine.last_words": "{name} died; its last words: {words}.",
    "engine.ended": "{name} died: its process ended with code {status}.",
    "engine.killed": "{name} died: its process was ended by signal {signal}.",
    "engine.hung_up": "{name} closed its connection and cannot be asked any more.",
    "engine.not_started": "{name} cannot be started: {reason}.",
    "engine.slow_start": "{name} was not ready within {seconds} s.",
    "engine.timeout": "{name} was given {seconds} s for a move and did not answer.",
    "engine.no_move": "{name} answered {answer}, which is no move.",
    "engine.illegal": "{name} played an illegal move. {reason}",
    "engine.garbage": "{name} answered with something that cannot be read: {text}.",
    "engine.flood": "{name} answered with more than {most} characters.",
    "engine.closed": "{name} is closed.",
    "engine.said": "{text}",
    "match.time": "{name} ran out of time.",
    "match.resigned": "{name} resigned.",
    "match.no_move": "It gave no move.",
    "match.maximum": "The game was stopped after {count} {count|move|moves}.",
    "moves.numbered": "Move {number}: {reason}",
    "time.unreadable": "{text} is not a time: write minutes + seconds added per move such as 5+3, or seconds for each move such as 10s.",
    "record.none": "{value} is no record of a game.",
    "record.not_json": "The text begins like JSON but is none: {reason}.",
    "record.deep": "The text begins like JSON but is nested too deeply.",
    "record.twice": "The record has the key {field} twice.",
    "record.missing": "The record has no {field}.",
    "record.value": "In the record, {field} must be {wanted}, not {value}.",
    "record.wanted.text": "a text",
    "record.wanted.texts": "a list of moves",
    "record.wanted.durations": "a list of seconds",
    "record.wanted.as_many": "as long as the {count} moves, or empty",
    "record.wanted.winner": "X, O or null",
    "record.wanted.ending": "one of {names}",
    "record.result": "The record says that the game ended by the rules, but the board says something else.",
    "record.no_games": "There is no game in the text.",
    "record.other_game": "The record is a game of {other}, not of {game}.",
    "record.unfinished": "The game was not played to its end.",
    "diagram.row": "Row {row} of the diagram has {count} cells; the first has {expected}.",
    "diagram.labels": "The rows of the diagram are labelled {labels}, which is neither from 0 nor as in notation.",
    "integers.value": "Number {place} of the file is {value}: the first is the side to move, 0 or 1, the others are 0 black, 1 white, -1 empty.",
    "integers.count": "The file has {count} {count|number|numbers}: it needs the side to move and then 64 squares (16 or 36 on smaller boards).",
    "integers.only_othello": "Files of a side and integers are for othello, not for {game}.",
    "format.empty": "There is nothing in the text.",
    "format.unknown": "{text} is neither a position, nor moves, nor a record of {game}.",
    "format.which_game": "The text does not say which game it is from.",
    "format.long": "A line of play has at most {most} characters.",
    "format.other_start": "A list of moves begins from the start position, but this game does not: write it as json.",
    "format.one_only": "The format {name} holds one game, but there are {count}: write them as json.",
    "format.no_name": "There is no format called {name}; there is {names}.",
    "format.no_extension": "The name {path} does not say which format to write; known endings are {names}.",
    "file.missing": "There is no file {path}.",
    "file.directory": "{path} is a directory, not a file.",
    "file.refused": "The file {path} cannot be used: {reason}.",
    "file.large": "The file {path} is larger than {most} MB.",
    "file.binary": "The file {path} is no text.",
    # playing in the terminal
    "play.best": "The best: {best}.",
    "play.best_more": "The best: {best}, and {more} more.",
    "play.order": "{order} cannot be done: type {usage}.",
    "play.no_order": "There is no order {order}; did you mean {close}?",
    "play.not_your_turn": "Only a person whose turn it is can resign.",
    "play.no_adviser": "A person cannot be asked: type hint or explain with a strategy, or nothing, behind it.",
    "play.no_stream": "At the table, save and load need the name of a file.",
    "play.resigned": "{loser} resigned: {winner} wins.",
    "play.out_of_time": "{loser} ran out of time: {winner} wins.",
    "play.broken": "{reason} {winner} wins.",
    "play.silent": "{move}.",
    "play.left": "The game was left after {count} {count|move|moves}.",
    "play.no_undo_on_time": "A game lost on time cannot be taken back: type new.",
    "play.nothing_to_undo": "There is no move to take back.",
    "play.over_already": "The game is over: type undo, new, replay, explain, save or quit.",
    "play.orders_only": "Type an order such as undo, replay, opponent WHO or quit; help lists them.",
    "play.saved": "Saved as {path}.",
    "play.undone": "Took back {count} {count|move|moves}.",
    "play.nothing_to_explain": "The opponent has not moved yet: type hint, or explain WHO.",
    "play.hint": "Hint: {text}",
    "play.moves": "{count} {count|move|moves}: {moves}",
    "play.moves_anywhere": "{count} moves: every cell of the columns a–{last_column} and the rows 1–{rows}.",
    "play.moves_but": "{count} moves: every cell of the columns a–{last_column} and the rows 1–{rows} but {taken}.",
    "play.moves_by_piece": "{count} {count|placement|placements}: {pieces}.",
    "play.seat": "{name} is {who}",
    "play.seats": "{first}, {second}.",
    "play.seated": "{name} ({who})",
    "play.plays": "{name} ({who}): {text}",
    "play.passes": "{name} has no move and passes.",
    "play.sticks_out": "{letter} does not fit there: it sticks out of the board.",
    "play.thinking": "Thinking …",
    "play.after": "Type undo, new, replay, explain, opponent WHO, save or quit.",
    "play.watching": "Space pauses; type explain, opponent WHO, cpu off or quit.",
    "play.paused": "Paused: Space goes on; you can type explain, undo or replay 5.",
    "play.escape": "-- Arrow keys scroll; Esc: the board.",
    "play.how": "Arrow keys and Enter, or type a move; help shows more, Ctrl-C saves and leaves.",
    "play.how_pentomino": "Tab: next piece, Space: turn, /: mirror, arrows and Enter: place; or type help.",
    "play.interrupted": "Saved: go on with {command}",
    "play.help.gomoku": "Type a cell such as h8, or move the cursor with the arrow keys and press Enter.",
    "play.help.othello": "Type a square such as f5, or move the cursor with the arrow keys and press Enter.",
    "play.help.pentomino": "Tab takes the next piece, Space turns it, / mirrors it, Enter places it; or type the cells: F c4 d4 d5 e5 d6.",
    "play.help.other": "Type a move, or move the cursor with the arrow keys and press Enter.",
    "play.help.moves": "the legal moves",
    "play.help.hint": "what a strong level would play; hint WHO asks another",
    "play.help.explain": "why the opponent played so; explain WHO asks another about this position",
    "play.help.undo": "take back to your last choice",
    "play.help.replay": "the last moves again",
    "play.help.opponent": "somebody else takes the other seat: random, level(4), human, ./my_bot.py:MyBot",
    "play.help.cpu": "the computer takes or leaves the other seat",
    "play.help.swap": "change seats",
    "play.help.new": "start again",
    "play.help.save": "write the game to a file",
    "play.help.load": "read a game from a file",
    "play.help.resign": "give up",
    "play.help.help": "this list",
    "play.help.quit": "leave",
    "menu.head": "Fivefold — choose a game:",
    "menu.gomoku": "Gomoku      five in a row on 15x15, against {opponent}",
    "menu.othello": "Othello     most discs win, against {opponent}",
    "menu.pentomino": "Pentomino   whoever cannot place loses, against {opponent}",
    "menu.foot": "Press 1, 2 or 3 (Enter is 1), q leaves. More: fivefold --help",
    # checking somebody's own strategy
    "contract.check.loads": "can be loaded",
    "contract.check.start": "moves from the start",
    "contract.check.time": "keeps a limit of {seconds} seconds for a move",
    "contract.check.positions": "moves in {count} {count|position|positions} of random games",
    "contract.check.single": "moves where there is only one move",
    "contract.check.pass": "passes where it must",
    "contract.check.set_up": "moves in positions that were set up, not played",
    "contract.check.end": "moves near the end of a game",
    "contract.check.reasons": "gives reasons that fit the board",
    "contract.check.seed": "plays the same moves again",
    "contract.check.sentence": "says in a sentence why",
    "contract.late": "{name} was given {seconds} s for a move and took {taken} s.",
    "contract.unreadable": "The decision has something beside the move that cannot be read. {fault}",
    "contract.candidate": "Among the candidates is {move}, which is not allowed in this position.",
    "contract.line_begins": "The expected line (pv) begins with {first}, but the move is {move}.",
    "contract.line": "Move {number} of the expected line (pv) cannot be played: {reason}",
    "contract.kind": "The overlay {label} is of the kind {kind}; the kinds are {kinds}.",
    "contract.tone": "The overlay {label} has the tone {tone}; the tones are {tones}.",
    "contract.values": "The overlay {label} has {given} {given|value|values}, but the board has {count} cells.",
    "contract.cells": "The overlay {label} is of the kind {kind} and names no cells.",
    "contract.differs": "Asked twice in the same way, it played {one} and then {other}.",
    "contract.silent": "It moves without a word.",
    "contract.hint.load": "Start Python with the file alone, python FILE: it shows the line that is wrong.",
    "contract.hint.slow_load": "Whatever takes long when the file is loaded should wait until it is needed in choose.",
    "contract.hint.class": "The file needs a class like this: class MyBot(Strategy) with a method choose(self, state, limit, stop); write its name after a colon: my_bot.py:MyBot.",
    "contract.hint.parameters": "Give every parameter of __init__ a default value, or write one behind the name: my_bot.py:MyBot(depth=3).",
    "contract.hint.move": "Return Decision(move) with one of the moves in state.legal_moves(), which are whole numbers.",
    "contract.hint.crash": "The reason names the line. Look at what this position has and others have not: few moves, a full edge, no last move.",
    "contract.hint.other": "It needs something that is missing here: see the reason.",
    "contract.hint.timeout": "Look at the clock while you think: note time.monotonic() when choose begins, and return the best move so far before limit.seconds have passed.",
    "contract.hint.pass": "Whoever has no move must pass: state.legal_moves() is then a list with the pass alone, and that is the move to return.",
    "contract.hint.in_set_up": "state.last_move is None when nobody knows the last move: do not count on it, nor on remembering earlier positions.",
    "contract.hint.in_seed": "It answered before: it may remember something of earlier games that it should not.",
    "contract.hint.seed": "Take a parameter seed, keep random.Random(seed) in __init__ and draw only from it; then games can be played again.",
    "contract.hint.reasons": "The move counts all the same. candidates and pv hold legal moves, pv begins with the move, an overlay of values has one for each cell (None for nothing).",
    "contract.hint.sentence": 'Decision(move, text="why") lets people read what it had in mind.',
    "contract.ok": "ok      {title}",
    "contract.failed": "FAILED  {title}",
    "contract.advice": "advice  {title}",
    "contract.see": "See the position: {command}",
    "contract.fix": "Hint: {hint}",
    "contract.all_passed": "All {count} checks passed: {strategy} plays {game}.",
    "contract.some_failed": "{failed} of {count} {count|check|checks} failed.",
    "contract.not_run": "{failed} {failed|check|checks} failed; {missing} more {missing|was|were} not made.",
    "contract.checking": "Checking: {done} {done|check|checks} made.",
    # pictures of boards
    "svg.to_move": "{game}: {player} to move",
    "svg.over": "{game}: {reason}",
}

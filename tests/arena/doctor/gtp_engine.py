"""A small GTP program that follows every rule, or breaks the one named by its argument."""

import sys
import time

from plain_othello import PASS, Board  # type: ignore[import-not-found]

FAULT = sys.argv[1] if len(sys.argv) > 1 else ""
COLOURS = {"b": "b", "black": "b", "w": "w", "white": "w"}
REQUIRED = "protocol_version name version known_command list_commands quit boardsize clear_board"
KNOWN = f"{REQUIRED} komi play genmove undo time_settings".split()
before: list[Board] = []
has_clock = False
board = Board()


class Refused(Exception):
    pass


def side_and_move(words: list[str]) -> tuple[str, str]:
    if FAULT == "dies of nonsense" and len(words) < 2:
        raise SystemExit("two words are needed")
    if len(words) < 2 or words[0].lower() not in COLOURS:
        raise Refused("syntax error")
    move = words[1] if FAULT == "case matters" else words[1].lower()
    move = PASS if move == "pass" else move
    if move != PASS and (move[0] not in "abcdefgh" or not move[1:].isdigit()):
        raise Refused("illegal move" if FAULT == "case matters" else "syntax error")
    return COLOURS[words[0].lower()], move


def put(side: str, move: str) -> None:
    before.append(board.copy())
    board.play(move, side)


def play(words: list[str]) -> str:
    side, move = side_and_move(words)
    legal = board.moves(side) or [PASS]
    if move not in legal and FAULT != "plays anything":
        raise Refused("not allowed" if FAULT == "other words" else "illegal move")
    put(side, move)
    return ""


def genmove(words: list[str]) -> str:
    if not words or words[0].lower() not in COLOURS:
        raise Refused("syntax error")
    side = COLOURS[words[0].lower()]
    move = (board.moves(side) or [PASS])[0]
    if FAULT == "never passes" and move == PASS:
        return "a1"
    if FAULT == "late" and has_clock:
        time.sleep(1.8)
    if FAULT != "does not play its move":
        put(side, move)
    return "pass" if move == PASS else move.upper()


def undo(words: list[str]) -> str:
    global board
    if not before:
        raise Refused("cannot undo")
    last = before.pop()
    if FAULT != "undoes nothing":
        board = last
    return ""


def clear_board(words: list[str]) -> str:
    global board, has_clock
    has_clock = False
    before.clear()
    if FAULT != "keeps the board":
        board = Board()
    return ""


def boardsize(words: list[str]) -> str:
    if words != ["8"] and FAULT != "any size":
        raise Refused("unacceptable size")
    return ""


def known_command(words: list[str]) -> str:
    return str(words[0] in KNOWN or FAULT == "knows everything").lower()


def list_commands(words: list[str]) -> str:
    return "\n".join(KNOWN[:9] if FAULT == "lists little" else KNOWN)


def time_settings(words: list[str]) -> str:
    global has_clock
    has_clock = True
    return ""


def obey(name: str, words: list[str]) -> str:
    answers = {"protocol_version": "2", "name": "Mine", "version": "1", "komi": ""}
    if name in answers:
        return answers[name]
    if name in ("quit", *KNOWN):
        return "" if name == "quit" else globals()[name](words)
    if FAULT == "dies of the unknown":
        sys.exit(f"what is {name}?")
    raise Refused("unknown command")


def hear(line: str) -> None:
    words = line.split()
    number = words.pop(0) if words[0].isdigit() else ""
    try:
        sign, text = "=", obey(words[0], words[1:])
    except Refused as error:
        sign, text = "?", str(error)
    if words[0] == "quit" and FAULT == "quits without a word":
        sys.exit()
    if FAULT == "no number":
        number = ""
    if FAULT == "a space before the number" and number:
        number = f" {number}"
    if FAULT == "no sign":
        sign = ""
    end = {"no empty line": "\n", "two empty lines": "\n\n\n"}.get(FAULT, "\n\n")
    if FAULT == "thinks aloud" and words[0] == "genmove":
        print("thinking", flush=True)
    print(f"{sign}{number} {text}".rstrip(), end=end, flush=FAULT != "no flush")
    if words[0] == "quit":
        if FAULT == "stays":
            time.sleep(60)
        sys.exit()


def clean(line: str) -> str:
    if FAULT == "keeps comments":
        return line.strip()
    kept = "".join(" " if c == "\t" else c for c in line if c == "\t" or ord(c) >= 32)
    return kept.partition("#")[0].strip()


for line in sys.stdin:
    text = clean(line)
    if text:
        hear(text)
if FAULT == "outlives its input":
    time.sleep(60)

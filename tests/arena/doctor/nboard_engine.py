"""A small NBoard program that follows every rule, or breaks the one named by its argument."""

import re
import sys
import time

from plain_othello import PASS, Board  # type: ignore[import-not-found]

FAULT = sys.argv[1] if len(sys.argv) > 1 else ""
board = Board()
depth = 1
stale = ""


def say(text: str) -> None:
    print(text, flush=FAULT != "no flush")


def name_of(text: str) -> str:
    text = text.split("/")[0].strip().lower()
    return PASS if text.startswith("p") else text


def go() -> None:
    global stale
    moves = board.moves()
    move = moves[0] if moves else PASS
    if FAULT == "never passes" and not moves:
        move = "a1"
    if FAULT == "passes with a word" and not moves:
        move = "none"
    if FAULT == "thinks on" and depth > 50:
        time.sleep(4)
    if FAULT == "slow" and depth == 1 and len(board.discs) == 16:
        time.sleep(1)
    if FAULT == "answers after pong" and depth > 50:
        stale = f"=== {move.upper()}"
        return
    say(f"=== {move.upper()}/1.00/0.01")
    if FAULT == "twice":
        say(f"=== {move.upper()}")
    if FAULT == "plays its own move":
        board.play(move)


def set_game(text: str) -> None:
    global board
    if FAULT == "ignores games" and "]B[" not in text:
        return
    board = Board()
    for side, move in re.findall(r"([BW])\[([^\]]*)\]", text.partition("BO[")[2]):
        board.play(name_of(move), side.lower())


def hear(line: str) -> None:
    global depth, stale
    command, _, rest = line.partition(" ")
    if command == "nboard" and FAULT != "no name":
        say("set myname Mine")
    elif command == "ping":
        say(f"pong {rest}")
        if FAULT == "two pongs" and len(rest) == 1:
            say(f"pong {rest}")
        if stale:
            say(stale)
            stale = ""
    elif command == "set" and rest.startswith("game "):
        set_game(rest)
    elif command == "set" and rest.startswith("depth "):
        depth = int(rest.split()[1])
    elif command == "move":
        if FAULT == "bare moves only" and "//" in rest:
            raise ValueError(rest)
        board.play(name_of(rest))
    elif command == "go":
        go()
    elif command == "hint":
        if FAULT == "no value":
            say(f"search {board.moves()[0].upper()}")
        else:
            say(f"search {board.moves()[0].upper()} 1.5 0 2 what I think")
        if FAULT == "goes at hint":
            go()
    elif command == "analyze":
        say("analysis 0 1.00")
    elif command == "learn" and FAULT != "does not learn":
        say("learned")
    elif FAULT == "dies of the unknown" and command == "xyzzy":
        sys.exit("what is xyzzy?")
    elif FAULT == "goes at anything" and command == "xyzzy":
        go()


for line in sys.stdin:
    text = line.rstrip("\n") if FAULT == "counts CR" else line.strip()
    if text:
        hear(text)
if FAULT == "outlives its input":
    time.sleep(60)

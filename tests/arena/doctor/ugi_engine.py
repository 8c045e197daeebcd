"""A small UGI program for Gomoku that follows every rule, or breaks the one it is told to."""

import math
import os
import sys
import time

FAULT = sys.argv[1] if len(sys.argv) > 1 else ""
LETTERS = "abcdefghijklmnopqrstuv"
LONG = 10_000
size = 9
Stones = dict[tuple[int, int], str]
board: Stones = {}
side = "X"
waits_for = ""


class Nonsense(Exception):
    pass


def say(text: str) -> None:
    print(text, flush=FAULT != "no flush")


def winner_of(stones: Stones) -> str:
    for x, y in stones:
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            line = {stones.get((x + step * dx, y + step * dy)) for step in range(5)}
            if len(line) == 1:
                return stones[x, y]
    return ""


def is_over() -> bool:
    return winner_of(board) != "" or len(board) == size * size


def play(word: str, stones: Stones, turn: str) -> str:
    column, row = LETTERS.find(word[:1]), int(word[1:]) - 1 if word[1:].isdigit() else -1
    if not (0 <= column < size and 0 <= row < size) or (column, row) in stones:
        raise Nonsense(word)
    stones[column, row] = turn
    return "O" if turn == "X" else "X"


def set_position(words: list[str]) -> None:
    global board, side, size
    place = words.index("moves") if "moves" in words else len(words)
    stones: Stones = {}
    turn, where = "X", words[:place]
    if where[:1] == ["fen"] and len(where) == 3 and FAULT != "no texts":
        size, turn = math.isqrt(len(where[1])), where[2]
        for place_of, stone in enumerate(where[1]):
            if stone != ".":
                stones[place_of % size, size - 1 - place_of // size] = stone
    elif where != ["startpos"]:
        raise Nonsense(" ".join(where))
    if FAULT == "half a position":
        board, side = stones, turn
    for word in words[place + 1 :]:
        turn = play(word, stones, turn)
        if FAULT == "one move only":
            break
    board, side = stones, turn


def best_move() -> str:
    every = [(x, y) for y in range(size) for x in range(size)]
    x, y = next((point for point in every if point not in board), (0, 0))
    return f"{LETTERS[x]}{y + 1}"


def go(words: list[str]) -> None:
    global waits_for
    if is_over() and FAULT != "moves after the end":
        say("bestmove none")
        return
    numbers = dict(zip(words[::2], words[1::2], strict=False))
    if FAULT == "late" and numbers.get("movetime") == "200":
        time.sleep(1)
    if FAULT == "spends its clock" and numbers.get("p1time") == "100":
        time.sleep(1)
    if FAULT == "no nodes" and "nodes" in numbers:
        return
    if words == ["infinite"] and FAULT != "impatient":
        waits_for = "infinite"
    elif int(numbers.get("movetime", "0")) > LONG:
        waits_for = "time"
    else:
        say(f"bestmove {best_move()}")
        if FAULT == "twice":
            say(f"bestmove {best_move()}")


def query(text: str) -> None:
    winner = winner_of(board)
    result = {"X": "p1win", "O": "p2win"}.get(winner, "draw" if is_over() else "none")
    answers = {
        "gameover": str(is_over()).lower(),
        "p1turn": str(side == "X").lower(),
        "result": "draw" if FAULT == "wrong results" and winner else result,
    }
    if text not in answers:
        raise Nonsense(text)
    say(f"response {answers[text]}")


def hear(line: str) -> None:
    global waits_for
    command, *words = line.split()
    if command == "ugi":
        if FAULT != "no name":
            say("id name Mine")
        say("ugiok")
    elif command == "isready":
        if not (FAULT == "deaf" and waits_for == "time"):
            say("readyok")
    elif command == "position":
        set_position(words)
    elif command == "go":
        go(words)
    elif command == "stop":
        if waits_for and not (FAULT == "does not stop" and waits_for == "time"):
            say(f"bestmove {best_move()}")
        waits_for = ""
    elif command == "query":
        query(" ".join(words))
    elif command == "quit":
        if FAULT == "says goodbye":
            say("bye")
        if FAULT == "stays" or (FAULT == "thinks on" and waits_for):
            time.sleep(60)
        os._exit(0)
    elif command != "uginewgame":
        if FAULT == "dies of the unknown":
            sys.exit(f"what is {command}?")
        raise Nonsense(command)


for line in sys.stdin:
    text = line.rstrip("\n") if FAULT == "counts CR" else line.strip()
    if not text:
        continue
    try:
        hear(text.replace("\r", "?"))
    except Nonsense as error:
        if FAULT != "silent about nonsense":
            say(f"error {error}")
if FAULT == "outlives its input":
    time.sleep(60)

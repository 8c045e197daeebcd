"""An NBoard engine for Othello: the move that flips the most discs."""

import re
import sys

STEPS = (-11, -10, -9, -1, 1, 9, 10, 11)
INSIDE = [row * 10 + column for row in range(1, 9) for column in range(1, 9)]


def flips(cells, side, cell):
    found: list[int] = []
    for step in STEPS if cells[cell] == "-" else ():
        here = cell + step
        while cells[here] not in ("-", "#", side):
            here += step
        found += range(cell + step, here, step) if cells[here] == side else ()
    return found


def play(cells, side, text):
    name = re.match(r"([A-Ha-h])([1-8])", text)
    if name:
        cell = int(name[2]) * 10 + "abcdefgh".index(name[1].lower()) + 1
        for each in [*flips(cells, side, cell), cell]:
            cells[each] = side
    return cells, "O" if side == "*" else "*"


def set_game(text):
    rows, _, moves = text.partition("BO[8")[2].partition("]")
    marks = rows.replace(" ", "")
    cells, side = ["#"] * 100, marks[64]
    for cell, mark in zip(INSIDE, marks, strict=False):
        cells[cell] = mark
    for colour, move in re.findall(r"([BW])\[([^/\]]*)", moves):
        cells, side = play(cells, "*" if colour == "B" else "O", move)
    return cells, side


def best_move(cells, side):
    cell = max(INSIDE, key=lambda each: len(flips(cells, side, each)))
    is_pass = not flips(cells, side, cell)
    return "PA" if is_pass else "ABCDEFGH"[cell % 10 - 1] + str(cell // 10)


cells, side = set_game("BO[8 " + "-" * 27 + "O*------*O" + "-" * 27 + " *]")
for line in sys.stdin:
    command, _, rest = line.strip().partition(" ")
    if command == "nboard":
        print("set myname Greedy", flush=True)
    elif command == "ping":
        print(f"pong {rest}", flush=True)
    elif command == "set" and rest.startswith("game "):
        cells, side = set_game(rest)
    elif command == "move":
        cells, side = play(cells, side, rest)
    elif command == "go":
        print(f"=== {best_move(cells, side)}", flush=True)
    elif command == "hint":
        print(f"search {best_move(cells, side)} 0 0 1", flush=True)
    elif command == "learn":
        print("learned", flush=True)

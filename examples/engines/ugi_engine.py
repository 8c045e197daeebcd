"""A UGI engine for Gomoku: the free cell nearest to the last stone. The smallest that works."""

import sys

COLUMNS, STEPS = "abcdefghijklmnopqrstuv", ((1, 0), (0, 1), (1, 1), (1, -1))
size, board, side, is_infinite = 15, {}, "X", False


def position(words):
    found, turn, moves = {}, "X", words[words.index("moves") + 1 :] if "moves" in words else []
    if words[0] == "fen":
        marks, turn = words[1], words[2]
        found = {(n % size, size - 1 - n // size): m for n, m in enumerate(marks) if m != "."}
    for move in moves:
        cell = COLUMNS.index(move[0]), int(move[1:]) - 1
        if cell in found or not (cell[0] < size and 0 <= cell[1] < size):
            raise ValueError(move)
        found[cell], turn = turn, "O" if turn == "X" else "X"
    return found, turn


def winner():
    for (x, y), mark in board.items():
        for dx, dy in STEPS:
            if all(board.get((x + n * dx, y + n * dy)) == mark for n in range(5)):
                return mark
    return "full" if len(board) == size * size else ""


def best_move():
    every = [(column, row) for column in range(size) for row in range(size)]
    x, y = list(board)[-1] if board else (size // 2, size // 2)
    free = [cell for cell in every if cell not in board and not winner()]
    free.sort(key=lambda cell: abs(cell[0] - x) + abs(cell[1] - y))
    return f"{COLUMNS[free[0][0]]}{free[0][1] + 1}" if free else "none"


for line in sys.stdin:
    command, *words = line.split() or ["empty"]
    try:
        if command == "ugi":
            print("id name Nearest\noption name game type string default gomoku\nugiok")
        elif command == "isready":
            print("readyok")
        elif command == "setoption":
            size = int(line.partition("size=")[2].partition(",")[0])
        elif command == "position":
            board, side = position(words)
        elif command == "go" and "infinite" in words:
            is_infinite = True
        elif command == "go" or (command == "stop" and is_infinite):
            is_infinite = False
            print("bestmove", best_move())
        elif command == "query":
            result = {"X": "p1win", "O": "p2win", "full": "draw", "": "none"}[winner()]
            answers = {"result": result, "gameover": winner() != "", "p1turn": side == "X"}
            print("response", str(answers[words[0]]).lower())
        elif command == "quit":
            break
        elif command not in ("uginewgame", "stop", "empty"):
            raise ValueError(command)
    except (LookupError, ValueError) as error:
        print("error", error)
    sys.stdout.flush()

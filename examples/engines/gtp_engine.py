"""A GTP engine for Gomoku: the free point nearest to the last stone."""

import re
import sys

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
REQUIRED = "protocol_version name version known_command list_commands quit boardsize clear_board"
COMMANDS = [*REQUIRED.split(), "komi", "play", "genmove", "undo"]
COLOURS = ("b", "black", "w", "white")
size = 15
stones: list[tuple[int, int]] = []


def best_move():
    every = [(column, row) for column in range(size) for row in range(size)]
    x, y = stones[-1] if stones else (size // 2, size // 2)
    free = [point for point in every if point not in stones]
    stones.append(min(free, key=lambda point: abs(point[0] - x) + abs(point[1] - y)))
    return f"{LETTERS[stones[-1][0]]}{stones[-1][1] + 1}"


def obey(command, words):
    global size
    texts = {"protocol_version": "2", "name": "Nearest", "version": "1", "komi": "", "quit": ""}
    if command in ("play", "genmove") and words[0].lower() not in COLOURS:
        raise ValueError("syntax error")
    if command == "play":
        point = (LETTERS.index(words[1][0].upper()), int(words[1][1:]) - 1)
        if point in stones or max(point) >= size:
            raise ValueError("illegal move")
        stones.append(point)
    elif command == "undo" and not stones:
        raise ValueError("cannot undo")
    elif command == "undo":
        stones.pop()
    elif command == "boardsize" and not 5 <= int(words[0]) <= 22:
        raise ValueError("unacceptable size")
    elif command in ("boardsize", "clear_board"):
        size = int(words[0]) if words else size
        stones.clear()
    elif command == "list_commands":
        return "\n".join(COMMANDS)
    elif command == "known_command":
        return "true" if words[0] in COMMANDS else "false"
    elif command not in COMMANDS:
        raise ValueError("unknown command")
    return best_move() if command == "genmove" else texts.get(command, "")


for line in sys.stdin:
    words = re.sub("[\x00-\x08\x0e-\x1f\x7f]", "", line).partition("#")[0].split()
    number = words.pop(0) if words and words[0].isdigit() else ""
    if not words:
        continue
    try:
        sign, text = "=", obey(words[0], words[1:])
    except (IndexError, ValueError) as error:
        text = str(error) if str(error) in ("cannot undo", "illegal move") else "syntax error"
        sign, text = "?", str(error) if "un" in str(error) else text
    print(f"{sign}{number} {text}".rstrip(), end="\n\n", flush=True)
    if words[0] == "quit":
        break

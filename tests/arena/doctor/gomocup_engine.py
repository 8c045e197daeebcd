"""A small Gomocup program that follows every rule, or breaks the one named by its argument."""

import os
import sys
import time

FAULT = sys.argv[1] if len(sys.argv) > 1 else ""
CROOKED = [(1, 0), (0, 1), (1, 1), (1, -1)]
board: dict[tuple[int, int], int] = {}
width = height = 0
setting_up = False
moved_at = 0.0
info: dict[str, str] = {}


def say(text: str) -> None:
    end = "" if FAULT == "no newline" else "\n"
    print(text, end=end, flush=FAULT != "no flush")
    if FAULT == "twice" and "," in text:
        print(text, flush=True)


def free(x: int, y: int) -> bool:
    return 0 <= x < width and 0 <= y < height and (x, y) not in board


def makes_five(point: tuple[int, int], who: int) -> bool:
    for dx, dy in CROOKED:
        count = 1
        for sign in (1, -1):
            x, y = point[0] + sign * dx, point[1] + sign * dy
            while board.get((x, y)) == who:
                count, x, y = count + 1, x + sign * dx, y + sign * dy
        if count >= 5:
            return True
    return False


def think() -> None:
    global moved_at
    every = [(x, y) for y in range(height) for x in range(width)]
    points = [point for point in every if point not in board]
    point = min(points, key=lambda p: abs(p[0] - width // 2) + abs(p[1] - height // 2))
    if FAULT != "blind":
        urgent = [p for who in (1, 2) for p in points if makes_five(p, who)]
        point = urgent[0] if urgent else point
    if FAULT == "occupied" and (0, 0) in board and (width - 1, 0) in board:
        point = next(iter(board))
    if FAULT == "late" and info["timeout_turn"] == "200" and len(board) == 12:
        time.sleep(1)
    if FAULT == "late in the match" and int(info.get("time_left", "999999")) < 1000:
        time.sleep(1)
    if FAULT == "off the board" and width == 20:
        point = (width, 0)
    board[point] = 1
    moved_at = time.monotonic()
    say(f"{point[0]} {point[1]}" if FAULT == "no comma" else f"{point[0]},{point[1]}")


def numbers(text: str) -> list[int]:
    return [int(part) for part in text.split(",")]


def hear(line: str) -> None:
    global width, height, setting_up
    if FAULT == "deaf after a move" and time.monotonic() < moved_at + 0.03:
        line = line.partition(" ")[2] or "nothing"
    command, _, rest = line.partition(" ")
    if setting_up:
        if command == "DONE":
            setting_up = False
            if FAULT == "colours by order":
                for number, point in enumerate(reversed(board)):
                    board[point] = 2 if number % 2 == 0 else 1
            think()
        else:
            x, y, who = numbers(line)
            if FAULT == "board in order" and board and list(board.values())[-1] == who:
                say("ERROR it is not that side's turn")
            board[x, y] = who
    elif command in ("START", "RECTSTART"):
        sides = numbers(rest)
        if FAULT == "one size" and sides == [20]:
            say("ERROR that is too large")
        elif min(sides) < 5 or max(sides) > 40:
            width = height = 15
            say("OK" if FAULT == "any size" else "ERROR size")
        else:
            width, height = sides[0], sides[-1]
            board.clear()
            say("OK")
    elif command == "RESTART":
        if FAULT != "no restart":
            board.clear()
        say("OK")
    elif command == "BEGIN":
        think()
    elif command == "TURN":
        x, y = numbers(rest)
        if not free(x, y):
            if FAULT == "dies of a move":
                os._exit(1)
            say("ERROR taken")
        else:
            board[x, y] = 2
            think()
    elif command == "BOARD":
        if FAULT != "keeps the board":
            board.clear()
        setting_up = True
    elif command == "TAKEBACK":
        if FAULT != "keeps stones":
            board.pop((numbers(rest)[0], numbers(rest)[1]), None)
        say("OK")
    elif command == "INFO":
        key, _, value = rest.partition(" ")
        info[key] = value
        if FAULT == "answers INFO":
            say("OK")
        if FAULT == "dies of an unknown key" and key == "no_such_key":
            raise KeyError(key)
    elif command == "ABOUT":
        say(
            "Mine, version 1"
            if FAULT == "about"
            else 'name="M", version="1", author="me", country="KR"'
        )
    elif command == "END":
        if FAULT == "prints after END":
            say("bye")
        if FAULT == "stays":
            time.sleep(60)
        sys.exit()
    elif FAULT == "dies of the unknown":
        sys.exit(1)
    elif FAULT == "silent about the unknown":
        pass
    elif FAULT == "says ERROR to the unknown":
        say("ERROR what?")
    else:
        say(f"UNKNOWN {command}")


def run() -> None:
    if FAULT == "says hello":
        say("OK Welcome")
    if FAULT == "never starts":
        time.sleep(60)
    if FAULT == "dies at once":
        sys.exit("no book.bin found")
    if FAULT == "floods":
        while True:
            print("MESSAGE nothing new")
    if FAULT == "long line":
        print("x" * 1_000_000, flush=True)
    if FAULT == "leaves a process" and not os.fork():
        os.setsid()
        os.close(1)
        time.sleep(60)
        os._exit(0)
    for line in sys.stdin:
        text = line.rstrip("\n") if FAULT == "counts CR" else line.strip()
        if text or FAULT == "counts empty lines":
            hear(text)
    if FAULT == "outlives its input":
        time.sleep(60)


run()

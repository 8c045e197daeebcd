"""A Gomocup engine: the free point nearest to the last stone."""

import sys

size, is_setting_up = 15, False
stones: list[tuple[int, int]] = []


def best_move():
    every = [(x, y) for x in range(size) for y in range(size)]
    x, y = stones[-1] if stones else (size // 2, size // 2)
    free = [point for point in every if point not in stones]
    stones.append(min(free, key=lambda point: abs(point[0] - x) + abs(point[1] - y)))
    return "{},{}".format(*stones[-1])


def answer(command, numbers):
    global size, is_setting_up
    if command in ("START", "RESTART", "BOARD"):
        is_setting_up = command == "BOARD"
        if command == "START" and not 5 <= numbers[0] <= 20:
            return "ERROR the size must be from 5 to 20"
        size = numbers[0] if command == "START" else size
        stones.clear()
        return None if is_setting_up else "OK"
    is_on_board = min(numbers, default=0) >= 0 and max(numbers, default=0) < size
    if command == "TURN" and (tuple(numbers) in stones or not is_on_board):
        return "ERROR there is no free point"
    if (is_setting_up and command != "DONE") or command == "TURN":
        stones.append(tuple(numbers[:2]))
    if command in ("BEGIN", "TURN", "DONE"):
        is_setting_up = False
        return best_move()
    if command == "TAKEBACK":
        stones.remove(tuple(numbers))
        return "OK"
    about = 'name="Nearest", version="1", author="me", country="KR"'
    known = {"ABOUT": about, "INFO": None}
    return None if is_setting_up else known.get(command, f"UNKNOWN {command}")


for line in sys.stdin:
    words = line.replace(",", " ").split()
    if words == ["END"]:
        break
    if words:
        numbers = [int(word) for word in words if word.lstrip("-").isdigit()]
        said = answer(words[0].upper(), numbers)
        if said is not None:
            print(said, flush=True)

"""A Gomoku program that speaks Gomocup, and every kind of broken one, chosen by its argument.

It is run as a program of its own and imports nothing of ours. What is well-behaved plays the first
free point; the same whatever it is asked, so that nothing but the fault decides a game.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable

FOR_EVER = 60


class Program:
    """The correct program; methods named after faults implement them."""

    end = "\n"

    def __init__(self, fault: str) -> None:
        self.size = 15
        self.taken: set[tuple[int, int]] = set()
        self.moves = 0
        self.fault: Callable[[], None] = getattr(self, fault, lambda: None)
        self.name = fault
        self.end = {"crlf": "\r\n", "cr": "\r"}.get(fault, "\n")

    def say(self, text: str) -> None:
        sys.stdout.write(text + self.end)
        sys.stdout.flush()

    def run(self) -> None:
        if self.name.startswith("at_start"):
            self.fault()
        for line in iter(sys.stdin.readline, ""):
            self.hear(line.strip())

    def hear(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word == "START":
            self.size, self.taken = int(rest), set()
            self.say("OK")
        elif word == "TURN":
            self.place(rest)
            self.answer()
        elif word == "BEGIN":
            self.answer()
        elif word == "BOARD":
            self.taken = set()
            for stone in iter(lambda: sys.stdin.readline().strip(), "DONE"):
                self.place(stone)
            self.answer()
        elif word == "INFO" and self.name == "complains_about_info":
            self.say(f"ERROR Unknown command: {rest.split()[0].upper()}")
        elif word == "END":
            if self.name == "ignores_the_end":
                time.sleep(FOR_EVER)
            sys.exit(0)

    def place(self, text: str) -> None:
        x, y = text.split(",")[:2]
        self.taken.add((int(x), int(y)))

    def answer(self) -> None:
        if not self.name.startswith("at_start"):
            self.fault()
        self.say("{},{}".format(*self.move()))
        self.moves += 1
        if self.name == "chatters_when_idle":
            self.say("\n".join(["MESSAGE hello"] * 5000))

    def move(self) -> tuple[int, int]:
        points = ((x, y) for y in range(self.size) for x in range(self.size))
        chosen = next(point for point in points if point not in self.taken)
        self.taken.add(chosen)
        return chosen

    # Before any question

    def at_start_it_sleeps(self) -> None:
        time.sleep(FOR_EVER)

    def at_start_it_dies(self) -> None:
        sys.exit(3)

    def at_start_it_complains_and_dies(self) -> None:
        sys.exit("no licence")

    def at_start_it_refuses(self) -> None:
        self.say("ERROR not today")
        time.sleep(FOR_EVER)

    def at_start_it_talks(self) -> None:
        self.say("Welcome to the strongest engine in the world")
        time.sleep(FOR_EVER)

    def at_start_it_floods(self) -> None:
        while True:
            self.say("MESSAGE " + "x" * 1000)

    def at_start_it_is_slow(self) -> None:
        time.sleep(0.3)

    # When asked for a move

    def dies(self) -> None:
        os._exit(7)

    def is_killed(self) -> None:
        os.kill(os.getpid(), signal.SIGSEGV)

    def dies_later(self) -> None:
        if self.moves == 2:
            os._exit(7)

    def answers_twice(self) -> None:
        first = "{},{}".format(*self.move())
        os.write(1, f"{first}\n8,8\n".encode())
        time.sleep(FOR_EVER)

    def dies_after_its_move(self) -> None:
        self.say("{},{}".format(*self.move()))
        os._exit(0)

    def hangs(self) -> None:
        time.sleep(FOR_EVER)

    def works_for_ever(self) -> None:
        while True:
            time.sleep(0.001)

    def floods_with_messages(self) -> None:
        while True:
            sys.stdout.write("MESSAGE thinking about it\n" * 100)

    def floods_with_empty_lines(self) -> None:
        while True:
            sys.stdout.write("\n" * 5000)

    def floods_without_lines(self) -> None:
        while True:
            os.write(1, b"x" * 65536)

    def floods_with_complaints(self) -> None:
        while True:
            os.write(2, b"x" * 65536)

    def talks_nonsense(self) -> None:
        self.say("my move is the centre")
        time.sleep(FOR_EVER)

    def writes_bytes(self) -> None:
        os.write(1, b"\xff\xfe\x00\x01\x80\n")
        time.sleep(FOR_EVER)

    def writes_half_a_line(self) -> None:
        os.write(1, b"3,3")
        time.sleep(FOR_EVER)

    def refuses(self) -> None:
        self.say("ERROR I do not understand BEGIN or TURN or BOARD")
        time.sleep(FOR_EVER)

    def hangs_up(self) -> None:
        os.close(1)
        time.sleep(FOR_EVER)

    def plays_an_occupied_point(self) -> None:
        if self.moves:
            self.say("0,0")
            time.sleep(FOR_EVER)

    def plays_off_the_board(self) -> None:
        self.say("99,99")
        time.sleep(FOR_EVER)

    def chatters(self) -> None:
        self.say("MESSAGE depth 3 score 12 nodes 4711")
        self.say("DEBUG \xe9")
        self.say("")

    def forks(self) -> None:
        if os.fork() == 0:
            time.sleep(FOR_EVER)

    def forks_and_dies(self) -> None:
        self.forks()
        os._exit(7)

    def forks_into_its_own_session(self) -> None:
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                time.sleep(FOR_EVER)
            os._exit(0)

    def starts_programs(self) -> None:
        subprocess.Popen(["sleep", str(FOR_EVER)], start_new_session=True)


if __name__ == "__main__":
    Program(sys.argv[1]).run()

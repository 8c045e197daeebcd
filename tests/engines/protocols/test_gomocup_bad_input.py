"""Invalid input from a manager: both Gomocup engines follow the protocol and continue.

The same conversations are held with `fivefold engine gomocup`, its pipes in this process, and with
the stand-alone program `pbrain-fivefold64`.
"""

from __future__ import annotations

import os
import queue
import re
import subprocess
import threading
from collections.abc import Iterator

import pytest

from fivefold.engines.protocols.gomocup import ProtocolResponder
from fivefold.engines.serving import serve
from fivefold.games.gomoku import GomokuGame
from fivefold.names import strategy_from

pytestmark = pytest.mark.system

PATIENCE = 20.0
"""Maximum seconds for an answer; silence is detected with a following question."""

POINT = r"[0-9]+,[0-9]+"


class Brain:
    """An engine process over pipes."""

    def __init__(self, output: int, given: int) -> None:
        self._output = output
        self._said: queue.SimpleQueue[str] = queue.SimpleQueue()
        threading.Thread(target=self._listen, args=(given,), daemon=True).start()

    def _listen(self, given: int) -> None:
        with open(given, encoding="utf-8") as lines:
            for line in lines:
                self._said.put(line.rstrip("\n"))
        self._said.put("(it has ended)")

    def send(self, text: str | bytes) -> None:
        data = text.encode() if isinstance(text, str) else text
        while data:
            data = data[os.write(self._output, data) :]

    def answer(self) -> str:
        """Returns the next line other than `MESSAGE`."""
        while (line := self._said.get(timeout=PATIENCE)).startswith(("MESSAGE", "DEBUG")):
            pass
        return line

    def answers(self, text: str | bytes) -> list[str]:
        """Returns the output for the lines, up to the answer to `ABOUT`."""
        self.send(text)
        self.send("\nABOUT\n")
        found: list[str] = []
        while not (line := self.answer()).startswith("name="):
            found.append(line)
        return found

    def close(self) -> None:
        os.close(self._output)


@pytest.fixture(scope="module", params=["python", "native"])
def brain(request: pytest.FixtureRequest) -> Iterator[Brain]:
    to_engine, from_engine = os.pipe(), os.pipe()
    if request.param == "native":
        program = request.getfixturevalue("pbrain")
        process = subprocess.Popen([program], stdin=to_engine[0], stdout=from_engine[1])
        os.close(to_engine[0])
        os.close(from_engine[1])
        talking = Brain(to_engine[1], from_engine[0])
        yield talking
        talking.close()
        assert process.wait(PATIENCE) == 0
        return
    serving = threading.Thread(target=_serve, args=(to_engine[0], from_engine[1]))
    serving.start()
    talking = Brain(to_engine[1], from_engine[0])
    yield talking
    talking.close()
    serving.join(PATIENCE)
    assert not serving.is_alive()


def _serve(given: int, output: int) -> None:
    responder = ProtocolResponder(GomokuGame(), "Fivefold")
    try:
        serve(
            responder,
            strategy_from("reactive", GomokuGame()),
            lambda: os.read(given, 65_536),
            lambda data: os.write(output, data),
        )
    finally:
        os.close(given)
        os.close(output)


FULL = "".join(f"{x},{y},{1 + (x // 2 + y) % 2}\n" for x in range(5) for y in range(5))
FIVE = "".join(f"{x},0,2\n{x},2,1\n" for x in range(4)) + "4,0,2\n"

# Lines sent after START 15 and a first move, and the start of each answer.
CASES: dict[str, tuple[str | bytes, list[str]]] = {
    "an unknown command": ("FLY 3,3", ["UNKNOWN"]),
    "no text": ("   \n\t\n", []),
    "a number": ("15", ["UNKNOWN"]),
    "a very long line": ("TURN " + "7" * 70_000, ["UNKNOWN"]),
    "a long wrong move": ("TURN " + "7" * 60_000, ["ERROR"]),
    "bytes that are no text": (b"\xff\xfe\x00\x01 7,7", ["UNKNOWN"]),
    "wide digits": ("TURN １,２", ["ERROR"]),
    "a move off the board": ("TURN 15,0", ["ERROR"]),
    "a move far off the board": ("TURN 99999999999999999999,0", ["ERROR"]),
    "a negative move": ("TURN -1,3", ["ERROR"]),
    "half a move": ("TURN 3", ["ERROR"]),
    "no move": ("TURN", ["ERROR"]),
    "too much of a move": ("TURN 1,2,3", ["ERROR"]),
    "a move on a stone": ("TURN 0,0", ["ERROR"]),
    "a second beginning": ("BEGIN", ["ERROR"]),
    "a move nobody suggested": ("PLAY 3,3", ["ERROR"]),
    "to take back nothing": ("TAKEBACK 14,14", ["ERROR"]),
    "to take back nonsense": ("TAKEBACK x", ["ERROR"]),
    "the end of no board": ("DONE", ["ERROR"]),
    "sizes": ("START 4\nSTART 23\nSTART\nSTART x\nSTART -15", ["ERROR"] * 5),
    "rectangles": ("RECTSTART 15,16\nRECTSTART\nRECTSTART 4,4", ["ERROR"] * 3),
    "duplicate stones": ("BOARD\n1,1,1\n1,1,2\nDONE", ["ERROR"]),
    "a stone off the board": ("BOARD\n15,1,1\nDONE", ["ERROR"]),
    "nobody's stone": ("BOARD\n1,1,7\nDONE", ["ERROR"]),
    "a stone of a game that goes on": ("BOARD\n1,1,3\nDONE", ["ERROR"]),
    "a stone without an owner": ("BOARD\n1,1\nDONE", ["ERROR"]),
    "words for stones": ("BOARD\nseven\nDONE", ["ERROR"]),
    "too many stones": ("BOARD\n" + "1,1,1\n" * 2_000 + "DONE", ["ERROR"]),
    "a game that is won": (f"BOARD\n{FIVE}DONE", ["ERROR"]),
    "a board that is full": (f"RECTSTART 5,5\nBOARD\n{FULL}DONE", ["OK", "ERROR"]),
    "a board without an end": ("BOARD\n1,1,1\nRESTART", ["ERROR", "OK"]),
    "one stone in swap2": ("SWAP2BOARD\n1,1\nDONE", ["ERROR"]),
    "duplicates in swap2": ("SWAP2BOARD\n1,1\n2,2\n1,1\nDONE", ["ERROR"]),
    "a rule nobody plays": ("INFO rule 2\nTURN 9,9\nINFO rule 0", ["ERROR"]),
    "a rule that is no number": ("INFO rule soft\nTURN 9,9\nINFO rule 0", ["ERROR"]),
    "settings of all kinds": ("INFO\nINFO x\nINFO timeout_turn much\nINFO evaluate 3,3", []),
    "how many lines": ("YXNBEST\nYXNBEST 0\nYXNBEST -3\nYXNBEST x", ["ERROR"] * 4),
    "a stop for nothing": ("STOP\nYXSTOP", []),
    "carriage returns": (b"START 4\rFLY\r\nSTART 3\r", ["ERROR", "UNKNOWN", "ERROR"]),
}


@pytest.mark.parametrize("case", CASES)
def test_bad_input_is_answered_and_the_next_game_works(brain: Brain, case: str) -> None:
    sent, expected = CASES[case]
    assert brain.answers("START 15\nINFO timeout_turn 1000\nINFO max_node 100") == ["OK"]
    brain.send("TURN 0,0\n")
    assert re.fullmatch(POINT, brain.answer())
    said = brain.answers(sent)
    assert [line.split()[0] for line in said] == expected
    brain.send("START 9\nBEGIN\n")
    assert brain.answer() == "OK"
    assert re.fullmatch(POINT, brain.answer())


@pytest.mark.parametrize("left", ["0", "-1", "-99999999999", "2147483647", "99999999999999999999"])
def test_any_time_left_is_enough_for_a_legal_move(brain: Brain, left: str) -> None:
    brain.send("START 15\nINFO timeout_turn 60\nINFO timeout_match 1000\n")
    brain.send(f"INFO time_left {left}\nTURN 7,7\n")
    assert brain.answer() == "OK"
    assert re.fullmatch(POINT, move := brain.answer())
    assert move != "7,7"
    assert brain.answers("INFO timeout_match 0") == []


@pytest.mark.parametrize("rule", ["0", "1", "4", "5", "8", "9"])
def test_every_rule_sum_is_played(brain: Brain, rule: str) -> None:
    four = "".join(f"{x},7,1\n{x},0,2\n" for x in range(3, 7))
    brain.send(f"START 15\nINFO timeout_turn 100\nINFO rule {rule}\nBOARD\n{four}DONE\n")
    assert brain.answer() == "OK"
    assert brain.answer() in ("2,7", "7,7")
    assert brain.answers("INFO rule 0") == []


def test_questions_of_swap2_are_answered(brain: Brain) -> None:
    brain.send("START 15\nINFO timeout_turn 400\nINFO max_node 500\nSWAP2BOARD\nDONE\n")
    assert brain.answer() == "OK"
    assert re.fullmatch(f"{POINT} {POINT} {POINT}", stones := brain.answer())
    assert len(set(stones.split())) == 3
    # Two adjacent black stones in the centre outweigh White's next move.
    brain.send("SWAP2BOARD\n7,7\n0,14\n8,7\nDONE\n")
    assert brain.answer() == "SWAP"
    brain.send("SWAP2BOARD\n0,14\n7,7\n14,0\nDONE\n")
    assert re.fullmatch(POINT, brain.answer())
    brain.send("SWAP2BOARD\n7,7\n0,14\n8,7\n14,14\n9,7\nDONE\n")
    assert brain.answer() == "SWAP"
    assert brain.answers("INFO max_node 0\nRESTART") == ["OK"]


def test_analysis_leaves_the_board_alone(brain: Brain) -> None:
    assert brain.answers("START 9\nINFO rule 4\nYXSHOWINFO") == ["OK"]
    stones = ["2,4,1", "3,4,1", "4,5,1", "4,6,1", "0,8,2", "2,8,2", "6,8,2", "8,8,2"]
    assert brain.answers("\n".join(["YXBOARD", *stones, "DONE"])) == ["OK"]
    assert brain.answers("YXSHOWFORBID") == ["FORBID 0404."]
    for _ in range(2):
        brain.send("INFO timeout_turn 100\nYXNBEST 2\n")
        assert re.fullmatch(POINT, brain.answer())
    assert brain.answers("YXHASHCLEAR\nTAKEBACK 8,8\nINFO rule 0") == ["OK", "OK"]


def test_a_new_game_gives_up_what_was_asked(brain: Brain) -> None:
    brain.send("START 15\nINFO timeout_turn 100\nBEGIN\n")
    assert [brain.answer(), brain.answer()][0] == "OK"
    said = brain.answers("START 15\nTURN 7,7\nSTART 10\nINFO timeout_turn 100\nBEGIN\nRESTART")
    assert said.count("OK") == 3
    assert all(line == "OK" or re.fullmatch(POINT, line) for line in said)

"""The child's end of the connection to the process that started it."""

from __future__ import annotations

import json
import os
import signal
import socket
import threading
from queue import SimpleQueue
from typing import Any

from fivefold.engines.child_messages import encode


class ChildConnection:
    """Receives questions and sends replies, one question at a time.

    A thread reads ahead, so that `stop` reaches a search that is running. When the parent closes
    the connection or dies, the child and everything it has started are killed, in the middle of a
    search too.
    """

    def __init__(self, descriptor: int) -> None:
        self._socket = socket.socket(fileno=descriptor)
        self._socket.set_inheritable(False)
        self._questions: SimpleQueue[dict[str, Any]] = SimpleQueue()
        self._stopped = 0
        threading.Thread(target=self._listen, daemon=True).start()

    def next_question(self) -> dict[str, Any]:
        """Returns the next question; waits for it."""
        return self._questions.get()

    def reply(self, number: int, **reply: Any) -> None:
        """Sends `answer=…` or `error=…` to the question with that number."""
        self._socket.sendall(encode({"id": number, **reply}).encode() + b"\n")

    def report(self, number: int, progress: dict[str, Any]) -> None:
        """Sends what a search has found so far. Not while a reply is being sent."""
        self._socket.sendall(encode({"id": number, "progress": progress}).encode() + b"\n")

    def is_stopped(self, number: int) -> bool:
        """Tells whether the parent has withdrawn that question."""
        return self._stopped >= number

    def _listen(self) -> None:
        try:
            with self._socket.makefile("r", encoding="utf-8") as lines:
                for line in lines:
                    message = json.loads(line)
                    if "stop" in message:
                        self._stopped = message["stop"]
                    else:
                        self._questions.put(message)
        finally:
            os.killpg(os.getpgrp(), signal.SIGKILL)

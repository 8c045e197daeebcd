"""The socket at /api/live: one for each tab, everything about one match over it."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from fivefold.errors import InvalidNotation, NotFound, Refused
from fivefold.server import commands as do
from fivefold.server import messages as frame
from fivefold.server.api import NO_CLIENT
from fivefold.server.api_matches import reseat
from fivefold.server.house import House, holder_of, new_secret
from fivefold.server.questions import MOST_AT_ONCE, Questions, states_of
from fivefold.server.refusals import answer_to
from fivefold.server.strict import write_json
from fivefold.server.table import Table
from fivefold.server.watchers import Watcher

GOING_AWAY, TOO_SLOW, TOO_MUCH = 1001, 1008, 1013

_PLAIN = {
    "undo": do.Undo,
    "resign": do.Resign,
    "swap": do.Swap,
    "claim": do.Claim,
}


async def live(socket: WebSocket) -> None:
    """Serves one socket from its opening to its end."""
    house: House = socket.app.state.house
    if house.attendance.is_full:
        await socket.accept()
        await socket.close(TOO_MUCH)
        return
    await socket.accept()
    session = Session(house, socket.app.state.questions, socket)
    await session.run()


class Session:
    """One socket: what it watches, and what it has asked."""

    def __init__(self, house: House, questions: Questions, socket: WebSocket) -> None:
        self._house = house
        self._questions = questions
        self._socket = socket
        self._client = socket.client.host if socket.client else NO_CLIENT
        self._watcher = Watcher()
        self._table: Table | None = None
        self._asked: dict[str, asyncio.Task[None]] = {}

    async def run(self) -> None:
        """Reads and writes until either side ends it."""
        house, watcher = self._house, self._watcher
        house.attendance.enter(watcher)
        tasks = {
            asyncio.ensure_future(self._read()),
            asyncio.ensure_future(
                watcher.pump(self._socket.send_text, house.settings.slow_seconds)
            ),
            asyncio.ensure_future(watcher.gone.wait()),
            asyncio.ensure_future(watcher.until_sent(house.closing)),
        }
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (*tasks, *self._asked.values()):
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            if self._table is not None:
                house.leave(self._table, watcher)
            await self._close()
            house.attendance.exit(watcher)
        for task in done:
            error = None if task.cancelled() else task.exception()
            if error is not None and not isinstance(error, WebSocketDisconnect | RuntimeError):
                raise error

    async def _close(self) -> None:
        code = GOING_AWAY if self._house.closing.is_set() else TOO_SLOW
        if self._socket.application_state is not WebSocketState.CONNECTED:
            return
        if self._socket.client_state is not WebSocketState.CONNECTED:
            return
        with contextlib.suppress(Exception):
            async with asyncio.timeout(1):
                await self._socket.close(code)

    async def _read(self) -> None:
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            try:
                if text is None:
                    raise InvalidNotation("request.binary")
                if not self._house.quotas.commands.take(self._client):
                    raise Refused("request.too_fast")
                await self._handle(frame.read_frame(text))
            except Exception as error:  # one bad frame must not end the others' game
                self._refuse(None if text is None else frame.id_in(text), error)

    def _refuse(self, id: str | None, error: BaseException) -> None:
        _, body = answer_to(error)
        self._house.metrics.errors[body["error"]["code"]] += 1
        self._send({"type": "error", **({} if id is None else {"id": id}), **body})

    def _send(self, data: dict[str, Any]) -> None:
        self._watcher.offer(write_json(data))

    async def _handle(self, asked: frame.Frame) -> None:
        if isinstance(asked, frame.Ping):
            self._send({"type": "pong", **({} if asked.id is None else {"id": asked.id})})
        elif isinstance(asked, frame.Watch):
            await self._watch(asked)
        elif isinstance(asked, frame.Ask):
            self._ask(asked)
        elif isinstance(asked, frame.Cancel):
            if asked.id not in self._asked:
                raise NotFound("question.missing")
            self._asked[asked.id].cancel()  # the question itself is answered: it was withdrawn
        else:
            await self._command(asked)

    async def _watch(self, asked: frame.Watch) -> None:
        table = await self._house.find(asked.match, asked.since)
        if self._table is not None:
            self._house.leave(self._table, self._watcher)
            self._table = None
        self._watcher.holder = holder_of(asked.secret)
        self._house.watch(table, self._watcher, asked.since)
        self._table = table

    async def _command(self, asked: Any) -> None:
        table = self._watched()
        command: do.Command
        if isinstance(asked, frame.MoveFrame):
            command = do.Move(asked.move, asked.id, asked.version)
        elif isinstance(asked, frame.ChooseFrame):
            command = do.Choose(asked.choice, asked.version)
        elif isinstance(asked, frame.UndoAnswer):
            command = do.AnswerUndo(asked.version, asked.accept)
        elif isinstance(asked, frame.SeatsFrame):
            command = await reseat(table, asked, self._house)
        elif isinstance(asked, frame.PaceFrame):
            command = do.Pace(asked.pace)
        elif asked.type == "rematch":
            command = do.Rematch(asked.version, new_secret())
        else:
            command = _PLAIN[asked.type](asked.version)
        done = await self._house.do(table.room.id, command, self._watcher.holder)
        self._send({"type": "ack", "id": asked.id, **done.as_json()})

    def _watched(self) -> Table:
        if self._table is None:
            raise Refused("request.not_watching")
        return self._table

    def _ask(self, asked: frame.Ask) -> None:
        states = states_of(self._watched(), asked.ply)
        if asked.id in self._asked:
            raise Refused("question.twice")
        if len(self._asked) >= MOST_AT_ONCE:
            raise Refused("question.quota")

        async def think() -> None:
            try:
                # Ids of different tabs may be the same: nothing else of this client names them.
                decision = await self._questions.ask(
                    self._client, None, asked.strategy, states, asked.seconds
                )
                self._send({"type": "answer", "id": asked.id, "decision": decision})
            except asyncio.CancelledError:
                self._refuse(asked.id, Refused("question.cancelled"))
            except Exception as error:
                self._refuse(asked.id, error)
            finally:
                self._asked.pop(asked.id, None)

        self._asked[asked.id] = asyncio.ensure_future(think())

"""Request bodies and socket frames, parsed as strictly as by the server."""

from __future__ import annotations

import inspect
from functools import partial
from typing import Any
from zlib import crc32

from pydantic import ValidationError

from fivefold.errors import InvalidNotation
from fivefold.server.http import requests as messages
from fivefold.server.http import study_requests
from fivefold.server.http.errors import answer_to
from fivefold.server.http.fields import Strict
from fivefold.server.strict_json import read_json, write_json
from fuzz import checking

BODIES = [
    kind
    for module in (messages, study_requests)
    for _, kind in inspect.getmembers(module, inspect.isclass)
    if issubclass(kind, Strict) and kind.__name__.endswith(("Body", "Match"))
]


def check(data: bytes) -> None:
    text = data.decode("utf-8", "surrogateescape")
    found = messages.id_in(text)
    assert found is None or len(found) <= 64
    frame = _read(lambda: messages.read_frame(text))
    if frame is not None:
        again = write_json(frame.model_dump(by_alias=True, exclude_unset=True))
        assert messages.read_frame(again) == frame
    body: Any = _read(lambda: read_json(data))
    if body is None:
        return
    assert read_json(write_json(body)) == body
    for kind in BODIES[crc32(data) % checking.ONE_IN :: checking.ONE_IN]:
        read = _read(partial(kind.model_validate, body))
        if read is not None:
            again = write_json(read.model_dump(by_alias=True, exclude_unset=True))
            assert kind.model_validate(read_json(again)) == read


def _read(read: Any) -> Any:
    """Returns the result; a rejection has a message, a code and a status other than 500."""
    try:
        return read()
    except (InvalidNotation, ValidationError) as error:
        status, answer = answer_to(error)
        assert 400 <= status < 500, answer
        assert write_json(answer)
        return None

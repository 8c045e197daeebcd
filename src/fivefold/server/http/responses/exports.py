"""Response models of the export routes."""

from __future__ import annotations

from fivefold.server.http.responses.common import Answer


class ExportAnswer(Answer):
    """How many files are created before this one; 0 while it is drawn."""

    before: int

"""What the web application's server answers, in English."""

from __future__ import annotations

SERVER: dict[str, str] = {}

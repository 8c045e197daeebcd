"""The words of the web pages, in English."""

from __future__ import annotations

PAGE: dict[str, str] = {}

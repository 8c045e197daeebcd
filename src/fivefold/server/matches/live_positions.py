"""The positions that two people play now, which no engine is asked about."""

from __future__ import annotations

from collections.abc import Iterable

from fivefold.core import State
from fivefold.errors import Refused
from fivefold.server.matches.active_matches import ActiveMatches
from fivefold.server.matches.position_key import SIGNATURE_BYTES, position_key, signature
from fivefold.server.peers.peers import Peers


class LivePositions:
    """The positions of the matches between people, in every worker's memory."""

    def __init__(self, matches: ActiveMatches, peers: Peers) -> None:
        self._matches = matches
        self._peers = peers

    def check(self, states: Iterable[State], match: str | None = None) -> None:
        """Raises `Refused` if two people are playing one of these positions now.

        `match` is the match that the positions are from; it does not count.
        """
        keys = {active.hidden_key for active in self._matches if active.id != match}
        hidden = {*keys, *self._peers.hidden(match)} - {None}
        if not hidden:
            return
        signatures = {key[:SIGNATURE_BYTES] for key in hidden if key is not None}
        for state in states:
            if signature(state) in signatures and position_key(state) in hidden:
                raise Refused("question.live")

"""What goes on by itself in a match: machines that are to move, and flags that fall.

With several workers a match may be in the memory of each. One of them thinks for the machine that
is to move, and watches its clock: whoever was first to write it on the noticeboard. A person's flag
any of them may let fall: the log takes one end and no second.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from fivefold.errors import StorageUnavailable
from fivefold.server import commands as do
from fivefold.server.room import MACHINE
from fivefold.server.seats import are_machines
from fivefold.server.table import Table, thinking_frame
from fivefold.server.turns import Turn

if TYPE_CHECKING:
    from fivefold.server.house import House

AFTER = 0.002
"""Seconds after the last one on the clock, for a flag to fall for certain."""
PATIENCE = 1.0
"""Seconds until a flag is tried again, when the disk is full."""


class Clockwork:
    """Sets machines and flags going as each match now stands."""

    def __init__(self, house: House) -> None:
        self._house = house

    def update(self, table: Table) -> None:
        """Starts what is due in the match, and stops what is no longer."""
        self._consider_machine(table)
        if table.flag is not None:
            table.flag.cancel()
            table.flag = None
        due = table.room.flag_due()
        elsewhere = table.thinks_elsewhere is not None  # whoever thinks watches the clock
        if due is not None and not elsewhere and not self._house.closing.is_set():
            self._set_flag(table, due + AFTER)

    def _consider_machine(self, table: Table) -> None:
        """Starts the machine whose turn it is; stops one whose turn it no longer is."""
        room, house = table.room, self._house
        strategy = room.machine_to_move
        # Two machines play only for somebody who looks, and until then no time goes by.
        if strategy and are_machines(room.seats) and not table.watchers:
            strategy = None
            room.hold()
        pace = room.pace if are_machines(room.seats) else None
        if table.turn is not None:
            if table.turn.is_for(room, strategy, pace):
                return
            table.turn.stop()
            table.turn = None
        if strategy is None:
            self._let_go(table)
        elif house.closing.is_set() or (table.kept and room.clock.is_out):
            pass  # the next who opens the match starts it, or its flag falls
        elif house.neighbours.keep(room.id, room.version):
            table.kept, table.thinks_elsewhere = True, None
            table.turn = Turn(house, table, strategy, pace)
            table.thinking = table.turn.frame
            table.tell(table.thinking)
        elif table.thinks_elsewhere is not room.state:
            table.thinks_elsewhere = room.state
            table.thinking = thinking_frame(room)
            table.tell(table.thinking)

    def _let_go(self, table: Table) -> None:
        """Lets another worker think when it is a machine's turn again."""
        table.thinking = table.thinks_elsewhere = None
        if table.kept:
            table.kept = False
            self._house.neighbours.let_go(table.room.id)

    def _set_flag(self, table: Table, due: float) -> None:
        def fall() -> None:
            self._house.spawn(self._flag(table))

        table.flag = asyncio.get_running_loop().call_later(due, fall)

    async def _flag(self, table: Table) -> None:
        try:
            async with table.lock:
                await self._house.do_locked(table, do.Flag(), MACHINE)
        except StorageUnavailable:
            self._set_flag(table, PATIENCE)
            return
        if table.room.flag_due() is not None:
            self.update(table)

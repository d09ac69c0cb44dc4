"""Which requests wait for which others: results, sheets and officials never wait behind a crowd that only looks."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import IntEnum
from pathlib import Path

from django.core.files import locks

from tdsuite.ops.server import threads
from tdsuite.ops.server.threads import Crowded
from tdsuite.platform.access.visitors import Visitor

LOOK_SECONDS = 0.05
# Where a stranger becomes somebody: links and PINs of players, stations, log-ins.
DOORS = ("/l/", "/p/", "/station/", "/log-in/", "/invited/", "/api/v1/token/")

OWN_PAGES = "/me/"


class Lane(IntEnum):
    """Lower ones leave threads to the higher ones, and let them in first."""

    SPECTATOR = 0
    REFRESH = 1  # a player's page renews itself: nobody pressed anything
    DOOR = 2
    PLAYER = 3
    OFFICIAL = 4


# Threads of a process share one interpreter: those that run beside a director's result make it slower by their number, and the
# queue, unlike the interpreter, lets officials in first.
# A request begins while fewer than so many run; what changes something runs beside what reads.
READING = {Lane.SPECTATOR: 2, Lane.REFRESH: 2, Lane.DOOR: 3, Lane.PLAYER: 3, Lane.OFFICIAL: 6}
WRITING = {Lane.SPECTATOR: 1, Lane.REFRESH: 1, Lane.DOOR: 2, Lane.PLAYER: 2, Lane.OFFICIAL: 4}
PATIENCE: dict[int, float] = {
    Lane.SPECTATOR: 1.0,
    Lane.REFRESH: 2.0,
}  # seconds, then whoever only looks is told to come again
OF_VISITOR = {Visitor.STRANGER: Lane.SPECTATOR, Visitor.PLAYER: Lane.PLAYER, Visitor.OFFICIAL: Lane.OFFICIAL}


def lane_of(visitor: Visitor, path: str, *, renews: bool = False) -> Lane:
    """The lane of a request.

    Args:
        renews: a page asks for a part of itself.
    """
    lane = OF_VISITOR[visitor]
    if lane is Lane.SPECTATOR and path.startswith(DOORS):
        return Lane.DOOR
    return Lane.REFRESH if lane is Lane.PLAYER and renews and path.startswith(OWN_PAGES) else lane


class OneAtATime:
    """One request at a time in all server processes of this computer; a process that dies lets go.

    Args:
        path: the file that is locked.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """Alone for the length of the block.  Raises Crowded."""
        with self._path.open("ab") as file:
            try:
                async with asyncio.timeout(threads.LONGEST_SECONDS):
                    while not locks.lock(file, locks.LOCK_EX | locks.LOCK_NB):
                        await asyncio.sleep(LOOK_SECONDS)
            except TimeoutError:
                raise Crowded from None
            yield

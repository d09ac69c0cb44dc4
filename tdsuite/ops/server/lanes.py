"""Which requests wait for which others: officials never wait behind a crowd."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import IntEnum
from pathlib import Path

from django.core.files import locks

from . import threads
from .threads import Crowded

LOOK_SECONDS = 0.05


class Lane(IntEnum):
    """The lower one leaves threads to the higher one, and lets it in first."""

    EVERYBODY = 0
    OFFICIAL = 1


# A request begins while fewer than so many run; what changes something runs beside what reads.
READING = {Lane.EVERYBODY: 3, Lane.OFFICIAL: 6}
WRITING = {Lane.EVERYBODY: 2, Lane.OFFICIAL: 4}
READERS_PATIENCE = 1.0  # seconds; a page that is sent away then comes again by itself, and a hall is served sooner


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

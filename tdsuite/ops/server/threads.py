"""Who may begin: a bounded number of requests at once, in turn by client, with a share that only officials reach."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from tdsuite.platform.access.visitors import Visitor

MOST_WAITING = 128  # of one client address; a hall may stand behind one
LONGEST_SECONDS = 10.0


class Crowded(Exception):
    """Too many wait, or it took too long: the client is asked to come again."""


class Places:
    """Requests that may run at once.

    Args:
        limits: by kind of visitor: a request begins while fewer than so many run, whoever sent those. So officials find a place
            when the others have filled theirs.

    Those who wait are let in by kind, officials first, and within a kind in turn by client address: one client with a hundred requests
    holds up the others by one of them.
    """

    def __init__(self, limits: Sequence[int]) -> None:
        self._limits = tuple(limits)
        self._running = 0
        self._waiting: tuple[dict[str, deque[asyncio.Future[None]]], ...] = tuple({} for _ in self._limits)

    @asynccontextmanager
    async def place(self, visitor: Visitor, address: str) -> AsyncIterator[None]:
        """A place for the length of the block.  Raises Crowded."""
        await self._enter(visitor, address)
        try:
            yield
        finally:
            self._running -= 1
            self._let_in()

    def has_room(self, visitor: Visitor) -> bool:
        return self._running < self._limits[visitor]

    async def _enter(self, visitor: Visitor, address: str) -> None:
        if self.has_room(visitor) and not self._waiting[visitor]:
            self._running += 1
            return
        queue = self._waiting[visitor].setdefault(address, deque())
        if len(queue) >= MOST_WAITING:
            raise Crowded
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(turn)
        try:
            async with asyncio.timeout(LONGEST_SECONDS):
                await turn
        except BaseException as error:
            if turn.done() and not turn.cancelled():  # let in at the moment it gave up
                self._running -= 1
                self._let_in()
            elif turn in queue:
                queue.remove(turn)
                if not queue:
                    self._waiting[visitor].pop(address, None)
            if isinstance(error, TimeoutError):
                raise Crowded from None
            raise

    def _let_in(self) -> None:
        for visitor in sorted(Visitor, reverse=True):
            waiting = self._waiting[visitor]
            while waiting and self.has_room(visitor):
                address = next(iter(waiting))
                queue = waiting.pop(address)
                turn = queue.popleft()
                if queue:
                    waiting[address] = queue  # behind the other addresses
                if not turn.done():
                    self._running += 1
                    turn.set_result(None)

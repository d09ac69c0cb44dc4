"""Who may begin: a bounded number of requests at once, in turn by client, with a share for each lane above."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

MOST_WAITING = 1024  # of one client address: a hall may stand behind one, and hands its sheets in at once
LONGEST_SECONDS = 10.0


class Crowded(Exception):
    """Too many wait, or it took too long: the client is asked to come again."""


class Places:
    """Requests that may run at once.

    Args:
        limits: by lane, the lowest first: a request begins while fewer than so many run in all. So the higher ones find a place when the
            others have filled theirs.
        patience: seconds that requests of the lowest lane wait, where it is another time than `LONGEST_SECONDS`.

    Those who wait are let in by lane, the highest first, and within a lane in turn by client address: one client with a hundred requests
    holds up the others by one of them.
    """

    def __init__(self, limits: Sequence[int], patience: float | None = None) -> None:
        self._limits, self._patience = tuple(limits), patience
        self._running = 0
        self._waiting: tuple[dict[str, deque[asyncio.Future[None]]], ...] = tuple({} for _ in self._limits)

    @asynccontextmanager
    async def place(self, lane: int, address: str) -> AsyncIterator[None]:
        """A place for the length of the block.  Raises Crowded."""
        await self._enter(lane, address)
        try:
            yield
        finally:
            self._leave()

    def has_room(self, lane: int) -> bool:
        return self._running < self._limits[lane] and not self._waiting[lane]

    def _leave(self) -> None:
        self._running -= 1
        self._let_in()

    async def _enter(self, lane: int, address: str) -> None:
        if self.has_room(lane):
            self._running += 1
            return
        queue = self._waiting[lane].setdefault(address, deque())
        if len(queue) >= MOST_WAITING:
            raise Crowded
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(turn)
        try:
            async with asyncio.timeout(LONGEST_SECONDS if lane or self._patience is None else self._patience):
                await turn
        except BaseException as error:
            if turn.done() and not turn.cancelled():  # let in at the moment it gave up
                self._leave()
            elif turn in queue:
                queue.remove(turn)
                if not queue:
                    self._waiting[lane].pop(address, None)
            if isinstance(error, TimeoutError):
                raise Crowded from None
            raise

    def _let_in(self) -> None:
        for lane in reversed(range(len(self._limits))):
            waiting = self._waiting[lane]
            while waiting and self._running < self._limits[lane]:
                address = next(iter(waiting))
                queue = waiting.pop(address)
                turn = queue.popleft()
                if queue:
                    waiting[address] = queue  # behind the other addresses
                if not turn.done():
                    self._running += 1
                    turn.set_result(None)

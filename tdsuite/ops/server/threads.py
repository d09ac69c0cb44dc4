"""Who may begin: a bounded number of requests at once, in turn by client, with a share for each lane above."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from types import MappingProxyType

MOST_WAITING = 128  # of one client address; a hall may stand behind one
MOST_ABOVE = 8  # times as many above the lowest lane: the sheets of a hall are handed in at once
LONGEST_SECONDS = 10.0


class Crowded(Exception):
    """Too many wait, or it took too long: the client is asked to come again."""


class Places:
    """Requests that may run at once.

    Args:
        limits: by lane, the lowest first: a request begins while fewer than so many run, whoever sent those. So the higher ones find a
            place when the others have filled theirs.
        patience: seconds that requests of a lane wait, where it is another time than `LONGEST_SECONDS`.

    Those who wait are let in by lane, the highest first, and within a lane in turn by client address: one client with a hundred requests
    holds up the others by one of them. Threads share one interpreter, and each makes the others slower, in these places and in those they
    are `together` with: while requests of the highest lane run, all others begin only while at most as many run in all of them; and
    while requests of a higher lane wait anywhere, lower ones begin one at a time.
    """

    def __init__(self, limits: Sequence[int], patience: Mapping[int, float] = MappingProxyType({})) -> None:
        self._limits, self._patience = tuple(limits), dict(patience)
        self._running = self._highest = 0
        self.together: tuple[Places, ...] = (self,)
        self._waiting: tuple[dict[str, deque[asyncio.Future[None]]], ...] = tuple({} for _ in self._limits)

    @asynccontextmanager
    async def place(self, lane: int, address: str) -> AsyncIterator[None]:
        """A place for the length of the block.  Raises Crowded."""
        await self._enter(lane, address)
        try:
            yield
        finally:
            self._leave(lane)

    def has_room(self, lane: int) -> bool:
        return self._running < self._limit(lane) and not self._waiting[lane]

    def _limit(self, lane: int) -> int:
        most = self._limits[lane]
        if lane == len(self._limits) - 1:
            return most
        highest = sum(places._highest for places in self.together)
        if highest:
            elsewhere = sum(places._running for places in self.together) - self._running
            most = min(most, highest + 1 - elsewhere)
        above = any(waiting for places in self.together for waiting in places._waiting[lane + 1 :])
        return min(most, 1) if above else most

    def _begin(self, lane: int) -> None:
        self._running += 1
        self._highest += lane == len(self._limits) - 1

    def _leave(self, lane: int) -> None:
        self._running -= 1
        self._highest -= lane == len(self._limits) - 1
        for places in self.together:
            places._let_in()

    async def _enter(self, lane: int, address: str) -> None:
        if self.has_room(lane):
            self._begin(lane)
            return
        queue = self._waiting[lane].setdefault(address, deque())
        if len(queue) >= MOST_WAITING * (MOST_ABOVE if lane else 1):
            raise Crowded
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(turn)
        try:
            async with asyncio.timeout(self._patience.get(lane, LONGEST_SECONDS)):
                await turn
        except BaseException as error:
            if turn.done() and not turn.cancelled():  # let in at the moment it gave up
                self._leave(lane)
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
            while waiting and self._running < self._limit(lane):
                address = next(iter(waiting))
                queue = waiting.pop(address)
                turn = queue.popleft()
                if queue:
                    waiting[address] = queue  # behind the other addresses
                if not turn.done():
                    self._begin(lane)
                    turn.set_result(None)

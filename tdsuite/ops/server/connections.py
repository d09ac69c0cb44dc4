"""Connections that keep the server waiting: how long they may, and which of them make room for others.

uvicorn has no time-out for the head of a request or for a reader that takes nothing, and no limit of connections.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

log = logging.getLogger(__name__)
WAIT_SECONDS = 10.0  # for the head of a request, and for the client to take what waits to be sent
REPORT_SECONDS = 60.0


class Connections:
    """The open connections by client address, the oldest first.

    No address has a right to more than three quarters of them, so that no single client shuts the others out; a hall behind one
    address still has those. Where the limit is reached, the oldest connection that waits for its client makes room: of the address that
    has more than its share, else of the one with most connections, or with most after that. A request that is being answered is never cut off.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.share = limit * 3 // 4
        self._by_address: dict[str, dict[Connection, None]] = {}
        self._count = 0
        self._closed, self._reported_at = 0, float("-inf")

    def __len__(self) -> int:
        return self._count

    def add(self, connection: "Connection") -> None:
        """Count a new connection, and end one where there are too many: another that waits for its client, or the new one."""
        own = self._by_address.setdefault(connection.address, {})
        own[connection] = None
        self._count += 1
        if len(own) <= self.share and self._count <= self.limit:
            return
        crowds = [own] if len(own) > self.share else sorted(self._by_address.values(), key=len, reverse=True)
        leaver = next((each for crowd in crowds for each in crowd if each.waits_for_client), connection)
        self.discard(leaver)
        leaver.transport.abort()
        self._report()

    def discard(self, connection: "Connection") -> None:
        own = self._by_address.get(connection.address, {})
        if connection in own:
            del own[connection]
            self._count -= 1
            if not own:
                del self._by_address[connection.address]

    def _report(self) -> None:
        """One line a minute: a flood must not fill the log."""
        self._closed += 1
        now = asyncio.get_running_loop().time()
        if now - self._reported_at >= REPORT_SECONDS:
            log.warning("%d connections made room for others (%d may be open)", self._closed, self.limit)
            self._closed, self._reported_at = 0, now


class Connection(H11Protocol):
    """One connection.

    Attributes:
        all: set before the server starts.
    """

    all: Connections

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=0)  # whatever is not sent at once counts as waiting
        self.address = self.client[0] if self.client else ""
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._watch_head()
        self.all.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.all.discard(self)
        for timer in ("head", "write"):
            self._stop(timer)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch_head()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._abort_later("write")

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop("write")

    @property
    def waits_for_client(self) -> bool:
        """Between requests, in the middle of one that has not come whole, or with an answer that is not taken."""
        return self._between_requests or self.cycle.more_body or self.flow.write_paused

    @property
    def _between_requests(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _watch_head(self) -> None:
        """A head that has begun must end in time, however slowly its bytes come; between requests uvicorn's keep-alive holds."""
        if not self._between_requests:
            self._stop("head")
        else:
            self._abort_later("head")

    def _abort_later(self, timer: str) -> None:
        if timer not in self._timers:
            abort: Callable[[], Any] = self.transport.abort
            self._timers[timer] = self.loop.call_later(WAIT_SECONDS, abort)

    def _stop(self, timer: str) -> None:
        if timer in self._timers:
            self._timers.pop(timer).cancel()

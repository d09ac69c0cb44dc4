"""Connections that keep the server waiting: how long they may, and which of them make room for others.

uvicorn has no time-out for the head of a request or for a reader that takes nothing, and no limit of connections.
"""

import asyncio
import logging
import socket
from collections.abc import Callable
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from tdsuite.ops.server.moving import MOST_BYTES, MOST_HEAD, Busy, Moving, head_of

log = logging.getLogger(__name__)
WAIT_SECONDS = 10.0  # for the head of a request, and for the client to take what waits to be sent
REPORT_SECONDS = 60.0
READ_BYTES = MOST_BYTES // 2
HELD_SECONDS = 5.0  # until a connection that no other process takes is answered by this one


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
        moving: where it may go to another process; None where there is one, and for connections of `stays_at`.
        stays_at: the port where this very process is asked whether it answers.
    """

    all: Connections
    moving: Moving | None = None
    stays_at: int | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=0)  # whatever is not sent at once counts as waiting
        if self.moving is not None:
            transport.max_size = READ_BYTES  # type: ignore[attr-defined]  # so much is read at once, and can be handed over
        self.address = self.client[0] if self.client else ""
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._held = b""
        self._watch_head()
        self.all.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.all.discard(self)
        for timer in ("head", "write", "held"):
            self._stop(timer)
        self._held = b""
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        data, self._held = self._held + data, b""
        if self.moving is not None and self._may_move and self._moves(self.moving, data):
            return
        self._take(data)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._abort_later("write")

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop("write")

    def go_on(self, data: bytes) -> None:
        """Answer a request that another process handed over. The officials' process hands none of these back, so none goes to and fro."""
        if self.transport.is_closing():
            return
        if self.moving is not None and self.moving.for_officials:
            self._take(data)
        else:
            self.data_received(data)

    def _take(self, data: bytes) -> None:
        super().data_received(data)
        self._watch_head()

    @property
    def _may_move(self) -> bool:
        """Between requests only, with nothing on its way: the other process begins where the next one begins."""
        if self.transport.is_closing() or self._local_port == self.stays_at:
            return False
        if self.conn.our_state is not h11.IDLE or self.conn.their_state is not h11.IDLE:
            return False
        return self._between_requests and not self.conn.trailing_data[0] and not self.transport.get_write_buffer_size()

    def _moves(self, moving: Moving, data: bytes) -> bool:
        """Whether this process is done with these bytes: the connection has gone with them, or waits."""
        head = head_of(data)
        if not head:
            if not moving.for_officials or len(data) > MOST_HEAD:
                return False
            self._held = data  # whose it is says only the whole head
            self._unset_keepalive_if_required()
            self._watch_head()
            return True
        if len(data) > MOST_BYTES or moving.belongs(head):
            return False
        try:
            moving.hand_over(self.transport.get_extra_info("socket"), data)
        except Busy:
            if moving.for_officials:
                self._wait(moving, data)
            return moving.for_officials
        except OSError:
            return False
        self.transport.abort()  # this process's part of it
        return True

    def _wait(self, moving: Moving, data: bytes) -> None:
        """Wait until another process has time for it; after five seconds it is answered here."""
        self._held = data
        self._unset_keepalive_if_required()
        self._stop("head")
        self.transport.pause_reading()
        moving.wait(self._goes)
        self._timers["held"] = self.loop.call_later(HELD_SECONDS, self._take_held)

    def _goes(self) -> bool:
        """Whether it waits no longer."""
        if not self._held or self.moving is None:
            return True
        try:
            self.moving.hand_over(self.transport.get_extra_info("socket"), self._held, waited=True)
        except Busy:
            return False
        except OSError:
            self._take_held()
        else:
            self._held = b""
            self.transport.abort()
        return True

    def _take_held(self) -> None:
        data, self._held = self._held, b""
        if data and not self.transport.is_closing():
            self._stop("held")
            self.transport.resume_reading()
            self._take(data)

    @property
    def _local_port(self) -> int | None:
        return self.server[1] if self.server else None

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


class Server(uvicorn.Server):
    """A server that also takes the connections that other processes hand over to it."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if Connection.moving is not None and not self.should_exit:
            self._moving_in: set[asyncio.Task[None]] = set()
            Connection.moving.begin(self._take_in)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if Connection.moving is not None:
            Connection.moving.end()
        await super().shutdown(sockets)

    def _take_in(self, connection: socket.socket, data: bytes) -> None:
        moving_in = asyncio.get_running_loop().create_task(self._go_on(connection, data))
        self._moving_in.add(moving_in)
        moving_in.add_done_callback(self._moving_in.discard)

    async def _go_on(self, connection: socket.socket, data: bytes) -> None:
        def make() -> Connection:
            return Connection(self.config, self.server_state, self.lifespan.state)

        try:
            _, moved = await asyncio.get_running_loop().connect_accepted_socket(make, connection)
        except OSError:  # its client has gone
            connection.close()
            return
        moved.go_on(data)

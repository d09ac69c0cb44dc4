"""The server's entry: Django in threads, and the event stream beside it (docs/decisions/0004-live.md)."""

import os
from typing import Any

from a2wsgi import WSGIMiddleware
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tdsuite.settings")
django: Any = get_wsgi_application()
pages: Any = WSGIMiddleware(django, workers=8)

from tdsuite.jobs import registry  # noqa: E402  (after Django's set-up)
from tdsuite.live import memory  # noqa: E402
from tdsuite.live.hub import Hub  # noqa: E402
from tdsuite.live.stream import PATH, LiveStream, Receive, Scope, Send  # noqa: E402

registry.discover()  # now, not in the first request that enqueues something
live = LiveStream(Hub(memory=memory.process))


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """One ASGI application of two parts."""
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
    elif scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1000})
    elif scope["path"] == PATH:
        await live(scope, receive, send)
    else:
        await pages(scope, receive, send)


async def _lifespan(receive: Receive, send: Send) -> None:
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            live.hub.start()
            await send({"type": "lifespan.startup.complete"})
        else:
            await live.stop()
            await send({"type": "lifespan.shutdown.complete"})
            return

"""The server's entry: Django in threads, and the event stream beside it (docs/decisions/0026-server.md)."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tdsuite.settings")
django = get_wsgi_application()

from tdsuite.ops.server import open_files  # noqa: E402  (after Django's set-up)
from tdsuite.ops.server.pages import Pages  # noqa: E402
from tdsuite.platform.jobs.registry import job_handlers  # noqa: E402
from tdsuite.platform.live import known_versions  # noqa: E402
from tdsuite.platform.live.hub import Hub  # noqa: E402
from tdsuite.platform.live.stream import PATH, LiveStream, Receive, Scope, Send  # noqa: E402

job_handlers.discover()  # now, not in the first request that enqueues something
pages = Pages(django)
live = LiveStream(Hub(open_files.most_streams(open_files.raise_limit()), versions=known_versions.process))


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """One ASGI application of two parts."""
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
    elif scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1000})
    elif scope["path"] == PATH:
        await live(scope, receive, send)
    elif scope["path"] == "/livez":
        await alive(send)
    else:
        await pages(scope, receive, send)


async def alive(send: Send) -> None:
    """`/livez`: this process takes requests. No thread and no database is asked."""
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"alive\n"})


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

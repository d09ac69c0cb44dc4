"""The suite's own ASGI application with a guard for tests: `open:` topics for everyone, `user:` topics for who is logged in.

It adds one page, `/watch`, made of tdsuite/js/live.js and htmx as the suite serves them, for the browser tests, and `/streams`, which
says how many streams are open.
"""

from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest

from tdsuite import asgi
from tdsuite.platform.live.guard import stream_guards
from tdsuite.platform.live.stream import Receive, Scope, Send

FILES = {"/live.js": "tdsuite/js/live.js", "/htmx.js": "django_htmx/htmx-2.min.js"}
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Watch</title><link rel="icon" href="data:,">
<meta name="htmx-config" content='{"includeIndicatorStyles": false}'>
<script src="/htmx.js" defer></script><script src="/live.js" defer></script></head><body>
<p id="board" data-live="open:board open:other" data-live-version="0 0" hx-get="/fragment" hx-trigger="live">first</p>
<p id="still" data-live="open:still" hx-get="/fragment" hx-trigger="live">first</p>
</body></html>"""
_served = [0]


def guard(request: HttpRequest, topics: tuple[str, ...]) -> bool:
    return all(topic.startswith("open:") or request.user.is_authenticated for topic in topics)


stream_guards.listeners[:] = [guard]  # instead of the suite's own


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    path = scope.get("path", "")
    if scope["type"] == "http" and path in FILES:
        return await _answer(send, "text/javascript", Path(str(finders.find(FILES[path]))).read_bytes())
    if scope["type"] == "http" and path == "/watch":
        return await _answer(send, "text/html", PAGE.encode())
    if scope["type"] == "http" and path == "/fragment":
        _served[0] += 1
        return await _answer(send, "text/html", f"fragment {_served[0]}".encode())
    if scope["type"] == "http" and path == "/streams":
        return await _answer(send, "text/plain", str(len(asgi.live.hub)).encode())
    return await asgi.application(scope, receive, send)


async def _answer(send: Send, kind: str, body: bytes) -> None:
    policy = settings.CONTENT_SECURITY_POLICY.encode()
    headers = [(b"content-type", kind.encode()), (b"content-security-policy", policy)]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})

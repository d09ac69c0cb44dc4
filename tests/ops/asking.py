"""Pages that are asked in this process, without a server before them."""

import asyncio
from typing import Any

from tdsuite.ops.server.pages import Pages

SCOPE = {
    "type": "http", "query_string": b"", "headers": [], "http_version": "1.1", "scheme": "http", "server": ("hall", 80),
}  # fmt: skip


class Asked(Pages):
    """Who asks is said by the address."""

    async def asked(
        self, who: str, path: str, method: str = "GET", leaves: asyncio.Event | None = None
    ) -> dict[str, Any]:
        """The answer's status, headers and text; status 0 where none was sent.  leaves: when the client goes."""
        answer: dict[str, Any] = {"status": 0, "text": b""}
        body = [{"type": "http.request", "body": b"", "more_body": False}]

        async def receive() -> Any:
            if body:
                return body.pop()
            await (leaves or asyncio.Event()).wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                answer.update(status=message["status"], headers=dict(message["headers"]))
            answer["text"] += message.get("body", b"")

        scope = {**SCOPE, "method": method, "path": path, "raw_path": path.encode(), "client": (who, 1)}
        scope["headers"] = [(b"authorization", b"Token x")] if who == "director" else []
        await self(scope, receive, send)
        return answer

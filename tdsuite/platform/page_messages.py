"""What is told once, on the next page: a page that a browser opens shows it; what a page asks for behind it does not.

A stream that is refused, a picture that is missing or a part that renews itself may be answered by a page as well, which nobody sees.
"""

from collections.abc import Iterator

from django.contrib.messages.storage.base import Message
from django.contrib.messages.storage.session import SessionStorage
from django.http import HttpRequest


def opens_a_page(request: HttpRequest) -> bool:
    """Whether somebody will see the answer as a page: only such a request accepts HTML by name, and no script of ours sent it."""
    headers = request.headers
    if headers.get("HX-Request") or headers.get("X-Sheet") or headers.get("Sec-Purpose"):
        return False
    return "text/html" in headers.get("Accept", "text/html")


class PageMessages(SessionStorage):
    """Messages (setting MESSAGE_STORAGE) that wait for a page."""

    def __len__(self) -> int:
        return super().__len__() if opens_a_page(self.request) else 0

    def __iter__(self) -> Iterator[Message]:
        return super().__iter__() if opens_a_page(self.request) else iter(())

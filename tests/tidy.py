"""Pages as tests read them: how a template is laid out in lines says nothing to a browser, nor to a test."""

import re
from collections.abc import Callable
from typing import Any

from django.test.client import Client

BLOCKS = (
    "address|article|aside|body|button|caption|col|colgroup|datalist|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form"
    "|h[1-6]|head|header|hr|html|legend|li|link|main|meta|nav|ol|optgroup|option|p|script|section|select|style|summary|table|tbody"
    "|td|template|tfoot|th|thead|title|tr|ul|!doctype"
)
AS_WRITTEN = re.compile(r"(<(pre|textarea|script|style)\b.*?</\2>)", re.DOTALL | re.IGNORECASE)
TAG = re.compile(r"<[!/]?[a-zA-Z](?:[^<>\"']|\"[^\"]*\"|'[^']*')*>")
AROUND_BLOCKS = re.compile(rf"\s*(</?(?:{BLOCKS})\b(?:[^<>\"']|\"[^\"]*\"|'[^']*')*>)\s*", re.IGNORECASE)

SPACES = re.compile(r"[ \t\r\n]+")
WHITE_SPACE = re.compile(r"\s+")
QUOTED = re.compile(r"(\"[^\"]*\"|'[^']*')")
SPACE_AT_THE_END = re.compile(r"\s+>$")
UNTIDY = re.compile(r"[^\S ]|  | >$")  # most tags are as they should be


def tidy(page: str) -> str:
    """A page without the white space that no browser shows: inside tags, around blocks, more than one in a row."""
    parts = AS_WRITTEN.split(page)
    parts[0::3] = [_tidy(part) for part in parts[0::3]]
    del parts[2::3]
    return "".join(parts)


def _tidy(part: str) -> str:
    part = TAG.sub(_tidy_tag, part)
    return AROUND_BLOCKS.sub(r"\1", SPACES.sub(" ", part))


def _tidy_tag(match: re.Match[str]) -> str:
    tag = match[0]
    if not UNTIDY.search(tag):
        return tag
    parts = QUOTED.split(tag)
    parts[0::2] = [WHITE_SPACE.sub(" ", text) for text in parts[0::2]]
    return SPACE_AT_THE_END.sub(">", "".join(parts))


def tidied(request: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap `Client.request` so that every page it gets is tidied."""

    def get(self: Client, **environ: Any) -> Any:
        response = request(self, **environ)
        is_page = not response.streaming and response.headers.get("Content-Type", "").startswith("text/html")
        if is_page and "Content-Encoding" not in response.headers:
            response.content = tidy(response.content.decode(response.charset)).encode(response.charset)
        return response

    return get

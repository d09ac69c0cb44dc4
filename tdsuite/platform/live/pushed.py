"""Rows of public pages that are sent with the news of a change: made once a version, and sent to everybody who shows them.

A page names the addresses it would fetch after a change as topics that begin with a slash: `topics=division:7,/t/hall/a/standings/`. Whatever
cannot be sent is fetched as before. Rows in another language than the installation's are another address: `…/standings/?in=fr`.
"""

import json
import logging
import re
import zlib
from typing import NamedTuple

from django.db import Error

from tdsuite.platform.hooks.hooks import Hook
from tdsuite.platform.live.kept_pages import Page

log = logging.getLogger(__name__)
ADDRESS = re.compile(r"/[A-Za-z0-9_./?=&-]{1,200}")
ROWS_IN = "in"  # the parameter of an address that names the language of its rows
MOST_PUSHED = 24  # pages a server process makes after a change, those that most look at first
STORED = 65_535  # bytes in a block that is not packed

# The rows of a page that a stranger may see, at the versions that pages may show now; None where they are not the same for everybody.
public_rows: Hook[[str], Page | None] = Hook("public_rows")


class PushedPage(NamedTuple):
    """An event of the stream.

    Attributes:
        packed: the same as blocks of a deflate stream, which end at a byte and look back at nothing before them.
    """

    plain: bytes
    packed: bytes


def push(address: str) -> PushedPage | None:
    """The event that carries the rows of this address."""
    try:
        page = next(iter(public_rows(address)), None)
    except Error:
        raise
    except Exception:
        log.exception("The rows of %s could not be made: whoever shows them fetches them", address)
        page = None
    if page is None:
        return None
    says = {"topic": address, "versions": page.versions, "html": page.plain.decode()}
    plain = f"event: page\ndata: {json.dumps(says)}\n\n".encode()
    return PushedPage(plain, _deflated(plain))


def _deflated(plain: bytes) -> bytes:
    packer = zlib.compressobj(6, wbits=-zlib.MAX_WBITS)
    return packer.compress(plain) + packer.flush(zlib.Z_FULL_FLUSH)


class Packed:
    """A stream in gzip whose parts were packed before, by whoever sends them to many."""

    def __init__(self) -> None:
        self._sum = self._size = 0

    def begin(self) -> bytes:
        return b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"

    def part(self, plain: bytes, packed: bytes = b"") -> bytes:
        """What goes out for these bytes; a few of them are not worth packing."""
        self._sum = zlib.crc32(plain, self._sum)
        self._size += len(plain)
        if packed or len(plain) > STORED:
            return packed or _deflated(plain)
        size = len(plain)
        return b"\x00" + size.to_bytes(2, "little") + (size ^ 0xFFFF).to_bytes(2, "little") + plain

    def end(self) -> bytes:
        return b"\x03\x00" + self._sum.to_bytes(4, "little") + (self._size & 0xFFFFFFFF).to_bytes(4, "little")

"""A PNG put together from strips over its whole width, each packed once: of a list that changes in one row, one strip is packed anew."""

import struct
import zlib
from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

PACKING = 1  # of zlib: half the time of the usual 6, and a file a quarter larger
ZLIB_HEAD, LAST_BLOCK = b"\x78\x01", b"\x03\x00"
EIGHT_BITS, IN_PALETTE = 8, 3


class Strip(NamedTuple):
    """Rows of pixels.

    Attributes:
        plain: as PNG has them before they are packed: each row begins with the byte 0, for "as it is".
        packed: the same, so that others may stand before and behind it.
    """

    plain: bytes
    packed: bytes
    high: int


def strip_of(picture: Image.Image) -> Strip:
    """The strip of a picture in a palette (mode P)."""
    rows = Image.new("P", (picture.width + 1, picture.height))  # a column of zeros on the left
    rows.paste(picture, (1, 0))
    plain = rows.tobytes()
    packer = zlib.compressobj(PACKING, wbits=-zlib.MAX_WBITS)
    return Strip(plain, packer.compress(plain) + packer.flush(zlib.Z_FULL_FLUSH), picture.height)


def png_of(width: int, palette: Sequence[int], strips: Sequence[Strip]) -> bytes:
    """The strips below each other.  palette: red, green, blue, red, ... of 0 to 255, at most 256 colours."""
    check = 1
    for strip in strips:
        check = zlib.adler32(strip.plain, check)
    pixels = b"".join([ZLIB_HEAD, *(strip.packed for strip in strips), LAST_BLOCK, struct.pack(">I", check)])
    head = struct.pack(">IIBB3x", width, sum(strip.high for strip in strips), EIGHT_BITS, IN_PALETTE)
    chunks = ((b"IHDR", head), (b"PLTE", bytes(palette)), (b"IDAT", pixels), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(data, zlib.crc32(kind)))

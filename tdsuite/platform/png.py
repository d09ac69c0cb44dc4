"""A picture put together from strips below each other that were packed before: a long list of which one line is new is packed in a moment.

A PNG holds one stream of packed rows. Each strip is packed on its own and ends at a whole byte, so that strips follow each other in that stream.
"""

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

LEVEL = 6  # of packing
NOT_FILTERED = b"\x00"  # before each row
PALETTE_OF_BYTES = (8, 3, 0, 0, 0)  # bits a pixel, kind of colours, packing, filters, order of rows
STREAM_BEGINS, STREAM_ENDS = b"\x78\x9c", b"\x03\x00"
PRIME = 65521  # of the sum that ends the stream


@dataclass(frozen=True, slots=True)
class Strip:
    """Rows of pixels of a picture.

    Attributes:
        packed: as they stand in the stream.
        size: bytes, unpacked.
        check: their sum by Adler.
    """

    height: int
    packed: bytes
    size: int
    check: int


def strip_of(picture: Image.Image) -> Strip:
    """Pack the rows of a picture whose pixels are places in a palette."""
    wide, pixels = picture.width, picture.tobytes()
    rows = b"".join([NOT_FILTERED + pixels[at : at + wide] for at in range(0, len(pixels), wide)])
    packing = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = packing.compress(rows) + packing.flush(zlib.Z_FULL_FLUSH)
    return Strip(picture.height, packed, len(rows), zlib.adler32(rows))


def png_of(width: int, palette: bytes, strips: Sequence[Strip]) -> bytes:
    """The file of strips below each other.

    Args:
        palette: three bytes a colour.
    """
    check = 1
    for strip in strips:
        check = _joined(check, strip)
    height = sum(strip.height for strip in strips)
    stream = b"".join([STREAM_BEGINS, *(strip.packed for strip in strips), STREAM_ENDS, struct.pack(">I", check)])
    chunks = (
        (b"IHDR", struct.pack(">II5B", width, height, *PALETTE_OF_BYTES)),
        (b"PLTE", palette),
        (b"IDAT", stream),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _joined(check: int, strip: Strip) -> int:
    """The sum of what was there and of a strip behind it (RFC 1950)."""
    low, high = check & 0xFFFF, check >> 16
    own_low, own_high = strip.check & 0xFFFF, strip.check >> 16
    high = (high + own_high + strip.size * (low - 1)) % PRIME
    return high << 16 | (low + own_low - 1) % PRIME

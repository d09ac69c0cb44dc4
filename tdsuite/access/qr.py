"""QR codes as pictures that stand in a page or on paper; nothing is loaded."""

from dataclasses import dataclass

import segno


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code.  url: the text in it, in most cases where it leads; picture: an SVG as a data address, for `img`."""

    url: str
    picture: str


def code_of(text: str) -> Code:
    """A code with medium error correction and the quiet zone it needs; its size is for the style sheet to say."""
    drawn = segno.make(text, error="m", micro=False)
    return Code(text, drawn.svg_data_uri(border=4, omitsize=True, dark="#000", light="#fff", encode_minimal=True))

"""QR codes as pictures that stand in a page or on paper; nothing is loaded."""

from dataclasses import dataclass

import segno


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code.  url: the text in it, in most cases where it leads; picture: a PNG as a data address, for `img`."""

    url: str
    picture: str


def code_of(text: str) -> Code:
    """A code with medium error correction and the quiet zone it needs, a pixel a module.

    Its size is for the style sheet to say, which also keeps its edges sharp (`image-rendering: pixelated`).
    """
    drawn = segno.make(text, error="m", micro=False)
    return Code(text, drawn.png_data_uri(border=4, scale=1, dark="#000", light="#fff"))

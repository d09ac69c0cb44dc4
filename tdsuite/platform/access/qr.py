"""QR codes as pictures that stand in a page or on paper, where nothing is loaded; and in a terminal."""

from dataclasses import dataclass
from io import StringIO

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


def in_terminal(text: str) -> str:
    """A code of block characters, indented."""
    drawn = StringIO()
    segno.make(text, error="m", micro=False).terminal(drawn, border=2, compact=True)
    return "\n".join(f"  {line}" for line in drawn.getvalue().splitlines())

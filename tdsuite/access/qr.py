"""QR codes as SVG that stands in a page or on paper; nothing is loaded, nothing is styled inline."""

import segno
from django.utils.safestring import SafeString, mark_safe


def qr_svg(text: str) -> SafeString:
    """A code with medium error correction and the quiet zone it needs; its size is for the style sheet to say."""
    drawn = segno.make(text, error="m", micro=False).svg_inline(border=4, omitsize=True, dark="#000", light="#fff")
    return mark_safe(drawn)  # made of numbers alone

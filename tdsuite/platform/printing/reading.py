"""A sheet's HTML and style sheets, read for WeasyPrint in a helper process. Imports no Django.

WeasyPrint's own parser, in Python, takes twenty times as long as libxml2, and it would read the same style sheets and fonts again for
every piece of a set.
"""

import atexit
from typing import Any
from xml.etree.ElementTree import Element, TreeBuilder

from cssselect2 import ElementWrapper
from lxml.etree import HTMLParser, fromstring
from weasyprint import CSS, HTML
from weasyprint.text.fonts import FontConfiguration

Stamps = tuple[tuple[str, int], ...]
MOST_STYLES = 8  # sets of style sheets that are kept

_styles: dict[Stamps, tuple[Any, list[Any]]] = {}
atexit.register(_styles.clear)  # fonts put their files away while there still is a file system to do it with


class _Builder(TreeBuilder):
    """Makes the elements that WeasyPrint expects, Python's own."""

    def start(self, tag: str, attrs: Any, /) -> Any:  # a read-only mapping of libxml2's
        return super().start(tag, dict(attrs))


class Document(HTML):
    """A weasyprint.HTML of a whole document that stands in a string.

    base: the address of what it names; fetcher: a weasyprint.urls.URLFetcher.  SVG belongs in `img`: inside HTML its elements would be
    taken for HTML's.
    """

    def __init__(self, html: str, base: str, fetcher: Any) -> None:
        root: Element = fromstring(html, HTMLParser(target=_Builder(), encoding="utf-8"))
        for title in root.iter("title"):  # it becomes the PDF's, which keeps white space
            title.text = " ".join((title.text or "").split())
        self.base_url, self.url_fetcher, self.media_type = base, fetcher, "print"
        self.wrapper_element = ElementWrapper.from_html_root(root, content_language=None)
        self.etree_element = root

    def take_style_links(self) -> list[str]:
        """Take the links to style sheets out of the head. Returns their addresses."""
        taken = []
        for head in self.etree_element.findall("head"):
            for link in head.findall("link[@rel='stylesheet']"):
                head.remove(link)
                taken.append(link.get("href", ""))
        return taken


def styles_of(stamps: Stamps, fetcher: Any) -> tuple[Any, list[Any]]:
    """The fonts and the style sheets at these addresses, read once a process, and again when a file has another time.

    WeasyPrint counts them as the user's: what a document says in its own `style` comes before them, as it does where it follows them.
    """
    if stamps not in _styles:
        if len(_styles) == MOST_STYLES:
            _styles.clear()
        fonts = FontConfiguration()
        _styles[stamps] = fonts, [CSS(url=url, url_fetcher=fetcher, font_config=fonts) for url, _time in stamps]
    return _styles[stamps]

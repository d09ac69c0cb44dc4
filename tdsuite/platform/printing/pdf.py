"""HTML to PDF with WeasyPrint, in a helper process. Imports no Django: the helper loads only this and WeasyPrint."""

import ctypes
import gc
import mimetypes
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

Roots = Sequence[tuple[str, str]]

# Each library under the names that Linux, macOS and Windows give it; the first that loads will do.
LIBRARIES = {
    "GObject": ("libgobject-2.0.so.0", "libgobject-2.0.0.dylib", "libgobject-2.0-0.dll", "libgobject-2.0-0"),
    "Pango": (
        "libpango-1.0.so.0",
        "libpango-1.0.0.dylib",
        "libpango-1.0.dylib",
        "libpango-1.0-0.dll",
        "libpango-1.0-0",
    ),
    "PangoFT2": (
        "libpangoft2-1.0.so.0",
        "libpangoft2-1.0.0.dylib",
        "libpangoft2-1.0.dylib",
        "libpangoft2-1.0-0.dll",
        "libpangoft2-1.0-0",
    ),
    "HarfBuzz": ("libharfbuzz.so.0", "libharfbuzz.0.dylib", "libharfbuzz-0.dll", "libharfbuzz-0"),
    "Fontconfig": ("libfontconfig.so.1", "libfontconfig.1.dylib", "libfontconfig-1.dll", "libfontconfig-1"),
}
REMEDY = (
    "PDF needs the system library {names}, which is not installed here. Debian and Ubuntu: sudo apt-get install libpango-1.0-0 "
    "libpangoft2-1.0-0 libharfbuzz-subset0. macOS: brew install pango. Then restart the suite. Until then, open the report's "
    "page and print it from the browser."
)


class Unreachable(ValueError):
    """A sheet may use our own static files, our fonts and data: addresses, and nothing else."""


@cache
def pdf_available() -> tuple[bool, str]:
    """Whether PDFs can be made here, and if not what to do. Looks once a process; loads no WeasyPrint."""
    missing = [label for label, names in LIBRARIES.items() if not any(map(_loads, names))]
    return (not missing, REMEDY.format(names=", ".join(missing)) if missing else "")


def _loads(name: str) -> bool:
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def write_pdf(html: str, base: str, roots: Roots) -> bytes:
    """A tagged PDF (PDF/UA-1) of a whole HTML document.

    base: the address that stands for our static files; roots: (path prefix, folder) pairs where these lie.
    Raises Unreachable if the document asks for anything else, OSError where a system library is missing.
    """
    return write_piece(html, base, roots)[0]


def write_piece(html: str, base: str, roots: Roots) -> tuple[bytes, bytes]:
    """A PDF as of `write_pdf`, and the same as a piece for `merge`."""
    from tdsuite.platform.printing import joining, tags

    pieces: list[bytes] = []

    def finish(document: Any, pdf: Any) -> None:
        tags.mend(document, pdf)
        pieces.append(joining.packed(pdf))

    _set(html, base, roots, finish)
    return joining.join(pieces), pieces[0]


def merge(pieces: Sequence[bytes]) -> bytes:
    """One PDF of the pieces of several, in order, with their tags; title and language of the first."""
    from tdsuite.platform.printing import joining

    return joining.join(pieces)


def _set(html: str, base: str, roots: Roots, finisher: Callable[[Any, Any], None]) -> None:
    """Lay the document out and paint it; the finisher takes WeasyPrint's objects before it would write them."""
    from weasyprint.urls import FatalURLFetchingError

    from tdsuite.platform.printing import reading

    refused: list[str] = []
    fetcher = _own_files(base, roots, refused)
    # A layout is one big graph of live objects: collecting while it grows costs a third of the time. What the print before left
    # behind goes first, so that nobody waits for the broom at the end.
    gc.disable()
    _keep_what_is_loaded()
    gc.collect()
    try:
        document = reading.Document(html, base, fetcher)
        stamps = tuple((url, _time_of(own_file(url, base, roots))) for url in document.take_style_links())
        fonts, styles = reading.styles_of(stamps, fetcher)
        document.write_pdf(pdf_variant="pdf/ua-1", finisher=finisher, font_config=fonts, stylesheets=styles)
    except FatalURLFetchingError:
        raise Unreachable(f"A printed sheet asked for {refused[0][:200]}") from None
    finally:
        gc.enable()


def _time_of(path: Path | None) -> int:
    return path.stat().st_mtime_ns if path else 0


def _own_files(base: str, roots: Roots, refused: list[str]) -> Any:
    from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse

    class OwnFiles(URLFetcher):
        def fetch(self, url: str, headers: Any = None) -> Any:
            if url.startswith("data:"):
                return super().fetch(url, headers)
            path = own_file(url, base, roots)
            if path is None:
                refused.append(url)
                raise FatalURLFetchingError(url)
            kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
            return URLFetcherResponse(url, path.read_bytes(), {"Content-Type": kind})

    return OwnFiles(allowed_protocols=["data"])


@cache
def _keep_what_is_loaded() -> None:
    """Once a process: no later collection looks at the modules, which never go."""
    gc.collect()
    gc.freeze()


def own_file(url: str, base: str, roots: Roots) -> Path | None:
    """The file behind an address below `base`, or None if there is none there or it lies outside our folders."""
    if not url.startswith(base):
        return None
    path_below = unquote(urlsplit(url).path.removeprefix(urlsplit(base).path))
    for prefix, folder in roots:
        if not path_below.startswith(prefix):
            continue
        root = Path(folder).resolve()
        path = (root / path_below.removeprefix(prefix)).resolve()
        if path.is_relative_to(root) and path.is_file():
            return path
    return None

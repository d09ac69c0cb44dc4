"""Static files by hashed names, and packed ones beside those that are worth it; WhiteNoise serves whichever a browser takes.

Whitenoise's own compressing storage packs every file of every package at every collection. Here only text that is not
small is packed, and only once: a hashed name says what is in it, so that a start after the first packs nothing.
"""

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.contrib.staticfiles.storage import ManifestStaticFilesStorage

TEXT = frozenset({".css", ".js", ".svg", ".json", ".webmanifest"})
LEAST_BYTES = 1024
NAMED = frozenset(
    {"django_htmx/htmx-2.min.js", "swagger/swagger-ui-bundle.js", "swagger/swagger-ui.css"}
)  # by our pages, besides our own files, which lie in static/tdsuite


class PackedStaticFiles(ManifestStaticFilesStorage):
    def post_process(self, *args: Any, **options: Any) -> Iterator[Any]:
        for name, hashed, processed in super().post_process(*args, **options):
            yield name, hashed, processed
            if hashed and not isinstance(processed, Exception) and (name.startswith("tdsuite/") or name in NAMED):
                pack(Path(self.path(hashed)))


def pack(path: Path) -> None:
    """Write `path` packed as `.gz` beside it, where it is text worth it and that is not there yet.

    No Brotli: browsers take it over HTTPS alone, and a hall's network has none.
    """
    packed = path.with_name(path.name + ".gz")
    if path.suffix in TEXT and path.stat().st_size >= LEAST_BYTES and not packed.exists():
        packed.write_bytes(gzip.compress(path.read_bytes(), 9, mtime=0))

"""The hub's look at the database, when a test says so, and what is kept of public pages."""

from django.core.cache import caches

from tdsuite.platform.live import services
from tdsuite.platform.live.known_versions import PACES, KnownVersions
from tests.platform.live.test_known_versions import Clock


class Hub:
    def __init__(self) -> None:
        self.clock = Clock()
        self.versions = KnownVersions(self.clock)

    def look(self) -> None:
        self.clock.now += PACES[0]
        self.versions.note(services.versions(*self.versions.watched()))
        self.versions.publish_due()
        self.versions.confirm()


def pages() -> int:
    return len(caches["pages"]._cache)  # type: ignore[attr-defined]

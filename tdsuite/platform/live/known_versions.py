"""What this server process knows of versions: which one pages may show, and how lately that was checked.

The hub writes it, at its own pace; requests read it in their threads to see whether a page in the cache still holds.
A paced topic has at most one new version in each second of the computer's clock: of a burst pages hear the first change at once and
the last, and whatever a page is rendered for stands still as long. Where telling everybody takes longer than a fifth of that, it is one in two
or in four seconds: a crowd that looks on leaves the processor to the results. All server processes of a computer read the same clock, so
that what waits is public in all of them at the same moment.
"""

import threading
import time
from collections.abc import Callable, Collection, Iterable

from tdsuite.platform.hooks.hooks import Hook

PACED = ("division:",)  # what many look at: one standings version a second a division
PACES = (1.0, 2.0, 4.0)  # seconds; the first that telling everybody fills to a fifth at most
TELLING_SHARE = 5
FRESH_SECONDS = 2.0  # a check older than this proves nothing: the hub rests, or the database does not answer
WATCHED_SECONDS = 60.0  # a topic that a page in the cache was made of stays watched so long after the last request

# Called in the thread that makes pages, with a topic that somebody watches and its new version that pages may show, before anybody is told:
# what this process keeps of the topic is read again, so that whoever asks first need not wait for it.
new_version: Hook[[str, int], None] = Hook("new_version")


class KnownVersions:
    """Versions that are public and held back, by topic. Safe to use from any thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._seen: dict[str, int] = {}
        self._public: dict[str, int] = {}
        self._public_at: dict[str, float] = {}
        self._watched: dict[str, float] = {}
        self._checked = float("-inf")
        self._pace = PACES[0]
        self.serves = False  # whether this is a server's process, which keeps what pages are made of
        self.wake: Callable[[], None] = lambda: None  # the hub sets it: somebody wants a topic that is not watched

    def watch(self, topics: Iterable[str]) -> None:
        """Watch these for a while although no stream is open."""
        with self._lock:
            self._watched.update(dict.fromkeys(topics, self._clock()))
        self.wake()

    def watched(self) -> set[str]:
        """Topics of pages that were asked for lately."""
        with self._lock:
            since = self._clock() - WATCHED_SECONDS
            self._watched = {topic: at for topic, at in self._watched.items() if at >= since}
            return set(self._watched)

    def public(self, topics: Collection[str]) -> dict[str, int] | None:
        """The versions that pages may show; None where one is not known, or was not checked lately."""
        with self._lock:
            if self._clock() - self._checked > FRESH_SECONDS or not self._public.keys() >= set(topics):
                return None
            return {topic: self._public[topic] for topic in topics}

    def lacks(self, topics: Iterable[str]) -> set[str]:
        with self._lock:
            return set(topics) - self._public.keys()

    def note(self, versions: dict[str, int]) -> None:
        """Versions read from the database. A topic's first one is public at once."""
        with self._lock:
            for topic, version in versions.items():
                self._seen[topic] = max(version, self._seen.get(topic, 0))
                self._public.setdefault(topic, version)

    def known(self, topics: Iterable[str]) -> dict[str, int]:
        """The public versions, however long ago they were checked, of those topics that are known."""
        with self._lock:
            return {topic: self._public[topic] for topic in topics if topic in self._public}

    def publish_due(self) -> bool:
        """Make every version public that was held back long enough; whether there was one."""
        with self._lock:
            now = self._clock()
            due = [
                topic
                for topic, version in self._seen.items()
                if version > self._public[topic] and self._left(topic, now) <= 0
            ]
            for topic in due:
                self._public[topic], self._public_at[topic] = self._seen[topic], now
            return bool(due)

    def show_now(self, versions: dict[str, int]) -> None:
        """Make versions public without holding any back: an event was edited, or closed to the public."""
        with self._lock:
            for topic, version in versions.items():
                self._seen[topic] = self._public[topic] = max(version, self._seen.get(topic, 0))

    def held_back(self) -> float | None:
        """Seconds until the next version that waits is public; None when none waits."""
        with self._lock:
            now = self._clock()
            waits = [self._left(topic, now) for topic, seen in self._seen.items() if seen > self._public[topic]]
            return max(0.0, min(waits)) if waits else None

    def _left(self, topic: str, now: float) -> float:
        if not topic.startswith(PACED) or topic not in self._public_at:
            return 0.0
        return (self._public_at[topic] // self._pace + 1) * self._pace - now

    def telling_took(self, seconds: float) -> None:
        """How long it took to tell everybody of new versions: the pace of the next ones."""
        with self._lock:
            fits = next((pace for pace in PACES if TELLING_SHARE * seconds <= pace), PACES[-1])
            self._pace = max(fits, self._pace / 2, PACES[0])  # back to faster ones step by step

    def confirm(self) -> None:
        """The database was asked just now: what is known is what stands there."""
        with self._lock:
            self._checked = self._clock()

    def keep(self, topics: Collection[str]) -> None:
        """Forget the topics that nobody watches any more: their versions are not read again."""
        with self._lock:
            for known in (self._seen, self._public, self._public_at):
                for topic in known.keys() - set(topics):
                    del known[topic]

    def forget(self) -> None:
        """Nothing is known: the database could not be read, or nobody watched for a while."""
        with self._lock:
            self._checked = float("-inf")
            self._seen.clear()
            self._public.clear()


# The server's; its hub is made in tdsuite/asgi.py. Without a server no version is ever known to be fresh.
process = KnownVersions()

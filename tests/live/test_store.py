"""Pages kept in memory: they hold as long as what was told, the least used give way, and one thread makes them."""

import gzip
import threading

from tdsuite.live.memory import FRESH_SECONDS, PACE_SECONDS, Memory
from tdsuite.live.store import Store

from .test_memory import Clock

KIND = "text/html; charset=utf-8"


def store(most_bytes: int = 1_000_000) -> tuple[Store, Memory, Clock]:
    clock = Clock()
    known = Memory(clock)
    return Store(known, most_bytes), known, clock


def look(known: Memory, **versions: int) -> None:
    """What the hub does at each look."""
    known.note({topic.replace("_", ":"): version for topic, version in versions.items()})
    known.tell_due()
    known.confirm()


def test_a_page_holds_until_one_of_its_topics_is_told_in_a_newer_version() -> None:
    pages, known, clock = store()
    pages.keep("a", b"first", KIND, {"division:1": 4, "division:2": 7})
    look(known, division_1=4, division_2=7)
    assert (found := pages.find("a")) is not None and found.body == b"first"
    look(known, division_1=4, division_2=8)
    assert pages.find("a") is None
    clock.now += PACE_SECONDS


def test_a_page_made_from_a_newer_version_than_was_told_holds() -> None:
    pages, known, _ = store()
    look(known, division_1=4)
    look(known, division_1=5)
    look(known, division_1=6)  # held back for a second
    pages.keep("a", b"newest", KIND, {"division:1": 6})
    assert known.known(["division:1"]) == {"division:1": 5}
    assert pages.find("a") is not None


def test_within_a_burst_a_page_is_made_at_most_once_a_second() -> None:
    pages, known, clock = store()
    look(known, division_1=0)
    made = 0
    for version in range(1, 51):  # fifty changes and two hundred requests in five seconds
        look(known, division_1=version)
        for _ in range(4):
            if pages.find("a") is None:
                made += 1
                pages.keep("a", b"page", KIND, {"division:1": version})
            clock.now += 0.025
    clock.now += PACE_SECONDS
    look(known, division_1=50)
    page = pages.find("a")
    assert made <= 7
    assert page is None or page.versions == {"division:1": 50}


def test_what_was_not_checked_lately_is_made_anew() -> None:
    pages, known, clock = store()
    pages.keep("a", b"page", KIND, {"division:1": 1})
    assert pages.find("a") is None  # nobody has looked yet
    look(known, division_1=1)
    assert pages.find("a") is not None
    clock.now += FRESH_SECONDS + 0.1
    assert pages.find("a") is None


def test_asking_for_a_page_keeps_its_topics_watched() -> None:
    pages, known, clock = store()
    pages.keep("a", b"page", KIND, {"division:1": 1})
    clock.now += 50
    pages.find("a")
    clock.now += 50
    assert known.wanted() == {"division:1"}


def test_the_pages_used_last_stay_when_memory_is_full() -> None:
    pages, known, _ = store(most_bytes=2500)
    look(known, division_1=1)
    for key in "abc":
        pages.keep(key, b"x" * 800, KIND, {"division:1": 1})
    pages.find("a")
    pages.keep("d", b"x" * 800, KIND, {"division:1": 1})
    assert [pages.find(key) is not None for key in "abcd"] == [True, False, True, True]
    pages.keep("a", b"y" * 700, KIND, {"division:1": 1})  # in its own place
    assert len(pages) == 3


def test_dropping_a_topic_forgets_what_was_made_of_it_at_once() -> None:
    pages, known, _ = store()
    look(known, division_1=1, division_2=1)
    pages.keep("one", b"1", KIND, {"division:1": 1})
    pages.keep("both", b"2", KIND, {"division:1": 1, "division:2": 1})
    pages.keep("other", b"3", KIND, {"division:2": 1})
    pages.drop(["division:1"])
    assert [pages.find(key) is not None for key in ("one", "both", "other")] == [False, False, True]


def test_a_page_worth_it_is_packed_once() -> None:
    pages, _, _ = store()
    page = pages.keep("a", b"standings " * 500, KIND, {"division:1": 1})
    assert gzip.decompress(page.packed) == page.body and len(page.packed) < 100
    assert pages.keep("b", b"short", KIND, {"division:1": 1}).packed == b""


def test_of_many_who_ask_at_once_one_makes_the_page() -> None:
    pages, known, _ = store()
    look(known, division_1=1)
    made: list[int] = []
    together = threading.Barrier(8)

    def ask(number: int) -> None:
        together.wait(20)
        with pages.making("a"):
            if pages.find("a") is None:
                made.append(number)
                pages.keep("a", b"page", KIND, {"division:1": 1})

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 1

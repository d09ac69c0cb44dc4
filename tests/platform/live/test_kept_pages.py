"""Pages in the cache: they hold as long as no newer version is public, and one thread makes them."""

import gzip
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import caches
from django.core.cache.backends.base import BaseCache
from django.db import transaction

from tdsuite.platform.live import kept_pages, known_versions
from tdsuite.platform.live.known_versions import PACES, KnownVersions
from tdsuite.platform.live.services import bump
from tests.at_once import refused
from tests.platform.live.test_known_versions import Clock

KIND = "text/html; charset=utf-8"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def known(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> KnownVersions:
    """What this process knows, as if nothing was known yet; the cache is empty."""
    monkeypatch.setattr(known_versions, "process", KnownVersions(clock))
    caches["pages"].clear()
    return known_versions.process


def look(known: KnownVersions, **versions: int) -> None:
    """What the hub does at each look."""
    known.note({topic.replace("_", ":"): version for topic, version in versions.items()})
    known.publish_due()
    known.confirm()


def test_a_page_holds_until_one_of_its_topics_is_told_in_a_newer_version(known: KnownVersions) -> None:
    kept_pages.put("a", b"first", KIND, {"division:1": 4, "division:2": 7})
    look(known, division_1=4, division_2=7)
    assert (found := kept_pages.get("a")) is not None and found.body == b"first"
    look(known, division_1=4, division_2=8)
    assert kept_pages.get("a") is None


def test_a_page_made_from_a_newer_version_than_was_told_holds(known: KnownVersions, clock: Clock) -> None:
    look(known, division_1=4)
    look(known, division_1=5)
    look(known, division_1=6)  # held back for a second
    kept_pages.put("a", b"newest", KIND, {"division:1": 6})
    assert known.known(["division:1"]) == {"division:1": 5}
    assert kept_pages.get("a") is not None


def test_within_a_burst_a_page_is_made_at_most_once_a_second(known: KnownVersions, clock: Clock) -> None:
    look(known, division_1=0)
    made = 0
    for version in range(1, 51):  # fifty changes and two hundred requests in five seconds
        look(known, division_1=version)
        for _ in range(4):
            if kept_pages.get("a") is None:
                made += 1
                kept_pages.put("a", b"page", KIND, {"division:1": version})
            clock.now += 0.025
    clock.now += PACES[0]
    look(known, division_1=50)
    page = kept_pages.get("a")
    assert made <= 7
    assert page is None or page.versions == {"division:1": 50}


@pytest.mark.django_db
def test_a_topic_that_is_shown_now_ends_what_was_made_of_it_at_once(known: KnownVersions) -> None:
    with transaction.atomic():
        bump("division:1", "division:2")
    look(known, division_1=1, division_2=1)
    kept_pages.put("one", b"1", KIND, {"division:1": 1})
    kept_pages.put("both", b"2", KIND, {"division:1": 1, "division:2": 1})
    kept_pages.put("other", b"3", KIND, {"division:2": 1})
    with transaction.atomic():
        bump("division:1")
    kept_pages.show_now(["division:1"])
    assert [kept_pages.get(key) is not None for key in ("one", "both", "other")] == [False, False, True]


class Broken(BaseCache):
    """A server that does not answer."""

    def __init__(self, *args: object) -> None:
        super().__init__({})

    def get(self, *args: object, **kwargs: object) -> None:
        raise ConnectionError

    set = get


def test_a_cache_that_does_not_answer_costs_no_page(known: KnownVersions, settings: Any) -> None:
    settings.CACHES = {"default": {"BACKEND": f"{__name__}.Broken"}, "pages": {"BACKEND": f"{__name__}.Broken"}}
    look(known, division_1=1)
    assert kept_pages.put("a", b"page", KIND, {"division:1": 1}).body == b"page"
    assert kept_pages.get("a") is None


def test_a_page_worth_it_is_packed_once(known: KnownVersions, clock: Clock) -> None:
    page = kept_pages.put("a", b"standings " * 500, KIND, {"division:1": 1})
    assert gzip.decompress(page.packed) == page.plain == b"standings " * 500 and len(page.packed) < 100
    assert page.body == b""  # kept once
    assert kept_pages.put("b", b"short", KIND, {"division:1": 1}).packed == b""


def test_of_many_who_ask_at_once_one_makes_the_page(known: KnownVersions, clock: Clock) -> None:
    look(known, division_1=1)
    made: list[int] = []

    def ask(number: int) -> None:
        with kept_pages.making("a"):
            if kept_pages.get("a") is None:
                made.append(number)
                kept_pages.put("a", b"page", KIND, {"division:1": 1})

    assert refused([partial(ask, number) for number in range(8)]) == []
    assert len(made) == 1


@pytest.mark.parametrize("backend", ["locmem.LocMemCache", "filebased.FileBasedCache"])
def test_no_older_page_takes_the_place_of_a_newer_one(
    known: KnownVersions, settings: Any, tmp_path: Path, backend: str
) -> None:
    """Another process read its rows later and was quicker: what it may have shown already is shown."""
    cache = {"BACKEND": f"django.core.cache.backends.{backend}", "LOCATION": str(tmp_path)}
    settings.CACHES = {"default": cache, "pages": cache}
    look(known, division_1=4)
    newer = kept_pages.put("a", b"newer", KIND, {"division:1": 6})
    assert kept_pages.put("a", b"older", KIND, {"division:1": 5}) == newer == kept_pages.get("a")
    assert kept_pages.put("a", b"next", KIND, {"division:1": 7}) == kept_pages.get("a") != newer
    others = kept_pages.put("a", b"of other topics", KIND, {"division:2": 1})
    look(known, division_2=1)
    assert kept_pages.get("a") == others

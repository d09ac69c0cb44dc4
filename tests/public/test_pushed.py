"""Rows of public pages come with the news of a change: the same that a fetch would bring, made once, and nothing that is not everybody's."""

import asyncio
import gzip
import json
import zlib
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import caches
from django.db import connection, transaction

from tdsuite.platform.live import known_versions, services
from tdsuite.platform.live.hub import Hub
from tdsuite.platform.live.known_versions import KnownVersions
from tdsuite.platform.live.pushed import Packed, push
from tdsuite.tournaments.models import Division, Game, Tournament
from tests.factories import make_played_event, make_round, play

STANDINGS = "/t/hall/a/standings/"


@pytest.fixture
def division() -> Division:
    division: Division = make_played_event(players=4, played=1, slug="hall")
    make_round(division, 2, status="playing")
    return division


@pytest.fixture
def versions(monkeypatch: pytest.MonkeyPatch) -> Iterator[KnownVersions]:
    versions = KnownVersions()
    monkeypatch.setattr(known_versions, "process", versions)
    caches["pages"].clear()
    yield versions
    caches["pages"].clear()


def result(division: Division) -> None:
    with transaction.atomic():
        play(Game.objects.of_division(division).with_people().awaiting_result().first(), 431, 388)
        services.bump(division.live_topic)
    connection.close()


@pytest.mark.django_db
@pytest.mark.usefixtures("versions", "division")
@pytest.mark.parametrize(
    "address",
    ["/t/hall/a/pairings/?q=Ann", "/me/hall/", "/console/", "/t/hall/z/standings/", "/t/none/", "/no/such/page/"],
)
def test_what_is_not_the_same_for_everybody_is_not_sent(address: str) -> None:
    assert push(address) is None


@pytest.mark.django_db
@pytest.mark.usefixtures("versions", "division")
def test_rows_of_an_event_that_is_not_public_are_not_sent() -> None:
    assert push(STANDINGS) is not None
    Tournament.objects.update(visibility=Tournament.Visibility.PRIVATE)
    caches["pages"].clear()
    assert push(STANDINGS) is None


@pytest.mark.django_db(transaction=True)
def test_a_result_brings_its_rows_to_everybody_who_shows_them_made_once(
    division: Division, versions: KnownVersions, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def counted(address: str) -> Any:
        asked.append(address)
        return push(address)

    monkeypatch.setattr("tdsuite.platform.live.hub.push", counted)

    async def run() -> list[Any]:
        hub = Hub(versions=versions)
        watchers = [await hub.join([division.live_topic, STANDINGS]) for _ in range(3)]
        other = await hub.join([division.live_topic])
        for watcher in (*watchers, other):
            assert await watcher.news(5) == {division.live_topic: 0} and watcher.rows() == {}
        await asyncio.to_thread(result, division)
        shown = [(await watcher.news(5), watcher.rows()) for watcher in (*watchers, other)]
        await hub.stop()
        return shown

    *with_rows, (news, rows) = asyncio.run(run())
    assert news == {division.live_topic: 1} and rows == {} and asked == [STANDINGS]
    for heard, sent in with_rows:
        assert heard == {division.live_topic: 1}
        data = json.loads(sent[STANDINGS].plain.decode().partition("data: ")[2])
        assert data["topic"] == STANDINGS and data["versions"][division.live_topic] == 1 and "431" not in data["html"]
        assert "1–0" in data["html"] or "2–0" in data["html"]


def test_parts_that_were_packed_once_make_a_whole_gzip_stream_in_any_order_and_are_readable_at_once() -> None:
    rows = [f"event: page\ndata: {'rank and name ' * length}\n\n".encode() for length in (3, 9000)]
    packed = [push_of(each) for each in rows]
    stream, plain = Packed(), b""
    sent, reader = stream.begin(), zlib.decompressobj(wbits=zlib.MAX_WBITS + 16)
    assert reader.decompress(sent) == b""
    for part in (stream.part(b"retry: 2000\n\n"), stream.part(rows[1], packed[1]), stream.part(rows[0], packed[0])):
        sent, plain = sent + part, plain + reader.decompress(part)
    assert plain == b"retry: 2000\n\n" + rows[1] + rows[0]
    assert gzip.decompress(sent + stream.end()) == plain and len(packed[1]) < len(rows[1]) / 50


def push_of(plain: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(plain) + packer.flush(zlib.Z_FULL_FLUSH)

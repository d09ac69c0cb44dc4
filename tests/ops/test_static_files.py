"""What a phone downloads: small files once, packed, kept for ever; pages packed."""

import gzip
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import FileResponse, HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from tdsuite.ops.static_files import LEAST_BYTES, pack
from tdsuite.platform.access.middleware import PackedPagesMiddleware
from tdsuite.tournaments.models import Round
from tests.factories import make_played_event, make_round

FIRST_VISIT = 60_000
LATER = 60_000
PACKED = {"Accept-Encoding": "gzip, deflate"}  # what browsers send over plain HTTP


def test_what_our_pages_name_is_packed_beside_its_hashed_name_and_the_rest_left_alone() -> None:
    for name in ("tdsuite/css/tdsuite.css", "tdsuite/js/live.js", "django_htmx/htmx-2.min.js"):
        path = Path(settings.STATIC_ROOT) / staticfiles_storage.stored_name(name)
        assert gzip.decompress(path.with_name(path.name + ".gz").read_bytes()) == path.read_bytes()
    hashed = Path(settings.STATIC_ROOT) / staticfiles_storage.stored_name("django_htmx/htmx-2.js")
    assert hashed.exists() and not hashed.with_name(hashed.name + ".gz").exists()


@pytest.mark.parametrize(
    ("name", "size", "packed"),
    [("a.css", LEAST_BYTES, True), ("a.css", LEAST_BYTES - 1, False), ("a.woff2", 50_000, False)],
)
def test_only_text_worth_it_is_packed_and_once(tmp_path: Path, name: str, size: int, packed: bool) -> None:
    path = tmp_path / name
    path.write_bytes(b"a" * size)
    pack(path)
    there = tmp_path / f"{name}.gz"
    assert there.exists() is packed
    there.write_bytes(b"as it was")
    pack(path)  # not again
    assert there.read_bytes() == b"as it was"


def packed(response: object) -> object:
    request = RequestFactory().get("/", headers=PACKED)
    return PackedPagesMiddleware(lambda _: response)(request)  # type: ignore[arg-type, return-value]


def test_pages_travel_packed_and_files_as_they_are(tmp_path: Path) -> None:
    text = b"standings " * 100
    assert gzip.decompress(packed(HttpResponse(text)).content) == text  # type: ignore[attr-defined]
    for kind in ("application/pdf", "image/png", "text/event-stream"):
        assert packed(HttpResponse(text, content_type=kind)).content == text  # type: ignore[attr-defined]
    path = tmp_path / "a.html"
    path.write_bytes(text)
    with path.open("rb") as file:
        assert "Content-Encoding" not in packed(FileResponse(file)).headers  # type: ignore[attr-defined]


def asked(url: str) -> tuple[HttpResponse, int]:
    answer = Client().get(url, headers=PACKED)
    assert answer.status_code == 200, url
    return answer, len(answer.getvalue() if answer.streaming else answer.content)


@pytest.mark.django_db
def test_a_players_page_is_light_at_the_first_visit_and_lighter_afterwards() -> None:
    """100 players, 14 rounds played, the 15th published: the longest page there is."""
    division = make_played_event(players=100, played=14, rounds=15)
    make_round(division, 15, status=Round.Status.PUBLISHED)
    url = reverse("public:player", args=[division.tournament.slug, division.code, 1])
    page, size = asked(url)
    names = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', gzip.decompress(page.content).decode()))
    files = {name: asked(name) for name in names}
    assert all("immutable" in answer.headers["Cache-Control"] for answer, _ in files.values())
    weight = sum(length for _, length in files.values())
    print(f"a player's page: {size} bytes, its {len(files)} files {weight} bytes once")
    assert size < LATER / 10
    assert size + weight < FIRST_VISIT

"""What makes an event's pages an app: the manifest, the service worker, and which answers a phone may keep."""

import gzip
import json
import re
from io import BytesIO

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.test import Client
from django.urls import reverse
from PIL import Image

from results.attendance.services.attendance import start_clock
from tdsuite.platform.access.models import Station
from tdsuite.platform.access.phones import KEEP
from tdsuite.platform.access.roles import Role
from tdsuite.tournaments.models import Division, Game, Round
from tests.factories import make_played_event, make_round, make_user
from tests.platform.access.signing import signed_in
from tests.public.test_pages import address, every_page
from tests.results.sheets.desk import make_hall

pytestmark = pytest.mark.django_db
PACKED = {"Accept-Encoding": "gzip"}
FIRST_VISIT = 60_000


@pytest.fixture
def division() -> Division:
    made = make_played_event(players=8, played=3, slug="hall")
    make_round(made, 4, status=Round.Status.PLAYING, results=1)
    return made


def manifest(query: str = "", **headers: str) -> dict[str, object]:
    answer = Client().get(f"/t/hall/manifest.webmanifest{query}", headers=headers)
    assert answer.headers["Content-Type"] == "application/manifest+json"
    content: dict[str, object] = json.loads(answer.content)
    return content


def test_an_installed_event_opens_with_its_page_and_a_players_own_with_that(division: Division) -> None:
    event = manifest()
    assert (event["name"], event["start_url"], event["scope"]) == (str(division.tournament), "/t/hall/", "/")
    assert manifest("?from=own")["start_url"] == "/me/hall/"
    assert manifest("?from=elsewhere")["start_url"] == "/t/hall/"
    assert manifest(**{"accept-language": "fr"})["lang"] == "fr"
    named = '<link rel="manifest" href="/t/hall/manifest.webmanifest" crossorigin="use-credentials">'
    assert named in Client().get("/t/hall/a/standings/").text
    own = signed_in(Client(), division.entries.get(number=1)).get("/me/hall/").text
    assert named.replace("webmanifest", "webmanifest?from=own") in own


def test_its_icons_are_pictures_of_the_sizes_that_it_says_and_one_of_each_may_be_cut(division: Division) -> None:
    icons = manifest()["icons"]
    assert isinstance(icons, list)
    purposes = {}
    for icon in icons:
        answer = Client().get(icon["src"])
        assert answer.status_code == 200 and answer.headers["Content-Type"] == icon["type"]
        if icon["type"] == "image/png":
            picture = Image.open(BytesIO(answer.getvalue()))
            assert icon["sizes"] == f"{picture.width}x{picture.height}"
            purposes[icon["purpose"], picture.width] = picture
    assert purposes.keys() == {("any", 192), ("any", 512), ("maskable", 192), ("maskable", 512)}
    cut = purposes["maskable", 512].convert("RGB")
    assert {cut.getpixel(at) for at in ((0, 0), (511, 0), (0, 511), (511, 511), (256, 60))} == {(0x0C, 0x38, 0x2E)}


def test_the_worker_is_one_for_each_version_of_the_static_files_and_browsers_ask_for_it_anew() -> None:
    answer = Client().get("/worker.js")
    assert answer.headers["Cache-Control"] == "no-cache" and not answer.cookies
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert f'self.suite = "{staticfiles_storage.manifest_hash}"' in answer.text  # type: ignore[attr-defined]
    (script,) = re.findall(r'importScripts\("([^"]+)"\)', answer.text)
    assert Client().get(script).status_code == 200


def test_the_page_without_a_network_is_nobodys_own(django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    director = Client()
    director.force_login(make_user("director"))
    assert Client().get("/offline/").content == director.get("/offline/").content
    with django_assert_num_queries(0):
        assert not Client().get("/offline/").cookies
    assert "Pas de réseau" in Client().get("/offline/", headers={"accept-language": "fr"}).text


def test_a_phone_may_keep_every_public_page_of_an_event_open_to_all(division: Division) -> None:
    for url in every_page(division):
        if "/wall/" in url:
            continue
        answer = Client().get(url)
        assert (answer.headers[KEEP], answer.text.count("data-seen hidden")) == ("public", 1), url
    line = Client().get("/t/hall/a/players/1/next/")
    assert (line.headers[KEEP], line.text.count("data-seen hidden")) == ("public", 1)


def test_a_page_that_moves_with_the_clock_is_kept_on_the_phone_though_not_by_us(division: Division) -> None:
    game = Game.objects.of_division(division).awaiting_result().with_people().first()
    by = make_user(tournament=division.tournament)
    start_clock(by=by, game=game, entry=game.first, reason="late", opponent_ready=True)
    assert "data-left=" in Client().get(address("pairings", division)).text
    assert Client().get(address("pairings", division)).headers[KEEP] == "public"


def test_nothing_of_a_private_event_and_nothing_of_who_is_logged_in_may_be_kept(division: Division) -> None:
    official = Client()
    official.force_login(make_user(tournament=division.tournament, role=Role.DIRECTOR))
    assert not any(KEEP in official.get(url).headers for url in every_page(division))
    division.tournament.visibility = "private"
    division.tournament.save()
    player = signed_in(Client(), division.entries.get(number=1))
    for url in (*every_page(division), "/t/hall/a/players/1/next/"):
        answer = player.get(url)
        assert answer.status_code == 200 and KEEP not in answer.headers, url


def test_a_players_own_page_and_sheets_may_be_kept_by_their_phone_and_by_no_station() -> None:
    """That nothing else may is in tests/platform/access/test_matrix.py, which asks every address as everybody."""
    hall = make_hall()
    entry = hall.event.entry(3)
    game = next(game for game in Game.objects.all() if entry.pk in (game.first_id, game.second_id))
    tablet = Station.objects.create(tournament=hall.division.tournament, name="Desk", key_hash="x")
    phone, station = signed_in(Client(), entry), signed_in(Client(), entry, station=tablet)
    for url in (f"/me/{hall.division.tournament.slug}/", f"/s/{hall.division.tournament.slug}/{game.pk}/"):
        own = phone.get(url)
        assert own.headers[KEEP] == f"own-{hall.division.tournament_id}-{entry.pk}"
        assert own.text.count("data-seen hidden") == 1 and "js/phone." in own.text
        answer = station.get(url)
        assert (answer.status_code, KEEP in answer.headers) == (200, False)
        assert "js/phone." not in answer.text and "manifest" not in answer.text


def weight(url: str) -> tuple[int, str]:
    answer = Client().get(url, headers=PACKED)
    body = answer.getvalue() if answer.streaming else answer.content
    plain = gzip.decompress(body) if answer.headers.get("Content-Encoding") == "gzip" else body
    return len(body), plain.decode(errors="replace")


def test_the_first_visit_at_a_secure_address_weighs_at_most_60_kb_with_all_that_is_kept() -> None:
    """The page once more, the event's page, the manifest, the worker, the page without a network."""
    division = make_played_event(players=100, played=14, rounds=15, slug="hall")
    make_round(division, 15, status=Round.Status.PUBLISHED)
    page = reverse("public:pairings", args=["hall", "a"])
    bytes_of_page, text = weight(page)
    files = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', text))
    files |= set(re.findall(r'importScripts\("([^"]+)"\)', weight("/worker.js")[1]))
    files.add(json.loads(weight("/t/hall/manifest.webmanifest")[1])["icons"][0]["src"])
    more = ("/worker.js", "/offline/", "/t/hall/", "/t/hall/manifest.webmanifest", *files)
    total = 2 * bytes_of_page + sum(weight(url)[0] for url in more)
    print(f"first visit with the app: {total} bytes, of which the page {bytes_of_page}")
    assert total <= FIRST_VISIT

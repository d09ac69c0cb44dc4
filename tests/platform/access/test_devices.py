"""Browsers and stations: which one is it, what it carries, and what a player's page shows of it."""

import base64
import io
import re

import pytest
import segno
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.utils import timezone
from PIL import Image, ImageChops

from tdsuite.platform.access import codes, devices, stations
from tdsuite.platform.access.actors import Means, PlayerActor
from tdsuite.platform.access.devices import Device, device_of
from tdsuite.platform.access.models import KnownDevice, Station
from tdsuite.platform.access.qr import code_of
from tdsuite.platform.access.stations import station_of
from tdsuite.platform.audit.digests import fingerprint
from tests.factories import make_tournament
from tests.platform.access.signing import put_cookie
from tests.tidy import tidy

pytestmark = pytest.mark.django_db


def request_of(client):
    request = RequestFactory().get("/p/")
    request.COOKIES = {name: morsel.value for name, morsel in client.cookies.items()}
    return request


def actor(device):
    return PlayerActor(pk=1, tournament_id=1, division_id=1, means=Means.PIN, device=device)


def test_a_browser_gets_its_number_once_and_keeps_it_and_one_that_we_did_not_give_is_none(client):
    client.get("/p/")
    first = device_of(request_of(client))
    assert devices.COOKIE not in client.get("/p/").cookies
    assert (first.fresh, device_of(request_of(client))) == (False, first)
    one, two = device_of(request_of(Client())), device_of(request_of(Client()))
    assert one.fresh and two.fresh and one.name != two.name
    client.cookies[devices.COOKIE] = "made-up:1tLkXv:0123456789abcdef"
    assert device_of(request_of(client)).fresh


def test_what_is_kept_of_a_device_does_not_make_its_cookie():
    device = Device("its-secret", fresh=False)
    assert re.fullmatch("[0-9a-f]{16}", device.name) and "secret" not in device.name


def test_a_device_knows_whom_it_was_signed_in_as_until_it_is_forgotten():
    devices.learn("one", "entry:1")
    devices.learn("one", "entry:1")
    devices.learn("two", "entry:1")
    assert [devices.knows(name, "entry:1") for name in ("one", "two", "three")] == [True, True, False]
    assert not devices.knows("one", "entry:2")
    devices.forget("entry:1")
    assert not KnownDevice.objects.exists()


def test_a_stranger_is_no_station_and_costs_no_query(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert station_of(request_of(client)) is None


def test_a_station_is_found_by_its_key_and_seen(client):
    key = codes.new_key()
    Station.objects.create(tournament=make_tournament(), name="Desk", key_hash=fingerprint(key))
    put_cookie(client, stations.COOKIE, key, stations.SALT)
    assert station_of(request_of(client)).name == "Desk"
    assert Station.objects.get().seen_at is not None
    Station.objects.update(revoked_at=timezone.now())
    assert station_of(request_of(client)) is None


def test_two_tablets_are_not_one_station():
    event = make_tournament()
    Station.objects.create(tournament=event, name="One")
    Station.objects.create(tournament=event, name="Two")  # both wait for their codes: no key yet
    assert Station.objects.filter(key_hash="").count() == 2


@pytest.mark.parametrize(
    ("device", "says", "script"),
    [("station:3", "Done", True), ("0123456789abcdef", "Sign out", False), ("", "Sign out", False)],
)
def test_the_players_bar_ends_the_session_and_watches_only_at_a_station(device, says, script):
    request = RequestFactory().get("/me/")
    request.player = actor(device)
    bar = tidy(render_to_string("access/_player_bar.html", {"request": request, "tournament": make_tournament()}))
    assert f">{says}</button>" in bar
    assert ("station" in bar and "still-here" in bar) is script
    assert 'action="/p/done/lakeside-open/"' in bar


def test_a_code_is_drawn_whole_with_its_quiet_zone_a_pixel_a_module():
    text = f"http://192.168.1.20:8000/l/{codes.link_token('0' * 32)}/"
    media, drawing = code_of(text).picture.split(",", 1)
    drawn = Image.open(io.BytesIO(base64.b64decode(drawing)))
    modules = segno.make(text, error="m", micro=False).symbol_size(border=4)
    assert (media, drawn.size) == ("data:image/png;base64", modules)
    inside = drawn.convert("L").crop((4, 4, modules[0] - 4, modules[1] - 4))
    assert {light for _count, light in drawn.convert("L").getcolors()} == {0, 255}
    assert ImageChops.invert(drawn.convert("L")).getbbox() == (4, 4, modules[0] - 4, modules[1] - 4)
    assert [inside.getpixel(corner) for corner in ((0, 0), (inside.width - 1, 0), (0, inside.height - 1))] == [0, 0, 0]


def test_a_code_holds_a_link_of_the_longest_usual_address_in_few_enough_modules_to_scan():
    text = f"http://harbour-cup-international.example.org:8000/l/{codes.link_token('0' * 32)}/"
    assert segno.make(text, error="m", micro=False).version <= 6  # 41 modules: 0.8 mm each on the card

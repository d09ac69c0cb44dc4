"""Wrong tries: who must wait, and above all who need not (docs/decisions/0007-signing-in.md)."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from tdsuite.platform.access import devices
from tdsuite.platform.access.devices import Device
from tdsuite.platform.access.errors import KeyChanged, SignInRefused, Throttled, WrongCode
from tdsuite.platform.access.models import PlayerLink, Station, Tries
from tdsuite.platform.access.services import throttle
from tdsuite.platform.access.services.links import token_of
from tdsuite.platform.access.services.second_factor import prove
from tdsuite.platform.access.services.stations import pair
from tdsuite.platform.access.services.throttle import Limit, give_back, limits_of, take
from tdsuite.platform.audit.models import Record
from tests.factories import PASSWORD, make_division, make_tournament, make_user
from tests.platform.access.signing import PIN, give_link, put_cookie

pytestmark = pytest.mark.django_db
WRONG = "271828"
HALL = {"REMOTE_ADDR": "192.168.7.20"}  # everybody in the hall comes from one address
SERVER = Client().handler  # one for all browsers: starting it takes longer than a request


def phone(secret=""):
    """A browser in the hall; with a secret, one that has its cookie already."""
    client = Client(**HALL)
    client.handler = SERVER
    if secret:
        put_cookie(client, devices.COOKIE, secret, devices.SALT)
    return client


def tried(client, number=1, pin=PIN, where="/p/"):
    return client.post(where, {"number": number, "pin": pin}).status_code


def waited(**time):
    """So much time goes by."""
    for row in Tries.objects.all():
        row.last_at -= timedelta(**time)
        row.begun = [instant - timedelta(**time).total_seconds() for instant in row.begun]
        row.blocked_until = row.blocked_until and row.blocked_until - timedelta(**time)
        row.save()


@pytest.fixture(autouse=True)
def clock_that_stands(monkeypatch):
    """Time goes by where a test says so: two hundred log-ins take half a minute on a busy computer."""
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)


def attack(times=8):
    """A guesser who throws his cookies away between tries."""
    return [tried(phone(), pin=WRONG) for _ in range(times)]


def test_two_hundred_players_behind_one_address_sign_in_while_one_of_them_is_attacked():
    division = make_division(make_tournament(), players=200)
    for entry in division.entries.all():
        give_link(entry)
    guesses, others = [], []
    for number in range(2, 201):
        if number % 10 == 0:
            guesses.append(tried(phone(), 1, WRONG))
        others.append(tried(phone(), number))
    assert others == [302] * 199
    assert guesses == [422] * 5 + [429] * 15


def test_a_throttled_guesser_is_not_even_heard(ada):
    assert attack() == [422] * 5 + [429] * 3
    page = phone().post("/p/", {"number": 1, "pin": PIN})  # he would be refused with the right one too
    assert page.status_code == 429 and "Too many wrong tries. Try again in" in page.content.decode()
    waited(seconds=31)
    assert tried(phone(), pin=PIN) == 302


def test_the_waits_double_up_to_a_quarter_of_an_hour(ada):
    waits = []
    attack(5)
    for _ in range(8):
        row = Tries.objects.get(key__startswith=f"entry:{ada.pk}:strangers@")
        waits.append(round((row.blocked_until - row.last_at).total_seconds()))
        waited(seconds=waits[-1] + 1)
        assert tried(phone(), pin=WRONG) == 422
    assert waits == [30, 60, 120, 240, 480, 900, 900, 900]


def test_a_day_of_guessing_reaches_few_of_a_million_pins(ada):
    limits, heard, elapsed = limits_of(f"entry:{ada.pk}", Device("x", fresh=True), None), 0, 0
    while elapsed < 12 * 3600:
        try:
            take(limits)
            throttle.wrong(limits)
            heard += 1
        except Throttled as refusal:
            waited(seconds=refusal.seconds)
            elapsed += refusal.seconds
    assert 50 <= heard <= 60


def test_one_phone_with_wrong_pins_keeps_no_other_phone_out_where_phones_have_addresses(ada):
    assert attack(60)[-1] == 429
    other = Client(REMOTE_ADDR="192.168.7.21")
    other.handler = SERVER
    assert tried(other) == 302


def test_many_addresses_together_guess_little_more(ada):
    heard = 0
    for number in range(200):
        limits = limits_of(f"entry:{ada.pk}", Device("x", fresh=True, network=str(number // 4)), None)
        try:
            take(limits)
            heard += 1
        except Throttled:
            continue
    assert heard == throttle.STRANGERS_TRIES


def test_addresses_of_one_network_of_ipv6_are_one(rf):
    networks = [
        devices.device_of(rf.get("/", REMOTE_ADDR=address)).network
        for address in ("2001:db8::1", "2001:db8::2:3", "2001:db8:0:1::1", "192.0.2.1", "192.0.2.2", "")
    ]
    assert networks[0] == networks[1] and len(set(networks)) == 5 and networks[-1] == ""


def test_the_attacked_player_signs_in_with_the_phone_that_was_signed_in_before(ada):
    own = phone("adas-own-phone")
    assert tried(own) == 302
    own.post("/p/done/lakeside-open/")
    assert attack()[-1] == 429
    assert tried(own) == 302


def test_the_attacked_player_signs_in_by_link(ada):
    attack()
    link = PlayerLink.objects.get(entry=ada)
    assert phone().get(f"/l/{token_of(link)}/").status_code == 302


def test_the_attacked_player_signs_in_at_the_station(ada):
    attack()
    station = Station.objects.create(tournament=ada.division.tournament, name="Desk")
    take_part = limits_of(f"entry:{ada.pk}", Device("tablet", fresh=False), station)
    assert take(take_part) == ()
    expected = {f"entry:{ada.pk}:station:{station.pk}", f"device:station:{station.pk}"}
    assert {limit.key for limit in take_part} == expected


def test_a_device_known_for_one_player_is_a_stranger_to_the_others(ada, division):
    own = phone("bobs-phone")
    assert tried(own, 2) == 302
    own.post("/p/done/lakeside-open/")
    assert [tried(own, 1, WRONG) for _ in range(6)] == [422] * 5 + [429]
    assert Tries.objects.filter(key=f"entry:{ada.pk}:strangers").exists()


def test_one_device_does_not_try_its_pin_on_everybody():
    division = make_division(make_tournament(), players=14)
    for entry in division.entries.all():
        give_link(entry)
    one = phone("sprayer")
    assert [tried(one, number, WRONG) for number in range(1, 13)] == [422] * 10 + [429] * 2


def test_right_pins_never_count(ada):
    own = phone("adas-own-phone")
    for _ in range(12):
        assert tried(own) == 302
        own.post("/p/done/lakeside-open/")


def test_a_try_counts_before_it_is_judged(ada):
    """A hundred tries at once find the count of those before them, not an empty one."""
    limits = limits_of(f"entry:{ada.pk}", Device("x", fresh=True), None)
    for _ in range(4):
        assert take(limits) == ()
    assert take(limits) == (f"entry:{ada.pk}:strangers@",)
    before = list(Tries.objects.order_by("key").values_list("count", "last_at", "blocked_until"))
    with pytest.raises(Throttled) as refused:
        take(limits)
    assert list(Tries.objects.order_by("key").values_list("count", "last_at", "blocked_until")) == before
    assert 25 <= refused.value.seconds <= 30
    assert "station by the desk" in refused.value.says


def test_a_right_try_is_taken_off_again():
    limit = Limit("entry:1:strangers", 2)
    take([limit])
    assert take([limit]) == ("entry:1:strangers",)
    give_back([limit])
    assert take([limit]) == ("entry:1:strangers",)
    give_back([limit])
    give_back([limit])
    give_back([limit])
    assert Tries.objects.get().count == 0


def test_a_try_that_was_begun_and_never_judged_counts_for_a_minute(ada, rf):
    """The server was killed in the middle of a right log-in, which may even have been the one that begins a wait."""
    hall = devices.device_of(rf.get("/", **HALL))
    assert attack(4) == [422] * 4
    assert len(take(limits_of(f"entry:{ada.pk}", hall, None))) == 1
    waited(seconds=29)
    assert tried(phone()) == 429
    waited(seconds=32)
    assert attack(2) == [422, 429]
    row = Tries.objects.get(key__startswith=f"entry:{ada.pk}:strangers@")
    # the fifth that was wrong, and no other
    assert (row.count, row.blocked_until - row.last_at) == (5, timedelta(seconds=30))


def test_tries_all_at_once_that_nobody_judges_count_while_they_may_still_be_judged(ada):
    limits = limits_of(f"entry:{ada.pk}", Device("x", fresh=True), None)
    assert [bool(take(limits)) for _ in range(5)] == [False] * 4 + [True]
    waited(seconds=59)
    assert take(limits) == (f"entry:{ada.pk}:strangers@",)  # a sixth: the first five count still
    waited(seconds=2)
    assert take(limits) == ()  # of the first five nobody was told anything


def test_a_try_judged_wrong_too_late_counts_all_the_same(ada):
    limit = Limit("entry:1:strangers", 1)
    take([limit])
    waited(seconds=61)
    throttle.wrong([limit])
    with pytest.raises(Throttled):
        take([limit])
    assert Tries.objects.get().begun == []


def test_every_road_judges_the_tries_that_it_counts(ada, division):
    """A wrong try that nobody called wrong would be forgotten after a minute."""
    official = make_user(tournament=division.tournament)
    one = phone("one-phone")
    assert tried(one, pin=WRONG) == 422
    assert logged_in(one, password="wrong").status_code == logged_in(one, password="").status_code == 422
    assert one.post("/api/v1/token/", {"username": "director", "password": "wrong"}).status_code in {400, 401, 403}
    device = Device("one", fresh=False)
    with pytest.raises(SignInRefused):
        pair(code="ABCD-EFGH", device=device)
    for code in ("000000", "AAAA-AAAA-AA"):
        with pytest.raises((WrongCode, KeyChanged)):
            prove(user=official, code=code, device=device)
    rows = Tries.objects.all()
    assert len(rows) >= 6 and all(row.count and not row.begun for row in rows)
    assert logged_in(one).status_code == 302 and tried(one, 2) == 302
    assert not Tries.objects.exclude(begun=[]).exists()


def test_old_tries_are_forgotten_and_their_rows_go():
    take([Limit("entry:1:strangers", 5)])
    waited(hours=1, minutes=1)
    take([Limit("entry:1:strangers", 5)])
    assert Tries.objects.get().count == 1
    waited(days=1, minutes=1)
    take([Limit("entry:2:strangers", 5)])
    assert Tries.objects.get().key == "entry:2:strangers"


def test_waits_are_said_in_words():
    said = [str(Throttled(seconds)).split("Try again in ")[1].split(".")[0] for seconds in (0.2, 30, 61, 900)]
    assert said == ["1 second", "30 seconds", "2 minutes", "15 minutes"]


def test_the_record_names_a_throttled_player_by_id_and_once_a_wait(ada):
    attack(9)
    row = Record.objects.get(action="sign_in.throttled")
    assert (row.object_type, row.object_id) == ("tournaments.entry", str(ada.pk))
    assert (row.actor_kind, row.actor_id) == ("station", None)
    assert row.after["keys"] == [f"entry:{ada.pk}:strangers"]
    assert row.chain == str(ada.division.tournament_id)
    waited(seconds=31)
    attack(2)
    assert Record.objects.filter(action="sign_in.throttled").count() == 2


def logged_in(client, name="director", password=PASSWORD):
    return client.post("/log-in/", {"username": name, "password": password})


def test_strangers_guessing_a_password_are_throttled_and_the_officials_own_browser_is_not(division):
    user = make_user(tournament=division.tournament)
    own = phone("the-directors-laptop")
    assert logged_in(own).status_code == 302
    own.post("/log-out/")
    tries = [logged_in(phone(), password="wrong") for _ in range(7)]
    assert ["Too many wrong tries" in page.content.decode() for page in tries] == [False] * 5 + [True] * 2
    row = Record.objects.get(action="log_in.throttled")
    assert (row.chain, row.object_type, row.object_id) == ("site", "access.user", str(user.pk))
    assert "director" not in str(row.after)
    assert logged_in(phone()).status_code == 429  # a stranger with the right password waits too
    assert logged_in(own).status_code == 302


def test_a_name_that_nobody_has_is_throttled_alike(division):
    tries = [logged_in(phone(), name="nobody", password="wrong").content.decode() for _ in range(7)]
    assert ["Too many wrong tries" in page for page in tries] == [False] * 5 + [True] * 2
    assert not Record.objects.filter(action="log_in.throttled").exists()


@pytest.mark.parametrize("name", ["Director", "DIRECTOR", " director "])
def test_a_name_that_a_phone_begins_with_a_capital_logs_in(division, name):
    make_user(tournament=division.tournament)
    assert logged_in(phone(), name=name).status_code == 302
    with pytest.raises(IntegrityError):
        make_user(name.strip().upper())


def test_upper_and_lower_case_are_one_account(division):
    make_user(tournament=division.tournament)
    for name in ("director", "Director", "DIRECTOR", " director", "direCtor"):
        logged_in(phone(), name=name, password="wrong")
    assert "Too many wrong tries" in logged_in(phone()).content.decode()


def test_no_key_of_a_throttle_names_an_address(ada):
    attack(6)
    logged_in(phone("x"), password="wrong")
    assert not [key for key in Tries.objects.values_list("key", flat=True) if "192.168" in key]


def test_openings_of_a_link_are_free_again_after_a_while(ada):
    link = PlayerLink.objects.get(entry=ada)
    for _ in range(throttle.OPENINGS):
        throttle.opening(link.pk)
    with pytest.raises(Throttled), transaction.atomic():
        throttle.opening(link.pk)
    waited(minutes=11)
    throttle.opening(link.pk)

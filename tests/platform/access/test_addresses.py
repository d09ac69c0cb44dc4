"""Addresses that survive the night: what codes carry, and whether they still lead here."""

import pytest
from django.core.exceptions import ValidationError
from django.test import RequestFactory
from django.utils import timezone

from tdsuite.platform.access.addresses import (
    address_from,
    base_url,
    is_local,
    leads_here,
    link_url,
    printed_elsewhere,
    unreachable_base,
)
from tdsuite.platform.access.errors import KeyChanged
from tdsuite.platform.access.models import PlayerLink, ServedAt
from tdsuite.platform.access.services import links
from tests.factories import make_tournament

pytestmark = pytest.mark.django_db
HERE = {"192.168.1.20:8000", "192.168.1.20", "10.0.0.7"}


def serve(url="http://192.168.1.20:8000", names=("tdsuite.local",)):
    values = {"base_url": url, "addresses": [url], "names": list(names), "seen_at": timezone.now()}
    ServedAt.objects.update_or_create(pk=1, defaults=values)


def printed(division, director, base, numbers=(1, 2, 3)):
    rows = division.entries.filter(number__in=numbers).values_list("pk", flat=True)
    return links.print_cards(by=director, tournament=division.tournament, entries=rows, base_url=base)


def test_codes_carry_the_events_own_address_first_then_the_one_on_the_network(division):
    tournament = division.tournament
    request = RequestFactory().get("/", headers={"host": "192.168.1.99:8000"})
    assert base_url(tournament) == ""
    assert base_url(tournament, request) == "http://192.168.1.99:8000"
    serve()
    assert base_url(tournament, request) == "http://192.168.1.20:8000"
    tournament.public_base_url = "http://lakeside.local:8000/"
    assert base_url(tournament, request) == "http://lakeside.local:8000"


def test_a_link_is_the_base_and_the_token(division):
    link = PlayerLink.objects.first()
    assert link_url(link, "http://lakeside.local") == f"http://lakeside.local/l/{links.token_of(link)}/"


def test_after_a_change_of_key_links_are_not_printed_wrongly(division, director, settings):
    settings.SECRET_KEY = "another" * 8
    with pytest.raises(KeyChanged, match="issue new ones"):
        printed(division, director, "http://192.168.1.20:8000")


def test_an_address_of_this_computer_alone_is_no_use_to_phones():
    local = ["http://127.0.0.1:8000", "http://localhost", "http://[::1]:8000", ""]
    assert [url for url in (*local, "http://10.0.0.7") if is_local(url)] == local


@pytest.mark.parametrize(
    ("url", "leads"),
    [
        ("http://192.168.1.20:8000", True), ("http://10.0.0.7:8000", True), ("http://192.168.1.20:8001", False),
        ("http://192.168.1.20", False), ("http://192.168.1.33:8000", False), ("http://127.0.0.1:8000", False),
        ("http://tdsuite.local:8000", True), ("http://TDSUITE.local:8000", True), ("http://tdsuite.local:9000", False),
        ("http://gone.local:8000", False), ("https://cup.example", True), ("http://[fe80::1]:8000", False),
    ],
)  # fmt: skip
def test_whether_an_address_leads_here(url, leads):
    assert leads_here(url, HERE, ["tdsuite.local"]) is leads


def test_a_card_printed_again_or_void_counts_no_more(division, director, django_assert_num_queries):
    serve()
    printed(division, director, "http://192.168.1.99:8000")
    printed(division, director, "http://192.168.1.20:8000", numbers=(1,))
    links.revoke(by=director, tournament=division.tournament, entry=division.entries.get(number=2))
    with django_assert_num_queries(2):
        assert [one.cards for one in printed_elsewhere(division.tournament, HERE)] == [1]
    assert printed_elsewhere(make_tournament("riverside"), HERE) == []
    links.reissue(by=director, tournament=division.tournament, entry=division.entries.get(number=3))
    assert printed_elsewhere(division.tournament, HERE) == []


def test_the_console_says_which_cards_lead_elsewhere(client, division, director):
    printed(division, director, "http://192.0.2.99:8000")
    client.force_login(director)
    page = client.get("/console/lakeside-open/round/", headers={"host": "192.0.2.20:8000"}).content.decode()
    assert "3 printed cards lead to http://192.0.2.99:8000, where this computer does not answer now" in page
    printed(division, director, "http://192.0.2.20:8000")
    page = client.get("/console/lakeside-open/round/", headers={"host": "192.0.2.20:8000"}).content.decode()
    assert "printed card" not in page


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("", ""), ("  ", ""), ("192.168.1.20:8000", "http://192.168.1.20:8000"),
        ("lakeside.local:8000", "http://lakeside.local:8000"), (" https://cup.example/ ", "https://cup.example"),
        ("HTTP://cup.example/here", "HTTP://cup.example/here"), ("http://[fd00::7]:8000", "http://[fd00::7]:8000"),
        ("localhost:8000", "http://localhost:8000"),
    ],
)  # fmt: skip
def test_a_public_address_is_kept_with_its_scheme(typed, kept):
    assert address_from(typed) == kept


@pytest.mark.parametrize(
    "typed",
    [
        "nonsense", "http://nonsense", "hall-pc:8000", "ftp://cup.example", "mailto:a@cup.example", "http://", "256.1.1.1", "1.2",
        "http://192.168.1.20:99999", "http://192.168.1.20:0", "http://me:word@cup.example", "http://cup.example/?a=1", "two words.example",
        "https://cup.example/#top", "http://[::1", "javascript:alert(1)",
    ],
)  # fmt: skip
def test_what_no_phone_can_follow_is_no_public_address(typed):
    with pytest.raises(ValidationError, match="Write an IP address, or a name with a dot, after http:// or https://"):
        address_from(typed)


def test_codes_for_this_computer_alone_are_told_apart(division):
    tournament = division.tournament
    assert unreachable_base(tournament) == ""
    serve("http://192.168.1.20:8000")
    assert unreachable_base(tournament) == ""
    tournament.public_base_url = "http://127.0.0.1:8000"
    assert unreachable_base(tournament) == "http://127.0.0.1:8000"

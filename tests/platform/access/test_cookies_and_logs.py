"""Cookies are Secure exactly on HTTPS; no log, no header and no page of ours shows a private link or a PIN."""

import io
import logging
import logging.config

import pytest
from django.conf import settings
from django.test import Client

from tdsuite.platform.access import codes
from tdsuite.platform.access.logs import WithoutPrivateLinks, without_links
from tdsuite.platform.access.models import PlayerLink
from tdsuite.platform.access.services.links import token_of
from tests.factories import PASSWORD, make_user
from tests.platform.access.signing import PIN

TOKEN = "Zm9vYmFyYmF6cXV4Zm9vYmFy"


def cookies_of(client):
    return {name: bool(morsel["secure"]) for name, morsel in client.cookies.items()}


def walk(client, entry, secure):
    """Every way to a cookie: the link, the PIN, the officials' log-in, a form."""
    make_user(tournament=entry.division.tournament)
    link = PlayerLink.objects.get(entry=entry)
    client.get("/p/", secure=secure)
    client.get(f"/l/{token_of(link)}/", secure=secure)
    client.post("/log-in/", {"username": "director", "password": PASSWORD}, secure=secure)
    code = client.post("/console/lakeside-open/stations/", {"name": "Desk"}, secure=secure).context["pairing_code"]
    client.post("/station/", {"code": code}, secure=secure)
    return cookies_of(client)


@pytest.mark.parametrize("secure", [True, False])
def test_every_cookie_is_secure_exactly_when_the_request_is_https(client, ada, secure):
    found = walk(client, ada, secure)
    assert found == dict.fromkeys(found, secure)
    event = ada.division.tournament_id
    assert set(found) == {"csrftoken", "sessionid", "tdsuite_device", "tdsuite_station", f"tdsuite_player_{event}"}
    ours = [morsel for name, morsel in client.cookies.items() if name.startswith("tdsuite_")]
    assert [(morsel["httponly"], morsel["samesite"]) for morsel in ours] == [(True, "Lax")] * 3


def test_a_proxys_word_counts_only_where_the_settings_trust_it(client, ada, settings):
    client.get("/p/", headers={"x-forwarded-proto": "https"})
    assert cookies_of(client)["tdsuite_device"] is False
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    trusting = Client()
    trusting.get("/p/", headers={"x-forwarded-proto": "https"})
    assert cookies_of(trusting)["tdsuite_device"] is True


def test_every_page_keeps_its_address_to_itself(client, ada):
    for path, policy in (("/p/", "same-origin"), ("/l/unknown/", "no-referrer"), ("/station/", "same-origin")):
        assert client.get(path)["Referrer-Policy"] == policy


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (f"Not Found: /l/{TOKEN}/", "Not Found: /l/…/"),
        (f'1.2.3.4 - "GET /l/{TOKEN}/?x=1 HTTP/1.1" 302', '1.2.3.4 - "GET /l/…/?x=1 HTTP/1.1" 302'),
        (f"http://192.168.1.2:8000/l/{TOKEN}", "http://192.168.1.2:8000/l/…"),
        (f"Not Found: /invited/{TOKEN}/", "Not Found: /invited/…/"),
        ("GET /static/tdsuite/css/tdsuite.css", "GET /static/tdsuite/css/tdsuite.css"),
        ("GET /console/lakeside/", "GET /console/lakeside/"),
        ("/l/", "/l/"),
    ],
)
def test_links_are_taken_out_of_what_is_said(said, kept):
    assert without_links(said) == kept


@pytest.fixture
def stderr():
    """What the configured handlers write, gathered by the very handler of the settings."""
    gathered = io.StringIO()
    config = {
        **settings.LOGGING,
        "handlers": {
            **settings.LOGGING["handlers"],
            "stderr": {**settings.LOGGING["handlers"]["stderr"], "stream": gathered},
        },
    }
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    logging.config.dictConfig(config)
    yield gathered
    logging.config.dictConfig(settings.LOGGING)
    root.handlers[:], root.level = before, level


def test_neither_our_logs_nor_the_servers_show_a_link(client, ada, stderr):
    token = token_of(PlayerLink.objects.get(entry=ada))
    client.get(f"/l/{token}/")
    other = "y" if token.endswith("x") else "x"
    client.get(f"/l/{token[:-1]}{other}/")  # unknown: Django warns of it
    logging.getLogger("uvicorn.access").warning(
        '%s - "%s %s HTTP/%s" %d', "1.2.3.4:5", "GET", f"/l/{token}/", "1.1", 302
    )
    try:
        raise ValueError(f"/l/{token}/ failed")
    except ValueError:
        logging.getLogger("tdsuite").exception("While opening %s", f"/l/{token}/")
    written = stderr.getvalue()
    assert token[:-1] not in written
    assert "Not Found: /l/…/" in written and '"GET /l/…/ HTTP/1.1" 302' in written
    assert "ValueError: /l/…/ failed" in written and "While opening /l/…/" in written


def test_no_log_shows_a_pin(client, ada, stderr):
    for pin in (PIN, "271828"):
        client.post("/p/", {"number": 1, "pin": pin})
    written = stderr.getvalue()
    assert "Unprocessable" in written
    assert PIN not in written and "271828" not in written


def test_an_address_that_somebody_made_up_fills_no_line():
    record = logging.LogRecord("x", logging.WARNING, "f", 1, "Not Found: %s", ("/" + "x" * 60_000,), None)
    WithoutPrivateLinks().filter(record)
    assert record.getMessage() == "Not Found: /" + "x" * 199 + "…"


def test_the_database_holds_neither_token_nor_pin(ada):
    link = PlayerLink.objects.get(entry=ada)
    kept = " ".join(str(getattr(link, field.attname)) for field in link._meta.concrete_fields)
    assert token_of(link) not in kept and PIN not in kept
    assert (len(link.token_hash), link.pin_hash.split("$")[0]) == (64, "pbkdf2_sha256")


def test_a_token_has_144_bits_and_needs_the_installations_key(settings):
    one = codes.link_token("0" * 32)
    assert len(one) == 24 and one == codes.link_token("0" * 32)
    assert one != codes.link_token("1" + "0" * 31)
    settings.SECRET_KEY = "another" * 8
    assert codes.link_token("0" * 32) != one


def test_a_pins_hash_is_salted_slow_and_needs_the_installations_key(monkeypatch, settings):
    assert codes.hash_pin(PIN) != codes.hash_pin(PIN)
    kept = codes.hash_pin(PIN)
    assert (codes.pin_fits(PIN, kept), codes.pin_fits("271828", kept), codes.pin_fits(PIN, "")) == (True, False, False)
    settings.SECRET_KEY = "another" * 8
    assert not codes.pin_fits(PIN, kept)
    monkeypatch.undo()
    assert codes.PinHasher.iterations >= 50_000


def test_pins_have_six_digits_and_codes_no_letters_that_look_alike():
    assert all(len(pin) == 6 and pin.isdecimal() for pin in (codes.new_pin() for _ in range(50)))
    letters = set("".join(codes.new_code() for _ in range(200)))
    assert not letters & set("01IO5S") and len(codes.new_code()) == 8
    assert codes.plain_code(" abcd-efgh ") == "ABCDEFGH" and codes.shown_code("ABCDEFGH") == "ABCD-EFGH"

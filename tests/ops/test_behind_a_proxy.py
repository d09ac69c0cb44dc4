"""What the settings say to browsers behind a TLS proxy, and to `check --deploy`; PINs that nobody reads over a shoulder."""

import re
import runpy

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.test import Client, override_settings

from tdsuite.ops.paths import PACKAGE
from tests.factories import make_tournament

SOURCE = PACKAGE / "settings.py"
NAMES = ("SECURE_PROXY_SSL_HEADER", "SECURE_HSTS_SECONDS")


@pytest.mark.django_db
def test_browsers_are_told_to_stay_with_https_behind_a_tls_proxy_and_nowhere_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert not settings.SECURE_HSTS_SECONDS
    monkeypatch.setenv("BEHIND_TLS_PROXY", "true")
    proxied = {name: value for name, value in runpy.run_path(str(SOURCE)).items() if name in NAMES}
    assert set(proxied) == set(NAMES)
    with override_settings(**proxied):
        tls, plain = Client(headers={"X-Forwarded-Proto": "https"}), Client()
        assert tls.get("/p/").headers["Strict-Transport-Security"] == "max-age=31536000"
        assert "Strict-Transport-Security" not in plain.get("/p/").headers
    assert "Strict-Transport-Security" not in Client(headers={"X-Forwarded-Proto": "https"}).get("/p/").headers


@pytest.mark.parametrize(
    ("environment", "who"),
    [
        ({}, "offered"),
        ({"BEHIND_TLS_PROXY": "true"}, "administrators"),
        ({"ALLOWED_HOSTS": "127.0.0.1,192.168.1.20,laptop,lakeside.local"}, "offered"),
        ({"ALLOWED_HOSTS": "lakeside.local,.scrabble.example.org"}, "administrators"),
        ({"ALLOWED_HOSTS": "[2606:4700::1111]"}, "administrators"),
        ({"BEHIND_TLS_PROXY": "true", "SECOND_FACTOR": "offered"}, "offered"),
        ({"SECOND_FACTOR": "accounts"}, "accounts"),
    ],
)
def test_administrators_need_a_second_factor_where_the_internet_reaches_them(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], who: str
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert runpy.run_path(str(SOURCE))["SECOND_FACTOR"] == who


def test_another_word_for_who_needs_a_second_factor_stops_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECOND_FACTOR", "yes")
    with pytest.raises(ImproperlyConfigured, match="SECOND_FACTOR: use offered, administrators or accounts"):
        runpy.run_path(str(SOURCE))


def test_the_check_for_deployment_is_clean_and_each_silence_is_explained() -> None:
    call_command("check", deploy=True, fail_level="WARNING")
    silenced = re.findall(r'^    "(\w+\.W\d+)",(.*)$', SOURCE.read_text(encoding="utf-8"), re.MULTILINE)
    assert [name for name, _why in silenced] == settings.SILENCED_SYSTEM_CHECKS
    assert [name for name, why in silenced if len(why.strip().lstrip("# ")) < 8] == []


@pytest.mark.django_db
def test_a_pin_is_masked_while_it_is_typed() -> None:
    make_tournament()
    page = Client().get("/p/?event=lakeside-open").content.decode()
    fields = re.findall(r'<input[^>]*name="pin"[^>]*>', page)
    assert len(fields) == 1 and 'type="password"' in fields[0] and "data-pin" in fields[0]

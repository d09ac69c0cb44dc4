"""MAIL_URL and MAIL_FROM: what they mean, and what stops the start."""

import runpy
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

SOURCE = str(Path(__file__).resolve().parents[3] / "tdsuite" / "settings.py")
NAMES = ("HOST", "PORT", "HOST_USER", "HOST_PASSWORD", "USE_TLS", "USE_SSL")


def read(monkeypatch: pytest.MonkeyPatch, url: str, sender: str = "Lakeside Öpen <cup@example.org>") -> dict[str, Any]:
    monkeypatch.setenv("MAIL_URL", url)
    monkeypatch.setenv("MAIL_FROM", sender)
    return runpy.run_path(SOURCE)


@pytest.mark.parametrize(
    ("url", "values"),
    [
        ("", ("", 0, "", "", False, False)),
        ("smtp://mail.example.org", ("mail.example.org", 25, "", "", False, False)),
        ("smtp+starttls://me%40here:a%3Ab@mail.example.org", ("mail.example.org", 587, "me@here", "a:b", True, False)),
        ("smtps://me:secret@mail.example.org:4650", ("mail.example.org", 4650, "me", "secret", False, True)),
    ],
)
def test_the_address_of_the_mail_server_says_how_it_is_spoken_with(
    monkeypatch: pytest.MonkeyPatch, url: str, values: tuple[Any, ...]
) -> None:
    read_settings = read(monkeypatch, url)
    assert tuple(read_settings[f"EMAIL_{name}"] for name in NAMES) == values
    assert ("send-mail" in read_settings["CELERY_BEAT_SCHEDULE"]) == bool(url)


@pytest.mark.parametrize(
    "url",
    [
        "http://me:secret@mail.example.org",
        "smtp://",
        "smtp://me:secret@mail.example.org:99999",
        "smtps://host:ten",
        "mail.example.org",
    ],
)
def test_another_address_stops_the_start_and_shows_no_password(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="MAIL_URL: use smtp") as refused:
        read(monkeypatch, url)
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(
    "sender", ["", "cup", "Cup <cup>", "cup@example.org\nBcc: other@example.org", "a@b <cup@example.org>"]
)
def test_a_server_without_a_sender_stops_the_start(monkeypatch: pytest.MonkeyPatch, sender: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="MAIL_FROM: use the address"):
        read(monkeypatch, "smtp://mail.example.org", sender)

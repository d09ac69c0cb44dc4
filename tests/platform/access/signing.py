"""Sign players in for tests: links without the slow hash, and a client that holds a living session."""

import secrets
from typing import Any

from django.core import signing
from django.utils import timezone

from tdsuite.platform.access import codes, players
from tdsuite.platform.access.models import PlayerLink, PlayerSession, Station
from tdsuite.platform.audit.digests import fingerprint

PIN = "314159"
_hashes: dict[str, str] = {}


def pin_hash(pin: str = PIN) -> str:
    """The slow hash of a PIN, made once a run."""
    if pin not in _hashes:
        _hashes[pin] = codes.hash_pin(pin)
    return _hashes[pin]


def give_link(entry: Any, pin: str = PIN) -> PlayerLink:
    """The entry's link, made where it has none; its PIN is `pin`."""
    nonce = codes.new_nonce()
    token_hash = fingerprint(codes.link_token(nonce))
    values = {"nonce": nonce, "token_hash": token_hash, "pin_hash": pin_hash(pin), "issued_at": timezone.now()}
    return PlayerLink.objects.get_or_create(entry=entry, defaults=values)[0]


def put_cookie(client: Any, name: str, value: str, salt: str) -> None:
    """As `response.set_signed_cookie` would have."""
    client.cookies[name] = signing.get_cookie_signer(salt=name + salt).sign(value)


def signed_in(client: Any, entry: Any, means: str = "link", station: Station | None = None) -> Any:
    """The client, holding a session of the entry."""
    now, link = timezone.now(), give_link(entry)
    key = f"{link.pk}.{secrets.token_urlsafe(24)}"
    where = {"device": station.device if station else "test-device", "station": station}
    PlayerSession.objects.create(link=link, key_hash=fingerprint(key), means=means, opened_at=now, used_at=now, **where)
    put_cookie(client, players.cookie_name(entry.division.tournament), key, players.SALT)
    return client

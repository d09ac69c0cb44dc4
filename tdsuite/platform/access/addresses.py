"""The event's public address: what printed codes carry, and whether it still leads here."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tdsuite.platform.access.services.links import token_of
from .models import PlayerLink, PrintedBatch, ServedAt

LOCAL = ("127.0.0.1", "localhost", "::1", "")
DEFAULT_PORTS = {"http": 80, "https": 443}
NO_ADDRESS = _(
    "No phone can follow this address. Write an IP address, or a name with a dot, after http:// or https://: "
    "http://192.168.1.20:8000, http://lakeside.local:8000 or https://cup.example."
)


def base_url(tournament: Any, request: HttpRequest | None = None) -> str:
    """What codes printed now carry, without a slash at the end: the event's own address, else where the hall reaches this computer.

    "" where neither is known and no request says how it was reached.
    """
    if tournament.public_base_url:
        return str(tournament.public_base_url).rstrip("/")
    served = ServedAt.objects.first()
    if served is not None and served.base_url:
        return served.base_url.rstrip("/")
    return request.build_absolute_uri("/").rstrip("/") if request is not None else ""


def link_url(link: PlayerLink, base: str) -> str:
    """A player's private address.  Raises KeyChanged.  For paper alone: never in a page's own links, a job or a log."""
    return base + reverse("access:link", args=[token_of(link)])


def address_from(text: str) -> str:
    """What somebody typed as a public address, with its scheme and without a slash at the end; "" for nothing.

    http where no scheme is given.  Raises ValidationError for a bare word, another scheme, and all that no address of a page begins with.
    """
    if not (text := text.strip()):
        return ""
    url = (text if "://" in text else f"http://{text}").rstrip("/")
    try:
        URLValidator(schemes=list(DEFAULT_PORTS))(url)
        parts = urlsplit(url)
        whole = parts.port != 0 and not (parts.username is not None or parts.query or parts.fragment)
    except (ValidationError, ValueError):  # a port above 65535 is a ValueError
        whole = False
    if not whole:
        raise ValidationError(NO_ADDRESS)
    return url


def is_local(url: str) -> bool:
    """Only this computer itself is reached there."""
    return (urlsplit(url).hostname or "").lower() in LOCAL


def unreachable_base(tournament: Any) -> str:
    """What codes on paper carry where no phone reaches it; "" where one does, and where no code is printed."""
    base = base_url(tournament)
    return base if base and is_local(base) else ""


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Cards whose codes lead elsewhere.  base_url: what they carry; cards: how many that still count."""

    base_url: str
    cards: int


def leads_here(url: str, here: Collection[str], names: Collection[str]) -> bool:
    """Does an address lead to this computer, as far as can be seen?

    here: "host" or "host:port" as it answers now; names: those it announces. Where a name of another kind leads cannot be seen: it is
    trusted. A `.local` name that is not announced leads nowhere, and so does another port.
    """
    parts = urlsplit(url)
    host, seen = (parts.hostname or "").lower(), [urlsplit(f"//{address}") for address in here]
    known = {(address.hostname or "").lower() for address in seen} | {name.lower() for name in names}
    if host not in known:
        return not (host.replace(".", "").isdigit() or ":" in host or host in LOCAL or host.endswith(".local"))
    ports = {address.port for address in seen if address.port}
    return not ports or (parts.port or DEFAULT_PORTS.get(parts.scheme)) in ports


def printed_elsewhere(tournament: Any, here: Collection[str]) -> list[Elsewhere]:
    """Printed cards that still count and whose codes do not lead here now; two queries."""
    served = ServedAt.objects.first()
    names = served.names if served is not None else []
    batches = PrintedBatch.objects.filter(tournament=tournament, links__revoked_at=None, links__isnull=False)
    counts: dict[str, int] = {}
    for url in batches.values_list("base_url", flat=True):
        counts[url] = counts.get(url, 0) + 1
    return [Elsewhere(url, cards) for url, cards in sorted(counts.items()) if not leads_here(url, here, names)]

"""The event's public address: what printed codes carry, and whether it still leads here."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from django.http import HttpRequest
from django.urls import reverse

from .models import PlayerLink, PrintedBatch, ServedAt
from .services.links import token_of

LOCAL = ("127.0.0.1", "localhost", "::1", "")


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


def host_of(url: str) -> str:
    return (urlsplit(url).hostname or "").lower()


def is_local(url: str) -> bool:
    """Only this computer itself is reached there."""
    return host_of(url) in LOCAL


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Cards whose codes lead elsewhere.  base_url: what they carry; cards: how many that still count."""

    base_url: str
    cards: int


def leads_here(url: str, here: Collection[str], served: ServedAt | None = None) -> bool:
    """Does an address lead to this computer, as far as can be seen?  here: "host" or "host:port" as it answers now.

    Of a name other than those we announce nothing can be seen, so it is trusted; a known host at another port is not.
    """
    parts = urlsplit(url)
    host = (parts.hostname or "").lower()
    hosts = {one.rsplit(":", 1)[0].strip("[]").lower() for one in here}
    known = {name.lower() for name in served.names} if served else set()
    if not host.replace(".", "").isdigit() and ":" not in host and host not in hosts | known and host not in LOCAL:
        return True
    if host not in hosts | known:
        return False
    ports = {urlsplit(f"//{one}").port for one in here if urlsplit(f"//{one}").port}
    port = parts.port or (443 if parts.scheme == "https" else 80)
    return not ports or port in ports


def printed_elsewhere(tournament: Any, here: Collection[str]) -> list[Elsewhere]:
    """Printed cards that still count and whose codes do not lead here now; two queries."""
    served = ServedAt.objects.first()
    batches = PrintedBatch.objects.filter(tournament=tournament, links__revoked_at=None, links__isnull=False)
    counts: dict[str, int] = {}
    for url in batches.values_list("base_url", flat=True):
        counts[url] = counts.get(url, 0) + 1
    return [Elsewhere(url, cards) for url, cards in sorted(counts.items()) if not leads_here(url, here, served)]

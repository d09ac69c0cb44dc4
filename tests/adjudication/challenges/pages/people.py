"""Who walks the pages: a judge, a director, the players, a stranger, and a paired tablet."""

import re
from typing import Any

from django.test import Client

from tdsuite.platform.access.stations import COOKIE, SALT
from tdsuite.platform.audit.digests import fingerprint
from tests.adjudication.challenges.cases import Table
from tests.platform.access.signing import put_cookie, signed_in

SLUG = "lakeside-open"


def as_user(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def as_player(entry: Any) -> Client:
    client: Client = signed_in(Client(), entry)
    return client


def as_station(at: Table) -> Client:
    """A tablet that is paired with the event."""
    client, here = Client(), at.station
    here.key_hash = fingerprint("paired-tablet")
    here.save(update_fields=["key_hash"])
    put_cookie(client, COOKIE, "paired-tablet", SALT)
    return client


def said(response: Any) -> list[str]:
    """The messages of the next page."""
    return [str(one) for one in response.context["messages"]]


def blanked(html: str) -> str:
    """A page without what differs by itself: ids, times, keys of forms, tokens."""
    html = re.sub(r'(name="(?:csrfmiddlewaretoken|key)" value=")[^"]*', r"\1", html)
    html = re.sub(r"data-live-version=\"[^\"]*\"", "", html)
    html = re.sub(r"\d\d:\d\d", "", html)
    return re.sub(r"\d+", "#", html)

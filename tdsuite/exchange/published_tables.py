"""A table at an https address, as spreadsheets publish them: fetched from hosts that the administrator allows, and read as a file."""

from pathlib import PurePath

from django.conf import settings

from tdsuite.platform.outgoing import Network, OutgoingError, fetch
from tdsuite.tournaments.services.decision import Refused

from .event_sources import SourceFile

LARGEST = 5 * 1024 * 1024
SECONDS = 10.0
NETWORK: Network | None = None  # None: the internet; tests put a server of their own here
HOW_TO_PUBLISH = (
    "In Google Sheets choose File, Share, Publish to web, there the sheet and “Comma-separated values”, and give the "
    "address that it shows."
)


def published_table(address: str) -> SourceFile:
    """The file at an address.  Raises Refused with what to do: host not allowed, no answer, a page instead of a table."""
    hosts = settings.PUBLISHED_TABLE_HOSTS
    try:
        answer = fetch(address, hosts=hosts, largest=LARGEST, seconds=SECONDS, network=NETWORK)
    except OutgoingError as error:
        raise Refused(str(error), code="address_not_read") from error
    if answer.media_type == "text/html":
        raise Refused(f"This address gives a page, no table. {HOW_TO_PUBLISH}", code="address_is_a_page")
    return SourceFile(PurePath(answer.filename.replace("\\", "/")).name[:120] or "published table.csv", answer.data)

"""Files of events and of players as calls send them, with a form."""

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers

from tdsuite.exchange.event_sources import SourceFile
from tdsuite.exchange.incoming import check_sources
from tdsuite.tournaments.api.events import Fields


class SourceFields(Fields):
    """Files sent as a form."""

    file = serializers.ListField(child=serializers.FileField(), required=False, default=list)


def sources_sent(files: Sequence[Any]) -> list[SourceFile]:
    """The files that were sent.  Raises Refused."""
    sources = [SourceFile(file.name, file.read()) for file in files]
    check_sources(sources)
    return sources

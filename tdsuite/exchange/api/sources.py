"""Files of events and of players as calls send them, with a form."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from tdsuite.exchange.columns import with_columns
from tdsuite.exchange.event_sources import SourceFile
from tdsuite.exchange.incoming import check_sources
from tdsuite.tournaments.api.events import Fields


class SourceFields(Fields):
    """Files sent as a form. preview: only say what they would do.

    column: what a column of a table holds, by its heading or its number: `Wer=name`, `2=rating`.
    """

    file = serializers.ListField(child=serializers.FileField(), required=False, default=list)
    column = serializers.ListField(child=serializers.CharField(), required=False, default=list)
    preview = serializers.BooleanField(required=False, default=False)


def sources_sent(fields: Mapping[str, Any]) -> list[SourceFile]:
    """What was sent, with what was said of its columns.  Raises Refused."""
    sources = [SourceFile(file.name, file.read()) for file in fields["file"]]
    check_sources(sources)
    return with_columns(sources, fields["column"])

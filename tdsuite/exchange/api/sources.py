"""Files of events and of players as calls send them: with a form, or by the address where a table is published."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from tdsuite.exchange.columns import with_columns
from tdsuite.exchange.event_sources import SourceFile
from tdsuite.exchange.incoming import check_sources
from tdsuite.exchange.published_tables import published_table
from tdsuite.tournaments.api.decisions import OptionalText
from tdsuite.tournaments.api.events import Fields

LONGEST_ADDRESS = 2000


class SourceFields(Fields):
    """Files sent as a form, or the `address` of a published table. preview: only say what they would do.

    column: what a column of a table holds, by its heading or its number: `Wer=name`, `2=rating`.
    """

    file = serializers.ListField(child=serializers.FileField(), required=False, default=list)
    address = OptionalText(LONGEST_ADDRESS)
    column = serializers.ListField(child=serializers.CharField(), required=False, default=list)
    preview = serializers.BooleanField(required=False, default=False)


def sources_sent(fields: Mapping[str, Any], purposes: Mapping[str, str] | None = None) -> list[SourceFile]:
    """What was sent, with what was said of its columns.  purposes: as in `with_columns`.  Raises Refused."""
    sources = [SourceFile(file.name, file.read()) for file in fields["file"]]
    if fields["address"]:
        sources.append(published_table(fields["address"]))
    check_sources(sources)
    return with_columns(sources, fields["column"], purposes)

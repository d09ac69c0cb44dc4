"""Lists of the API: a page of rows at a time, in an order in which every row has one place, and what may be asked for after `?`."""

from collections.abc import Callable, Sequence
from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tdsuite.platform.web.numbers import LARGEST

PAGE, MOST = 500, 1000  # rows of an answer: where nobody says, and at most


class PageFields(serializers.Serializer[Any]):
    """limit: rows of the answer, at most. offset: rows before the first of them."""

    limit = serializers.IntegerField(required=False, default=PAGE, min_value=1, max_value=MOST)
    offset = serializers.IntegerField(required=False, default=0, min_value=0, max_value=LARGEST)


def number_asked(source: str) -> serializers.IntegerField:
    """Of a round or a player, asked of the column `source`: what `asked` gives then filters a queryset."""
    return serializers.IntegerField(required=False, min_value=1, max_value=LARGEST, source=source)


class EventQuery(serializers.Serializer[Any]):
    """division: by its short name. round: of which. player: whom it is about, by number."""

    division = serializers.SlugField(required=False, source="division__code")
    round = number_asked("round_number")
    player = number_asked("entry__number")


class Rows:
    """Rows of a list of which only those of a page are made into what the answer has."""

    def __init__(self, rows: Sequence[Any], shows: Callable[[Any], Any]) -> None:
        self.rows, self.shows = rows, shows

    def __getitem__(self, part: slice) -> list[Any]:
        return [self.shows(row) for row in self.rows[part]]


def asked(kind: type[serializers.Serializer[Any]], request: Request) -> dict[str, Any]:
    """What stands after `?` of what `kind` knows, each by its source.  Raises ValidationError, which names each that is wrong."""
    names = kind().fields
    fields = kind(data={name: value for name, value in request.query_params.items() if name in names})
    fields.is_valid(raise_exception=True)
    return dict(fields.validated_data)


def page_of(
    request: Request, query: type[serializers.Serializer[Any]] | None, member: str, view: Callable[[], Response]
) -> Response:
    """The view's answer with a page of its rows, and where there are more, a `Link` to the next page.

    Args:
        query: what the list may be asked for.
        member: the answer's name for its rows; "" where it is the list.

    Raises ValidationError for a name that the list does not know: misspelt, it would be taken for one left out.
    """
    names = [*PageFields().fields, *(query().fields if query else ())]
    if unknown := [name for name in request.query_params if name not in names]:
        says = f"This list cannot be asked for that. It can for: {', '.join(names)}."
        raise serializers.ValidationError({name: [says] for name in unknown})
    page, response = asked(PageFields, request), view()
    start, stop = page["offset"], page["offset"] + page["limit"]
    rows = response.data[member] if member else response.data
    if isinstance(rows, QuerySet):  # equal in what orders them, two rows would change places from page to page
        rows = rows.order_by(*(rows.query.order_by or rows.model._meta.ordering), "pk")
    part = list(rows[start : stop + 1])
    if len(part) > page["limit"]:
        following = request.query_params.copy()
        following["offset"] = str(stop)
        response["Link"] = f'<{request.path}?{following.urlencode()}>; rel="next"'
    part = part[: page["limit"]]
    response.data = {**response.data, member: part} if member else part
    return response

"""Lists of events, a page at a time: what is being played first, then what is to come, then what is over."""

from typing import TYPE_CHECKING

from django.core.paginator import Page, Paginator
from django.db.models import Case, QuerySet, Value, When

if TYPE_CHECKING:
    from .models import Tournament

ON_A_PAGE = 60


def page_of_events(events: "QuerySet[Tournament]", number: str | None) -> "Page[Tournament]":
    """A page of events, the newest first within its status; the first or last page for a number that is none of a page. Two queries."""
    statuses = (When(status="running", then=Value(0)), When(status="preparing", then=Value(1)))
    ordered = events.order_by(Case(*statuses, default=Value(2)), "-starts_on", "name", "pk")
    return Paginator(ordered, ON_A_PAGE).get_page(number)

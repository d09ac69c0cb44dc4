"""What stands at the addresses of an event that was put aside."""

from typing import Any

from django.apps import apps
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers

from tdsuite.platform.access import codes


def aside_event(slug: str) -> Any:
    """The event of that short name that was put aside; None where there is none."""
    return apps.get_model("tournaments", "AsideEvent").objects.filter(slug=slug).first()


def aside_event_of_link(token: str) -> Any:
    """The event that was put aside and of which this link was; None where there is none, or the link had been replaced."""
    return apps.get_model("tournaments", "AsideEvent").objects.of_link(codes.fingerprint(token))


def put_aside_page(request: HttpRequest, event: Any, *, may_bring_back: bool = False) -> HttpResponse:
    """That the event was put aside, and who brings it back, with 410."""
    context = {"event": event, "may_bring_back": may_bring_back}
    response = render(request, "access/put_aside.html", context, status=410)
    add_never_cache_headers(response)
    return response

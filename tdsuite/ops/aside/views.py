"""The pages that ask before an event is put aside, and before it is brought back."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tdsuite.ops.aside.services import bring_back, put_aside, what_goes, what_keeps
from tdsuite.platform.access.aside import aside_event
from tdsuite.platform.access.guard import actor_of, allowed, needs, require
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.decision import Refused

asked_first = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@asked_first
@needs(Can.MANAGE_TOURNAMENT)
def put_aside_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What lies in the file then, and what stays here."""
    refused = what_keeps(tournament)
    if request.method == "POST":
        try:
            put_aside(by=actor_of(request), tournament=tournament)
        except Refused as refusal:
            refused = refusal
        else:
            messages.success(request, _("%s is put aside.") % tournament)
            return redirect("console:home")
    goes = [] if refused else what_goes(tournament)
    context: dict[str, Any] = {"tournament": tournament, "refused": refused, "goes": goes, "tab": "settings"}
    return render(request, "ops/put_aside.html", context, status=422 if request.method == "POST" else 200)


@never_cache
@asked_first
@login_required
def bring_back_page(request: HttpRequest, slug: str) -> HttpResponse:
    """When it was put aside, by whom, and the button that brings it back."""
    event = aside_event(slug)
    if event is None or not allowed(request.user, event, Can.SEE_EVENT):
        raise Http404("No event of this name is put aside.")
    require(request.user, event, Can.MANAGE_TOURNAMENT)
    refused = None
    if request.method == "POST":
        try:
            bring_back(by=actor_of(request), event=event)
        except Refused as refusal:
            refused = refusal
        else:
            messages.success(request, _("%s is back, as it was.") % event)
            return redirect("console:event", slug)
    return render(request, "ops/bring_back.html", {"event": event, "refused": refused}, status=422 if refused else 200)

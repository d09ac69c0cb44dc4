"""The officials' list of stations."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tdsuite.platform.access.addresses import base_url
from tdsuite.platform.access.codes import shown_code
from tdsuite.platform.access.errors import SignInRefused
from tdsuite.platform.access.forms import StationForm
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.models import Station
from tdsuite.platform.access.roles import Can
from tdsuite.platform.access.services.stations import Waiting, add_station, renew_code, revoke_station


@needs(Can.MANAGE_SIGN_IN)
@never_cache
@require_POST
def stations(request: HttpRequest, tournament: Any) -> HttpResponse:
    """A new station; its code is in the answer and nowhere else."""
    form, waiting = StationForm(request.POST), None
    if form.is_valid():
        try:
            waiting = add_station(by=actor_of(request), tournament=tournament, name=form.cleaned_data["name"])
            form = StationForm()
        except SignInRefused as refusal:
            form.add_error("name", refusal.says)
    return listed(request, tournament, form, waiting)


def stations_of(tournament: Any) -> list[Station]:
    return list(Station.objects.filter(tournament=tournament).order_by("revoked_at", "name"))


def listed(request: HttpRequest, tournament: Any, form: StationForm, waiting: Waiting | None) -> HttpResponse:
    context = {
        "tournament": tournament,
        "tab": "sign_in",
        "stations": stations_of(tournament),
        "form": form,
        "waiting": waiting,
        "code": shown_code(waiting.code) if waiting else "",
        "base": base_url(tournament, request),
    }
    return render(request, "access/stations.html", context, status=400 if form.errors else 200)


@needs(Can.MANAGE_SIGN_IN)
@never_cache
@require_POST
def renew(request: HttpRequest, tournament: Any, pk: int) -> HttpResponse:
    station = get_object_or_404(Station, pk=pk, tournament=tournament)
    return listed(request, tournament, StationForm(), renew_code(by=actor_of(request), station=station))


@needs(Can.MANAGE_SIGN_IN)
@require_POST
def revoke(request: HttpRequest, tournament: Any, pk: int) -> HttpResponse:
    station = get_object_or_404(Station, pk=pk, tournament=tournament)
    revoke_station(by=actor_of(request), station=station)
    messages.success(request, _("%s is no longer a station.") % station)
    return redirect("access:cards", tournament.slug)

"""The officials' decisions about stations, which their page of links and PINs lists."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tdsuite.platform.access.errors import SignInRefused
from tdsuite.platform.access.forms import StationForm
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.models import Station
from tdsuite.platform.access.roles import Can
from tdsuite.platform.access.services.stations import add_station, renew_code, revoke_station
from .desk import cards_page


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
    return cards_page(request, tournament, form, waiting)


@needs(Can.MANAGE_SIGN_IN)
@never_cache
@require_POST
def renew(request: HttpRequest, tournament: Any, pk: int) -> HttpResponse:
    station = get_object_or_404(Station, pk=pk, tournament=tournament)
    return cards_page(request, tournament, waiting=renew_code(by=actor_of(request), station=station))


@needs(Can.MANAGE_SIGN_IN)
@require_POST
def revoke(request: HttpRequest, tournament: Any, pk: int) -> HttpResponse:
    station = get_object_or_404(Station, pk=pk, tournament=tournament)
    revoke_station(by=actor_of(request), station=station)
    messages.success(request, _("%s is no longer a station.") % station)
    return redirect("access:cards", tournament.slug)

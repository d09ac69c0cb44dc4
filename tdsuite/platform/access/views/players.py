"""A player signs in: by the private link, or with number and PIN, on a phone or at a station."""

from typing import Any

from django.apps import apps
from django.db.models import Count, Exists, OuterRef
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tdsuite.platform.access import devices, players
from tdsuite.platform.access.devices import device_of
from tdsuite.platform.access.errors import SignInRefused, Throttled
from tdsuite.platform.access.forms import NumberPinForm, StationPairForm
from tdsuite.platform.access.models import PlayerLink
from tdsuite.platform.access.services import sign_in, stations
from tdsuite.platform.access.stations import COOKIE as STATION_COOKIE, COOKIE_AGE, SALT, station_of


@never_cache
@require_GET
def link(request: HttpRequest, token: str) -> HttpResponse:
    """A private link: open a session and go on to a clean address. A browser that is signed in already keeps its session."""
    target: HttpResponse
    try:
        player_link = sign_in.link_of(token)
        event: Any = player_link.entry.division.tournament
        session = players.session_of(request, event)
        target = redirect(players.home_url(event))
        if session is None or session.link_id != player_link.pk:
            opened = sign_in.by_link(link=player_link, device=device_of(request), station=station_of(request))
            target = signed_in(request, event, opened)
    except SignInRefused as refusal:
        target = link_refused(request, refusal)
    target["Referrer-Policy"] = "no-referrer"
    return target


def link_refused(request: HttpRequest, refusal: SignInRefused) -> HttpResponse:
    status = 429 if isinstance(refusal, Throttled) else 404
    return render(request, "access/link_refused.html", {"why": refusal.says}, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def pin(request: HttpRequest) -> HttpResponse:
    """The short page `/p`: number and PIN. At a station it is the station's page."""
    if station_of(request) is not None:
        return redirect("access:station")
    events, slug = running(), request.GET.get("event", "")
    event: Any = next((event for event in events if event.slug == slug), None)
    if not slug and len(events) == 1:
        event = events[0]
    if event is None and not slug:
        return devices.remember(request, render(request, "access/events.html", {"events": events}))
    form = NumberPinForm(request.POST or None, divisions=divisions_of(event) if event is not None else None)
    tournaments = apps.get_model("tournaments", "Tournament").objects
    if event is None:  # not listed: the page tells nothing of it, not even whether it exists
        refused, target = try_sign_in(request, tournaments.filter(slug=slug).first(), form, hidden=slug)
    else:
        refused, target = try_sign_in(request, event, form)
    return target or render_form(request, "access/pin.html", {"form": form, "event": event, "refused": refused})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def station(request: HttpRequest) -> HttpResponse:
    """A tablet by the desk: before pairing it asks for the code, then for number and PIN."""
    here = station_of(request)
    if here is None:
        return pair(request)
    event: Any = here.tournament
    form = NumberPinForm(request.POST or None, divisions=divisions_of(event))
    refused, target = try_sign_in(request, event, form)
    return target or render_form(
        request, "access/station.html", {"form": form, "event": event, "station": here, "refused": refused}
    )


def pair(request: HttpRequest) -> HttpResponse:
    form, refused = StationPairForm(request.POST or None), None
    if form.is_valid():
        try:
            paired = stations.pair(code=form.cleaned_data["code"], device=device_of(request))
        except SignInRefused as refusal:
            refused = refusal
        else:
            response = redirect("access:station")
            response.set_signed_cookie(
                STATION_COOKIE, paired.key, salt=SALT, max_age=COOKIE_AGE, httponly=True, samesite="Lax"
            )
            return response
    return render_form(request, "access/pair.html", {"form": form, "refused": refused})


@never_cache
@require_POST
def done(request: HttpRequest, slug: str) -> HttpResponse:
    """End the session: the station is ready for the next player, the phone is signed out."""
    at_station = station_of(request) is not None
    target = redirect(reverse("access:station") if at_station else players.sign_in_url(request, slug))
    event = apps.get_model("tournaments", "Tournament").objects.filter(slug=slug).first()
    session = players.session_of(request, event) if event is not None else None
    if session is not None:
        sign_in.sign_out(session)
        target.delete_cookie(players.cookie_name(event))
    return target


@players.player_only
@require_POST
def still_here(request: HttpRequest, tournament: Any, actor: Any) -> HttpResponse:
    """Somebody types at a station: the session goes on. (Finding the session has noted the use.)"""
    return HttpResponse(status=204)


def try_sign_in(
    request: HttpRequest, event: Any, form: NumberPinForm, *, hidden: str = ""
) -> tuple[SignInRefused | None, HttpResponse | None]:
    """Judge a sent number and PIN: why not, or where to go. Neither, where nothing valid was sent."""
    if request.method != "POST" or not form.is_valid():
        return None, None
    sent = form.cleaned_data
    try:
        opened = sign_in.by_pin(
            tournament=event,
            number=sent["number"],
            division=sent.get("division", ""),
            pin=sent["pin"],
            device=device_of(request),
            station=station_of(request),
            hidden=hidden,
        )
    except SignInRefused as refusal:
        return refusal, None
    return None, signed_in(request, event, opened, request.GET.get("next", ""))


def signed_in(request: HttpRequest, event: Any, opened: sign_in.Opened, back: str = "") -> HttpResponseRedirect:
    """The way on, with the session's cookie; a station's is forgotten when its browser closes."""
    inside = url_has_allowed_host_and_scheme(back, allowed_hosts=None)
    target = HttpResponseRedirect(back if inside and back.startswith("/") else players.home_url(event))
    target.set_signed_cookie(
        players.cookie_name(event),
        opened.key,
        salt=players.SALT,
        max_age=None if opened.session.station_id else players.COOKIE_AGE,
        httponly=True,
        samesite="Lax",
    )
    devices.remember(request, target)
    return target


def render_form(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    """A page with a form; 429 while somebody must wait, 422 where it was refused."""
    refused = context["refused"]
    status = 429 if isinstance(refused, Throttled) else 422 if refused or context["form"].errors else 200
    response: HttpResponse = devices.remember(request, render(request, template, context, status=status))
    return response


def running() -> list[Any]:
    """The public events that have handed out links and are not over."""
    links = PlayerLink.objects.live().filter(entry__division__tournament=OuterRef("pk"))
    rows = apps.get_model("tournaments", "Tournament").objects.filter(Exists(links), visibility="public")
    return list(rows.exclude(status="finished"))


def divisions_of(event: Any) -> list[tuple[str, str]]:
    """The divisions to choose from where player numbers repeat, else none."""
    rows = apps.get_model("tournaments", "Entry").objects.filter(division__tournament=event).values("number")
    repeats = rows.annotate(times=Count("pk")).filter(times__gt=1).order_by().exists()
    return list(event.divisions.values_list("code", "name")) if repeats else []

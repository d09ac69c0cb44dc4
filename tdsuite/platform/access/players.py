"""Who is the player behind a request? A cookie of its own per event, and a session row that the desk can end."""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.apps import apps
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _

from tdsuite.platform.audit.digests import fingerprint
from tdsuite.platform.hooks.hooks import Hook
from tdsuite.platform.live.stream import PATH
from .actors import Means, PlayerActor
from .models import PlayerSession
from .stations import station_of

SALT, COOKIE_PREFIX = "tdsuite.platform.access.player", "tdsuite_player_"
LASTS = timedelta(hours=12)  # after the last use, on the player's own phone
COOKIE_AGE = 60 * 60 * 24 * 14  # the row decides; the cookie only outlives it
STATION_IDLE = timedelta(seconds=90)
STATION_LONGEST = timedelta(minutes=15)
NOTED_EVERY = {
    False: timedelta(minutes=15),
    True: timedelta(seconds=5),
}  # how often a use is written; at a station: True

View = Callable[..., HttpResponse]


def cookie_name(tournament: Any) -> str:
    return f"{COOKIE_PREFIX}{tournament.pk}"


def living(now: datetime) -> Q:
    """Sessions that still stand: not ended, used lately enough, the link and the station not revoked."""
    own = Q(station=None, used_at__gt=now - LASTS)
    shared = Q(
        station__isnull=False,
        station__revoked_at=None,
        used_at__gt=now - STATION_IDLE,
        opened_at__gt=now - STATION_LONGEST,
    )
    return Q(ended_at=None, link__revoked_at=None) & (own | shared)


def session_of(request: HttpRequest, tournament: Any) -> PlayerSession | None:
    """The living session of this browser in the event, with link, entry and division; one query, none without a cookie.

    A use slides its end. What a page asks for by itself (its live parts, the stream) is no use.
    """
    known: dict[int, PlayerSession | None] = request.__dict__.setdefault("_player_sessions", {})
    if tournament.pk not in known:
        key: Any = request.get_signed_cookie(cookie_name(tournament), default="", salt=SALT)
        now, loads = timezone.now(), request.method in ("GET", "HEAD")
        rows = PlayerSession.objects.select_related("link__entry", "station").filter(living(now))
        link = key.partition(".")[0]  # the cookie is signed: no row put in another's place opens with it
        rows = rows.filter(link=int(link) if link.isdecimal() else 0, link__entry__division__tournament=tournament)
        rows = rows.filter(key_hash=fingerprint(key)).order_by()
        known[tournament.pk] = session = next(iter(rows[:1]), None) if key else None
        by_itself = loads and (request.headers.get("HX-Request") or request.path == PATH)
        if (
            session is not None
            and not by_itself
            and now - session.used_at > NOTED_EVERY[session.station_id is not None]
        ):
            PlayerSession.objects.filter(pk=session.pk, ended_at=None).update(used_at=now)
            session.used_at = now
    return known[tournament.pk]


def player_of(request: HttpRequest, tournament: Any) -> PlayerActor | None:
    """The player of this event who is signed in on this browser; None for everybody else."""
    session = session_of(request, tournament)
    if session is None:
        return None
    entry: Any = session.link.entry
    return PlayerActor(
        pk=entry.pk,
        tournament_id=tournament.pk,
        division_id=entry.division_id,
        means=Means(session.means),
        device=session.device,
    )


def player_only(view: View) -> View:
    """Resolve the tournament named by `slug`, find its signed-in player and hand (request, tournament, actor, …) on.

    A stranger goes to the sign-in page and comes back; one who sends a form, or whose page asks for a part of itself, gets 401
    instead, so that what he typed stays in the page. What is not there and what is private answer alike.
    """

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, slug: str, **kwargs: Any) -> HttpResponse:
        tournament = apps.get_model("tournaments", "Tournament").objects.filter(slug=slug).first()
        actor = player_of(request, tournament) if tournament is not None else None
        if actor is None:
            return _stranger(request, slug)
        request.tournament, request.player = tournament, actor  # type: ignore[attr-defined]
        response = view(request, tournament, actor, *args, **kwargs)
        if not response.has_header("Cache-Control"):
            add_never_cache_headers(response)
        return response

    guarded.needs = "player"  # type: ignore[attr-defined]
    return guarded


def _stranger(request: HttpRequest, slug: str) -> HttpResponse:
    target = sign_in_url(request, slug, request.get_full_path() if request.method == "GET" else "")
    if request.method in ("GET", "HEAD") and not request.headers.get("HX-Request"):
        return redirect(target)
    response = HttpResponse(_("You are signed out. Sign in again; what you typed is still here."), status=401)
    response["Content-Type"] = "text/plain; charset=utf-8"
    if request.method == "GET":
        response["HX-Redirect"] = target
    return response


def sign_in_url(request: HttpRequest, slug: str, back: str = "") -> str:
    """Where a stranger to the event signs in: at a station the station's own page."""
    if station_of(request) is not None:
        return reverse("access:station")
    return f"{reverse('access:sign_in')}?{urlencode({'event': slug} | ({'next': back} if back else {}))}"


# The page a player lands on after signing in.
player_home: Hook[[Any], str] = Hook("player_home")


def home_url(tournament: Any) -> str:
    """The player's own page; the event's public page where nobody names one."""
    return next(iter(player_home(tournament)), str(tournament.get_absolute_url()))

"""The guard: `allowed` answers, `require` refuses, `needs` puts a view behind a capability."""

from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from django.apps import apps
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _, pgettext

from tdsuite.platform.audit.actors import Actor, CommandLine
from tdsuite.platform.hooks.hooks import Hook
from tdsuite.platform.words.languages import translated
from tdsuite.platform.words.sentences import Sentence
from .actors import PlayerActor
from .models import Membership
from .players import player_of
from .roles import CAPABILITIES, Can, Role

COMMAND_LINE = CommandLine()
FOLLOWS = "what-follows"  # the name of a button: only what would follow is asked

# Takes a decision, shows what would follow from it, and gives it up.
foreseen: Hook[[HttpRequest, Callable[[], HttpResponse]], HttpResponse] = Hook("foreseen")


class NotAllowed(PermissionDenied):
    """The actor's roles do not hold the capability; the message names it and who does."""

    def __init__(self, action: Can) -> None:
        holders = ", ".join(pgettext("role", role.value) for role in sorted(CAPABILITIES[action]))
        message = Sentence(
            "You may not {do_this}. This can be done by: {holders}.",
            do_this=Sentence(action.value),
            holders=holders or Sentence("an administrator of this installation"),
        )
        super().__init__(translated(message))
        self.action = action


def actor_of(request: Any) -> Actor:
    """Who asks, for a service's `by`: the signed-in user of a page or of the API.  Raises PermissionDenied for a stranger."""
    if not request.user.is_authenticated:
        raise PermissionDenied(_("Log in first."))
    actor: Actor = request.user
    return actor


def roles_of(user: Any, tournament: Any) -> frozenset[Role]:
    """Every role the user holds in the tournament; everyone is public. One query a tournament and user object."""
    if not getattr(user, "is_authenticated", False) or tournament is None or user.pk is None:
        return frozenset({Role.PUBLIC})
    if isinstance(user, PlayerActor):
        own = user.tournament_id == tournament.pk
        return frozenset({Role.PUBLIC, Role.PLAYER}) if own else frozenset({Role.PUBLIC})
    known: dict[int, frozenset[Role]] = user.__dict__.setdefault("_roles_by_tournament", {})
    if tournament.pk not in known:
        held = Membership.objects.filter(user=user, tournament=tournament.pk).values_list("role", flat=True)
        known[tournament.pk] = frozenset({Role.PUBLIC, *map(Role, held)})
    return known[tournament.pk]


def allowed(user: Any, tournament: Any, action: Can) -> bool:
    """May this user do this in this tournament (None: on this installation)?"""
    limits = getattr(user, "limited_to", None)
    if limits is not None and action not in limits:
        return False
    if getattr(user, "is_superuser", False):
        return True
    if action is Can.SEE_EVENT and tournament is not None and not tournament.is_open_to_all:
        return bool(roles_of(user, tournament) - {Role.PUBLIC})
    return bool(CAPABILITIES[action] & roles_of(user, tournament))


def require(user: Any, tournament: Any, action: Can) -> None:
    """Raise NotAllowed unless the user may."""
    if not allowed(user, tournament, action):
        raise NotAllowed(action)


def visible_tournaments(user: Any) -> "QuerySet[Any]":
    """The tournaments whose existence the user may learn of."""
    tournaments = apps.get_model("tournaments", "Tournament").objects.all()
    if getattr(user, "is_superuser", False):
        return tournaments
    listed = Q(visibility="public")
    if getattr(user, "is_authenticated", False):
        listed |= Q(pk__in=Membership.objects.filter(user=user).values("tournament"))
    return tournaments.filter(listed)


def _shown_to_player(request: HttpRequest, tournament: Any, action: Can) -> bool:
    """A signed-in player reads their own event's public pages where the event is private; everything else needs an account."""
    return action is Can.SEE_EVENT and allowed(player_of(request, tournament), tournament, action)


View = Callable[..., HttpResponse]


def needs(action: Can) -> Callable[[View], View]:
    """Resolve the tournament named by `slug`, check the capability, hand the tournament on in the slug's place.

    Somebody without the role is refused with the reason. A private event does not exist for those who may not see it (404, with the way
    to log in); at the officials' pages a stranger is sent to log in, whether there is such an event or not.
    """

    def guard(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, slug: str, **kwargs: Any) -> HttpResponse:
            tournament = apps.get_model("tournaments", "Tournament").objects.filter(slug=slug).first()
            if tournament is None or not (
                allowed(request.user, tournament, action) or _shown_to_player(request, tournament, action)
            ):
                if action is not Can.SEE_EVENT and not request.user.is_authenticated:
                    return redirect_to_login(request.get_full_path())
                if tournament is None or not allowed(request.user, tournament, Can.SEE_EVENT):
                    raise Http404("There is no such event.")
                raise NotAllowed(action)
            request.tournament = tournament  # type: ignore[attr-defined]
            if request.method == "POST" and FOLLOWS in request.POST:
                return next(iter(foreseen(request, partial(view, request, tournament, *args, **kwargs))))
            response = view(request, tournament, *args, **kwargs)
            if not tournament.is_open_to_all and not response.has_header("Cache-Control"):
                add_never_cache_headers(response)  # no cache between may keep it for who comes next
            return response

        guarded.needs = action  # type: ignore[attr-defined]
        return guarded

    return guard

"""What a phone may keep for when there is no network: whatever does not say so is never kept (static/tdsuite/js/offline.js)."""

from django.http import HttpResponse

from .actors import PlayerActor

KEEP = "X-Keep"
PUBLIC = "public"  # the same for everybody, of an event open to all


def may_keep_own(response: HttpResponse, actor: PlayerActor) -> HttpResponse:
    """The player's own phone may keep this page of theirs until they sign out, or somebody else does in; a station keeps nothing."""
    if not actor.at_station:
        response.headers[KEEP] = f"own-{actor.tournament_id}-{actor.pk}"
    return response

"""The claims of high plays and words: made, confirmed, refused."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from results.prizes.forms import DeskClaimForm, OwnClaimForm
from results.prizes.models import HighClaim
from results.prizes.services import high_claims
from results.rulings.views.common import attempt
from tdsuite.platform.access.actors import PlayerActor
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.players import player_only
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Division, Entry, Tournament
from tdsuite.tournaments.shortcuts import division_of, form_page, page_with_forms, refusal_told
from .prizes import prizes_page


@needs(Can.ENTER_RESULTS)
@require_POST
def claims(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A claim handed in at the desk."""
    form = DeskClaimForm(request.POST, divisions=tournament.divisions.all())
    high_claim = (
        attempt(form, lambda: high_claims.claim(by=actor_of(request), **form.claim())) if form.is_valid() else None
    )
    if high_claim:
        messages.success(request, "The claim is written down. It counts once it is confirmed.")
        return redirect("results:prizes", tournament.slug)
    return prizes_page(request, tournament, form)


def _decided(request: HttpRequest, division: Division, claim_id: int, act: Callable[[HighClaim], Any]) -> HttpResponse:
    row = get_object_or_404(HighClaim.objects.select_related("division__tournament"), pk=claim_id, division=division)
    with refusal_told(request):
        act(row)
    return redirect("results:prizes", division.tournament.slug)


@needs(Can.ENTER_RESULTS)
@require_POST
def confirm(request: HttpRequest, tournament: Tournament, code: str, claim_id: int) -> HttpResponse:
    """The play was seen."""
    division = division_of(tournament, code)
    return _decided(request, division, claim_id, lambda row: high_claims.confirm(by=actor_of(request), claim=row))


@needs(Can.ENTER_RESULTS)
@require_POST
def refuse(request: HttpRequest, tournament: Tournament, code: str, claim_id: int) -> HttpResponse:
    """The play was not as claimed."""
    division, reason = division_of(tournament, code), request.POST.get("reason", "")
    return _decided(
        request, division, claim_id, lambda row: high_claims.refuse(by=actor_of(request), claim=row, reason=reason)
    )


@player_only
@form_page
def own_claims(request: HttpRequest, tournament: Tournament, actor: PlayerActor) -> HttpResponse:
    """A player claims a high play or word of an own game."""
    entry = get_object_or_404(Entry.objects.select_related("player", "division"), pk=actor.pk)
    form = OwnClaimForm(request.POST or None, entry=entry)
    high_claim = attempt(form, lambda: high_claims.claim(by=actor, **form.claim())) if form.is_valid() else None
    if high_claim:
        return redirect("results:own_claims", tournament.slug)
    rows = HighClaim.objects.filter(entry=entry).with_people().order_by("-claimed_at")
    context = {"tournament": tournament, "division": entry.division, "entry": entry, "form": form, "claims": rows}
    return page_with_forms(request, "results/prizes/own_claims.html", context)

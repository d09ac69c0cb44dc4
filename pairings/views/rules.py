"""What a division's director asks of its rounds, and what to do where it leaves no round."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tdsuite.access.guard import needs
from tdsuite.access.roles import Can
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.shortcuts import division_of, round_of

from ..forms_rules import RulesForm
from ..services.drafts import request_draft
from ..services.field import settings_of
from ..services.rules import Clash, clash_in, relax, save_settings
from .pages import frame, round_url


@needs(Can.PAIR)
@never_cache
@require_http_methods(["GET", "POST"])
def rules(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """Who must meet, who must not, who stays apart, who sits out."""
    division = division_of(tournament, code)
    form = RulesForm(request.POST or None, settings=settings_of(division))
    if form.is_valid():
        try:
            before = division.state_version
            save_settings(by=request.user, division=division, values=form.values(), reason=form.cleaned_data["reason"])
        except Refused as refused:
            form.add_error(None, str(refused))
        else:
            division.refresh_from_db(fields=["state_version"])
            stale = " Drafts made before are stale." if division.state_version != before else ""
            messages.success(request, f"The rules are saved.{stale}")
            return redirect("pairings:rules", tournament.slug, code)
    context = {
        "tournament": tournament, "division": division, "form": form, "tab": "desk",
        "people": division.entries.select_related("player"),
    }  # fmt: skip
    return render(request, "pairings/rules.html", context, status=422 if form.errors else 200)


@needs(Can.PAIR)
@never_cache
@require_GET
def clash(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """Which rules cannot all be kept in a round, and the smallest change."""
    row = round_of(tournament, code, number)
    found: Clash | None = None
    refused = ""
    try:
        found = clash_in(row.division, number)
    except Refused as error:
        refused = str(error)
    names = {entry.number: str(entry.player) for entry in row.division.entries.select_related("player")}
    named = {n: names[n] for one in (found.relaxations if found else ()) for n in one.board if n in names}
    context = {**frame(row), "clash": found, "refused": refused, "named": sorted(named.items())}
    return render(request, "pairings/clash.html", context)


@needs(Can.PAIR)
@require_POST
def relax_and_pair(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """Grant the smallest change, in this round only, and pair it."""
    row = round_of(tournament, code, number)
    try:
        granted = relax(by=request.user, division=row.division, number=number)
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect(round_url(row))
    messages.success(request, f"Granted for round {number}: {'; '.join(one.text for one in granted)}.")
    job = request_draft(by=request.user, division=row.division, number=number, method=None, seed=None)
    return redirect("pairings:progress", tournament.slug, code, number, job.pk)

"""What a division's director asks of its rounds, and what to do where it leaves no round."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from pairings.forms.rules import RulesForm
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.web.next_page import offer_form_undo
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.shortcuts import division_of, form_page, page_with_forms, refusal_in, refusal_told, round_of
from ..services.drafts import request_draft
from ..services.engine_tasks import settings_of
from ..services.rules import relax, save_settings
from ..services.settled import spare_contenders
from .round_pages import round_url


@needs(Can.PAIR)
@form_page
def rules(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """Who must meet, who must not, who stays apart, who sits out."""
    division = division_of(tournament, code)
    people = list(division.entries.select_related("player"))
    form = RulesForm(request.POST or None, settings=settings_of(division), people=people)
    if form.is_valid():
        with refusal_in(form):
            before = division.state_version
            save_settings(
                by=actor_of(request), division=division, values=form.values(), reason=form.cleaned_data["reason"]
            )
            division.refresh_from_db(fields=["state_version"])
            stale = " Drafts made before are stale." if division.state_version != before else ""
            messages.success(request, f"The rules are saved.{stale}")
            offer_form_undo(request, form)
            return redirect("pairings:rules", tournament.slug, code)
    context = {
        "division": division, "form": form, "tab": "plan", "people": people,
    }  # fmt: skip
    return page_with_forms(request, "pairings/rules.html", context)


@needs(Can.PAIR)
@require_POST
def spare_and_pair(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """Give settled players opponents who can win nothing by it, in this round, and pair it."""
    row, by = round_of(tournament, code, number), actor_of(request)
    with refusal_told(request):
        boards = spare_contenders(by=by, division=row.division, number=number)
        asked = ", ".join(f"{first} - {second}" for first, second in boards)
        messages.success(request, f"Asked for in round {number}: {asked}.")
        request_draft(by=by, division=row.division, number=number, method=None, seed=None)
    return redirect(round_url(row))


@needs(Can.PAIR)
@require_POST
def relax_and_pair(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """Grant the smallest change, in this round only, and pair it."""
    row, by = round_of(tournament, code, number), actor_of(request)
    with refusal_told(request):
        granted = relax(by=by, division=row.division, number=number)
        messages.success(request, f"Granted for round {number}: {'; '.join(each.text for each in granted)}.")
        request_draft(by=by, division=row.division, number=number, method=None, seed=None)
    return redirect(round_url(row))

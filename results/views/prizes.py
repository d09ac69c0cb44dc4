"""The list of prizes, who gets them, and the sheet for the ceremony."""

from decimal import Decimal

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tdsuite.access.guard import needs
from tdsuite.access.roles import Can
from tdsuite.tournaments.models import Division, Tournament
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.shortcuts import division_of

from ..awards_models import Prize
from ..forms_awards import PrizeForm, PrizeRulesForm
from ..services import prizes as services
from .ruled import attempt


def _rows(division: Division) -> list[Prize]:
    return list(Prize.objects.filter(division=division))


@needs(Can.SEE_CONSOLE)
@never_cache
@require_safe
def prizes(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """The list, in order."""
    division = division_of(tournament, code)
    rules = services.rules_of(division)
    form = PrizeRulesForm(initial={"one_each": rules.one_each, "round_to": Decimal(rules.round_to) / 100})
    rows = [(row, services.BASES.get(row.basis, row.basis), rules.amount(row.money)) for row in _rows(division)]
    context = {"tournament": tournament, "division": division, "rows": rows, "form": form, "tab": "prizes"}
    return render(request, "results/awards/prizes.html", context)


@needs(Can.MANAGE_TOURNAMENT)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, tournament: Tournament, code: str, prize_id: int | None = None) -> HttpResponse:
    """Add a prize, or change one."""
    division = division_of(tournament, code)
    prize = get_object_or_404(Prize, pk=prize_id, division=division) if prize_id else None
    form = PrizeForm(request.POST or None, prize=prize)
    if form.is_valid() and attempt(form, lambda: services.save_prize(
        by=request.user, division=division, values=form.values(), prize=prize
    )) is not None:  # fmt: skip
        return redirect("results:prizes", tournament.slug, code)
    context = {"tournament": tournament, "division": division, "form": form, "prize": prize, "tab": "prizes"}
    return render(request, "results/awards/prize.html", context, status=422 if form.errors else 200)


@needs(Can.MANAGE_TOURNAMENT)
@require_POST
def remove(request: HttpRequest, tournament: Tournament, code: str, prize_id: int) -> HttpResponse:
    """Take a prize off the list."""
    prize = get_object_or_404(
        Prize.objects.select_related("division__tournament"), pk=prize_id, division=division_of(tournament, code)
    )
    services.remove_prize(by=request.user, prize=prize)
    return redirect("results:prizes", tournament.slug, code)


@needs(Can.MANAGE_TOURNAMENT)
@require_POST
def rules(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """How prizes are shared."""
    division, form = division_of(tournament, code), PrizeRulesForm(request.POST)
    try:
        if not form.is_valid():
            raise Refused("Shares are rounded down to 0.01 or more.")
        data = form.cleaned_data
        services.set_rules(
            by=request.user, division=division, one_each=data["one_each"], round_to=int(data["round_to"] * 100)
        )
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("results:prizes", tournament.slug, code)


@needs(Can.SEE_CONSOLE)
@never_cache
@require_safe
def awarded(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """Who gets what as things stand, with the reasons: the sheet that is read out."""
    division = division_of(tournament, code)
    past = history(division)
    page = services.awarded_page(past, _rows(division))
    context = {
        "tournament": tournament, "division": division, "page": page, "tab": "prizes",
        "to_come": max(0, division.planned_rounds - page.after),
        "missing": sum(game.second_id is not None and not game.outcome for game in past.games),
    }  # fmt: skip
    return render(request, "results/awards/awarded.html", context)


@needs(Can.SEE_CONSOLE)
@never_cache
@require_safe
def awarded_json(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """The same as JSON."""
    division = division_of(tournament, code)
    return JsonResponse(services.as_json(services.awarded_page(history(division), _rows(division))))

"""A division's list of prizes, and who gets them."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from results.prizes.engine.money import Money
from results.prizes.forms import PlacesForm, PrizeForm, PrizeRulesForm
from results.prizes.models import Prize
from results.prizes.services import ceremony
from results.prizes.services import prizes as services
from results.rulings.views.common import attempt
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.undo import Undo, fields_before, offer_form_undo, offer_undo
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.shortcuts import division_of, refusal_told


@needs(Can.SEE_CONSOLE)
@never_cache
@require_safe
def prizes(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """The list, in order."""
    division = division_of(tournament, code)
    terms = services.terms_of(tournament)
    rules = services.rules_of(division)
    form = PrizeRulesForm.showing(rules, absent=", ".join(map(str, sorted(services.absent_of(division)))))
    prizes_listed = list(Prize.objects.filter(division=division))
    money = Money.of_list(terms.currency, [row.money for row in prizes_listed])
    context = {
        "tournament": tournament, "division": division, "form": form, "tab": "prizes", "terms": terms,
        "places": None if prizes_listed else PlacesForm(division=division),
        "rows": [(row, services.what_for(row), money.text(row.money)) for row in prizes_listed],
        "total": money.text(sum(row.money for row in prizes_listed)),
    }  # fmt: skip
    return render(request, "results/prizes/prizes.html", context)


@needs(Can.MANAGE_TOURNAMENT)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, tournament: Tournament, code: str, prize_id: int | None = None) -> HttpResponse:
    """Add a prize, or change one."""
    division = division_of(tournament, code)
    prize = get_object_or_404(Prize, pk=prize_id, division=division) if prize_id else None
    form = PrizeForm(request.POST or None, prize=prize)
    if form.is_valid() and attempt(form, lambda: services.save_prize(
        by=actor_of(request), division=division, values=form.values(), prize=prize
    )) is not None:  # fmt: skip
        if prize:
            offer_form_undo(request, form)
        return redirect("results:prizes", tournament.slug, code)
    context = {"tournament": tournament, "division": division, "form": form, "prize": prize, "tab": "prizes"}
    return render(request, "results/prizes/prize.html", context, status=422 if form.errors else 200)


@needs(Can.MANAGE_TOURNAMENT)
@require_POST
def remove(request: HttpRequest, tournament: Tournament, code: str, prize_id: int) -> HttpResponse:
    """Take a prize off the list."""
    prize = get_object_or_404(
        Prize.objects.select_related("division__tournament"), pk=prize_id, division=division_of(tournament, code)
    )
    undo = undo_of_removal(PrizeForm(prize=prize), prize, reverse("results:prize_add", args=[tournament.slug, code]))
    services.remove_prize(by=actor_of(request), prize=prize)
    offer_undo(request, undo)
    return redirect("results:prizes", tournament.slug, code)


@needs(Can.MANAGE_TOURNAMENT)
@require_POST
def places(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """The first places, filled in at once."""
    division = division_of(tournament, code)
    form = PlacesForm(request.POST, division=division)
    with refusal_told(request):
        if not form.is_valid():
            raise Refused(form.problems, code="bad_form")
        services.save_prizes(by=actor_of(request), division=division, prizes=form.values())
    return redirect("results:prizes", tournament.slug, code)


def undo_of_removal(form: PrizeForm, prize: Prize, add: str) -> Undo:
    """What puts a prize that is taken off back on its list.  add: the address that adds one."""
    return Undo(_("“%s” is on the list again.") % prize.title, add, tuple(fields_before(form)))


@needs(Can.MANAGE_TOURNAMENT)
@require_POST
def rules(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """How prizes are shared."""
    division, form = division_of(tournament, code), PrizeRulesForm(request.POST)
    with refusal_told(request):
        if not form.is_valid():
            raise Refused(form.problems, code="bad_form")
        services.set_rules(by=actor_of(request), division=division, **form.values())
    return redirect("results:prizes", tournament.slug, code)


@needs(Can.SEE_CONSOLE)
@never_cache
@require_safe
def awarded(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """Who gets what as things stand, with the reasons: the sheet that is read out."""
    division = division_of(tournament, code)
    page = ceremony.division_page(division)
    context = {"tournament": tournament, "division": division, "page": page, "tab": "prizes"}
    return render(request, "results/prizes/awarded.html", context)


@needs(Can.SEE_CONSOLE)
@never_cache
@require_safe
def awarded_json(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """The same as JSON."""
    return JsonResponse(ceremony.as_json(ceremony.division_page(division_of(tournament, code), exact=True)))

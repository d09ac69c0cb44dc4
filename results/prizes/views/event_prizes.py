"""The prizes of a whole event beside those of its divisions, and every award of it."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from results.prizes.engine.money import Money
from results.prizes.forms import EventPrizeForm, PrizeTermsForm
from results.prizes.models import Prize
from results.prizes.services import ceremony
from results.prizes.services import prizes as services
from results.prizes.views.prizes import undo_of_removal
from results.rulings.views.common import attempt
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.undo import offer_form_undo, offer_undo
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.shortcuts import refusal_told


@needs(Can.SEE_CONSOLE)
@never_cache
@require_safe
def prizes(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The event's own list, and where the divisions' lists stand."""
    terms = services.terms_of(tournament)
    all_rows = list(Prize.objects.of_event(tournament))
    own = [row for row in all_rows if row.tournament_id]
    lists = [
        (division, len(rows), sum(row.money for row in rows))
        for division in tournament.divisions.all()
        for rows in [[row for row in all_rows if row.division_id == division.pk]]
    ]
    money = Money.of_list(terms.currency, [*(total for _, _, total in lists), *(row.money for row in own)])
    context = {
        "tournament": tournament, "tab": "event_prizes",
        "lists": [(division, count, money.text(total)) for division, count, total in lists],
        "form": PrizeTermsForm.showing(services.event_rules(terms), currency=terms.currency),
        "rows": [(row, services.what_for(row), money.text(row.money)) for row in own],
        "total": money.text(sum(row.money for row in all_rows)),
    }  # fmt: skip
    return render(request, "results/prizes/event_prizes.html", context)


@needs(Can.MANAGE_TOURNAMENT)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, tournament: Tournament, prize_id: int | None = None) -> HttpResponse:
    """Add a prize of the event, or change one."""
    prize = get_object_or_404(Prize, pk=prize_id, tournament=tournament) if prize_id else None
    form = EventPrizeForm(request.POST or None, tournament=tournament, prize=prize)
    if form.is_valid() and attempt(form, lambda: services.save_prize(
        by=actor_of(request), tournament=tournament, values=form.values(), prize=prize
    )) is not None:  # fmt: skip
        if prize:
            offer_form_undo(request, form)
        return redirect("results:event_prizes", tournament.slug)
    context = {"tournament": tournament, "form": form, "prize": prize, "tab": "event_prizes"}
    return render(request, "results/prizes/event_prize.html", context, status=422 if form.errors else 200)


@needs(Can.MANAGE_TOURNAMENT)
@require_POST
def remove(request: HttpRequest, tournament: Tournament, prize_id: int) -> HttpResponse:
    """Take a prize off the event's list."""
    prize = get_object_or_404(Prize.objects.select_related("tournament"), pk=prize_id, tournament=tournament)
    add = reverse("results:event_prize_add", args=[tournament.slug])
    undo = undo_of_removal(EventPrizeForm(tournament=tournament, prize=prize), prize, add)
    services.remove_prize(by=actor_of(request), prize=prize)
    offer_undo(request, undo)
    return redirect("results:event_prizes", tournament.slug)


@needs(Can.MANAGE_TOURNAMENT)
@require_POST
def terms(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """How the prizes of the event are given."""
    form = PrizeTermsForm(request.POST)
    with refusal_told(request):
        if not form.is_valid():
            raise Refused(form.problems, code="bad_form")
        services.set_terms(by=actor_of(request), tournament=tournament, **form.values())
    return redirect("results:event_prizes", tournament.slug)


@needs(Can.SEE_CONSOLE)
@never_cache
@require_safe
def awarded(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Every award of the event as things stand."""
    context = {"tournament": tournament, "page": ceremony.event_page(tournament), "tab": "event_prizes"}
    return render(request, "results/prizes/event_awarded.html", context)


@needs(Can.SEE_CONSOLE)
@never_cache
@require_safe
def awarded_json(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The same as JSON."""
    return JsonResponse(ceremony.event_json(ceremony.event_page(tournament, exact=True)))

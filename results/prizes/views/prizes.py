"""The prizes of the event and of its divisions, and who gets them."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from results.prizes.engine.money import Money, plain
from results.prizes.forms import (
    DeskClaimForm,
    EventPrizeForm,
    PlacesForm,
    PrizeForm,
    PrizeRulesForm,
    PrizeTermsForm,
    SharesForm,
)
from results.prizes.models import HighClaim, Prize
from results.prizes.services import ceremony, prizes as services
from results.rulings.views.common import attempt
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.web.next_page import Undo, fields_before, offer_form_undo, offer_undo
from tdsuite.tournaments.models import Division, Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.shortcuts import division_of, form_page, page_with_forms, read_page, refusal_told


@needs(Can.SEE_CONSOLE)
@read_page
def prizes(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The prizes of the event and of each division, in order, and the claims of high plays."""
    return prizes_page(request, tournament)


def prizes_page(request: HttpRequest, tournament: Tournament, claim_form: DeskClaimForm | None = None) -> HttpResponse:
    """The page; `claim_form`: a claim that was not accepted."""
    terms, listed = services.terms_of(tournament), list(Prize.objects.of_event(tournament))
    divisions, claimed = list(tournament.divisions.all()), HighClaim.Status.CLAIMED
    claims = sorted(HighClaim.objects.of_event(tournament).with_people(), key=lambda row: row.status != claimed)
    money = Money.of_list(terms.currency, [row.money for row in listed])
    context = {
        "tab": "prizes", "terms": terms,
        "lists": [_division_list(each, [row for row in listed if row.division_id == each.pk], money) for each in divisions],
        "form": PrizeTermsForm(initial={"currency": terms.currency, "round_to": plain(terms.round_to)}),
        "rows": _listed([row for row in listed if row.tournament_id], money),
        "total": money.text(sum(row.money for row in listed)),
        "claims": claims, "waiting": any(row.status == claimed for row in claims),
        "claim_form": claim_form or DeskClaimForm(divisions=divisions),
    }  # fmt: skip
    return render(request, "results/prizes/prizes.html", context, status=422 if claim_form else 200)


def _division_list(division: Division, listed: list[Prize], money: Money) -> dict[str, Any]:
    """A division's prizes as the page shows them; `places`: the first places at once, while there is no prize yet."""
    rules, absent = services.rules_of(division), ", ".join(map(str, sorted(services.absent_of(division))))
    shared = {"one_each": rules.one_each, "round_to": plain(rules.round_to), "absent": absent}
    return {
        "division": division, "rows": _listed(listed, money), "total": money.text(sum(row.money for row in listed)),
        "places": None if listed else PlacesForm(division=division, currency=money.currency),
        "rules": PrizeRulesForm(initial=shared, auto_id=f"{division.code}_%s"),
    }  # fmt: skip


def _listed(listed: list[Prize], money: Money) -> list[tuple[Prize, str, str]]:
    return [(row, services.what_for(row), money.text(row.money)) for row in listed]


def _prize(tournament: Tournament, division: Division | None, prize_id: int) -> Prize:
    """A prize of the division, without one of the event; 404 for another's."""
    prizes_of = Prize.objects.select_related("division__tournament", "tournament")
    return get_object_or_404(
        prizes_of, pk=prize_id, **({"division": division} if division else {"tournament": tournament})
    )


def _list(tournament: Tournament, division: Division | None) -> str:
    """Where the list is on the page."""
    return tournament.url("results:prizes") + (f"#{division.code}" if division else "")


def _form(tournament: Tournament, division: Division | None, prize: Prize | None, sent: Any = None) -> PrizeForm:
    if division is None:
        return EventPrizeForm(sent, tournament=tournament, prize=prize)
    return PrizeForm(sent, prize=prize)


@needs(Can.MANAGE_TOURNAMENT)
@form_page
def edit(
    request: HttpRequest, tournament: Tournament, code: str | None = None, prize_id: int | None = None
) -> HttpResponse:
    """Add a prize, or change one: of a division, or of the event where there is no code."""
    division = division_of(tournament, code) if code else None
    prize = _prize(tournament, division, prize_id) if prize_id else None
    form = _form(tournament, division, prize, request.POST or None)
    if form.is_valid() and attempt(form, lambda: services.save_prize(
        by=actor_of(request), tournament=tournament, division=division, values=form.values(), prize=prize
    )) is not None:  # fmt: skip
        if prize:
            offer_form_undo(request, form)
        return redirect(_list(tournament, division))
    context = {
        "division": division, "form": form, "prize": prize, "back": _list(tournament, division),
        "tab": "prizes",
    }  # fmt: skip
    return page_with_forms(request, "results/prizes/prize.html", context)


@needs(Can.MANAGE_TOURNAMENT)
@require_POST
def remove(request: HttpRequest, tournament: Tournament, prize_id: int, code: str | None = None) -> HttpResponse:
    """Take a prize off its list."""
    division = division_of(tournament, code) if code else None
    prize = _prize(tournament, division, prize_id)
    fields = tuple(fields_before(_form(tournament, division, prize)))
    services.remove_prize(by=actor_of(request), prize=prize)
    add = division.url("results:prize_add") if division else tournament.url("results:event_prize_add")
    offer_undo(request, Undo(_("“%s” is on the list again.") % prize.title, add, fields))
    return redirect(_list(tournament, division))


def _saved(
    request: HttpRequest, form: PlacesForm | SharesForm, where: str, decide: Callable[..., object]
) -> HttpResponse:
    """Back to the page, which says what is wrong where nothing was saved."""
    with refusal_told(request):
        if not form.is_valid():
            wrong = (f"{form[name].label}: {error}" for name, errors in form.errors.items() for error in errors)
            raise Refused(" ".join(wrong), code="bad_form")
        decide(by=actor_of(request), **form.values())
    return redirect(where)


@needs(Can.MANAGE_TOURNAMENT)
@require_POST
def places(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """The first places, filled in at once."""
    division = division_of(tournament, code)
    form = PlacesForm(request.POST, division=division)
    return _saved(request, form, _list(tournament, division), partial(services.save_prizes, division=division))


@needs(Can.MANAGE_TOURNAMENT)
@require_POST
def rules(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """How prizes are shared."""
    division, form = division_of(tournament, code), PrizeRulesForm(request.POST)
    return _saved(request, form, _list(tournament, division), partial(services.set_rules, division=division))


@needs(Can.MANAGE_TOURNAMENT)
@require_POST
def terms(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """How the prizes of the event are given."""
    decide = partial(services.set_terms, tournament=tournament)
    return _saved(request, PrizeTermsForm(request.POST), _list(tournament, None), decide)


@needs(Can.SEE_CONSOLE)
@read_page
def awarded(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Every award of the event as things stand."""
    context = {"page": ceremony.event_page(tournament), "tab": "prizes"}
    return render(request, "results/prizes/event_awarded.html", context)

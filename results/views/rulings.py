"""Rulings: written, read, printed, reported, appealed."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tdsuite.access.guard import needs
from tdsuite.access.roles import Can
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.rulebooks.reasons import cited
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.roads import Road
from tdsuite.tournaments.shortcuts import division_of, game_of

from ..forms import CorrectForm
from ..forms_rulings import AppealForm, AppealResultForm, NewRulingForm
from ..models import Appeal, Ruling
from ..services import rulings
from ..services.outcomes import where
from ..services.preview import account_said
from ..services.reports_due import reports_due
from .change import put
from .conduct import about
from .looked import looked_at
from .ruled import attempt, shown


@needs(Can.RULE)
@never_cache
@require_GET
def ruled(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """The division's rulings, and what is still to be reported in the whole event."""
    division = division_of(tournament, code)
    rows = Ruling.objects.filter(division=division).select_related("entry__player", "text").order_by("-made_at", "-pk")
    context = {
        "rulings": rows,
        "to_report": sum(row.sent_at is None for row in reports_due(tournament)),
        "tab": "rulings",
    }
    return shown(request, "rulings.html", division, context)


@needs(Can.RULE)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """Write down a ruling, of a game (?game=) or of the event."""
    division, game, entry = about(request, tournament, code)
    form = NewRulingForm(request.POST or None, division=division, game=game, initial={"entry": entry})
    if form.is_valid():
        data = form.cleaned_data
        made = attempt(form, lambda: rulings.make_ruling(
            by=request.user, division=division, facts=form.facts(), subject=data["subject"], game=game, entry=data["entry"],
        ))  # fmt: skip
        if made:
            messages.success(request, f"Ruling {made.pk} is written down.")
            return redirect("results:ruling", tournament.slug, code, made.pk)
    gaps = tournament.rules.rulebook.director_fills_gaps
    return shown(request, "new_ruling.html", division, {"form": form, "game": game, "gaps": gaps, "tab": "rulings"})


@needs(Can.RULE)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def ruling(request: HttpRequest, tournament: Tournament, code: str, ruling_id: int) -> HttpResponse:
    """One ruling, to read and to print; an appeal against it."""
    row = ruling_of(tournament, code, ruling_id)
    form = AppealForm(request.POST or None, ruling=row, initial={"on": timezone.localdate()})
    if form.is_valid():
        data = form.cleaned_data
        lodged = attempt(form, lambda: rulings.lodge_appeal(
            by=request.user, ruling=row, entry=data["entry"], grounds=data["grounds"], on=data["on"]
        ))  # fmt: skip
        if lodged:
            return redirect("results:ruling", tournament.slug, code, row.pk)
    appeals = row.appeals.select_related("text", "by_entry__player")
    provision = tournament.rules.rulebook.results.appeal
    context = {
        "ruling": row, "form": form, "appeals": appeals, "appeal_rule": provision, "appeal_cited": cited(provision),
        "amendable": rulings.amendable(row) if provision.value.may_amend_results else [],
        "result_form": AppealResultForm(initial={"on": timezone.localdate()}), "tab": "rulings",
    }  # fmt: skip
    return shown(request, "ruling.html", row.division, context)


def ruling_of(tournament: Tournament, code: str, ruling_id: int) -> Ruling:
    division = division_of(tournament, code)
    found = Ruling.objects.filter(pk=ruling_id, division=division)
    row = found.select_related("text", "entry__player", "game__first__player", "game__second__player").first()
    if row is None:
        raise Http404("There is no such ruling.")
    row.division = division
    return row


@needs(Can.RULE)
@require_POST
def reported(request: HttpRequest, tournament: Tournament, code: str, ruling_id: int) -> HttpResponse:
    """Say that a ruling was sent to whom it is to be reported."""
    row = ruling_of(tournament, code, ruling_id)
    try:
        rulings.mark_reported(by=request.user, ruling=row)
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("results:reports_due", tournament.slug, code)


@needs(Can.RULE)
@require_POST
def erase(request: HttpRequest, tournament: Tournament, code: str, ruling_id: int) -> HttpResponse:
    """Erase what people said in a ruling."""
    row = ruling_of(tournament, code, ruling_id)
    try:
        rulings.erase_words(by=request.user, ruling=row, reason=request.POST.get("reason", ""))
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("results:ruling", tournament.slug, code, row.pk)


@needs(Can.RULE)
@require_POST
def appeal(request: HttpRequest, tournament: Tournament, code: str, appeal_id: int) -> HttpResponse:
    """Write down what came of an appeal."""
    division = division_of(tournament, code)
    row = Appeal.objects.filter(pk=appeal_id, ruling__division=division).select_related("ruling__division").first()
    if row is None:
        raise Http404("There is no such appeal.")
    form = AppealResultForm(request.POST)
    if not form.is_valid():
        messages.error(request, "Say how the appeal was decided, and on which day.")
    elif not attempt(form, lambda: rulings.decide_appeal(by=request.user, appeal=row, **form.cleaned_data)):
        messages.error(request, " ".join(str(one) for one in form.non_field_errors()))
    return redirect("results:ruling", tournament.slug, code, row.ruling_id)


@needs(Can.CORRECT_RESULTS)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def amend(request: HttpRequest, tournament: Tournament, code: str, appeal_id: int, game_id: int) -> HttpResponse:
    """Correct a result because an appeal was upheld; the appeal keeps what it was."""
    game = game_of(tournament, code, game_id)
    row = get_object_or_404(Appeal, pk=appeal_id, ruling__division=game.round.division)
    form, preview = CorrectForm(request.POST or None, game=game), None
    if form.is_valid():
        looked = attempt(form, lambda: looked_at(request, game, lambda: rulings.amend_with(
            by=request.user, appeal=row, game=game, correct=lambda: put(request.user, game, form, road=Road.APPEAL)
        )))  # fmt: skip
        preview, saved = looked or (None, False)
        if preview and saved:
            messages.success(request, f"{where(game)}: amended. {preview.after[-1]} The old result is kept.")
            return redirect("results:ruling", tournament.slug, code, row.ruling_id)
    context = {"form": form, "game": game, "there": account_said(game), "where": where(game), "tab": "rulings"}
    context["preview"] = preview
    return shown(request, "amend.html", game.round.division, context)

"""Rulings: written, read, printed, reported, appealed."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from results.rulings.forms.rulings import AppealForm, AppealResultForm, NewRulingForm
from results.rulings.models import Appeal, Ruling, RulingText
from results.rulings.services import rulings
from results.rulings.services.due_reports import mark_sent, reports_due
from tdsuite.platform.access.guard import actor_of, allowed, needs
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.rulebooks.choices import titled
from tdsuite.tournaments.rulebooks.reasons import cited
from tdsuite.tournaments.shortcuts import division_of, form_page, read_page, refusal_told
from .common import attempt, division_page
from .conduct import about, logged


@needs(Can.SEE_CONSOLE)
@read_page
def rulings_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Incidents and rulings of the whole event, newest first, and what is to be reported (?show=reports).

    Helpers see the incidents, without their words; the rest is the director's.
    """
    may_rule, reports_only = allowed(request.user, tournament, Can.RULE), request.GET.get("show") == "reports"
    due = reports_due(tournament) if may_rule else ()
    rows = Ruling.objects.of_tournament(tournament).select_related("division", "entry__player")
    reports = tournament.rules.rulebook.results.reports
    context = {
        "tab": "rulings", "reports_only": reports_only, "reports": due,
        "unsent": sum(row.sent_at is None for row in due), "divisions": list(tournament.divisions.all()),
        "incidents": [] if reports_only else logged(tournament),
        "rulings": rows.order_by("-made_at", "-pk") if may_rule and not reports_only else [],
        "reporting": [(title, provision) for _name, title, provision in titled(reports)],
    }  # fmt: skip
    return render(request, "results/rulings/rulings.html", context)


@needs(Can.RULE)
@form_page
def new(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """Write down a ruling, of a game (?game=) or of the event."""
    division, game, entry = about(request, tournament, code)
    form = NewRulingForm(request.POST or None, division=division, game=game, initial={"entry": entry})
    if form.is_valid():
        data = form.cleaned_data
        written = attempt(form, lambda: rulings.make_ruling(
            by=actor_of(request), division=division, facts=form.facts(), subject=data["subject"], game=game, entry=data["entry"],
        ))  # fmt: skip
        if written:
            messages.success(request, f"Ruling {written.pk} is written down.")
            return redirect("results:ruling", tournament.slug, code, written.pk)
    gaps = tournament.rules.rulebook.director_fills_gaps
    return division_page(
        request, "new_ruling.html", division, {"form": form, "game": game, "gaps": gaps, "tab": "rulings"}
    )


@needs(Can.RULE)
@form_page
def ruling(request: HttpRequest, tournament: Tournament, code: str, ruling_id: int) -> HttpResponse:
    """One ruling, to read and to print; an appeal against it."""
    row = ruling_of(tournament, code, ruling_id)
    form = AppealForm(request.POST or None, ruling=row, initial={"on": timezone.localdate()})
    if form.is_valid():
        data = form.cleaned_data
        lodged = attempt(form, lambda: rulings.lodge_appeal(
            by=actor_of(request), ruling=row, entry=data["entry"], grounds=data["grounds"], on=data["on"]
        ))  # fmt: skip
        if lodged:
            return redirect("results:ruling", tournament.slug, code, row.pk)
    appeals = row.appeals.select_related("text", "by_entry__player")
    provision = tournament.rules.rulebook.results.appeal
    context = {
        "ruling": row, "words": words_of(row), "form": form, "appeals": appeals, "appeal_rule": provision, "appeal_cited": cited(provision),
        "amendable": rulings.amendable(row) if provision.value.may_amend_results else [],
        "result_form": AppealResultForm(initial={"on": timezone.localdate()}), "tab": "rulings",
    }  # fmt: skip
    return division_page(request, "ruling.html", row.division, context)


def words_of(row: Ruling) -> list[tuple[Any, str]]:
    """What was written down, with labels; nothing once it went with a person."""
    text = getattr(row, "text", None)
    fields_of_words = [field for field in RulingText._meta.fields if field.name in rulings.WORDS]
    return [(field.verbose_name, words) for field in fields_of_words if (words := getattr(text, field.name, ""))]


def ruling_of(tournament: Tournament, code: str, ruling_id: int) -> Ruling:
    division = division_of(tournament, code)
    rows = Ruling.objects.select_related("text", "entry__player", "game__first__player", "game__second__player")
    row = get_object_or_404(rows, pk=ruling_id, division=division)
    row.division = division
    return row


@needs(Can.RULE)
@require_POST
def erase(request: HttpRequest, tournament: Tournament, code: str, ruling_id: int) -> HttpResponse:
    """Erase what people said in a ruling."""
    row = ruling_of(tournament, code, ruling_id)
    reason = request.POST.get("reason", "")
    with refusal_told(request):
        rulings.erase_words(by=actor_of(request), ruling=row, reason=reason)
    return redirect("results:ruling", tournament.slug, code, row.pk)


@needs(Can.RULE)
@require_POST
def appeal(request: HttpRequest, tournament: Tournament, code: str, appeal_id: int) -> HttpResponse:
    """Write down what came of an appeal."""
    division = division_of(tournament, code)
    row = get_object_or_404(Appeal.objects.select_related("ruling__division"), pk=appeal_id, ruling__division=division)
    form = AppealResultForm(request.POST)
    if not form.is_valid():
        messages.error(request, "Say how the appeal was decided, and on which day.")
    elif not attempt(form, lambda: rulings.decide_appeal(by=actor_of(request), appeal=row, **form.cleaned_data)):
        messages.error(request, " ".join(str(error) for error in form.non_field_errors()))
    return redirect("results:ruling", tournament.slug, code, row.ruling_id)


# ── reports ──────────────────────────────────────────────────────────────────────────────────────────────────


@needs(Can.RULE)
@require_POST
def report_sent(request: HttpRequest, tournament: Tournament, kind: str, pk: int) -> HttpResponse:
    """A report was sent."""
    with refusal_told(request):
        mark_sent(by=actor_of(request), tournament=tournament, kind=kind, pk=pk)
    return redirect(tournament.url("results:rulings") + "?show=reports")

"""Starts and replies of every player, sheets that disagree; what players are allowed in every game."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from results.attendance.forms import AccommodationForm, SettleForm
from results.attendance.models import StarterReport
from results.attendance.services.starts import SELF_BALANCING, open_reports, settle_report, start_rows
from results.attendance.services.time import accommodate, end_accommodation
from results.rulings.forms.corrections import WithdrawForm
from results.rulings.models import Accommodation
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Division, TableNeed, Tournament
from tdsuite.tournaments.shortcuts import division_of, refusal_in


@needs(Can.SEE_ATTENDANCE)
@never_cache
@require_GET
def starts(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """The record of starts, and sheets that name another starter."""
    return starts_page(request, division_of(tournament, code))


@needs(Can.RULE)
@require_POST
def settle(request: HttpRequest, tournament: Tournament, code: str, pk: int) -> HttpResponse:
    """The director answers a sheet that names another starter."""
    division = division_of(tournament, code)
    people = ("says__player", "game__first__player", "game__second__player", "game__round__division__tournament")
    report = get_object_or_404(StarterReport.objects.of_division(division).select_related(*people), pk=pk)
    form = settle_form(report, request.POST)
    if form.is_valid():
        data = form.cleaned_data
        answer = {"correct": data["correct"], "ruling": data["reason"], "culprit": form.culprit_entry()}
        with refusal_in(form):
            settled = settle_report(by=actor_of(request), report=report, **answer)
            case = " A case is opened." if settled.case else ""
            messages.success(request, f"{settled.report.get_status_display().capitalize()}.{case}")
            return redirect("results:starts", tournament.slug, code)
    return starts_page(request, division, form, report)


@needs(Can.RULE)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def accommodations(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """What players are allowed in every game; a form for one more."""
    division = division_of(tournament, code)
    entries = list(division.entries.with_people())
    for entry in entries:
        entry.division = division
    form = AccommodationForm(request.POST or None, division=division, entries=entries)
    if form.is_valid():
        with refusal_in(form):
            accommodate(by=actor_of(request), **form.values())
            messages.success(request, "Kept. It is shown at the player's table in every round.")
            return redirect("results:accommodations", tournament.slug, code)
    rows = Accommodation.objects.in_force().filter(entry__division=division).select_related("entry__player")
    seats = TableNeed.objects.filter(entry__division=division).select_related("entry__player")
    context = {"tournament": tournament, "division": division, "rows": rows, "form": form, "seats": seats}
    context["tab"] = "accommodations"
    return render(request, "results/attendance/accommodations.html", context, status=422 if form.errors else 200)


@needs(Can.RULE)
@require_POST
def end(request: HttpRequest, tournament: Tournament, code: str, pk: int) -> HttpResponse:
    """A player is allowed this no more."""
    division = division_of(tournament, code)
    rows = Accommodation.objects.filter(entry__division=division).select_related("entry__division__tournament")
    form = WithdrawForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    end_accommodation(by=actor_of(request), accommodation=get_object_or_404(rows, pk=pk), reason=reason)
    messages.success(request, "Ended.")
    return redirect("results:accommodations", tournament.slug, code)


def settle_form(report: StarterReport, data: object = None) -> SettleForm:
    game = report.game
    knowing = game.round.division.tournament.start_mode in SELF_BALANCING
    return SettleForm(data, game=game, says=report.says, knowing=knowing, prefix=f"report-{report.pk}")


def starts_page(
    request: HttpRequest, division: Division, refused: SettleForm | None = None, about: StarterReport | None = None
) -> HttpResponse:
    reports = open_reports(division)
    for report in reports:
        report.game.round.division = division
    forms = [
        (starter_report, refused if starter_report == about and refused else settle_form(starter_report))
        for starter_report in reports
    ]
    context = {
        "tournament": division.tournament, "division": division, "rows": start_rows(division), "reports": forms,
        "tab": "starts",
        "startless": division.tournament.rules.rulebook.starting.who_starts.startless,
    }  # fmt: skip
    return render(request, "results/attendance/starts.html", context, status=422 if refused else 200)

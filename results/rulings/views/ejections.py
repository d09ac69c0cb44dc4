"""Players who are put out, leave early or join late: every change shown first."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from results.rulings.forms.players import AnnulForm, EjectionCaseForm, LateForm, ReverseForm
from results.rulings.forms.rulings import RulingForm
from results.rulings.models import Appeal, Ejection
from results.rulings.services import ejection, incidents, late_entry
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Division, Entry, Game, Round, Tournament
from tdsuite.tournaments.shortcuts import division_of, entry_of, form_page, refusal_told
from .common import attempt, division_page


@needs(Can.RULE)
@form_page
def eject(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """What an ejection will change; then, with the ruling behind it, the ejection."""
    entry = entry_of(tournament, code, number)
    sent = request.POST or request.GET
    form = EjectionCaseForm(sent if "cause" in sent else None, initial={"from_round": next_round(entry.division)})
    ruling = RulingForm(request.POST or None)
    plan = attempt(form, lambda: ejection.preview(entry, form.case())) if form.is_valid() else None
    if plan and request.method == "POST" and ruling.is_valid():
        if ejection_row := attempt(ruling, lambda: apply(request, entry, form, ruling)):
            messages.success(request, f"{entry.player} is ejected. It can be taken back on this page.")
            return redirect("results:ejection", tournament.slug, code, ejection_row.pk)
        plan = attempt(form, lambda: ejection.preview(entry, form.case()))
    context = {
        "heading": _("Eject %(player)s") % {"player": entry.player}, "entry": entry, "form": form, "ruling": ruling,
        "plan": plan, "warnings": incidents.warnings_of(entry), "tab": "rulings",
    }  # fmt: skip
    return division_page(request, "eject.html", entry.division, context)


def apply(request: HttpRequest, entry: Entry, form: EjectionCaseForm, ruling: RulingForm) -> Ejection:
    return ejection.apply(
        by=actor_of(request), entry=entry, case=form.case(), ruling=ruling.facts(adverse=True),
        reason=ruling.cleaned_data["finding"][:300], seen=request.POST.get("seen", ""),
    )  # fmt: skip


@needs(Can.RULE)
@form_page
def annul(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """What annulling the games of a player who left early will change; then, with a reason, the annulment."""
    entry = entry_of(tournament, code, number)
    form = AnnulForm(request.POST or None)
    if form.is_valid():
        answers = {"reason": form.cleaned_data["reason"], "seen": request.POST.get("seen", "")}
        if ejection_row := attempt(form, lambda: ejection.annul(by=actor_of(request), entry=entry, **answers)):
            messages.success(request, f"The games of {entry.player} are annulled. It can be taken back on this page.")
            return redirect("results:ejection", tournament.slug, code, ejection_row.pk)
    plan = None
    with refusal_told(request):
        plan = ejection.preview(entry, ejection.case_of_left(entry))
    if plan is None:
        return redirect("console:entry", tournament.slug, code, number)
    heading = _("Annul the games of %(player)s") % {"player": entry.player}
    context = {"heading": heading, "entry": entry, "ruling": form, "plan": plan, "tab": "rulings"}
    return division_page(request, "eject.html", entry.division, context)


def next_round(division: Division) -> int:
    """The first round that has not been played out."""
    closed = division.rounds.filter(status=Round.Status.CLOSED).order_by("-number").first()
    return closed.number + 1 if closed else 1


@needs(Can.RULE)
@form_page
def ejected(request: HttpRequest, tournament: Tournament, code: str, ejection_id: int) -> HttpResponse:
    """One ejection, with both versions; and its reversal."""
    division = division_of(tournament, code)
    rows = Ejection.objects.select_related("entry__player", "ruling")
    ejection_row = get_object_or_404(rows, pk=ejection_id, entry__division=division)
    form = ReverseForm(request.POST or None)
    if form.is_valid():
        data = form.cleaned_data
        upheld = Appeal.objects.filter(ruling=ejection_row.ruling, result__in=["upheld", "partly"]).first()
        reverse = partial(ejection.reverse, by=actor_of(request), ejection=ejection_row, appeal=upheld, **data)
        if attempt(form, reverse) is not None:
            text = f"The {ejection_row.what} of {ejection_row.entry.player} is taken back; everything is as it was."
            messages.success(request, text)
            return redirect("results:ejection", tournament.slug, code, ejection_row.pk)
    context = {"ejection": ejection_row, "form": form, "versions": versions(ejection_row), "tab": "rulings"}
    return division_page(
        request, "ejection.html", division, context | {"changed": ejection.changed_since(ejection_row)}
    )


def versions(ejection_row: Ejection) -> list[dict[str, Any]]:
    """Each game the ejection changed, by round: as it was, and as it became."""
    before, after = ejection_row.before["games"], ejection_row.after["games"]
    people = {entry.pk: entry for entry in ejection_row.entry.division.entries.select_related("player")}
    games = Game.objects.filter(pk__in=before).select_related("round").order_by("round__number", "pk")
    rows = [(game, before[str(game.pk)], after[str(game.pk)]) for game in games]
    return [
        {
            "round": game.round.number,
            "people": [people[pk] for pk in (was["first_id"], was["second_id"]) if pk in people],
            "was": in_figures(was), "became": in_figures(became),
        }
        for game, was, became in rows
    ]  # fmt: skip


def in_figures(facts: dict[str, Any]) -> str:
    """ "431-388" of a played game; of another its outcome, the first player's spread and the scores."""
    scores = facts["first_score"], facts["second_score"]
    text = f"{scores[0]}-{scores[1]}" if None not in scores else ""
    if facts["outcome"] == Game.Outcome.PLAYED:
        return text
    spread = facts["first_spread"]
    margin = f"{spread:+d}" if spread is not None else ""
    return " ".join(filter(None, [str(Game.Outcome(facts["outcome"]).label), margin, text and f"({text})"]))


@needs(Can.RULE)
@form_page
def late(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """What the rounds missed count for a player who joins late."""
    entry = entry_of(tournament, code, number)
    form = LateForm(request.POST or None, initial={"plays_from": max(2, next_round(entry.division))})
    if form.is_valid() and attempt(form, lambda: join(request, entry, form)) is not None:
        messages.success(request, _("%s has what the rounds missed count.") % entry.player)
        return redirect("console:entry", tournament.slug, code, entry.number)
    context = {"entry": entry, "form": form, "missed": late_entry.rounds_without(entry), "tab": "rulings"}
    return division_page(request, "late.html", entry.division, context)


def join(request: HttpRequest, entry: Entry, form: LateForm) -> Sequence[Game]:
    return late_entry.enter_late(
        by=actor_of(request), entry=entry, plays_from=form.cleaned_data["plays_from"],
        reason=form.cleaned_data["reason"], choice=form.choice(),
    )  # fmt: skip

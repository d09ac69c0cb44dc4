"""Players who are put out, leave, or join late: every change shown first."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tdsuite.access.guard import needs
from tdsuite.access.roles import Can
from tdsuite.tournaments.models import Division, Entry, Game, Round, Tournament
from tdsuite.tournaments.shortcuts import division_of

from ..forms_players import EjectionCaseForm, LateForm, LeaveForm, ReverseForm
from ..forms_rulings import RulingForm
from ..models import Appeal, Ejection
from ..services import ejection, incidents, late_entry
from ..services.preview import Previews
from .looked import games_looked_at
from .ruled import attempt, of_entry, shown


@needs(Can.RULE)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def eject(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """What an ejection will change; then, with the ruling behind it, the ejection."""
    division, entry = of_entry(tournament, code, number)
    sent = request.POST or request.GET
    form = EjectionCaseForm(sent if "cause" in sent else None, initial={"from_round": next_round(division)})
    ruling = RulingForm(request.POST or None)
    plan = attempt(form, lambda: ejection.preview(entry, form.case())) if form.is_valid() else None
    if plan and request.method == "POST" and ruling.is_valid():
        made = attempt(form, lambda: apply(request, entry, form, ruling))
        if made:
            messages.success(request, f"{entry.player} is ejected. It can be taken back on this page.")
            return redirect("results:ejection", tournament.slug, code, made.pk)
        plan = attempt(form, lambda: ejection.preview(entry, form.case()))
    context = {"entry": entry, "form": form, "ruling": ruling, "plan": plan, "warnings": incidents.warnings_of(entry)}
    return shown(request, "eject.html", division, context | {"tab": "rulings"})


def apply(request: HttpRequest, entry: Entry, form: EjectionCaseForm, ruling: RulingForm) -> Ejection:
    return ejection.apply(
        by=request.user, entry=entry, case=form.case(), ruling=ruling.facts(adverse=True),
        reason=ruling.cleaned_data["finding"][:300], seen=request.POST.get("seen", ""),
    )  # fmt: skip


def next_round(division: Division) -> int:
    """The first round that has not been played out."""
    closed = division.rounds.filter(status=Round.Status.CLOSED).order_by("-number").first()
    return closed.number + 1 if closed else 1


@needs(Can.RULE)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def ejected(request: HttpRequest, tournament: Tournament, code: str, ejection_id: int) -> HttpResponse:
    """One ejection, with both versions; and its reversal."""
    division = division_of(tournament, code)
    made = (
        Ejection.objects.filter(pk=ejection_id, entry__division=division)
        .select_related("entry__player", "ruling")
        .first()
    )
    if made is None:
        raise Http404("There is no such ejection.")
    form = ReverseForm(request.POST or None)
    if form.is_valid():
        data = form.cleaned_data
        upheld = Appeal.objects.filter(ruling=made.ruling, result__in=["upheld", "partly"]).first()
        left = attempt(form, lambda: ejection.reverse(by=request.user, ejection=made, appeal=upheld, **data))
        if left is not None:
            messages.success(request, f"The ejection of {made.entry.player} is taken back; everything is as it was.")
            return redirect("results:ejection", tournament.slug, code, made.pk)
    context = {"ejection": made, "form": form, "versions": versions(made), "tab": "rulings"}
    return shown(request, "ejection.html", division, context | {"changed": ejection.changed_since(made)})


def versions(made: Ejection) -> list[dict[str, Any]]:
    """Each game the ejection changed: as it was, and as it became."""
    games = {str(game.pk): game for game in Game.objects.filter(pk__in=made.before["games"]).select_related("round")}
    people = {one.pk: one for one in made.entry.division.entries.select_related("player")}
    kinds = dict(Game.Outcome.choices)
    rows = [
        {
            "round": games[key].round.number,
            "people": [people[pk] for pk in (was["first_id"], was["second_id"]) if pk in people],
            "was": in_figures(was, kinds), "became": in_figures(made.after["games"][key], kinds),
        }
        for key, was in made.before["games"].items()
        if key in games
    ]  # fmt: skip
    return sorted(rows, key=lambda one: one["round"])


def in_figures(facts: dict[str, Any], kinds: dict[str, Any]) -> str:
    scores = facts["first_score"], facts["second_score"]
    text = f"{scores[0]}-{scores[1]}" if None not in scores else ""
    if facts["outcome"] == Game.Outcome.PLAYED:
        return text
    spread = facts["first_spread"]
    margin = f"{spread:+d}" if spread is not None else ""
    return " ".join(filter(None, [str(kinds[facts["outcome"]]), margin, f"({text})" if text else ""]))


@needs(Can.RULE)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def late(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """What the rounds missed count for a player who joins late."""
    division, entry = of_entry(tournament, code, number)
    chosen = late_entry.missed_rounds(division)
    start = {"plays_from": max(2, next_round(division)), "as_": chosen.as_, "spread": chosen.spread}
    form = LateForm(request.POST or None, initial=start)
    previews = None
    if form.is_valid():
        looked = attempt(form, lambda: games_looked_at(request, division, lambda: join(request, entry, form)))
        previews, saved = looked or (None, False)
        if previews and saved:
            messages.success(request, f"{entry.player}: {given_text(previews)}")
            return redirect("console:entry", tournament.slug, code, entry.number)
    context = {"entry": entry, "form": form, "missed": late_entry.rounds_without(entry), "tab": "rulings"}
    return shown(request, "late.html", division, context | {"previews": previews})


def given_text(previews: Previews) -> str:
    """ "Round 1: Nothing for Ann, +0." for each game of a decision."""
    return " ".join(f"{game.where}: {game.after[-1]}" for game in previews.games)


def join(request: HttpRequest, entry: Entry, form: LateForm) -> Sequence[Game]:
    data = form.cleaned_data
    with transaction.atomic():
        if data["for_all"]:
            late_entry.choose_missed_rounds(
                by=request.user, division=entry.division, choice=form.choice(), reason=data["reason"]
            )
        return late_entry.enter_late(
            by=request.user, entry=entry, plays_from=data["plays_from"], reason=data["reason"], choice=form.choice()
        )


@needs(Can.RULE)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """A player leaves: from which round, and how the open game ended."""
    division, entry = of_entry(tournament, code, number)
    still_open = late_entry.open_games(entry)
    game = still_open[0] if still_open else None
    form = LeaveForm(
        request.POST or None, entry=entry, game=game, initial={"from_round": next_round(division) + bool(game)}
    )
    previews = None
    if form.is_valid():
        looked = attempt(form, lambda: games_looked_at(request, division, lambda: go(request, entry, form)))
        previews, saved = looked or (None, False)
        if previews and saved:
            out = f"{entry.player} is out from round {form.cleaned_data['from_round']} on."
            messages.success(request, f"{out} {given_text(previews)}".strip())
            return redirect("console:entry", tournament.slug, code, entry.number)
    context = {"entry": entry, "form": form, "game": game, "tab": "rulings", "previews": previews}
    return shown(request, "leave.html", division, context)


def go(request: HttpRequest, entry: Entry, form: LeaveForm) -> list[Game]:
    """Take the player out and end the open games; returns them."""
    data = form.cleaned_data
    left = late_entry.withdraw(
        by=request.user, entry=entry, from_round=data["from_round"], reason=data["reason"], endings=form.endings()
    )
    return [decided.game for decided in left]

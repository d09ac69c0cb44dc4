"""The door of the hall: who is here, who is missing, who paid; and the gate before round 1."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from results.attendance.forms import FeeForm, PaidForm
from results.attendance.models import CheckIn
from results.attendance.services import check_in as door
from results.attendance.services.announcing import announce_missing
from results.attendance.services.attendance import attendance_topic
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.models import User
from tdsuite.platform.access.roles import Can
from tdsuite.platform.live.services import versions
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.shortcuts import division_of, form_page, read_page, refusal_told

EXPECTED = "expected"  # in addresses, for the status ""
MISSING = "missing"


@needs(Can.SEE_ATTENDANCE)
@read_page
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Everybody by name, the missing first in mind: `?show=missing` has them alone."""
    topics = [attendance_topic(division) for division in tournament.divisions.all()]
    current = versions(*topics)
    shown_versions = [current[topic] for topic in topics]
    context = {**_facts(request, tournament), "topics": topics, "versions": shown_versions}
    part = request.headers.get("HX-Request")
    return render(request, f"results/attendance/{'_guests' if part else 'check_in'}.html", context)


def _facts(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    everybody = door.guests(tournament)
    sums, show = door.totals(everybody), request.GET.get("show", "")
    names = dict(
        User.objects.filter(pk__in=[pk for pk, _how, _paid in sums.by_taker if pk]).values_list("pk", "username")
    )
    shown_guests = [guest for guest in everybody if not guest.row.is_here] if show == MISSING else everybody
    return {
        "tournament": tournament, "guests": shown_guests, "everybody": len(everybody), "show": show,
        "missing": sum(not guest.row.is_here for guest in everybody),
        "late": sum(guest.row.status == "late" for guest in everybody), "totals": sums,
        "takers": [(names.get(pk or 0, "–"), how, paid) for pk, how, paid in sums.by_taker],
        "gate": len(door.missing_at_the_gate(tournament)),
        "divisions": list(tournament.divisions.all()), "tab": "check_in",
        "guest_states": [(value or EXPECTED, label) for value, label in CheckIn.Status.choices if value != "here"],
        "ways_to_pay": CheckIn.Paid.choices,
    }  # fmt: skip


@needs(Can.SEE_ATTENDANCE)
@require_POST
def tap(request: HttpRequest, tournament: Tournament, code: str, number: int, status: str) -> HttpResponse:
    """One tap about one player."""
    entry = _entry(tournament, code, number)
    if status not in (EXPECTED, *filter(None, CheckIn.Status.values)):
        raise Http404("There is no such state.")
    door.mark_check_in(by=actor_of(request), entry=entry, status="" if status == EXPECTED else status)
    return _row(request, tournament, entry.pk)


@needs(Can.SEE_ATTENDANCE)
@require_POST
def paid(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """Note what a player paid."""
    entry, form = _entry(tournament, code, number), PaidForm(request.POST)
    with refusal_told(request):
        if not form.is_valid():
            raise Refused(_("Write the sum that was paid, such as 12.50."), code="bad_payment")
        door.take_fee(by=actor_of(request), entry=entry, **form.values())
    return _row(request, tournament, entry.pk)


@needs(Can.SEE_ATTENDANCE)
@require_POST
def by_code(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A badge, a phone's code or a name, read or typed: that player is here."""
    with refusal_told(request):
        entry = door.entry_by_code(tournament, request.POST.get("code", "")[:300])
        door.mark_check_in(by=actor_of(request), entry=entry, status=CheckIn.Status.HERE)
        messages.success(request, _("%s is here.") % entry)
    return redirect("results:check_in", tournament.slug)


@needs(Can.MANAGE_TOURNAMENT)
@require_POST
def fee(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """What everybody in a division has to pay."""
    division, form = division_of(tournament, code), FeeForm(request.POST)
    with refusal_told(request):
        if not form.is_valid():
            raise Refused(_("Write a sum, such as 12.50."), code="bad_payment")
        count = door.set_fee(by=actor_of(request), division=division, due=form.cents)
        messages.success(request, ngettext("%d player has this to pay.", "%d players have this to pay.", count) % count)
    return redirect("results:check_in", tournament.slug)


@needs(Can.RUN_ROUNDS)
@require_POST
def announce(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Everybody reads who is missing."""
    with refusal_told(request):
        count = announce_missing(by=actor_of(request), tournament=tournament)
        messages.success(request, _("Everybody reads it now.") if count else _("Nobody is missing."))
    return redirect("results:check_in", tournament.slug)


@needs(Can.EDIT_ROSTER)
@form_page
def gate(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Who is not here before round 1, each with a choice."""
    if request.method == "POST":
        choices = {
            guest.entry.pk: request.POST.get(f"choice-{guest.entry.pk}", "")
            for guest in door.missing_at_the_gate(tournament)
        }
        with refusal_told(request):
            count = door.settle_gate(by=actor_of(request), tournament=tournament, choices=choices)
            messages.success(request, ngettext("%d player is settled.", "%d players are settled.", count) % count)
        return redirect("next_rounds:page", tournament.slug)
    words = {
        door.SIT_OUT: _("not paired in round 1"),
        door.PAIR: _("paired all the same"),
        door.LEAVE: _("out of the event"),
    }
    context = {
        "tournament": tournament,
        "guests": door.missing_at_the_gate(tournament),
        "choices": words.items(),
        "tab": "check_in",
    }
    return render(request, "results/attendance/gate.html", context)


def _entry(tournament: Tournament, code: str, number: int) -> Any:
    division = division_of(tournament, code)
    entry = division.entries.select_related("player").filter(number=number).first()
    if entry is None:
        raise Http404(f"{division} has no player {number}.")
    entry.division = division
    return entry


def _row(request: HttpRequest, tournament: Tournament, entry: int) -> HttpResponse:
    """The player's line for a script, with the counts; else the whole page again."""
    if not request.headers.get("HX-Request"):
        return redirect("results:check_in", tournament.slug)
    context = _facts(request, tournament)
    guest = next((guest for guest in door.guests(tournament) if guest.entry.pk == entry), None)
    return render(request, "results/attendance/_guest_changed.html", {**context, "guest": guest})

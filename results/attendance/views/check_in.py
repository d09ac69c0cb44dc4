"""The door of the hall: who is here, who is missing; and the gate before the next round."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from results.attendance.services import check_in as door
from results.attendance.services.attendance import attendance_topic
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.live.services import versions
from tdsuite.tournaments.engine.presence import State
from tdsuite.tournaments.models import Presence, Tournament
from tdsuite.tournaments.services.notices import announce_check_in
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
    show = request.GET.get("show", "")
    shown_guests = [guest for guest in everybody if not guest.known.has_come] if show == MISSING else everybody
    return {
        "tournament": tournament, "guests": shown_guests, "everybody": len(everybody), "show": show,
        "missing": sum(not guest.known.has_come for guest in everybody),
        "late": sum(guest.known.state is State.LATE for guest in everybody),
        "gate": len(door.missing_at_the_gate(tournament)),
        "tab": "check_in",
        "guest_states": [(each.value or EXPECTED, each.label) for each in Presence.AT_CHECK_IN if each != Presence.Status.HERE],
    }  # fmt: skip


@needs(Can.SEE_ATTENDANCE)
@require_POST
def tap(request: HttpRequest, tournament: Tournament, code: str, number: int, status: str) -> HttpResponse:
    """One tap about one player."""
    entry = _entry(tournament, code, number)
    if status not in (EXPECTED, *filter(None, Presence.AT_CHECK_IN)):
        raise Http404("There is no such state.")
    with refusal_told(request):
        door.mark_check_in(by=actor_of(request), entry=entry, status="" if status == EXPECTED else status)
    return _row(request, tournament, entry.pk)


@needs(Can.SEE_ATTENDANCE)
@require_POST
def by_code(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A badge, a phone's code or a name, read or typed: that player is here."""
    with refusal_told(request):
        entry = door.entry_by_code(tournament, request.POST.get("code", "")[:300])
        door.mark_check_in(by=actor_of(request), entry=entry, status=Presence.Status.HERE)
        messages.success(request, _("%s is here.") % entry)
    return redirect("results:check_in", tournament.slug)


@needs(Can.RUN_ROUNDS)
@require_POST
def announce(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Everybody reads who is missing."""
    with refusal_told(request):
        count = announce_check_in(by=actor_of(request), tournament=tournament)
        messages.success(request, _("Everybody reads it now.") if count else _("Nobody is missing."))
    return redirect("results:check_in", tournament.slug)


@needs(Can.EDIT_ROSTER)
@form_page
def gate(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Who is not here before the next round is paired, each with a choice."""
    if request.method == "POST":
        choices = {
            guest.entry.pk: request.POST.get(f"choice-{guest.entry.pk}", "")
            for guest in door.missing_at_the_gate(tournament)
        }
        with refusal_told(request):
            count = door.settle_gate(by=actor_of(request), tournament=tournament, choices=choices)
            messages.success(request, ngettext("%d player is settled.", "%d players are settled.", count) % count)
        return redirect("console:round", tournament.slug)
    words = {
        door.SIT_OUT: _("not paired in this round"),
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

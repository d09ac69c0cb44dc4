"""Check-in: a line that takes a name or a number, the lists of who is not here and who is, walk-ins, and the next round paired."""

import json
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_POST

from results.attendance.services import check_in as door
from results.attendance.services.attendance import attendance_topic
from results.rating_lists.services.known import warnings_at_entry
from tdsuite.console.check_in import door_of, next_start
from tdsuite.console.forms.same_person import asking_who
from tdsuite.console.forms.walk_in import WalkInForm
from tdsuite.console.walk_in import undo_walk_in, walk_in
from tdsuite.platform.access.guard import actor_of, allowed, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.live.services import versions
from tdsuite.platform.web.next_page import Undo, offer_undo
from tdsuite.platform.web.numbers import whole
from tdsuite.tournaments.models import Division, Entry, Presence, Tournament
from tdsuite.tournaments.presence import presence_facts
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.notices import announce_check_in
from tdsuite.tournaments.shortcuts import entry_of, form_page, page_with_forms, read_page, refusal_in, refusal_told
from .common import pressed

MOST_LINES = 100  # of one request
LAST = "check_in"  # in the session: [[entry, what was said before], …] of the last line, and what it said


@needs(Can.SEE_ATTENDANCE)
@read_page
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Everybody at the door: the missing first, then the late, then who is here."""
    return _page(request, tournament)


def _page(request: HttpRequest, tournament: Tournament, **more: Any) -> HttpResponse:
    topics = [attendance_topic(division) for division in tournament.divisions.all()]
    late, no, undo = ("late", _("Late")), ("no", _("Not coming")), ("expected", _("Undo"))
    come = ("here", _("Here"))
    acts = {"missing": [come, late, no], "away": [come, undo], "here": [late, no], "tapped": [late, no, undo]}
    current = versions(*topics)
    context = {
        "tab": "check_in", "door": door_of(tournament), "last": request.session.get(LAST),
        "topics": topics, "versions": [current[topic] for topic in topics], "acts": acts,
        "choices": {door.SIT_OUT: _("not paired"), door.PAIR: _("paired"), door.LEAVE: _("out of the event")}.items(),
        **more,
    }  # fmt: skip
    if request.headers.get("HX-Request"):
        return render(request, "console/check_in/_door.html", context)
    form = (
        WalkInForm(tournament=tournament, user=request.user)
        if allowed(request.user, tournament, Can.EDIT_ROSTER)
        else None
    )
    return render(
        request, "console/check_in/page.html", {**context, "next_start": next_start(tournament), "form": form}
    )


@needs(Can.SEE_ATTENDANCE)
@require_POST
def line(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Lines that were typed or pressed: "ada", "late ada", "no a 12"; "u" takes the last one back."""
    refused: dict[str, str] = {}
    for text in request.POST.getlist("line")[:MOST_LINES]:
        line = text[:300].strip()
        try:
            _keep(request, tournament, line)
        except Refused as refusal:
            refused[line] = str(refusal)
    return _answer(request, tournament, refused)


def _keep(request: HttpRequest, tournament: Tournament, text: str) -> None:
    if text.casefold() == "u":
        _take_back(request, tournament)
        return
    entry, status = door.read_line(tournament, text)
    was = str(door.Guest.of(entry, presence_facts([entry])).known.state)
    guest = door.mark_check_in(by=actor_of(request), entry=entry, status=status)
    before = [[entry.pk, was if was in Presence.AT_CHECK_IN else ""]]
    request.session[LAST] = {"says": f"{entry.player}: {guest.says}", "before": before}


def _answer(request: HttpRequest, tournament: Tournament, refused: Mapping[str, str] | None = None) -> HttpResponse:
    """The lists as they are now: for the script alone, else as the page again.  refused: why, by the line."""
    why = " ".join((refused or {}).values())
    if request.headers.get("HX-Request"):
        last = request.session.get(LAST) or {"says": ""}
        answer = _page(request, tournament, refused=why, told=why or last["says"])
        answer.headers["HX-Trigger"] = json.dumps({"door-refused": list(refused)[-1]}) if refused else "door-done"
        return answer
    if why:
        messages.error(request, why)
    return redirect("console:check_in", tournament.slug)


def _take_back(request: HttpRequest, tournament: Tournament) -> None:
    last = request.session.pop(LAST, None)
    if last is None or not last["before"]:
        raise Refused(_("There is nothing to take back."), code="nothing_to_undo")
    was = dict(last["before"])
    rows = Entry.objects.filter(division__tournament=tournament, pk__in=was).select_related(
        "player", "division__tournament"
    )
    for entry in rows.order_by("pk"):
        door.mark_check_in(by=actor_of(request), entry=entry, status=was[entry.pk])
    request.session[LAST] = {"says": _("Taken back: %s") % last["says"], "before": []}


@needs(Can.SEE_ATTENDANCE)
@require_POST
def rest(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Everybody else is here: those who were shown as missing."""
    missing = {pk for text in request.POST.getlist("missing") if (pk := whole(text)) is not None}
    come = door.rest_has_come(by=actor_of(request), tournament=tournament, missing=missing)
    says = ngettext("%d player more is here", "%d players more are here", len(come)) % len(come)
    request.session[LAST] = {"says": says, "before": [[entry.pk, ""] for entry in come]}
    return _answer(request, tournament)


@needs(Can.RUN_ROUNDS)
@require_POST
def announce(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Everybody reads who is not here."""
    with refusal_told(request):
        count = announce_check_in(by=actor_of(request), tournament=tournament)
        messages.success(request, _("It is on every screen now.") if count else _("All players have come."))
    return redirect("console:check_in", tournament.slug)


@needs(Can.EDIT_ROSTER)
@form_page
def walked_in(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A player without an entry, at the door or before the day: entered, and seated where the form said so."""
    code = request.GET.get("division", "")
    form = WalkInForm(request.POST or None, tournament=tournament, user=request.user, code=code)
    if request.method == "POST" and form.is_valid():
        with refusal_in(form), asking_who(form) as another:
            values = form.values()
            done = walk_in(by=actor_of(request), another_person=another, **values)
            where = _("table %s") % done.game.table if done.game else _("from round %d") % values["plays_from"]
            messages.success(request, _("%(entry)s plays in %(division)s: %(where)s.") % {"entry": done.entry, "division": values["division"], "where": where})  # fmt: skip
            for warning in warnings_at_entry(done.entry, form.known):
                messages.warning(request, warning)
            url = tournament.url("console:walk_in_undo", values["division"].code, done.entry.number)
            offer_undo(request, Undo.sending(_("%s is off the roster again.") % done.entry, url, {"boards": done.undo}))
            return _back(request, tournament, values["division"], here=values["here"])
    context = {"form": form, "tab": "roster"}
    return page_with_forms(request, "console/check_in/walk_in.html", context)


def _back(request: HttpRequest, tournament: Tournament, division: Division, *, here: bool) -> HttpResponse:
    if here or "door" in request.GET:
        return redirect("console:check_in" if "door" in request.GET else "console:round", tournament.slug)
    return redirect("console:roster", tournament.slug, division.code)


@require_POST
@needs(Can.EDIT_ROSTER)
def undo_walked_in(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """A walk-in was a mistake: off the roster, and boards as they were."""
    entry = entry_of(tournament, code, number)
    boards, says = request.POST.get("boards", ""), _("%s is off the roster again.") % entry
    pressed(request, lambda: undo_walk_in(by=actor_of(request), entry=entry, boards=boards, reason=_("Undone")), says)
    return _back(request, tournament, entry.division, here=False)

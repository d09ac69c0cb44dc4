"""The word judge's desk: what waits, oldest first, the register, how challenges are judged; one slip keyed and judged."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from adjudication.challenges.engine.slips import AWAITING_VERDICT, State
from adjudication.challenges.forms import WaysForm
from adjudication.challenges.models import ChallengeSlip
from adjudication.challenges.pages import lists_of, page, slip_of, words_in
from adjudication.challenges.services.queue import next_of, queue_of
from adjudication.challenges.services.slip_decisions import challenges_topic
from adjudication.challenges.services.slips import choose_ways, judging_of
from adjudication.challenges.services.station import station_warnings
from adjudication.challenges.services.verdicts import adjudicate
from tdsuite.platform.access.guard import actor_of, allowed, needs, require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.printing.looks import look_of
from tdsuite.platform.printing.registry import find
from tdsuite.platform.printing.services import html_of
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.shortcuts import division_of, meaning_in
from .slips import slip_page

STATED = {"stands": True, "comes_off": False}


@needs(Can.SEE_CONSOLE)
@never_cache
@require_safe
def queue(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What awaits a verdict, for those who judge; every challenge, and how they are judged. The queue alone for a script."""
    if request.headers.get("HX-Request"):
        require(request.user, tournament, Can.JUDGE_WORDS)
        return render(request, "adjudication/challenges/_queue.html", page(**waiting(request, tournament)))
    judges = allowed(request.user, tournament, Can.JUDGE_WORDS)
    divisions = list(tournament.divisions.all())
    context = page(
        slips=ChallengeSlip.objects.register(tournament),
        words=judges,
        divisions=divisions,
        ways=WaysForm(instance=judging_of(tournament)),
        lists=lists_of(divisions),
        during=tournament.rules.rulebook.during,
    )
    context |= waiting(request, tournament) if judges else {}
    return render(request, "adjudication/challenges/queue.html", context)


def waiting(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """The queue: what awaits a verdict, and the slips still at their tables."""
    rows = queue_of(by=actor_of(request), tournament=tournament)
    written = ChallengeSlip.objects.of_tournament(tournament).filter(state=State.WRITTEN).with_people()
    return {
        "waiting": [row for row in rows if not row.at_station],
        "at_station": [row for row in rows if row.at_station],
        "mine": next_of(rows),
        "written": list(written.order_by("written_at", "pk")),
        "alerts": station_warnings(tournament),
        "disputed": ChallengeSlip.objects.of_tournament(tournament).disputed(),
        "topics": " ".join(map(challenges_topic, tournament.divisions.all())),
    }


@needs(Can.MANAGE_TOURNAMENT)
@require_POST
def settings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The ways in which an event has its challenges judged."""
    form = WaysForm(request.POST, instance=judging_of(tournament))
    if form.is_valid():
        choose_ways(by=actor_of(request), tournament=tournament, **form.cleaned_data)
        messages.success(request, _("Saved."))
    return redirect("challenges:queue", tournament.slug)


@needs(Can.JUDGE_WORDS)
@never_cache
@require_safe
def docket(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """A division's challenges on paper, printed by the browser: it bears words, so no file of it is kept."""
    division, look = division_of(tournament, code), look_of(request, request.GET)
    return HttpResponse(html_of(find("challenge-docket"), division, {}, **look.named))


@needs(Can.JUDGE_WORDS)
@never_cache
@require_safe
def take_next(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The oldest slip that this official may judge; the queue where there is none."""
    slip = next_of(queue_of(by=actor_of(request), tournament=tournament))
    if slip is None:
        return redirect("challenges:queue", tournament.slug)
    return redirect("challenges:slip", tournament.slug, slip.pk)


@needs(Can.JUDGE_WORDS)
@never_cache
@require_POST
def judge(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Give the opinion that a slip awaits: one line, one Enter, one verdict."""
    slip, sent = slip_of(tournament, pk), request.POST
    words, key = words_in(sent.get("words", "")), sent.get("key", "")[:64]
    try:
        stated = STATED.get(sent.get("stated", ""))
        verdict = adjudicate(
            by=actor_of(request), slip=slip, words=words, stated=stated, request_key=key, meaning=meaning_in(sent)
        )
    except Refused as refused:
        return slip_page(request, slip, refused=refused.says)
    if verdict.slip.state in AWAITING_VERDICT:
        messages.success(request, _("Your verdict is saved. It does not settle the slip: somebody else looks now."))
    return redirect("challenges:slip", tournament.slug, pk)

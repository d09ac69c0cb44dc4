"""The judge's desk: what waits, oldest first; take the next, key its words, press Enter, read the verdict."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tdsuite.access.guard import needs
from tdsuite.access.roles import Can
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.decision import Refused

from ..engine.penalty import ChallengeOf
from ..engine.slips import AWAITING_VERDICT, LABELS, State
from ..models import ChallengeSlip
from ..services.frame import challenges_topic
from ..services.judging import adjudicate
from ..services.queue import Waiting, queue_of
from ..services.verdicts import lexicons_of
from ..services.word_source import lists_by_length, lists_for_words, source_of
from .shown import LONGEST_LINE, lists_of, new_key, page, slip_of, words_in

Way = ChallengeSlip.Way
STATED = {"stands": True, "comes_off": False}


@needs(Can.JUDGE_WORDS)
@never_cache
@require_safe
def queue(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What awaits a verdict, and the slips still at their tables; the changing part for a script."""
    divisions = list(tournament.divisions.all())
    waiting = queue_of(by=request.user, tournament=tournament)
    written = ChallengeSlip.objects.of_tournament(tournament).filter(state=State.WRITTEN).with_people()
    context = page(
        tournament,
        "queue",
        waiting=[one for one in waiting if not at_station(one)],
        at_station=[one for one in waiting if at_station(one)],
        mine=next_of(waiting),
        written=list(written.order_by("written_at", "pk")),
        topics=" ".join(map(challenges_topic, divisions)),
    )
    if request.headers.get("HX-Request"):
        return render(request, "adjudication/_queue.html", context)
    return render(request, "adjudication/queue.html", {**context, "lists": lists_of(divisions)})


def at_station(one: Waiting) -> bool:
    """The players key it themselves; an official may step in, but is not sent there."""
    return (one.way, one.state) == (str(Way.STATION.label), LABELS[State.WITH_RUNNER])


def next_of(waiting: Sequence[Waiting]) -> Waiting | None:
    """The oldest slip that is this official's to judge."""
    return next((one for one in waiting if not one.why_not and not at_station(one)), None)


@needs(Can.JUDGE_WORDS)
@never_cache
@require_safe
def take_next(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The oldest slip that this official may judge; the queue where there is none."""
    waiting = queue_of(by=request.user, tournament=tournament)
    found = next_of(waiting)
    if found is None:
        return redirect("adjudication:queue", tournament.slug)
    return redirect("adjudication:slip_judge", tournament.slug, found.pk)


@needs(Can.JUDGE_WORDS)
@never_cache
def judge(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Key the words of one slip: one line, one Enter, one verdict. Blind for every opinion after the first."""
    slip = slip_of(tournament, pk)
    if request.method != "POST":
        if slip.state not in AWAITING_VERDICT:
            return redirect("adjudication:slip", tournament.slug, pk)
        return keyboard(request, slip)
    sent = request.POST
    try:
        words = words_in(sent.get("words", ""))
        stated = STATED.get(sent.get("stated", ""))
        adjudicate(by=request.user, slip=slip, words=words, stated=stated, request_key=sent.get("key", "")[:64])
    except Refused as refused:
        return keyboard(request, slip, line=sent.get("words", "")[:LONGEST_LINE], refused=refused.says)
    if slip_of(tournament, pk).state in AWAITING_VERDICT:
        messages.success(request, _("Your verdict is kept. It does not settle the slip: somebody else looks now."))
    return redirect("adjudication:slip", tournament.slug, pk)


def keyboard(request: HttpRequest, slip: ChallengeSlip, *, line: str = "", refused: str = "") -> HttpResponse:
    """The page of one line, with what was typed where it was refused."""
    waiting: Any = queue_of(by=request.user, tournament=slip.division.tournament)
    found = next((one for one in waiting if one.pk == slip.pk), None)
    source, lexicons = source_of(slip.division.tournament), lexicons_of(slip.division)
    lengths = [lexicons.first.tiles.length(word) for word in slip.written]
    context = page(
        slip.division.tournament,
        "queue",
        slip=slip,
        source=source,
        by_length=lists_by_length(source),
        by_word=lists_for_words(source, slip.written, lengths),
        words=tuple(slip.written),
        why_not=found.why_not if found else "",
        by_board=slip.of != ChallengeOf.WORDS,
        lists=[(slip.division, lexicons)],
        line=line,
        refused=refused,
        key=new_key(),
    )
    return render(request, "adjudication/judge.html", context, status=409 if refused else 200)

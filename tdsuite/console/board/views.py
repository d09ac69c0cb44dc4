"""The Round board, its changing parts, the line, and the next step of every division that is ticked."""

from typing import Any

from django.contrib import messages
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from results.attendance.services.check_in import PAIR, Guest, missing_at_the_gate
from results.games.services.keyboard import Reply
from tdsuite.platform.access.guard import actor_of, allowed, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.web.next_page import Undo, offer_undo
from tdsuite.platform.web.numbers import whole
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.waiting import settled_first
from tdsuite.tournaments.shortcuts import division_of, read_page, refusal_told
from ..check_in import pair_present
from ..day import topics
from ..leaving import settle_all
from .line import Answer, HallLine, foresee_line, hall_of, remember, take_line, typed_in, unsaved
from .next_step import Do, NextPress, next_press, next_steps, press
from .reads import board as read_board
from .sections import Board, Row
from .waits import waits

STATUS = {"error": 422, "unsaved": 503}
CHOICE = "choice-"  # the field of a player at the check-in, with the key of the entry


@needs(Can.SEE_CONSOLE)
@read_page
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Every division's round, `?division=` alone, or `?round=` another; for a script what changed since `?have=`."""
    board = _board_asked(request, tournament)
    context = page_of(request, board, Answer(Reply("told"), None))
    if request.headers.get("HX-Request"):
        context |= changed_rows(board, request.GET.get("have", ""), request.GET.get("shape", ""))
        return render(request, "console/board/_changes.html", context)
    return render(request, "console/board/board.html", context)


@needs(Can.ENTER_RESULTS)
@never_cache
@require_POST
def line(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """One typed line. For a script its answer alone: what was saved, what is asked, whose numbers count."""
    typed, hall = typed_in(request), None
    try:
        hall = hall_of(request, tournament)
        answer = take_line(hall, typed)
        remember(request, hall, answer.reply)
    except OperationalError as error:
        answer = Answer(unsaved(error, typed, hall), None)
    if request.headers.get("HX-Request"):
        context = line_of(hall, answer)
        return render(request, "console/board/_line.html", context, status=STATUS.get(answer.reply.kind, 200))
    if answer.opens and answer.reply.kind != "error":
        return redirect(answer.opens)
    context = page_of(request, _board_asked(request, tournament), answer, hall)
    return render(request, "console/board/board.html", context, status=STATUS.get(answer.reply.kind, 200))


@needs(Can.ENTER_RESULTS)
@read_page
def typing(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What the line being typed (?line=) would come to; nothing is saved."""
    text = request.GET.get("line", "")[:400].strip()
    foreseen = foresee_line(hall_of(request, tournament), text) if text else None
    return render(request, "console/board/_typing.html", {"foreseen": foreseen})


@needs(Can.PAIR)
@require_POST
def pair(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Have the next round of the ticked divisions paired."""
    return _pressed(request, tournament, Do.PAIR)


@needs(Can.PUBLISH_PAIRINGS)
@require_POST
def publish(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Publish the drafts of the ticked divisions that stood on the page."""
    return _pressed(request, tournament, Do.PUBLISH)


@needs(Can.RUN_ROUNDS)
@require_POST
def start(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Start the published round of the ticked divisions."""
    return _pressed(request, tournament, Do.START)


def _pressed(request: HttpRequest, tournament: Tournament, do: Do) -> HttpResponse:
    ticked = set(request.POST.getlist("division"))
    if do is Do.PAIR:
        return _paired(request, tournament, ticked)
    board = read_board(tournament, number=whole(request.POST.get("round", ""), 999))
    ready = [step for step in next_steps(board) if step.division.code in ticked]
    drafts = {pk for text in request.POST.getlist("draft") if (pk := whole(text)) is not None}
    first = [row for row in settled_first(tournament) if do is Do.PUBLISH]  # publishing ends some of it
    done, refused = press(by=actor_of(request), do=do, of=ready, drafts=drafts, anyway="anyway" in request.POST)
    for text in done:
        messages.success(request, text)
    for text in refused:
        messages.error(request, text)
    for row in first:
        if row.division is None or any(step.division.pk == row.division for step in ready):
            messages.warning(request, row.warning)
    if not ticked:
        messages.info(request, "Tick a division first.")
    return redirect("console:round", tournament.slug)


@needs(Can.RULE)
@require_POST
def settle(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """The boards of everybody who has left, and of those who sit nowhere, as proposed."""
    division, reason = division_of(tournament, code), _("Players left or came")
    with refusal_told(request):
        number, boards = settle_all(by=actor_of(request), division=division, reason=reason)
        messages.success(request, _("The boards of %s are settled.") % division)
        url = tournament.url("pairings:restore", code, number)
        offer_undo(request, Undo.sending(_("The boards are as they were."), url, {"boards": boards}))
    return redirect("console:round", tournament.slug)


def _paired(request: HttpRequest, tournament: Tournament, ticked: set[str]) -> HttpResponse:
    """Who is missing at the check-in is left out as chosen or proposed there, unless everybody is to be paired."""
    sent = request.POST
    named = {whole(name.removeprefix(CHOICE)): sent[name] for name in sent if name.startswith(CHOICE)}
    choices = {pk: choice for pk, choice in named.items() if pk is not None}
    with refusal_told(request):
        count = pair_present(
            by=actor_of(request), tournament=tournament, codes=ticked, choices=choices, everybody="anyway" in sent
        )  # fmt: skip
        if not count:
            messages.info(request, "No division that is ticked can be paired now.")
    return redirect("console:round", tournament.slug)


def _board_asked(request: HttpRequest, tournament: Tournament) -> Board:
    code, number = request.GET.get("division", ""), whole(request.GET.get("round", ""), 999)
    listens = topics(request.user, tournament, list(tournament.divisions.all()))
    board = read_board(tournament, code=code, number=number, topics=listens)
    if code and not board.sections:
        raise Http404(f"{tournament} has no division {code}.")
    return board


def page_of(request: HttpRequest, board: Board, answer: Answer, hall: HallLine | None = None) -> dict[str, Any]:
    """The whole page."""
    tournament, may = board.tournament, allowed(request.user, board.tournament, Can.ENTER_RESULTS)
    hall = hall or (hall_of(request, tournament, board) if may and board.sections else None)
    number = whole(request.GET.get("round", ""), 999)
    press_now = next_press(next_steps(board))
    return line_of(hall, answer) | {
        "board": board, "press": press_now, "absent": _absent(tournament, press_now), "waits": waits(request, board), "tab": "event", "number": number,
        "opened": next((row.url for row in board.rows if row.table == request.GET.get("table")), ""), "typed": request.GET.get("line", "")[:400], "one_division": len(board.sections) == 1,
        "live_topics": board.versions.keys(), "live_versions": board.versions.values(),
        "may_type": may and tournament.status != Tournament.Status.FINISHED,
        "address": tournament.url("console:round"),
    }  # fmt: skip


def _absent(tournament: Tournament, press_now: NextPress) -> list[Guest]:
    """Who is left out where the button pairs: players of its divisions who are missing at the check-in."""
    codes = {step.division.code for step in press_now.chosen if step.do is Do.PAIR}
    missing = missing_at_the_gate(tournament) if codes else []
    return [guest for guest in missing if guest.entry.division.code in codes and guest.default_choice != PAIR]


def line_of(hall: HallLine | None, answer: Answer) -> dict[str, Any]:
    """What stands at the line.

    last: the line saved last, which `u` takes back.  quick: keys that answer the question just asked, without Enter.
    """
    newest = answer.reply.parked[-1] if answer.reply.kind == "ask" else None
    quick = "" if newest is None or newest.reason else "ywn" if newest.lines else "yn"
    return {
        "reply": answer.reply, "hall": hall, "opens": answer.opens,
        "quick": quick, "last": hall.memory[-1][1] if hall and hall.memory else None,
    }  # fmt: skip


def changed_rows(board: Board, have: str, shape: str) -> dict[str, Any]:
    """The rows that look otherwise than those of the page; all of it where other tables stand there.

    Args:
        have: the digests of the page's rows in order, shape: that of its tables.
    """
    digests = have.split(".")
    if shape != board.shape or len(digests) != len(board.rows):
        return {"whole": True}
    changed: list[Row] = [row for row, digest in zip(board.rows, digests, strict=True) if row.digest != digest]
    return {"whole": False, "changed": changed}

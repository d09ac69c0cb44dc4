"""The self-adjudication station before and after a slip: which table, who challenges, and the guarded way out.

WESPA 3.10.9; NSA Appendix C.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tdsuite.access.forms import LogInForm
from tdsuite.access.guard import allowed
from tdsuite.access.models import Station
from tdsuite.access.roles import Can
from tdsuite.access.stations import station_of
from tdsuite.tournaments.models import BY_BOARD, Game, Round
from tdsuite.tournaments.services.decision import Refused

from ..engine.slips import AWAITING_VERDICT, OPEN, State, Way
from ..models import ChallengeSlip
from ..services.slips import Written, hand_over, ways_of, write_slip
from ..services.verdicts import lexicons_of
from .shown import FLAWS, challenges_of, lists_of, names_a_flaw, new_key, rules_of, shown_all
from .slips import game_of_event

View = Callable[..., HttpResponse]


def station_only(view: View) -> View:
    """For tablets that are paired with this event. Any other is asked for a pairing code; what it sends is not taken."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, slug: str, **kwargs: Any) -> HttpResponse:
        here = station_of(request)
        if here is None:
            if request.method in ("GET", "HEAD"):
                return redirect("access:station")
            why = _("This tablet is no station any more: ask an official for a pairing code.")
            return HttpResponse(why, status=401, content_type="text/plain; charset=utf-8")
        if here.tournament.slug != slug:
            raise Http404("This station belongs to another event.")
        request.tournament = here.tournament  # type: ignore[attr-defined]
        response = view(request, here, *args, **kwargs)
        add_never_cache_headers(response)
        return response

    guarded.needs = "station"  # type: ignore[attr-defined]
    return guarded


def page(here: Station, **context: Any) -> dict[str, Any]:
    return {"tournament": here.tournament, "station": here, **context}


@station_only
@require_safe
def start(request: HttpRequest, here: Station) -> HttpResponse:
    """Which table? The games being played, and slips of theirs that wait at this computer."""
    tournament: Any = here.tournament
    games = Game.objects.filter(round__division__tournament=tournament, round__status=Round.Status.PLAYING)
    games = (
        games.exclude(second=None).filter(outcome__in=Game.UNFINISHED).with_people().select_related("round__division")
    )
    listed = list(games.order_by("round__division__position", "round__number", *BY_BOARD))
    asked = request.GET.get("table", "").strip()
    found = [game for game in listed if not asked or game.table.casefold() == asked.casefold()]
    if asked and len(found) == 1:
        return redirect("judging:station_game", tournament.slug, found[0].pk)
    waits = ChallengeSlip.objects.of_tournament(tournament).filter(way=Way.STATION, state=State.WITH_RUNNER)
    context = page(here, games=found or listed, asked=asked, none=bool(asked and not found))
    context |= {"waiting": set(waits.values_list("game_id", flat=True)), "used": Way.STATION in ways_of(tournament)}
    context |= {"lists": lists_of(list(tournament.divisions.all()))}
    return render(request, "adjudication/station/start.html", context)


@station_only
def game(request: HttpRequest, here: Station, game_id: int) -> HttpResponse:
    """Who challenges? The slip begins when he says so; one that is open already is gone on with."""
    tournament: Any = here.tournament
    row, refused = game_of_event(tournament, game_id), ""
    if request.method == "POST":
        try:
            return redirect("judging:station_slip", tournament.slug, begin(request, here, row).pk)
        except Refused as refusal:
            refused = refusal.says
    return chosen(request, here, row, refused)


def chosen(request: HttpRequest, here: Station, row: Game, refused: str) -> HttpResponse:
    """The page of one table: what is open, else who challenges; the last verdict may be asked about."""
    seen = shown_all(challenges_of(row))
    now = next((one for one in seen if one.slip.state in OPEN), None)
    last = seen[0] if seen and seen[0].judged else None
    context = page(
        here,
        game=row,
        now=now,
        goes_on=now is not None and can_go_on(now.slip),
        last=last,
        may_ask=last is not None and len(last.slip.verdicts.all()) == 1,
        flaws=FLAWS if last and names_a_flaw(last.slip) else (),
        again=any(one.verdict == "acceptable" for one in seen),
        lists=[(row.round.division, lexicons_of(row.round.division))],
        rules=rules_of(row.round.division.tournament),
        refused=refused,
        key=new_key(),
    )
    return render(request, "adjudication/station/game.html", context, status=409 if refused else 200)


def can_go_on(slip: ChallengeSlip) -> bool:
    """Whether the players can key this slip here: brought to a station, or typed wrongly before."""
    if slip.way != Way.STATION:
        return False
    return slip.state in (State.WRITTEN, State.WITH_RUNNER) or typed_again(slip)


def typed_again(slip: ChallengeSlip) -> bool:
    return slip.state == State.SECOND_OPINION and slip.flaw == "mistyped"


def begin(request: HttpRequest, here: Station, row: Game) -> ChallengeSlip:
    """The open slip of the game, or a new one by whoever was pressed. Arriving here hands it over."""
    sent = request.POST
    pending = ChallengeSlip.objects.of_game(row).with_people().filter(state__in=OPEN).first()
    if pending is None:
        challenger = sent.get("challenger", "")
        written = Written(
            challenger=int(challenger) if challenger.isdecimal() else 0,
            way=Way.STATION,
            handed_over=True,
            out_play="out_play" in sent,
            another_turn="another_turn" in sent,
        )
        return write_slip(by=here, game=row, written=written, request_key=sent.get("key", "")[:64])
    if not can_go_on(pending):
        raise Refused(_("Slip %d of this game goes to a word judge: ask an official.") % pending.number)
    return hand_over(by=here, slip=pending) if pending.state not in AWAITING_VERDICT else pending


@station_only
def leave(request: HttpRequest, here: Station) -> HttpResponse:
    """The way out of the judging page: an official's name and password. Nobody is logged in by it."""
    form = LogInForm(request, request.POST or None)
    for field in form.fields.values():
        field.widget.attrs["autocomplete"] = "off"
    if request.method == "POST" and form.is_valid():
        if allowed(form.get_user(), here.tournament, Can.SEE_CONSOLE):
            return redirect("access:station")
        form.add_error(None, _("Only an official of this event lets the station go."))
    context = page(here, form=form, lists=lists_of(list(here.tournament.divisions.all())))
    return render(request, "adjudication/station/leave.html", context, status=422 if form.errors else 200)

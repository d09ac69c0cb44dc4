"""The self-adjudication station: which table, who challenges, one slip keyed and judged, and the guarded way out.

WESPA 3.10.9; NSA Appendix C.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from adjudication.challenges.engine.slips import OPEN, State, Way
from adjudication.challenges.models import ChallengeSlip
from adjudication.challenges.pages import (
    LONGEST_LINE,
    challenges_of,
    flaws_of,
    lists_of,
    new_key,
    rules_of,
    slip_of,
    summary_of,
    words_in,
)
from adjudication.challenges.services.lookup import lexicons_of
from adjudication.challenges.services.slips import NewChallenge, judging_of
from adjudication.challenges.services.station import begin_at_station, can_go_on
from adjudication.challenges.services.verdicts import adjudicate
from adjudication.lexicons.engine.alphabets import LONGEST, SHORTEST
from adjudication.lexicons.engine.lookup import MOST_WORDS
from tdsuite.platform.access import devices
from tdsuite.platform.access.errors import SignInRefused
from tdsuite.platform.access.forms import LogInForm
from tdsuite.platform.access.guard import allowed
from tdsuite.platform.access.models import Station, User
from tdsuite.platform.access.roles import Can
from tdsuite.platform.access.services.sign_in import check_pin
from tdsuite.platform.access.stations import station_of
from tdsuite.tournaments.models import BY_BOARD, Game, Round
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.score_there import score_before
from tdsuite.tournaments.shortcuts import meaning_in, page_with_forms
from .buttons import press as press_button, second_opinion
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


def official_at(request: HttpRequest) -> User | None:
    """The official who is logged in at the station and sees who its players are; None where nobody is."""
    user = request.user
    return user if isinstance(user, User) and allowed(user, request.tournament, Can.JUDGE_WORDS) else None  # type: ignore[attr-defined]


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
    at_table = [game for game in listed if not asked or game.table.casefold() == asked.casefold()]
    if asked and len(at_table) == 1:
        return redirect("slips:station_game", tournament.slug, at_table[0].pk)
    waits = ChallengeSlip.objects.of_tournament(tournament).filter(way=Way.STATION, state=State.WITH_RUNNER)
    context = page(here, games=at_table or listed, asked=asked, none=bool(asked and not at_table))
    context |= {
        "waiting": set(waits.values_list("game_id", flat=True)),
        "used": Way.STATION in judging_of(tournament).ways,
    }
    context |= {"lists": lists_of(list(tournament.divisions.all()))}
    return render(request, "adjudication/challenges/station/start.html", context)


@station_only
def game(request: HttpRequest, here: Station, game_id: int) -> HttpResponse:
    """Who challenges? The slip begins when they press; an open one is continued."""
    tournament: Any = here.tournament
    row, refused = game_of_event(tournament, game_id), ""
    if request.method == "POST":
        try:
            return redirect("slips:station_slip", tournament.slug, begin(request, here, row).pk)
        except (Refused, SignInRefused) as refusal:
            refused = refusal.says
    return devices.remember(request, table_page(request, here, row, refused))


def table_page(request: HttpRequest, here: Station, row: Game, refused: str) -> HttpResponse:
    """The page of one table: what is open, else who challenges; the last verdict may be asked about."""
    challenges = challenges_of(row)
    now = next((summary for summary in challenges if summary.slip.state in OPEN), None)
    last = challenges[0] if challenges and challenges[0].judged else None
    official = official_at(request)
    context = page(
        here,
        game=row,
        players=(row.first, row.second),
        now=now,
        official=official,
        asks_pins=official is None and (now is None or not now.slip.agreed),
        goes_on=now is not None and can_go_on(now.slip),
        last=last,
        may_ask=last is not None and len(last.slip.verdicts.all()) == 1,
        flaws=flaws_of(last.slip) if last else (),
        again=any(summary.acceptable for summary in challenges),
        lists=[(row.round.division, lexicons_of(row.round.division))],
        rules=rules_of(row.round.division.tournament),
        refused=refused,
        key=new_key(),
    )
    return render(request, "adjudication/challenges/station/game.html", context, status=409 if refused else 200)


def begin(request: HttpRequest, here: Station, row: Game) -> ChallengeSlip:
    """The open slip of the game, or a new one by whoever was pressed, once both players are known."""
    sent, challenger = request.POST, request.POST.get("challenger", "")
    challenge = NewChallenge(
        challenger=next((pk for pk in row.entry_ids if str(pk) == challenger), 0) or 0,
        out_play="out_play" in sent,
        another_turn="another_turn" in sent,
    )
    pins = {pk: sent.get(f"pin-{pk}", "")[:20].strip() for pk in row.entry_ids if pk is not None}
    return begin_at_station(
        station=here, official=official_at(request), device=devices.device_of(request), game=row, challenge=challenge,
        pins=pins, request_key=sent.get("key", "")[:64],
    )  # fmt: skip


@station_only
def leave(request: HttpRequest, here: Station) -> HttpResponse:
    """The way out of the judging page: an official's name and password. Nobody is logged in by it."""
    form = LogInForm(request, request.POST or None)
    for field in form.fields.values():
        field.widget.attrs["autocomplete"] = "off"
    if request.method == "POST" and form.is_valid():
        if allowed(form.get_user(), here.tournament, Can.HELP):
            return redirect("access:station")
        form.add_error(None, _("Only an official of this event lets the station go."))
    context = page(here, form=form, lists=lists_of(list(here.tournament.divisions.all())))
    return page_with_forms(request, "adjudication/challenges/station/leave.html", context)


IDLE_SECONDS, VERDICT_SECONDS, HELD_MS = 15, 10, 500
LOOKING_SECONDS = 60  # both compare the words with the slip


@station_only
@require_safe
def entry(request: HttpRequest, here: Station, pk: int) -> HttpResponse:
    """Type and press; once judged, the verdict until it clears itself."""
    slip = slip_of(here.tournament, pk)
    if slip.state == State.WRITTEN or (slip.state in OPEN and not can_go_on(slip)):
        return redirect("slips:station_game", here.tournament.slug, slip.game_id)
    if slip.state in OPEN:
        return keyboard(request, here, slip)
    summary = summary_of(slip)
    if not summary.slip.verdict_text:
        return redirect("slips:station", here.tournament.slug)
    context = page(here, summary=summary, slip=slip, lists=[(slip.division, lexicons_of(slip.division))])
    context |= {"clears": VERDICT_SECONDS, "held": HELD_MS}
    return render(request, "adjudication/challenges/station/verdict.html", context)


def keyboard(
    request: HttpRequest, here: Station, slip: ChallengeSlip, *, line: str = "", refused: str = ""
) -> HttpResponse:
    lists = lexicons_of(slip.division)
    tiles = lists.lexicon.tiles
    context = page(
        here,
        slip=slip,
        lists=[(slip.division, lists)],
        keys=(*tiles.letters, *tiles.digraphs),
        letters="".join(sorted({*tiles.letters, *tiles.folded, *"".join(tiles.digraphs)})),
        digraphs=" ".join(tiles.digraphs),
        line=line,
        refused=refused,
        limits={"least": SHORTEST, "most": LONGEST, "words": MOST_WORDS},
        idle=IDLE_SECONDS,
        looking=LOOKING_SECONDS,
        held=HELD_MS,
        rules=rules_of(slip.division.tournament),
        score=score_before(slip.game),
        meaning=meaning_in(request.POST),
        key=new_key(),
    )
    return render(request, "adjudication/challenges/station/entry.html", context, status=409 if refused else 200)


@station_only
@require_POST
def press(request: HttpRequest, here: Station, pk: int) -> HttpResponse:
    """The judging key. The same key twice is one verdict; words that are not those of the slip are not looked up."""
    slip, sent = slip_of(here.tournament, pk), request.POST
    line = sent.get("words", "")[:LONGEST_LINE]
    try:
        key = sent.get("key", "")[:64]
        adjudicate(by=here, slip=slip, words=words_in(line), request_key=key, meaning=meaning_in(sent))
    except Refused as refused:
        if slip.state in OPEN:
            return keyboard(request, here, slip, line=line, refused=refused.says)
    return redirect("slips:station_slip", here.tournament.slug, pk)


@station_only
@require_POST
def opinion(request: HttpRequest, here: Station, pk: int) -> HttpResponse:
    """A player asks here for another opinion, by their PIN; typed again at once where that is what is asked for."""
    tournament: Any = here.tournament
    slip, sent = slip_of(tournament, pk), request.POST
    if official_at(request) is None:
        asker = slip.challenger if sent.get("entry") == str(slip.challenger_id) else slip.challenged
        try:
            check_pin(
                entry=asker, pin=sent.get("pin", "")[:20].strip(), device=devices.device_of(request), station=here
            )
        except SignInRefused as refusal:
            return table_page(request, here, game_of_event(tournament, slip.game_id), refusal.says)
    row = press_button(request, second_opinion, by=here, slip=slip)
    if row is not None and can_go_on(row):
        list(messages.get_messages(request))  # the page itself says that the words are typed again
        return redirect("slips:station_slip", tournament.slug, pk)
    return redirect("slips:station_game", tournament.slug, slip.game_id)

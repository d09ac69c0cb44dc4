"""Why a round's boards and a player's are what they are."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _

from tdsuite.platform.access.guard import allowed, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.web.numbers import whole
from tdsuite.tournaments.models import Division, Game, Round, Tournament
from tdsuite.tournaments.shortcuts import division_of, read_page, round_of
from ..models import PairingRun
from ..services.checking import round_findings
from ..services.engine_tasks import settings_of
from ..services.explanations import as_drafted, board_costs, other_boards, reasons_by_hand, run_of_round
from ..services.round_boards import boards_of_round
from .round_pages import cost_facts, cost_lines, cost_rows, finding_rows, round_url

View = Callable[..., HttpResponse]


def for_players(view: View) -> View:
    """A page of the console that players may read where their division lets them: to them in their own language."""

    @wraps(view)
    def in_language(request: HttpRequest, tournament: Tournament, *args: Any, **kwargs: Any) -> HttpResponse:
        if allowed(request.user, tournament, Can.SEE_CONSOLE):
            return view(request, tournament, *args, **kwargs)
        translation.activate(
            translation.get_language_from_request(request)
        )  # also of the page that says it is not there
        response = view(request, tournament, *args, **kwargs)
        response.headers["Content-Language"] = translation.get_language() or ""
        return response

    return in_language


@needs(Can.SEE_EVENT)
@read_page
@for_players
def why(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """A published round's boards with reasons, costs and the proof; a draft's are on its own page."""
    row = round_of(tournament, code, number)
    staff = may_read(request, row.division, published=row.is_published)
    if not row.is_published:
        return redirect(round_url(row))
    run, seats = run_of_round(row), boards_of_round(row)
    costs, by_hand = board_costs(run, number), reasons_by_hand(row)
    context = {
        **page_of(row.division, staff), "round": row, "run": run,
        "lines": [
            (game, cost_lines(costs.get(frozenset(each.number for each in game.players), ())), by_hand.get(game.pk, ()))
            for game in seats.rows
        ],
        "asked": (asked := whole(request.GET.get("board"))), "others": _others(run, number, seats.rows, asked),
        "findings": finding_rows(round_findings(row, seats)) if staff else (),
        **(cost_facts(run, untouched=as_drafted(run, number, seats.rows)) if run else {}),
    }  # fmt: skip
    return render(request, "pairings/why.html", context)


def _others(run: PairingRun | None, number: int, games: Sequence[Game], asked: int | None) -> list[Any]:
    """What could have been in place of one game: each time two boards with whether they have met, and what differs in cost."""
    entries = {entry.number: entry for game in games for entry in game.players}
    game = next((game for game in games if game.pk == asked), None)
    if run is None or game is None:
        return []
    return [
        (
            [
                (entries.get(board.first, board.first), entries.get(board.second or 0, board.second), met)
                for board, met in zip(other.boards, other.met, strict=True)
            ],
            cost_rows(other.rows),
        )
        for other in other_boards(run, number, [player.number for player in game.players])
    ]


@needs(Can.SEE_EVENT)
@read_page
@for_players
def why_player(request: HttpRequest, tournament: Tournament, code: str, player: int) -> HttpResponse:
    """Every published board of one player with its reason."""
    division = division_of(tournament, code)
    staff = may_read(request, division, published=True)
    entry = division.entries.select_related("player").filter(number=player).first()
    if entry is None:
        raise Http404(_("There is no such player in this division."))
    games = Game.objects.of_division(division).with_people().exclude(round__status=Round.Status.DRAFT)
    own = (games.filter(first=entry) | games.filter(second=entry)).order_by("round__number", "match_game")
    return render(request, "pairings/why_player.html", {**page_of(division, staff), "entry": entry, "games": own})


def may_read(request: HttpRequest, division: Division, *, published: bool) -> bool:
    """True for those who help to run the event; False for a reader whom the division lets read. 404 for others."""
    if allowed(request.user, division.tournament, Can.SEE_CONSOLE):
        return True
    if not published or not settings_of(division).reasons_public:
        raise Http404(_("The reasons of this division's boards are not public."))
    return False


def page_of(division: Division, staff: bool) -> dict[str, Any]:
    """What these pages need, in the console's frame or in the public one."""
    layout = "pairings/division_base.html" if staff else "pairings/public_base.html"
    return {"division": division, "layout": layout, "staff": staff}

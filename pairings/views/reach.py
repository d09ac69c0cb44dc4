"""Who can still reach which prize: a page of a division and round, for directors and, on request, for players."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from tdsuite.platform.access.guard import needs
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.shortcuts import division_of, read_page, round_links
from ..services.prize_chances import SEED, still_open
from .why import for_players, may_read, page_of


@needs(Can.SEE_EVENT)
@read_page
@for_players
def reach(request: HttpRequest, tournament: Tournament, code: str, number: int | None = None) -> HttpResponse:
    """Places possible, what each player needs, and how likely each prize is, from the standings after a round.

    Without a number: after the newest round that has a result.
    """
    division = division_of(tournament, code)
    staff = may_read(request, division, published=True)
    division_history = history(division)
    after = division_history.last_round if number is None else number
    try:
        open_prizes = still_open(division_history, after) if after or number is not None else None
    except Refused as refused:
        raise Http404(str(refused)) from refused
    context = {
        **page_of(division, staff), "open": open_prizes, "number": after, "seed": SEED,
        "rounds": round_links(division, "pairings:reach", after, numbers=range(1, division_history.last_round + 1)),
    }  # fmt: skip
    return render(request, "pairings/reach.html", context)

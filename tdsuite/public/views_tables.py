"""Read-only tables besides the standings: cross table, wall chart, two players' games."""

from django.http import Http404, HttpRequest, HttpResponse

from tdsuite.access.guard import needs
from tdsuite.access.roles import Can
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.reads import history

from . import reads, tables
from .kept import kept, seen
from .views import page_or_rows


@kept
@needs(Can.SEE_EVENT)
def cross_table(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """Who met whom, and how often each won."""
    division = seen(request, tournament, code)
    past = history(division)
    context = {
        "tournament": division.tournament,
        "division": division,
        "lines": tables.cross_table(past) if past.last_round else [],
        "left_out": max(0, len(past.standings()) - tables.MOST_IN_A_CROSS_TABLE),
        "after": past.last_round,
        "tab": "standings",
    }
    return page_or_rows(request, "public/cross_table.html", "public/_cross_table.html", context)


@kept
@needs(Can.SEE_EVENT)
def wall_chart(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """Every player's rounds in a row, as it hangs on the wall of a hall."""
    division = seen(request, tournament, code)
    published = reads.published_rounds(division)
    last = max((row.number for row in published), default=0)
    context = {
        "tournament": division.tournament,
        "division": division,
        "lines": tables.wall_chart(history(division), last),
        "numbers": range(1, last + 1),
        "tab": "standings",
    }
    return page_or_rows(request, "public/wall_chart.html", "public/_wall_chart.html", context)


@kept
@needs(Can.SEE_EVENT)
def against(request: HttpRequest, tournament: Tournament, code: str, number: int, other: int) -> HttpResponse:
    """All games of two players in this division."""
    division = seen(request, tournament, code)
    past = history(division)
    pair = [past.by_number.get(one) for one in (number, other)]
    one, two = pair
    if one is None or two is None or one == two:
        raise Http404(f"{division} has no such two players.")
    found = tables.meeting(past, one, two)
    context = {
        "tournament": division.tournament,
        "division": division,
        "pair": pair,
        "record": found.record,
        "boards": [(past.round_numbers[game.round_id], reads.board_of(past, game, {})) for game in found.games],
        "tab": "players",
    }
    return page_or_rows(request, "public/against.html", "public/_against.html", context)

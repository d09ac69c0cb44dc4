"""Read-only tables besides the standings: cross table, wall chart."""

from django.http import HttpRequest, HttpResponse

from tdsuite.public import tables
from tdsuite.public.caching import of_division
from tdsuite.tournaments.models import Division
from tdsuite.tournaments.player_pages import page_of_players
from tdsuite.tournaments.reads import History
from .events import division_page

ON_A_CHART = 50  # players, each with every round


@of_division
def cross_table(request: HttpRequest, division: Division, played: History) -> HttpResponse:
    """Who met whom, and how often each won."""
    return division_page(
        request,
        division,
        "cross_table",
        tab="standings",
        lines=tables.cross_table(played) if played.last_round else [],
        left_out=max(0, len(played.standings()) - tables.MOST_IN_A_CROSS_TABLE),
        after=played.last_round,
    )


@of_division
def wall_chart(request: HttpRequest, division: Division, played: History) -> HttpResponse:
    """Every player's rounds in a row, as it hangs on the wall of a hall."""
    page = page_of_players([entry.number for entry in played.entries], request.GET.get("page"), most=ON_A_CHART)
    numbers = range(1, max((row.number for row in played.rounds if row.is_published), default=0) + 1)
    return division_page(
        request,
        division,
        "wall_chart",
        tab="standings",
        lines=tables.wall_chart(played, numbers, page.numbers),
        parts=page.parts,
        numbers=numbers,
    )

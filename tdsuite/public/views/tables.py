"""Read-only tables besides the standings: cross table, wall chart, two players side by side."""

from django.http import Http404, HttpRequest, HttpResponse

from tdsuite.platform.access.guard import needs
from tdsuite.platform.access.roles import Can
from tdsuite.public import reads, tables
from tdsuite.public.caching import history_for, kept_page, read_division
from tdsuite.public.views.events import page_or_rows
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.player_pages import page_of_players

ON_A_CHART = 50  # players, each with every round


@kept_page
@needs(Can.SEE_EVENT)
def cross_table(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """Who met whom, and how often each won."""
    division = read_division(request, tournament, code)
    division_history = history_for(request)
    context = {
        "tournament": division.tournament,
        "division": division,
        "lines": tables.cross_table(division_history) if division_history.last_round else [],
        "left_out": max(0, len(division_history.standings()) - tables.MOST_IN_A_CROSS_TABLE),
        "after": division_history.last_round,
        "tab": "standings",
    }
    return page_or_rows(request, "public/cross_table.html", "public/_cross_table.html", context)


@kept_page
@needs(Can.SEE_EVENT)
def wall_chart(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """Every player's rounds in a row, as it hangs on the wall of a hall."""
    division = read_division(request, tournament, code)
    division_history = history_for(request)
    everybody = [entry.number for entry in division_history.entries]
    page = page_of_players(everybody, request.GET.get("page"), most=ON_A_CHART)
    last = max((row.number for row in division_history.rounds if row.is_published), default=0)
    numbers = range(1, last + 1)
    context = {
        "tournament": division.tournament,
        "division": division,
        "lines": tables.wall_chart(division_history, numbers, page.numbers),
        "parts": page.parts,
        "numbers": numbers,
        "tab": "standings",
    }
    return page_or_rows(request, "public/wall_chart.html", "public/_wall_chart.html", context)


@kept_page
@needs(Can.SEE_EVENT)
def against(request: HttpRequest, tournament: Tournament, code: str, number: int, other: int) -> HttpResponse:
    """Two players of this division side by side: their games with each other."""
    division = read_division(request, tournament, code)
    division_history = history_for(request)
    pair = [division_history.by_number.get(seed) for seed in (number, other)]
    player, opponent = pair
    if player is None or opponent is None or player == opponent:
        raise Http404(f"{division} has no such two players.")
    meeting = tables.meeting(division_history, player, opponent)
    context = {
        "tournament": division.tournament,
        "division": division,
        "pair": pair,
        "record": meeting.record,
        "boards": [
            (division_history.round_numbers[game.round_id], reads.board_of(division_history, game, {}))
            for game in meeting.games
        ],
        "tab": "players",
    }
    return page_or_rows(request, "public/against.html", "public/_against.html", context)

"""Statistics, ratings and chances of prizes as everybody reads them."""

from django.http import Http404, HttpRequest, HttpResponse

from pairings.services.round_chances import chances_topic
from results.prizes.services.statistics import statistics_page
from results.ratings.services import DivisionRatings, chosen_system, rate_division
from tdsuite.platform.access.guard import needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.live.page_versions import read_page_versions
from tdsuite.public.caching import history_for, kept_page, read_division
from tdsuite.public.charts import chances_charts, places_chart
from tdsuite.public.views.events import page_or_rows, played_round
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.reads import History
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.shortcuts import RoundLink, round_links


@kept_page
@needs(Can.SEE_EVENT)
def statistics(request: HttpRequest, tournament: Tournament, code: str, number: int | None = None) -> HttpResponse:
    """High games, averages and the rest, of the event or of one published round."""
    division = read_division(request, tournament, code)
    division_history = history_for(request)
    context = {
        "tournament": division.tournament,
        "division": division,
        "number": played_round(division_history, number),
        "page": statistics_page(division_history, number),
        "places": places_chart(division_history) if number is None else None,
        "rounds": _links(division_history, "public:statistics", number or 0),
        "tab": "standings",
    }
    return page_or_rows(request, "public/statistics.html", "public/_statistics.html", context)


@kept_page
@needs(Can.SEE_EVENT)
def chances(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """How likely each prize place was after each round, from trials that a job has played."""
    division = read_division(request, tournament, code)
    topic = chances_topic(division)
    read_page_versions(request, topic)
    places = history_for(request).prize_places
    rows = list(division.round_chances.all())
    context = {
        "tournament": division.tournament,
        "division": division,
        "topic": topic,
        "places": places,
        "trials": max((row.trials for row in rows), default=0),
        "charts": chances_charts(history_for(request), rows, places) if rows else [],
        "tab": "standings",
    }
    return page_or_rows(request, "public/chances.html", "public/_chances.html", context)


@kept_page
@needs(Can.SEE_EVENT)
def ratings(request: HttpRequest, tournament: Tournament, code: str, number: int | None = None) -> HttpResponse:
    """Everybody's rating after a round by the system that the division names."""
    division = read_division(request, tournament, code)
    page, wrong = _rated(history_for(request), number)
    context = {
        "tournament": division.tournament,
        "division": division,
        "page": page,
        "wrong": wrong,
        "why_page": "public:rating_why",
        "rounds": _links(page.played, "public:ratings", page.after) if page else [],
        "tab": "standings",
    }
    return page_or_rows(request, "public/ratings.html", "public/_ratings.html", context)


@kept_page
@needs(Can.SEE_EVENT)
def why(request: HttpRequest, tournament: Tournament, code: str, number: int, player: int) -> HttpResponse:
    """How one rating came about, game by game."""
    division = read_division(request, tournament, code)
    page, _ = _rated(history_for(request), number)
    account = page.why(player) if page else None
    if page is None or account is None:
        raise Http404(f"{division} has no rating of player {player} after round {number}.")
    context = {
        "tournament": division.tournament,
        "division": division,
        "page": page,
        "found": account,
        "tab": "standings",
    }
    return page_or_rows(request, "public/rating_why.html", "public/_rating_why.html", context)


def _rated(played: History, number: int | None) -> tuple[DivisionRatings | None, str]:
    """The table, or why there is none. 404 for a round without a result."""
    division = played.division
    if number is not None and not 1 <= number <= division.planned_rounds:
        raise Http404(f"{division} has no round {number}.")
    chosen = chosen_system(division)
    if chosen is None:
        return None, ""
    try:
        page = rate_division(division, chosen.key, after=number, played=played)
    except Refused as refused:
        return None, str(refused)
    if number:
        played_round(played, number)
    return page, ""


def _links(played: History, page: str, current: int) -> list[RoundLink]:
    """Those of the published rounds up to the last one with a result."""
    numbers = [row.number for row in played.rounds if row.is_published][: played.last_round]
    return round_links(played.division, page, current, numbers=numbers) if numbers else []

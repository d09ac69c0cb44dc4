"""Statistics, ratings and chances of prizes as everybody reads them."""

from django.http import Http404, HttpRequest, HttpResponse

from pairings.services.round_chances import chances_topic
from results.prizes.services.statistics import statistics_page
from results.ratings.services import DivisionRatings, chosen_system, rate_division
from tdsuite.platform.live.page_versions import read_page_versions
from tdsuite.public.caching import of_division
from tdsuite.public.charts import chances_charts, places_chart
from tdsuite.tournaments.models import Division
from tdsuite.tournaments.reads import History
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.shortcuts import RoundLink, round_links
from .events import division_page, played_round


@of_division
def statistics(request: HttpRequest, division: Division, played: History, number: int | None = None) -> HttpResponse:
    """High games, averages and the rest, of the event or of one published round."""
    return division_page(
        request,
        division,
        "statistics",
        tab="standings",
        number=played_round(played, number),
        page=statistics_page(played, number),
        places=places_chart(played) if number is None else None,
        rounds=_links(played, "public:statistics", number or 0),
    )


@of_division
def chances(request: HttpRequest, division: Division, played: History) -> HttpResponse:
    """How likely each prize place was after each round, from trials that a job has played."""
    topic = chances_topic(division)
    read_page_versions(request, topic)
    places = played.prize_places
    rows = list(division.round_chances.all())
    return division_page(
        request,
        division,
        "chances",
        tab="standings",
        topic=topic,
        places=places,
        trials=max((row.trials for row in rows), default=0),
        charts=chances_charts(played, rows, places) if rows else [],
    )


@of_division
def ratings(request: HttpRequest, division: Division, played: History, number: int | None = None) -> HttpResponse:
    """Everybody's rating after a round by the system that the division names."""
    page, wrong = _rated(played, number)
    return division_page(
        request,
        division,
        "ratings",
        tab="standings",
        page=page,
        wrong=wrong,
        why_page="public:rating_why",
        rounds=_links(page.played, "public:ratings", page.after) if page else [],
    )


@of_division
def why(request: HttpRequest, division: Division, played: History, number: int, player: int) -> HttpResponse:
    """How one rating came about, game by game."""
    page, _ = _rated(played, number)
    account = page.why(player) if page else None
    if page is None or account is None:
        raise Http404(f"{division} has no rating of player {player} after round {number}.")
    return division_page(request, division, "rating_why", tab="standings", page=page, found=account)


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

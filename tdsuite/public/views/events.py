"""Read-only pages for everyone: events, pairings, standings, one player's card."""

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext_lazy as _

from results.attendance.services.attendance import clocks_topic
from tdsuite.platform.access.guard import visible_tournaments
from tdsuite.platform.live.page_versions import page_versions
from tdsuite.public import reads
from tdsuite.public.caching import of_division, of_event
from tdsuite.public.charts import player_charts
from tdsuite.public.tables import standings_page
from tdsuite.public.texts import pairings_text, standings_text
from tdsuite.tournaments.event_lists import page_of_events
from tdsuite.tournaments.models import Division, Round, Tournament
from tdsuite.tournaments.player_pages import page_of_players, plain
from tdsuite.tournaments.reads import History, standing_rows
from tdsuite.tournaments.shortcuts import RoundLink, round_links

HOME_GROUPS = (("running", _("Being played")), ("preparing", _("Coming up")), ("finished", _("Finished")))


def page_or_rows(
    request: HttpRequest, name: str, context: dict[str, Any], *, whole: str = "base", rows: str = "_rows"
) -> HttpResponse:
    """The page of that name in a layout: whole, or only its rows when htmx asks for a refresh of them."""
    layout = f"public/{rows if request.htmx else whole}.html"  # type: ignore[attr-defined]
    response = render(request, f"public/{name}.html", {"layout": layout, **context})
    patch_vary_headers(response, ["HX-Request"])
    return response


def division_page(request: HttpRequest, division: Division, name: str, *, tab: str, **context: Any) -> HttpResponse:
    """A page about a division, or its rows."""
    facts = {"tournament": division.tournament, "division": division, "topics": [division.live_topic], "tab": tab}
    return page_or_rows(request, name, facts | context)


def home(request: HttpRequest) -> HttpResponse:
    page = page_of_events(visible_tournaments(request.user), request.GET.get("page"))
    groups = [(title, [event for event in page if event.status == status]) for status, title in HOME_GROUPS]
    return render(request, "public/home.html", {"groups": [group for group in groups if group[1]], "page": page})


@of_event
def event(request: HttpRequest, tournament: Tournament, histories: Sequence[History]) -> HttpResponse:
    context = {
        "tournament": tournament,
        "histories": histories,
        "cards": [reads.division_card(history) for history in histories],
        "topics": list(page_versions(request)),
    }
    return page_or_rows(request, "event", context)


def _round_shown(rounds: Sequence[Round], number: int | None) -> Round | None:
    """The round asked for, the current one when none is. 404 for a round that is not published."""
    if number is None:
        return reads.current_round(rounds)
    for row in rounds:
        if row.number == number:
            return row
    raise Http404(f"Round {number} is not published.")


def _pairings_shown(played: History, rounds: Sequence[Round], number: int | None) -> Round | None:
    """As `_round_shown`; of a round whose pairings were taken back the page tells that, above the current round."""
    planned = (row for row in played.rounds if not row.is_published)
    return _round_shown(rounds, None if any(row.number == number and row.undone_at for row in planned) else number)


def _search(lines: Sequence[Any], asked: str) -> Sequence[Any]:
    """The lines that a search finds; all without one."""
    search = plain(asked.strip())
    return [line for line in lines if search in line.find] if search else lines


def _links(division: Division, page: str, chosen: Round | None, rounds: Sequence[Round]) -> list[RoundLink]:
    return round_links(division, page, chosen.number, numbers=[row.number for row in rounds]) if chosen else []


def played_round(played: History, number: int | None) -> int | None:
    """The round asked for; None for the whole event. 404 beyond the last round with a result."""
    if number is not None and not 1 <= number <= played.last_round:
        raise Http404(f"Round {number} has no result.")
    return number


@of_division
def pairings(request: HttpRequest, division: Division, played: History, number: int | None = None) -> HttpResponse:
    rounds = reads.published_rounds(played)
    chosen = _pairings_shown(played, rounds, number)
    by_name = request.GET.get("by") == "name"
    read = reads.calls_in if by_name else reads.tables_of
    lines: Sequence[Any] = read(played, chosen) if chosen else ()
    if request.GET.get("as") == "text":
        return pairings_text(division, chosen, lines)
    return division_page(
        request,
        division,
        "pairings",
        tab="pairings",
        history=played,
        round=chosen,
        by_name=by_name,
        topics=[division.live_topic, clocks_topic(division)],
        q=request.GET.get("q", ""),
        lines=_search(lines, request.GET.get("q", "")),
        rounds=_links(division, "public:pairings", chosen, rounds),
    )


@of_division
def standings(request: HttpRequest, division: Division, played: History, number: int | None = None) -> HttpResponse:
    started = [row for row in reads.published_rounds(played) if row.number <= played.last_round]
    chosen = _round_shown(started, number or played.last_round or None)
    if request.GET.get("as") == "text":
        return standings_text(division, chosen, standing_rows(played, chosen.number if chosen else 0))
    return division_page(
        request,
        division,
        "standings",
        tab="standings",
        history=played,
        round=chosen,
        page=standings_page(played, chosen.number if chosen else 0, played.prize_places),
        rounds=_links(division, "public:standings", chosen, started),
    )


@of_division
def player(request: HttpRequest, division: Division, played: History, number: int) -> HttpResponse:
    entry = played.by_number.get(number)
    if entry is None:
        raise Http404(f"{division} has no player {number}.")
    return division_page(
        request,
        division,
        "player",
        tab="players",
        history=played,
        card=reads.player_card(played, entry),
        charts=player_charts(played, entry),
    )


@of_division
def players(request: HttpRequest, division: Division, played: History) -> HttpResponse:
    search = plain(request.GET.get("q", "").strip())
    numbers = [
        entry.number for entry in played.entries if not search or search in plain(f"{entry.player.name} {entry.number}")
    ]
    page = page_of_players(numbers, request.GET.get("page"))
    context = {
        "tournament": division.tournament,
        "division": division,
        "count": len(numbers),
        "entries": [played.by_number[number] for number in page.numbers],
        "parts": page.parts,
        "q": request.GET.get("q", ""),
        "tab": "players",
    }
    return render(request, "public/players.html", context)

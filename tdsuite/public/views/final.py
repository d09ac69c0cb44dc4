"""The end of an event on one page worth sharing, and the picture that goes with its address."""

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.formats import date_format

from results.prizes.services.event_end import EventEnd, event_end, on_podium
from tdsuite.platform.access.addresses import base_url
from tdsuite.platform.live.page_versions import page_versions
from tdsuite.public.caching import of_event
from tdsuite.public.pictures import Column, event_picture
from tdsuite.public.templatetags.figures import record, signed
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.reads import History
from .events import page_or_rows

LINES = 25  # of a division's table; its standings have everybody


@of_event
def final(request: HttpRequest, tournament: Tournament, histories: Sequence[History]) -> HttpResponse:
    """Podium, prizes, records and ratings of an event that is finished; before, that they are to come."""
    finished = tournament.status == Tournament.Status.FINISHED
    end = event_end(tournament, histories) if finished else None
    context = {
        "tournament": tournament,
        "end": end,
        "divisions": list(zip(end.divisions, end.prizes.divisions, strict=True)) if end else [],
        "lines": LINES,
        "winners": _winners(end) if end else "",
        "base": base_url(tournament),
        "topics": list(page_versions(request)),
    }
    return page_or_rows(request, "final", context)


@of_event
def picture(request: HttpRequest, tournament: Tournament, histories: Sequence[History]) -> HttpResponse:
    """The podiums as a PNG. 404 before the event is finished."""
    if tournament.status != Tournament.Status.FINISHED:
        raise Http404(f"{tournament} is not finished.")
    day = date_format(tournament.ends_on, "DATE_FORMAT")
    columns = tuple(_column(played) for played in histories if played.last_round)
    png = event_picture(str(tournament), " · ".join(filter(None, (day, tournament.venue))), columns)
    return HttpResponse(png, content_type="image/png")


def _winners(end: EventEnd) -> str:
    """Who won each division, for whoever sees the address before the page: "Division A: Ada Lovelace"."""
    firsts = [(part, [row for row in part.podium if row.standing.rank == 1]) for part in end.divisions]
    return "; ".join(
        f"{part.division}: {', '.join(str(row.entry.player) for row in rows)}" for part, rows in firsts if rows
    )


def _column(played: History) -> Column:
    podium = [row for row in played.standings() if on_podium(row, played.by_number[row.number])]
    rows = [(str(row.rank), played.names[row.number], f"{record(row)}  {signed(row.spread)}") for row in podium]
    return Column(str(played.division), tuple(rows))

"""The end of an event on one page worth sharing, and the picture that goes with its address."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.formats import date_format

from results.prizes.services.event_end import DivisionEnd, EventEnd, division_end, event_end
from tdsuite.platform.access.addresses import base_url
from tdsuite.platform.access.guard import needs
from tdsuite.platform.access.roles import Can
from tdsuite.public.caching import kept_page, read_event
from tdsuite.public.pictures import Column, event_picture
from tdsuite.public.templatetags.figures import record, signed
from tdsuite.public.views.events import page_or_rows
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.reads import histories


@kept_page
@needs(Can.SEE_EVENT)
def final(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Podium, prizes, records and ratings of an event that is finished; before, that they are to come."""
    tournament, live_versions = read_event(request, tournament)
    end = event_end(tournament) if tournament.status == Tournament.Status.FINISHED else None
    context = {
        "tournament": tournament,
        "end": end,
        "winners": _winners(end) if end else "",
        "base": base_url(tournament),
        "live_topics": live_versions.keys(),
        "live_versions": live_versions.values(),
    }
    return page_or_rows(request, "public/final.html", "public/_final.html", context)


def _winners(end: EventEnd) -> str:
    """Who won each division, for whoever sees the address before the page: "Division A: Ada Lovelace"."""
    firsts = [(part, [row for row in part.podium if row.standing.rank == 1]) for part in end.divisions]
    return "; ".join(
        f"{part.division}: {', '.join(str(row.entry.player) for row in rows)}" for part, rows in firsts if rows
    )


@kept_page
@needs(Can.SEE_EVENT)
def picture(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The podiums as a PNG. 404 before the event is finished."""
    tournament, _ = read_event(request, tournament)
    if tournament.status != Tournament.Status.FINISHED:
        raise Http404(f"{tournament} is not finished.")
    divisions = list(tournament.divisions.all())
    for division in divisions:
        division.tournament = tournament
    ends = [division_end(played) for played in histories(divisions)]
    day = date_format(tournament.ends_on, "j F Y")
    under = " · ".join(filter(None, (day, tournament.venue)))
    png = event_picture(str(tournament), under, [_column(part) for part in ends if part.podium])
    return HttpResponse(png, content_type="image/png")


def _column(part: DivisionEnd) -> Column:
    rows = [
        (str(row.standing.rank), str(row.entry.player), f"{record(row.standing)}  {signed(row.standing.spread)}")
        for row in part.podium
    ]
    return Column(str(part.division), rows)

"""The end of an event on one page worth sharing."""

from django.http import HttpRequest, HttpResponse

from results.prizes.services.event_end import EventEnd, event_end
from tdsuite.platform.access.addresses import base_url
from tdsuite.platform.access.guard import needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.live.page_versions import page_versions
from tdsuite.public.caching import kept_page, read_event
from tdsuite.public.views.events import page_or_rows
from tdsuite.tournaments.models import Tournament

LINES = 25  # of a division's table; its standings have everybody


@kept_page
@needs(Can.SEE_EVENT)
def final(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Podium, prizes, records and ratings of an event that is finished; before, that they are to come."""
    tournament, histories = read_event(request, tournament)
    live_versions = page_versions(request)
    finished = tournament.status == Tournament.Status.FINISHED
    end = event_end(tournament, histories) if finished else None
    context = {
        "tournament": tournament,
        "end": end,
        "divisions": list(zip(end.divisions, end.prizes.divisions, strict=True)) if end else [],
        "lines": LINES,
        "winners": _winners(end) if end else "",
        "base": base_url(tournament),
        "live_topics": live_versions.keys(),
        "live_versions": live_versions.values(),
    }
    return page_or_rows(request, "final", context)


def _winners(end: EventEnd) -> str:
    """Who won each division, for whoever sees the address before the page: "Division A: Ada Lovelace"."""
    firsts = [(part, [row for row in part.podium if row.standing.rank == 1]) for part in end.divisions]
    return "; ".join(
        f"{part.division}: {', '.join(str(row.entry.player) for row in rows)}" for part, rows in firsts if rows
    )

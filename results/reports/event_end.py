"""The end of an event on paper: what its public page says, to be pinned up or sent to a newspaper."""

from django.utils.translation import gettext as _, gettext_lazy

from results.prizes.services.event_end import event_end
from tdsuite.platform.printing.registry import Options, Sheet, event_sheet, report
from tdsuite.tournaments.models import Tournament
from .common import NothingToPrint


@report("event-results", label=gettext_lazy("Results of the event"), scope="tournament")
def event_results(tournament: Tournament, options: Options) -> Sheet:
    """The first of each division, prizes, records and rating gains.  Raises NothingToPrint before the first result."""
    end = event_end(tournament)
    parts = [part for part in end.divisions if part.podium]
    if not parts:
        raise NothingToPrint(_("%(event)s has no result yet.") % {"event": tournament})
    prizes = {page.division.code: page for page in end.prizes.divisions if page.division}
    context = {
        "parts": [(part, prizes[part.division.code]) for part in parts],
        "prizes": end.prizes.event,
        "final": end.prizes.final,
    }
    return event_sheet(tournament, context, title=_("Final results"))

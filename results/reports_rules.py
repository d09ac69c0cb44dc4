"""What is pinned up for the players before the first round: the rules that are in force."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tdsuite.printing.registry import Options, Sheet, report
from tdsuite.tournaments.models import Tournament

from .reports_common import NeedsSettings, event_sheet
from .services.event_rules import told_or_why


@report("event-rules", label=gettext_lazy("Rules of this event"), scope="tournament", template="print/rules_told.html")
def event_rules(tournament: Tournament, options: Options) -> Sheet:
    """What is in force, with rule numbers, for every player (WESPA 5.1.4, 3.10.15).  Raises NeedsSettings."""
    told, wrong = told_or_why(tournament)
    if told is None:
        raise NeedsSettings(wrong)
    return event_sheet(
        tournament, {"told": told, "groups": [*told.groups, *told.divisions]}, title=_("Rules of this event")
    )

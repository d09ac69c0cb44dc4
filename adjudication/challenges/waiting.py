"""What waits for a word judge or the director, for the Day page."""

from collections.abc import Iterable

from django.urls import reverse
from django.utils.translation import gettext as _

from adjudication.challenges.engine.slips import State
from adjudication.challenges.models import ChallengeSlip
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.waiting import Waiting


def waiting_slips(tournament: Tournament) -> Iterable[Waiting]:
    """In one query, however many there are."""
    url = reverse("challenges:register", args=[tournament.slug])
    slips = ChallengeSlip.objects.of_tournament(tournament).awaiting_verdict().with_people()
    for slip in slips.order_by("handed_at", "pk"):
        for_director = slip.state == State.WITH_DIRECTOR
        says = _("for the director") if for_director else _("for a word judge")
        what = _("Challenge, table %s") % (slip.game.table or "–")
        yield Waiting(slip.division_id, what, says, url, slip.handed_at, urgent=True)

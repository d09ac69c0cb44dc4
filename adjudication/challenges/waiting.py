"""What waits for a word judge or the director, for the Round board; and for a player, for the own page."""

from collections.abc import Iterable

from django.db.models import Q
from django.utils.translation import gettext as _

from adjudication.challenges.engine.penalty import ChallengeOf
from adjudication.challenges.engine.slips import UNJUDGED, State
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.waiting import Waiting
from .models import ChallengeSlip


def waiting_slips(tournament: Tournament) -> Iterable[Waiting]:
    """In one query, however many there are."""
    url = tournament.url("challenges:queue")
    slips = ChallengeSlip.objects.of_tournament(tournament).awaiting_verdict().with_people()
    for slip in slips.order_by("handed_at", "pk"):
        for_director = slip.state == State.WITH_DIRECTOR
        says = _("for the director") if for_director else _("for a word judge")
        what = _("Challenge, table %s") % (slip.game.table or "–")
        yield Waiting(slip.division_id, what, says, url, slip.handed_at, urgent=True)


def open_slips_of(entry: int) -> Iterable[Waiting]:
    """The open challenges of a player's games: whose agreement is awaited, or that a judge has it.

    One query if there is no slip, as on most phones: to join the people would cost each of them more than the rest of it.
    """
    for slip in ChallengeSlip.objects.pending().filter(Q(challenger=entry) | Q(challenged=entry)).order_by("number"):
        url = slip.division.tournament.url("slips:game", slip.game_id)
        mine = slip.challenger_id == entry
        opponent = (slip.challenged if mine else slip.challenger).player
        what = _("You challenge") if mine else _("%(opponent)s challenges you") % {"opponent": opponent}
        awaited = slip.of == ChallengeOf.WORDS and slip.state in UNJUDGED and not slip.agreed_by(entry)
        says = _("Look at the words of the slip and agree to them.") if awaited else slip.state_text
        yield Waiting(slip.division_id, what, says, url, slip.written_at, urgent=awaited)
